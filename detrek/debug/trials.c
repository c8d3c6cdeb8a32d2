/*
 * trials.c - tries changes: each in a branch of the run, in a process of its own, which leaves this
 * one's run as it is.
 */
#include "expected.h"

#include "base/memory_file.h"
#include "detrek/flowback/alternatives.h"
#include "mutant.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <unistd.h>

/* A trial in another process. */
typedef struct Job {
	pid_t pid;
	int result;     /* a file in memory: its TrialEnd */
	Tried *of;
	const Trial *trial;
} Job;

typedef struct Running {
	Session *s;
	const Expected *e;
	Mutants *mutants;
	Tried *tried; /* [ntried] */
	uint32_t ntried;
	Job *job;     /* [jobs] a ring */
	uint32_t jobs, first, n;
	Trials *told;
} Running;

/* ---- in the other process ---- */

/* put_in: switch the session to a branch with the change; false: it is impossible. */
static bool
put_in(Session *s, Mutants *mutants, const Trial *t)
{
	Change change;

	if (t->always) {
		mutants_begin(mutants, t->always);
		return true;
	}
	if (!session_goto(s, alternative_place(t->once))
		|| !alternative_change(t->once, s->w, &change))
		return false;
	session_change(s, &change);
	return true;
}

static TrialEnd
try_change(Session *s, const Expected *e, Mutants *mutants, const Trial *t)
{
	if (!put_in(s, mutants, t))
		return TRIAL_NOWHERE;
	if (expected_holds(s, e))
		return TRIAL_RIGHT;
	return past_is_deaf(s->past) ? TRIAL_DEAF : TRIAL_WRONG;
}

static _Noreturn void
try_and_end(const Running *r, const Job *j)
{
	TrialEnd end = TRIAL_NOWHERE;
	Session *s = r->s;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* Translated code stays with the process that made it; so do the networks of flowback. */
	network_engine(s->w, s->w->engine);
	s->flowback = NULL;
	if (!freopen("/dev/null", "w", stderr))
		_exit(EXIT_OURS);
	if (setjmp(s->escape) == 0)
		end = try_change(s, r->e, r->mutants, j->trial);
	bytes_write(j->result, &end, sizeof end);
	_exit(0);
}

/* ---- in this one ---- */

static void
begin_job(Running *r, Tried *of)
{
	Job *j = &r->job[(r->first + r->n++) % r->jobs];

	*j = (Job){.result = memory_file_new(), .of = of, .trial = &of->list[of->next++]};
	fflush(NULL);
	j->pid = fork();
	if (j->pid < 0)
		fatal("cannot start a process:");
	if (j->pid == 0)
		try_and_end(r, j);
}

/* end_first: wait for the job that was begun first. If it has crashed, the change is impossible. */
static void
end_first(Running *r)
{
	Job *j = &r->job[r->first];
	TrialEnd end = TRIAL_NOWHERE;
	Buf result;

	process_await(j->pid);
	result = memory_file_read(j->result);
	close(j->result);
	if (result.len == sizeof end)
		memcpy(&end, result.data, sizeof end);
	buf_free(&result);
	r->told->ends[end]++;
	if (end == TRIAL_RIGHT && !j->of->right)
		j->of->right = j->trial;
	r->first = (r->first + 1) % r->jobs;
	r->n--;
}

static bool
has_next(const Tried *t)
{
	return !t->right && t->next < t->n;
}

/* next_tried: of those that have a change left, one of which the fewest were tried; or NULL. */
static Tried *
next_tried(const Running *r)
{
	Tried *found = NULL;

	for (uint32_t i = 0; i < r->ntried; i++)
		if (has_next(&r->tried[i]) && (!found || r->tried[i].next < found->next))
			found = &r->tried[i];
	return found;
}

Trials
trials_run(Session *s, const Expected *e, Tried *tried, uint32_t n)
{
	Trials told = {.left = 0};
	Running r = {.s = s, .e = e, .tried = tried, .ntried = n, .told = &told,
		.jobs = e->o->jobs ? e->o->jobs : 1};
	double begun = clock_wall();
	Tried *next;

	network_threads(s->w, 1); /* they would not be in the other processes */
	r.mutants = mutants_new(s);
	r.job = xcalloc(r.jobs, sizeof *r.job);
	progress_begin();
	while ((next = next_tried(&r)) && clock_wall() - begun < e->o->seconds) {
		if (r.n == r.jobs)
			end_first(&r);
		if (has_next(next))
			begin_job(&r, next);
		progress_show("%u changes tried", told.ends[TRIAL_WRONG] + told.ends[TRIAL_RIGHT]);
	}
	while (r.n > 0)
		end_first(&r);
	for (uint32_t i = 0; i < n; i++)
		told.left += has_next(&tried[i]) ? tried[i].n - tried[i].next : 0;
	progress_clear();
	told.seconds = clock_wall() - begun;
	free(r.job);
	mutants_free(r.mutants);
	return told;
}
