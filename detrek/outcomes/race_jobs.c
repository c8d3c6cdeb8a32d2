/*
 * race_jobs.c - the search of orders for data races, in other processes. The results are stored in
 * the order in which the searches were begun, so they do not depend on the number of processes.
 */
#include "explore_parts.h"

#include "base/memory_file.h"
#include "base/system.h"

#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

/* The search of an order for data races, which another process makes. */
typedef struct RaceJob {
	pid_t pid;    /* the process that searches the order */
	int result;   /* descriptor of a file in memory for the text of a data race */
	uint32_t row; /* row of the outcome */
} RaceJob;

struct RaceJobs {
	Exploration *x;
	RaceJob *job;   /* [most] a ring */
	uint32_t most, first, n; /* size of the ring; index of the oldest job; number of jobs */
};

/* store_race: store the race that the search of an order has found; empty: none. */
static void
store_race(Exploration *x, uint32_t row, Buf *race)
{
	OutcomeRow *r = &x->list.row[row];

	x->nsearched++;
	x->nracy += race->len > 0;
	if (r->race.len == 0)
		r->race = *race;
	else
		buf_free(race);
}

/* await_first_job: wait for the oldest job and store the race that it has found for its row. */
static void
await_first_job(RaceJobs *j)
{
	RaceJob *job = &j->job[j->first];
	int status = process_await(job->pid);
	Buf race;

	if (status != 0)
		exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_OURS);
	race = memory_file_read(job->result);
	close(job->result);
	store_race(j->x, job->row, &race);
	j->first = (j->first + 1) % j->most;
	j->n--;
}

/* search_and_end: in the child, search the order for a race, write it to file `result` and exit. */
static _Noreturn void
search_and_end(const ExploreOptions *options, const PlayOrder *o, int result)
{
	Buf race = {0};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGINT, SIG_IGN);
	options->race(options->context, o, &race);
	bytes_write(result, race.data, race.len);
	fflush(NULL);
	_exit(0);
}

/* begin_search: fork a process that searches the order of `row` for a race. */
static void
begin_search(RaceJobs *j, uint32_t row, const PlayOrder *o)
{
	RaceJob *job = &j->job[(j->first + j->n++) % j->most];

	*job = (RaceJob){.result = memory_file_new(), .row = row};
	fflush(NULL);
	job->pid = fork();
	if (job->pid < 0)
		fatal("cannot start a process:");
	if (job->pid == 0)
		search_and_end(j->x->options, o, job->result);
}

RaceJobs *
race_jobs_new(Exploration *x, uint32_t n)
{
	RaceJobs *j = xcalloc(1, sizeof *j);

	*j = (RaceJobs){.x = x, .job = xcalloc(n, sizeof *j->job), .most = n};
	return j;
}

void
race_jobs_search(RaceJobs *j, uint32_t row, const PlayOrder *o)
{
	const ExploreOptions *options = j->x->options;
	Buf race = {0};

	if (j->n == j->most && j->most > 1)
		await_first_job(j);
	if (j->most > 1) {
		begin_search(j, row, o);
	} else {
		options->race(options->context, o, &race);
		store_race(j->x, row, &race);
	}
}

void
race_jobs_end(RaceJobs *j)
{
	while (j->n > 0)
		await_first_job(j);
	free(j->job);
	free(j);
}
