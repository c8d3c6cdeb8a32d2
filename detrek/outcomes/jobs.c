/*
 * jobs.c - other processes that run orders. An action that is queued in a state of the path will be
 * run there, after those before it, whatever is found until then; and which runs follow from it
 * does not depend on that. So a copy of this process can run them now, with a server of its own.
 * When the path comes to this action, what the copy has counted and found is taken over, as if it
 * had been run here. So the result does not depend on the number of processes.
 */
#include "explore_parts.h"

#include "base/list.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a process runs: an action of a state of the path. */
typedef struct Job {
	Server *server;
	pid_t pid;       /* 0: it does nothing */
	uint32_t level, at;
	int result;      /* a file in memory */
} Job;

struct Jobs {
	Job *job; /* [n] */
	uint32_t n;
};

/* ---- the copy ---- */

static void
put_result(const Explorer *e, Buf *b)
{
	const Exploration *x = e->x;

	put_number(b, x->norders);
	put_number(b, x->ncovered);
	put_number(b, x->nleft);
	put_number(b, x->lacks);
	put_number(b, x->nsearched);
	put_number(b, x->nracy);
	put_number(b, x->nactions);
	put_number(b, x->nthreads);
	for (uint32_t i = 0; i < x->nthreads; i++) {
		put_number(b, x->thread[i].node);
		put_number(b, x->thread[i].number);
	}
	outcomes_put(b, &x->list);
	put_number(b, e->nfound);
	for (uint32_t i = 0; i < e->nfound; i++) {
		put_number(b, e->found[i].level);
		put_hash(b, e->found[i].set);
	}
}

static _Noreturn void
be_copy(Explorer *e, const Job *j)
{
	Exploration x = {.options = e->x->options};
	Level *l = &e->level[j->level];
	Buf b = {0};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	e->x = &x;
	e->jobs = NULL;
	e->n = e->base = j->level + 1;
	l->at = j->at;
	l->state.chosen = l->queue[l->at];
	explore_from(e, j->server);
	put_result(e, &b);
	bytes_write(j->result, b.data, b.len);
	_exit(0);
}

/* ---- which ones to run ---- */

static const Job *
job_at(const Jobs *j, uint32_t level, uint32_t at)
{
	for (uint32_t i = 0; i < j->n; i++)
		if (j->job[i].pid != 0 && j->job[i].level == level && j->job[i].at == at)
			return &j->job[i];
	return NULL;
}

/* find_work: the first action of the path that no process runs; the last states are left out. */
static bool
find_work(const Explorer *e, Job *j)
{
	for (uint32_t i = 0; i + 4 < e->n; i++) {
		const Level *l = &e->level[i];

		for (uint32_t k = l->at + 1; k < l->nwanted; k++)
			if (l->delays < e->x->options->delays && !job_at(e->jobs, i, k)) {
				j->level = i;
				j->at = k;
				return true;
			}
	}
	return false;
}

static void
begin_job(Explorer *e, Job *j)
{
	if (j->pid != 0 || !find_work(e, j))
		return;
	j->result = memory_file_new();
	fflush(NULL);
	j->pid = fork();
	if (j->pid < 0)
		fatal("cannot start a process:");
	if (j->pid == 0)
		be_copy(e, j);
}

void
jobs_begin(Explorer *e)
{
	for (uint32_t i = 0; i < e->jobs->n; i++)
		begin_job(e, &e->jobs->job[i]);
}

/* ---- what they have found ---- */

static void
await(const Job *j)
{
	int status = process_await(j->pid);

	if (status != 0)
		exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_OURS);
}

static void
join_threads(Exploration *x, WireReader *r)
{
	uint32_t n = get_number(r);
	PlayThread *list = xcalloc(n + 1, sizeof *list);

	for (uint32_t i = 0; i < n; i++) {
		list[i].node = get_number(r);
		list[i].number = get_number(r);
	}
	if (n > x->nthreads) {
		PlayThread *own = x->thread;

		x->thread = list;
		x->nthreads = n;
		list = own;
	}
	free(list);
}

static void
join_result(Explorer *e, WireReader *r)
{
	Exploration *x = e->x;
	uint32_t nactions, n;

	x->norders += get_number(r);
	x->ncovered += get_number(r);
	x->nleft += get_number(r);
	x->lacks |= get_number(r);
	x->nsearched += get_number(r);
	x->nracy += get_number(r);
	nactions = get_number(r);
	x->nactions = x->nactions > nactions ? x->nactions : nactions;
	join_threads(x, r);
	outcomes_join(&x->list, r);
	n = get_number(r);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t level = get_number(r);

		explore_want(e, level, get_hash(r));
	}
	assert(!r->bad);
}

bool
jobs_take(Explorer *e)
{
	Job *j = e->n > 0
		? (Job *)job_at(e->jobs, e->n - 1, e->level[e->n - 1].at) : NULL;
	WireReader r;
	Buf b;

	if (!j)
		return false;
	await(j);
	b = memory_file_read(j->result);
	r = (WireReader){b.data, b.data + b.len, false};
	join_result(e, &r);
	buf_free(&b);
	close(j->result);
	j->pid = 0;
	return true;
}

/* ---- beginning and end ---- */

Jobs *
jobs_new(const PlayedProgram *p, uint32_t n)
{
	Jobs *j = xcalloc(1, sizeof *j);

	*j = (Jobs){.job = xcalloc(n, sizeof *j->job), .n = n};
	for (uint32_t i = 0; i < n; i++)
		j->job[i].server = server_new(p);
	return j;
}

void
jobs_free(Jobs *j)
{
	for (uint32_t i = 0; i < j->n; i++) {
		Job *job = &j->job[i];

		if (job->pid != 0) {
			kill(job->pid, SIGKILL);
			process_await(job->pid);
			close(job->result);
		}
		server_free(job->server);
	}
	free(j->job);
	free(j);
}
