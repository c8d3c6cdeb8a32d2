/*
 * trials.c - tries alternatives of executions: each in a branch of the run, in a process of its
 * own, which leaves this one's run as it is.
 */
#include "expected.h"

#include "base/memory_file.h"
#include "detrek/flowback/alternatives.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <unistd.h>

/* A trial that runs in another process. */
typedef struct Trial {
	pid_t pid;
	int result;     /* a file in memory: its TrialEnd */
	Tried *of;
	const Alternative *alternative;
} Trial;

typedef struct Running {
	Session *s;
	const Expected *e;
	Tried *tried; /* [ntried] */
	uint32_t ntried;
	Trial *trial; /* [jobs] a ring */
	uint32_t jobs, first, n;
	Trials *told;
} Running;

/* ---- in the other process ---- */

static TrialEnd
try_alternative(Session *s, const Expected *e, const Alternative *a)
{
	Change change;

	if (!session_goto(s, alternative_place(a)) || !alternative_change(a, s->w, &change))
		return TRIAL_NOWHERE;
	session_change(s, &change);
	if (expected_holds(s, e))
		return TRIAL_RIGHT;
	return past_is_deaf(s->past) ? TRIAL_DEAF : TRIAL_WRONG;
}

static _Noreturn void
try_and_end(Session *s, const Expected *e, const Trial *t)
{
	TrialEnd end = TRIAL_NOWHERE;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* Translated code stays with the process that made it; so do the networks of flowback. */
	network_engine(s->w, s->w->engine);
	s->flowback = NULL;
	if (!freopen("/dev/null", "w", stderr))
		_exit(EXIT_OURS);
	if (setjmp(s->escape) == 0)
		end = try_alternative(s, e, t->alternative);
	bytes_write(t->result, &end, sizeof end);
	_exit(0);
}

/* ---- in this one ---- */

static void
begin_trial(Running *r, Tried *of)
{
	Trial *t = &r->trial[(r->first + r->n++) % r->jobs];

	*t = (Trial){.result = memory_file_new(), .of = of, .alternative = &of->list[of->next++]};
	fflush(NULL);
	t->pid = fork();
	if (t->pid < 0)
		fatal("cannot start a process:");
	if (t->pid == 0)
		try_and_end(r->s, r->e, t);
}

/* end_first: wait for the trial that was begun first. One that has crashed could not be made. */
static void
end_first(Running *r)
{
	Trial *t = &r->trial[r->first];
	TrialEnd end = TRIAL_NOWHERE;
	Buf result;

	process_await(t->pid);
	result = memory_file_read(t->result);
	close(t->result);
	if (result.len == sizeof end)
		memcpy(&end, result.data, sizeof end);
	buf_free(&result);
	r->told->ends[end]++;
	if (end == TRIAL_RIGHT && !t->of->right)
		t->of->right = t->alternative;
	r->first = (r->first + 1) % r->jobs;
	r->n--;
}

static bool
has_next(const Tried *t)
{
	return !t->right && t->next < t->n;
}

/* next_tried: of those that have an alternative left, one of which the fewest were tried; NULL. */
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
	r.trial = xcalloc(r.jobs, sizeof *r.trial);
	progress_begin();
	while ((next = next_tried(&r)) && clock_wall() - begun < e->o->seconds) {
		if (r.n == r.jobs)
			end_first(&r);
		if (has_next(next))
			begin_trial(&r, next);
		progress_show("%u changes tried", told.ends[TRIAL_WRONG] + told.ends[TRIAL_RIGHT]);
	}
	while (r.n > 0)
		end_first(&r);
	for (uint32_t i = 0; i < n; i++)
		told.left += has_next(&tried[i]) ? tried[i].n - tried[i].next : 0;
	progress_clear();
	told.seconds = clock_wall() - begun;
	free(r.trial);
	return told;
}
