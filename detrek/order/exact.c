/*
 * exact.c - our own exact method: upper bounds by executions, lower bounds by reasoning, and
 * searches for the pairs that are still open.
 *
 * An execution that reaches event f after k events of task a proves that at most k of them must
 * happen before f: f's entry for a is at most k (`high`). Greedy executions, each with one task
 * stopped at some event, give most entries. These entries are taken as claims; claims that bounds.c
 * can prove are exact (low = high). The few remaining pairs are searched one by one.
 */
#define _GNU_SOURCE /* qsort_r */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum { ROUND_GROWTH = 8 }; /* factor by which Round.states grows from round to round */

/*
 * Each round allows every search more states than the one before, and tries choices in a different
 * order, because a case that is hard in one order is often easy in another.
 */
typedef struct Round {
	uint32_t number;
	uint32_t states; /* the most states that one search may visit */
} Round;

static const Round first_round = {.states = 256};

/*
 * show_observed: execute all events in the observed order; each step lowers the upper bounds
 * (`high`).
 */
static void
show_observed(Exact *x)
{
	for (uint32_t i = 0; i < x->t->nevents; i++)
		semstate_step(&x->search.state, x->t->event[x->t->observed[i]].task);
}

/*
 * show_greedily: for each task and each number of its events: let the task stop there, execute the
 * other tasks greedily in two ways, and note the orders that these executions show to be possible.
 */
static void
show_greedily(Exact *x)
{
	SemState *s = &x->search.state;

	for (uint32_t i = 0; i < x->t->ntasks; i++) {
		for (Count k = 0; k < sem_task_length(x->t, i); k++) {
			for (int latest = 0; latest < 2; latest++) {
				if (deadline_passed(&x->deadline))
					return;
				semstate_undo(s, 0);
				semstate_uncap(s);
				s->cap[i] = k;
				semstate_update_caps(s);
				semstate_run_greedily(s, x->search.position, latest);
			}
		}
	}
}

/*
 * verify_claims: claim, for each event and task, the smallest number of the task's events that an
 * execution has shown to come first, and keep the claims that can be proven.
 */
static void
verify_claims(Exact *x)
{
	size_t n = (size_t)x->t->nevents * x->t->ntasks;

	memcpy(x->bounds.stamp, x->high, n * sizeof *x->high);
	if (!bounds_fixpoint(&x->bounds, &x->deadline))
		bounds_claim_nothing(&x->bounds);
}

/*
 * is_open: true if, for some event, it is not decided whether its entry for the task is greater
 * than k.
 */
static bool
is_open(const Exact *x, uint32_t task, Count k)
{
	for (uint32_t e = 0; e < x->t->nevents; e++) {
		size_t entry = (size_t)e * x->t->ntasks + task;

		if (x->bounds.stamp[entry] <= k && k < x->high[entry])
			return true;
	}
	return false;
}

void
exact_probe(Exact *x)
{
	for (uint32_t i = 0; i < x->t->ntasks; i++)
		for (Count k = 0; k < sem_task_length(x->t, i); k++)
			if (is_open(x, i, k) && !bounds_probe(&x->bounds, i, k, &x->deadline))
				return;
}

/*
 * search_round: search, by all methods, for an execution that reaches event e with at most k events
 * of task.
 */
static Answer
search_round(Exact *x, const Round *r, uint32_t e, uint32_t task, Count k)
{
	Search *s = &x->search;
	Answer a;

	s->limit = r->states;
	s->variant = r->number;
	a = demands_search(&x->demands, e, task, k, &x->deadline);
	if (a == ANSWER_UNKNOWN && !x->deadline.over) {
		s->variant = 0;
		a = search_before(s, e, task, k, &x->deadline);
	}
	if (a == ANSWER_UNKNOWN && !x->deadline.over) {
		s->variant = r->number + 1;
		a = search_before(s, e, task, k, &x->deadline);
	}
	return a;
}

/* next_round: prepare the next round; false after the last one. */
static bool
next_round(const Exact *x, Round *r)
{
	if (r->states >= SEARCH_STATES || x->deadline.over)
		return false;
	r->states *= ROUND_GROWTH;
	r->number++;
	return true;
}

