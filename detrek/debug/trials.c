/*
 * trials.c - tries changes: each in a branch of the run, in a process of its own, so that this
 * process's run does not change.
 */
#include "expected.h"

#include "base/clock.h"
#include "base/memory_file.h"
#include "base/progress.h"
#include "base/system.h"
#include "detrek/flowback/alternatives.h"
#include "mutant.h"
#include "trunk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <unistd.h>

/* A trial that another process makes. */
typedef struct Job {
	pid_t pid; /* the process that makes the trial */
	/* descriptor of a file in memory, to which the process writes its TrialEnd */
	int result;
	ChangeTrials *of;          /* the statement whose change is tried */
	const Trial *trial; /* the change */
} Job;

/* The trials that are running. */
typedef struct RunningTrials {
	Session *s;
	const Expected *e;
	Mutants *mutants;
	Trunk *trunk;
	ChangeTrials *tried; /* [ntried] */
	uint32_t ntried;
	/* [jobs] a ring of n running jobs, the oldest at index `first` */
	Job *job;
	uint32_t jobs, first, n;
	Trials *told; /* gets the result of the trials */
} RunningTrials;

/* ---- in the other process ---- */

/*
 * apply_trial: switch the session to a branch of the run with the change of the trial; false: the
 * change cannot be put in.
 */
static bool
apply_trial(const RunningTrials *r, const Trial *t)
{
	Session *s = r->s;
	Change change;
	Place at;

	if (t->always) {
		trunk_begin(r->trunk, mutants_first_piece(r->mutants, t->always));
		mutants_begin(r->mutants, t->always);
		return true;
	}
	at = alternative_place(t->once);
	if (!trunk_begin_at(r->trunk, &at) || !alternative_change(t->once, s->w, &change))
		return false;
	session_change(s, &change);
	return true;
}

/*
 * run_to_output: run until the bytes that the question is about are written, or no more are;
 * returns how the trial has ended.
 */
static TrialEnd
run_to_output(const RunningTrials *r)
{
	Past *p = r->s->past;
	Time at = past_network(p)->now;
	uint32_t messages = UINT32_MAX;
	RunEnd end = RUN_REACHED;

	past_go_present(p);
	for (; end != RUN_FINISHED; end = past_run(p, at += trunk_piece_length(r->trunk))) {
		Output o;
		bool right, kept;

		if (trunk_messages(r->trunk) == messages)
			continue;
		messages = trunk_messages(r->trunk);
		o = trunk_output(r->trunk);
		if (expected_in_output(r->e, &o, &right, &kept))
			return !right ? TRIAL_WRONG : kept ? TRIAL_RIGHT : TRIAL_RIGHT_CHANGED;
		output_free(&o);
	}
	return past_is_deaf(p) ? TRIAL_UNANSWERED : TRIAL_WRONG;
}

/* try_change: make the change and run on; returns how the trial has ended. */
static TrialEnd
try_change(const RunningTrials *r, const Trial *t)
{
	if (!apply_trial(r, t))
		return TRIAL_NOT_REACHED;
	if (r->e->is_output && r->s->w->topology->nswitches == 0)
		return run_to_output(r);
	if (expected_holds(r->s, r->e))
		return TRIAL_RIGHT;
	return past_is_deaf(r->s->past) ? TRIAL_UNANSWERED : TRIAL_WRONG;
}

/* try_and_end: try a change in a process of its own, and end it with the result. */
static _Noreturn void
try_and_end(const RunningTrials *r, const Job *j)
{
	TrialEnd end = TRIAL_NOT_REACHED;
	Session *s = r->s;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* Translated code stays with the process that made it; so do the networks of flowback. */
	network_set_engine(s->w, s->w->engine);
	s->flowback = NULL;
	if (!freopen("/dev/null", "w", stderr))
		_exit(EXIT_OURS);
	if (setjmp(s->escape) == 0)
		end = try_change(r, j->trial);
	bytes_write(j->result, &end, sizeof end);
	_exit(0);
}

/* ---- in this one ---- */

/* begin_job: fork a process that makes the next trial of `of`. */
static void
begin_job(RunningTrials *r, ChangeTrials *of)
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

/*
 * trial_merit: the merit of a change that gave the right value. It is higher if no earlier output
 * changes, and if the change is made at each execution.
 */
static uint32_t
trial_merit(const Trial *t, TrialEnd end)
{
	if (end != TRIAL_RIGHT && end != TRIAL_RIGHT_CHANGED)
		return 0;
	return 1 + (t->always ? 1 : 0) + (end == TRIAL_RIGHT ? 2 : 0);
}

