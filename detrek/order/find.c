/* find.c - finds the orders of a trace by any of the methods. */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

void
orders_free(Orders *o)
{
	free(o->low);
	free(o->high);
	free(o->deadlock);
	*o = (Orders){0};
}

/* find_by_brute_force: find the orders, and the deadlocks if wanted, by visiting all states. */
static void
find_by_brute_force(const SemTrace *t, bool deadlocks, Deadline *d, Orders *o)
{
	size_t size = (size_t)t->nevents * t->ntasks * sizeof *o->high;
	Brute b = {0};

	if (brute_state_bound(t) > BRUTE_STATES)
		fatal_at(t->file, t->line, "%u events of %u tasks may have more than %d states; "
			"use --method exact instead of brute", t->nevents,
			t->ntasks, BRUTE_STATES);
	if (!brute_run(t, d, &b))
		fatal_at(t->file, t->line, "not enough time for all states; use a larger --time "
			"or --method exact");
	o->low = b.stamp;
	o->high = xmalloc(size);
	memcpy(o->high, b.stamp, size);
	o->states = b.states;
	b.stamp = NULL;
	if (deadlocks) {
		o->deadlocks_sought = o->deadlocks_known = true;
		o->deadlock = b.deadlock;
		o->ndeadlocks = b.ndeadlocks;
		b.deadlock = NULL;
	}
	brute_free(&b);
}

/*
 * find_by_observation: take the observed order of the events as the result; clock: the kind of
 * clocks to use.
 */
static void
find_by_observation(const SemTrace *t, OrderClock clock, Orders *o)
{
	Observer observer = observer_new(t, clock);
	VClock stamp;
	uint32_t e;

	o->low = xcalloc((size_t)t->nevents * t->ntasks, sizeof *o->low);
	while (observer_next(&observer, &e, &stamp))
		memcpy(sem_stamp_row(t, o->low, e), stamp.at, t->ntasks * sizeof *stamp.at);
	observer_free(&observer);
}

/* find_by_paper: find the orders by the method of the paper on semaphore traces (paper.c). */
static void
find_by_paper(const SemTrace *t, const OrderPlan *plan, Deadline *d, Orders *o)
{
	SemNet net = semnet_new(t);

	paper_orders(&net, plan->method == METHOD_PAPER, plan->depth, d, o);
	semnet_free(&net);
}

/* find_by_search: find the orders and deadlocks by bounds and search. */
static void
find_by_search(const SemTrace *t, const OrderPlan *plan, Deadline *d, Orders *o)
{
	Exact x;

	exact_init(&x, t, *d);
	if (o->method == METHOD_BOUNDS)
		exact_probe(&x);
	else
		exact_decide_pairs(&x);
	o->deadlocks_sought = o->method == METHOD_EXACT && plan->deadlocks;
	if (o->deadlocks_sought)
		exact_deadlocks(&x, o);
	exact_move_result(&x, o);
	exact_free(&x);
}

Orders
orders_bounds(const SemTrace *t)
{
	Orders o = {.method = METHOD_BOUNDS};
	Exact x;

	exact_init(&x, t, deadline_after(0));
	exact_move_result(&x, &o);
	exact_free(&x);
	return o;
}

Orders
orders_find(const SemTrace *t, const OrderPlan *plan)
{
	Deadline d = deadline_after(plan->seconds);
	Orders o = {.method = plan->method};

	if (o.method == METHOD_AUTO)
		o.method = brute_state_bound(t) <= EXACT_STATES ? METHOD_BRUTE : METHOD_EXACT;
	switch (o.method) {
	case METHOD_BRUTE:
		find_by_brute_force(t, plan->deadlocks, &d, &o);
		break;
	case METHOD_OBSERVED:
		find_by_observation(t, plan->clock, &o);
		break;
	case METHOD_PAPER:
	case METHOD_ORIGINAL:
		find_by_paper(t, plan, &d, &o);
		break;
	default:
		find_by_search(t, plan, &d, &o);
	}
	return o;
}