Answer
exact_search_before(Exact *x, uint32_t e, uint32_t task, Count k)
{
	Round r = first_round;
	Answer a;

	if (bounds_refute(&x->bounds, e, task, k + 1))
		return ANSWER_NO;
	do
		a = search_round(x, &r, e, task, k);
	while (a == ANSWER_UNKNOWN && next_round(x, &r));
	return a;
}

/*
 * close_gap: find e's entry for the task, between its lower and upper bounds, or leave it undecided
 * if the round's limit is reached.
 */
static void
close_gap(Exact *x, const Round *r, uint32_t e, uint32_t task)
{
	uint32_t own = x->t->event[e].task;
	Count *low = sem_stamp_row(x->t, x->bounds.stamp, e),
		*high = sem_stamp_row(x->t, x->high, e);
	Count *tried = &x->tried[own * x->t->ntasks + task];
	bool last = e + 1 == x->t->first[own + 1];

	while (low[task] < high[task]) {
		Count k = high[task] - 1;
		Answer a = ANSWER_NO;

		if (k < *tried && !last)
			return;
		if (!bounds_refute(&x->bounds, e, task, k + 1))
			a = search_round(x, r, e, task, k);
		if (a == ANSWER_UNKNOWN) {
			*tried = k + 1;
			return;
		}
		if (a == ANSWER_NO)
			low[task] = k + 1;
		else
			search_continue(&x->search, task, k);
	}
}

/*
 * close_round: search for all undecided pairs within the limits of one round; true if some stay
 * undecided.
 */
static bool
close_round(Exact *x, const Round *r)
{
	const SemTrace *t = x->t;
	bool open = false;

	memset(x->tried, 0, (size_t)t->ntasks * t->ntasks * sizeof *x->tried);
	for (uint32_t i = 0; i < t->nevents && !deadline_passed(&x->deadline); i++) {
		uint32_t e = t->observed[i];
		Count *low = sem_stamp_row(t, x->bounds.stamp, e);

		if (sem_event_number(t, e) > 1)
			counts_join(low, sem_stamp_row(t, x->bounds.stamp, e - 1), t->ntasks);
		for (uint32_t j = 0; j < t->ntasks; j++)
			if (j != t->event[e].task)
				close_gap(x, r, e, j);
		open |= !counts_leq(sem_stamp_row(t, x->high, e), low, t->ntasks);
	}
	return open;
}

/*
 * Short searches come first: their results often decide pairs that would need long ones.
 */
void
exact_decide_pairs(Exact *x)
{
	Round r = first_round;

	while (close_round(x, &r) && next_round(x, &r))
		;
}

static int
compare_counts(const void *a, const void *b, void *width)
{
	const Count *c = a, *d = b;

	for (uint32_t i = 0; i < *(uint32_t *)width; i++)
		if (c[i] != d[i])
			return c[i] < d[i] ? -1 : 1;
	return 0;
}

void
exact_deadlocks(Exact *x, Orders *o)
{
	StateSet *found = &x->search.deadlocks;

	x->search.limit = SEARCH_STATES;
	o->deadlocks_known = search_deadlocks(&x->search, &x->deadline) == ANSWER_NO;
	if (found->n > 0)
		qsort_r(found->row, found->n, found->width * sizeof(Count), compare_counts,
			&found->width);
	o->deadlock = found->row;
	o->ndeadlocks = found->n;
	found->row = NULL;
}

void
exact_init(Exact *x, const SemTrace *t, Deadline d)
{
	size_t n = (size_t)t->nevents * t->ntasks;

	*x = (Exact){.t = t, .deadline = d, .net = semnet_new(t)};
	x->high = xmalloc(n * sizeof *x->high);
	x->tried = xcalloc((size_t)t->ntasks * t->ntasks, sizeof *x->tried);
	memset(x->high, 0xff, n * sizeof *x->high);
	x->bounds = bounds_new(&x->net);
	x->search = search_new(&x->net, &x->bounds, x->high);
	x->demands = demands_new(&x->search);
	show_observed(x);
	show_greedily(x);
	verify_claims(x);
}

void
exact_free(Exact *x)
{
	free(x->high);
	free(x->tried);
	demands_free(&x->demands);
	search_free(&x->search);
	bounds_free(&x->bounds);
	semnet_free(&x->net);
}

void
exact_move_result(Exact *x, Orders *o)
{
	o->low = x->bounds.stamp;
	o->high = x->high;
	x->bounds.stamp = NULL;
	x->high = NULL;
}