/*
 * note_end: keep the trial as the statement's best one if its end is better than that of the best
 * so far.
 */
static void
note_end(ChangeTrials *of, const Trial *t, TrialEnd end)
{
	uint32_t merit = trial_merit(t, end);

	if (merit <= of->merit)
		return;
	of->merit = merit;
	of->right = t;
}

/*
 * await_first: wait for the job that was begun first; if it has crashed, the change is impossible.
 */
static void
await_first(RunningTrials *r)
{
	Job *j = &r->job[r->first];
	TrialEnd end = TRIAL_NOT_REACHED;
	Buf result;

	process_await(j->pid);
	result = memory_file_read(j->result);
	close(j->result);
	if (result.len == sizeof end)
		memcpy(&end, result.data, sizeof end);
	buf_free(&result);
	r->told->ends[end]++;
	note_end(j->of, j->trial, end);
	r->first = (r->first + 1) % r->jobs;
	r->n--;
}

/* has_next: tell if the statement has changes left to try and none was the best possible. */
static bool
has_next(const ChangeTrials *t)
{
	return t->merit < BEST_MERIT && t->next < t->n;
}

/*
 * choose_statement: the statement with the fewest changes tried so far, of those with changes left
 * to try; NULL if no statement has changes left.
 */
static ChangeTrials *
choose_statement(const RunningTrials *r)
{
	ChangeTrials *found = NULL;

	for (uint32_t i = 0; i < r->ntried; i++)
		if (has_next(&r->tried[i]) && (!found || r->tried[i].next < found->next))
			found = &r->tried[i];
	return found;
}

/*
 * begin_piece: the callback of trunk_new: tell the mutants that piece `number` of the run begins.
 */
static void
begin_piece(void *context, uint32_t number)
{
	const RunningTrials *r = context;

	mutants_note_piece(r->mutants, number);
}

/*
 * prepare_trunk: prepare the run from whose places trials branch off (trunk.h), and find the first
 * execution of each mutation.
 */
static void
prepare_trunk(RunningTrials *r)
{
	network_set_threads(r->s->w, 1); /* further threads would not exist in forked processes */
	r->mutants = mutants_new(r->s);
	for (uint32_t i = 0; i < r->ntried; i++)
		for (uint32_t k = 0; k < r->tried[i].n; k++)
			if (r->tried[i].list[k].always)
				mutants_find(r->mutants, r->tried[i].list[k].always);
	r->trunk = trunk_new(r->s, begin_piece, r);
}

/* has_no_effect: true if the trial changes an instruction that the run has never executed. */
static bool
has_no_effect(const RunningTrials *r, const Trial *t)
{
	return t->always && mutants_first_piece(r->mutants, t->always) == NEVER_EXECUTED;
}

/* try_next: make the next trial of `of`, unless its change is known to have no effect. */
static void
try_next(RunningTrials *r, ChangeTrials *of)
{
	if (has_no_effect(r, &of->list[of->next])) {
		of->next++;
		r->told->ends[TRIAL_WRONG]++;
	} else {
		begin_job(r, of);
	}
}

Trials
trials_run(Session *s, const Expected *e, ChangeTrials *tried, uint32_t n)
{
	Trials told = {.left = 0};
	RunningTrials r = {.s = s, .e = e, .tried = tried, .ntried = n, .told = &told,
		.jobs = e->options->jobs ? e->options->jobs : 1};
	double begun = clock_wall();
	ChangeTrials *next;

	progress_begin();
	prepare_trunk(&r);
	r.job = xcalloc(r.jobs, sizeof *r.job);
	while ((next = choose_statement(&r)) && clock_wall() - begun < e->options->seconds) {
		if (r.n == r.jobs)
			await_first(&r);
		if (has_next(next))
			try_next(&r, next);
		progress_show("%u changes tried", told.ends[TRIAL_WRONG] + told.ends[TRIAL_RIGHT]
			+ told.ends[TRIAL_RIGHT_CHANGED]);
	}
	while (r.n > 0)
		await_first(&r);
	for (uint32_t i = 0; i < n; i++)
		told.left += has_next(&tried[i]) ? tried[i].n - tried[i].next : 0;
	progress_clear();
	told.seconds = clock_wall() - begun;
	free(r.job);
	trunk_free(r.trunk);
	mutants_free(r.mutants);
	return told;
}
