/*
 * order_exact.c - our own method: executions from below, bounds from above, search between.
 *
 * An execution that reaches event f with k events of task a done shows that no more than k must
 * have happened: f's entry for a is at most k (high). Greedy executions, each with one task
 * stopped at some event, show nearly all entries. Taken as claims, those that the bounds can
 * uphold are exact (low = high); the few pairs left open are searched, one by one.
 */
#define _GNU_SOURCE /* qsort_r */
#include "order_solve.h"

#include <stdlib.h>
#include <string.h>

enum {
	FIRST_ROUND = 1 << 8, /* states in a search of the first round */
	ROUND_GROWTH = 1 << 5,
};

static void
show_trace(Exact *x)
{
	for (uint32_t i = 0; i < x->t->nevents; i++)
		semstate_step(&x->search.state, x->t->event[x->t->observed[i]].task);
}

/* With each task stopped after each number of events: two greedy executions. */
static void
show_greedily(Exact *x)
{
	SemState *s = &x->search.state;

	for (uint32_t i = 0; i < x->t->ntasks; i++) {
		for (Count k = 0; k < sem_length(x->t, i); k++) {
			for (int latest = 0; latest < 2; latest++) {
				if (deadline_passed(&x->deadline))
					return;
				semstate_back(s, 0);
				semstate_uncap(s);
				s->cap[i] = k;
				semstate_capped(s);
				semstate_greedy(s, x->search.position, latest);
			}
		}
	}
}

/* Take what was shown as claims, and keep those that are true. */
static void
settle(Exact *x)
{
	size_t n = (size_t)x->t->nevents * x->t->ntasks;

	memcpy(x->bounds.stamp, x->high, n * sizeof *x->high);
	if (!bounds_settle(&x->bounds, &x->deadline))
		bounds_nothing(&x->bounds);
}

/* Is an entry for task of some event open between k and k + 1? */
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
		for (Count k = 0; k < sem_length(x->t, i); k++)
			if (is_open(x, i, k) && !bounds_probe(&x->bounds, i, k, &x->deadline))
				return;
}

/* Close the gap of e's entry for task, or leave it open when time is up. */
static void
close_gap(Exact *x, uint32_t e, uint32_t task)
{
	Count *low = sem_row(x->t, x->bounds.stamp, e), *high = sem_row(x->t, x->high, e);

	while (low[task] < high[task]) {
		Count k = high[task] - 1;
		Answer a = ANSWER_NO;

		if (!bounds_refute(&x->bounds, e, task, k + 1))
			a = search_before(&x->search, e, task, k, &x->deadline);
		if (a == ANSWER_UNKNOWN)
			return;
		if (a == ANSWER_NO)
			low[task] = k + 1;
		else
			search_go_on(&x->search, task, k);
	}
}

/* One round over all pairs, by searches of at most so many states; true if some stay open. */
static bool
close_round(Exact *x, uint32_t states)
{
	const SemTrace *t = x->t;
	bool open = false;

	x->search.limit = states;
	for (uint32_t i = 0; i < t->nevents && !deadline_passed(&x->deadline); i++) {
		uint32_t e = t->observed[i];
		Count *low = sem_row(t, x->bounds.stamp, e);

		if (sem_number(t, e) > 1)
			counts_join(low, sem_row(t, x->bounds.stamp, e - 1), t->ntasks);
		for (uint32_t j = 0; j < t->ntasks; j++)
			if (j != t->event[e].task)
				close_gap(x, e, j);
		open |= !counts_leq(sem_row(t, x->high, e), low, t->ntasks);
	}
	return open;
}

/* Short searches first: what they find often settles pairs that would have needed long ones. */
void
exact_close(Exact *x)
{
	uint32_t states = FIRST_ROUND;

	while (close_round(x, states) && states < SEARCH_STATES && !x->deadline.over)
		states *= ROUND_GROWTH;
}

static int
by_counts(const void *a, const void *b, void *width)
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
		qsort_r(found->row, found->n, found->width * sizeof(Count), by_counts,
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
	memset(x->high, 0xff, n * sizeof *x->high);
	x->bounds = bounds_new(&x->net);
	x->search = search_new(&x->net, &x->bounds, x->high);
	show_trace(x);
	show_greedily(x);
	settle(x);
}

void
exact_free(Exact *x)
{
	free(x->high);
	search_free(&x->search);
	bounds_free(&x->bounds);
	semnet_free(&x->net);
}

void
exact_take(Exact *x, Orders *o)
{
	o->low = x->bounds.stamp;
	o->high = x->high;
	x->bounds.stamp = NULL;
	x->high = NULL;
}
