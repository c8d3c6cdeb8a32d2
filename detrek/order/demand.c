/*
 * demand.c - searches for an execution backwards: it asks which tasks provide the signals that are
 * needed.
 *
 * An execution that reaches event e with at most k events of some task ends in a state in a box
 * (box.c), between minimum and maximum counts. First the minimum counts are tried. If they are not
 * enough, one of several tasks must go further than its lower end. Each of these tasks is tried in
 * turn, and its upper end is lowered afterwards, so that no case is tried twice. The box is
 * narrowed each time. There are three cases:
 *
 *   short  A semaphore has more waits than signals. Try the tasks that send it more signals.
 *   stuck  Even if each signal released all waiting tasks, some tasks would not reach their lower
 *          ends. Try the tasks that are not stuck and send more signals to a semaphore on which
 *          the stuck tasks wait.
 *   extra  Otherwise the forward search (goal.c) decides whether an execution reaches the counts.
 *          If none does, consider the semaphores at which some task needs signals of other tasks,
 *          and so may take a signal that another task needs. Try the tasks that send more signals
 *          to such a semaphore on which another task waits. Without additional signals to it, the
 *          events beyond the lower ends could be left out of an execution.
 *
 * A forward search may be slow because it detects dead ends late; backwards there are few choices.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum {
	LEAST_STATES = 64, /* the number of states that a forward search may always visit */
	/* it may visit 1/PORTION of the states that are left, if that is more */
	STATES_PORTION = 4,
};

Demands
demands_new(Search *s)
{
	const SemTrace *t = s->net->t;
	Demands m = {.search = s};
	size_t nlevels = (size_t)t->nevents + 1; /* each level raises a lower end */

	m.level = xcalloc(nlevels, sizeof *m.level);
	m.demand = xcalloc(nlevels * t->ntasks, sizeof *m.demand);
	m.box = xcalloc(nlevels * t->ntasks, 2 * sizeof *m.box);
	m.scratch = xcalloc(t->ntasks, sizeof *m.scratch);
	m.reach = xcalloc(t->ntasks, sizeof *m.reach);
	m.total = xcalloc(t->nsems, sizeof *m.total);
	m.best = xcalloc(s->net->firstshare[t->nsems], sizeof *m.best);
	return m;
}

void
demands_free(Demands *m)
{
	free(m->level);
	free(m->demand);
	free(m->box);
	free(m->scratch);
	free(m->reach);
	free(m->total);
	free(m->best);
	*m = (Demands){0};
}

/*
 * low_balance: the signals minus waits of a share (a task's events on one semaphore), up to the
 * lower end of the task's range in the box.
 */
static int32_t
low_balance(const Bounds *b, const SemShare *x)
{
	return x->sum[x->nsteps[b->lo[x->task]]];
}

/*
 * add_demand: add a place that some task must reach to the list of demands; if the task is already
 * listed, keep the nearer place. A place out of reach is not added. Returns the new number of
 * demands.
 */
static uint32_t
add_demand(Demand *d, uint32_t n, Demand more)
{
	uint32_t i = 0;

	if (more.to == 0)
		return n;
	while (i < n && d[i].task != more.task)
		i++;
	if (i == n) {
		d[i] = more;
		return n + 1;
	}
	d[i].to = more.to < d[i].to ? more.to : d[i].to;
	d[i].blocked = more.blocked > d[i].blocked ? more.blocked : d[i].blocked;
	return n;
}

/*
 * demand_above: the first place of the task, beyond the lower end of its range, at which the
 * signals minus waits of its share (its events on one semaphore) exceed a value.
 */
static Demand
demand_above(const Demands *m, uint32_t sem, const SemShare *x, int32_t value)
{
	const Bounds *b = m->search->bounds;
	uint32_t last = x->nsteps[b->hi[x->task]];

	for (uint32_t i = x->nsteps[b->lo[x->task]] + 1; i <= last; i++)
		if (x->sum[i] > value)
			return (Demand){x->task, x->at[i], m->search->blocked[sem]};
	return (Demand){0};
}

/*
 * list_short: list the places that tasks must reach if the semaphore has fewer signals than waits
 * when each task is at the lower end of its range; returns their number, 0 if it has enough.
 */
static uint32_t
list_short(const Demands *m, uint32_t sem, Demand *d)
{
	const Bounds *b = m->search->bounds;
	uint32_t nshares, n = 0;
	const SemShare *x = semnet_shares(b->net, sem, &nshares);
	int32_t balance = 0;

	for (uint32_t i = 0; i < nshares; i++)
		balance += low_balance(b, &x[i]);
	for (uint32_t i = 0; balance < 0 && i < nshares; i++)
		n = add_demand(d, n, demand_above(m, sem, &x[i], low_balance(b, &x[i])));
	return n;
}

/*
 * find_short: choose, among the semaphores that lack signals, the one with the fewest places to
 * try, and list these places; returns their number.
 */
static uint32_t
find_short(Demands *m, Demand *d)
{
	uint32_t best = 0;

	for (uint32_t sem = 0; sem < m->search->net->t->nsems; sem++) {
		uint32_t n = list_short(m, sem, m->scratch);

		if (n == 0 || (best > 0 && n >= best))
			continue;
		best = n;
		memcpy(d, m->scratch, n * sizeof *d);
	}
	return best;
}

/*
 * step_freely: execute the task's next event as if each signal released all waiting tasks; false if
 * the task is stuck.
 */
static bool
step_freely(Demands *m, uint32_t task)
{
	const SemNet *net = m->search->net;
	Count k = m->reach[task];
	uint32_t e = net->t->first[task] + k, sem = net->t->event[e].sem, share = net->shareof[e];
	const SemShare *x = &net->share[share];
	int32_t after = x->sum[x->nsteps[k + 1]];

	if (net->t->event[e].wait && m->total[sem] - m->best[share] + after < 0)
		return false;
	if (after > m->best[share]) {
		m->total[sem] += after - m->best[share];
		m->best[share] = after;
	}
	m->reach[task]++;
	return true;
}

/*
 * run_freely: execute each task up to the lower end of its range in the box, as far as that is
 * possible if each signal released all waiting tasks.
 */
static void
run_freely(Demands *m)
{
	const SemTrace *t = m->search->net->t;
	const Count *lo = m->search->bounds->lo;
	bool changed = true;

	memset(m->reach, 0, t->ntasks * sizeof *m->reach);
	memset(m->total, 0, t->nsems * sizeof *m->total);
	memset(m->best, 0, m->search->net->firstshare[t->nsems] * sizeof *m->best);
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < t->ntasks; i++)
			while (m->reach[i] < lo[i] && step_freely(m, i))
				changed = true;
	}
}

/*
 * find_stuck: list the places to try for the tasks that are stuck after run_freely; *stuck becomes
 * true if there are such tasks.
 */
static uint32_t
find_stuck(Demands *m, Demand *d, bool *stuck)
{
	const Bounds *b = m->search->bounds;
	const SemTrace *t = b->net->t;
	uint32_t n = 0;

	*stuck = false;
	run_freely(m);
	for (uint32_t i = 0; i < t->ntasks; i++) {
		uint32_t nshares, sem;
		const SemShare *x;

		if (m->reach[i] == b->lo[i])
			continue;
		*stuck = true;
		sem = t->event[t->first[i] + m->reach[i]].sem;
		x = semnet_shares(b->net, sem, &nshares);
		for (uint32_t k = 0; k < nshares; k++)
			if (m->reach[x[k].task] == b->lo[x[k].task])
				n = add_demand(d, n, demand_above(m, sem, &x[k],
					m->best[&x[k] - b->net->share]));
	}
	return n;
}

/*
 * has_wait: true if the share (a task's events on one semaphore) has a wait before the lower end of
 * the task's range in the box.
 */
static bool
has_wait(const Bounds *b, const SemShare *x)
{
	for (uint32_t i = 1; i <= x->nsteps[b->lo[x->task]]; i++)
		if (x->sum[i] < x->sum[i - 1])
			return true;
	return false;
}

/*
 * needs_others: true if the share (a task's events on one semaphore) has, before the lower end of
 * the task's range in the box, a wait for another task's signal.
 */
static bool
needs_others(const Bounds *b, const SemShare *x)
{
	for (uint32_t i = 1; i <= x->nsteps[b->lo[x->task]]; i++)
		if (x->sum[i] < 0)
			return true;
	return false;
}

/*
 * find_extra: list places to try that are beyond the lower ends of the tasks' ranges, if no
 * semaphore lacks signals and no task is stuck; returns their number.
 */
static uint32_t
find_extra(const Demands *m, Demand *d)
{
	const Bounds *b = m->search->bounds;
	uint32_t n = 0;

	for (uint32_t sem = 0; sem < b->net->t->nsems; sem++) {
		uint32_t nshares, waiting = 0, needy = 0;
		const SemShare *x = semnet_shares(b->net, sem, &nshares);

		for (uint32_t i = 0; i < nshares; i++) {
			waiting += has_wait(b, &x[i]);
			needy += needs_others(b, &x[i]);
		}
		for (uint32_t i = 0; needy > 0 && i < nshares; i++)
			if (waiting > has_wait(b, &x[i]))
				n = add_demand(d, n, demand_above(m, sem, &x[i], low_balance(b,
					&x[i])));
	}
	return n;
}

/*
 * goes_first: true if place a is tried before place b. The nearer place comes first; but in every
 * second variant of the search, the first place is the one with signals for the semaphore at which
 * the last forward search ended most often.
 */
static bool
goes_first(const Search *s, const Demand *a, const Demand *b)
{
	const Count *lo = s->bounds->lo;

	if (s->variant & 1 && a->blocked != b->blocked)
		return a->blocked > b->blocked;
	return a->to - lo[a->task] < b->to - lo[b->task];
}

/* sort_demands: sort the few places so that those to be tried first come first. */
static void
sort_demands(const Search *s, Demand *d, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		for (uint32_t j = i; j > 0 && goes_first(s, &d[j], &d[j - 1]); j--) {
			Demand x = d[j];

			d[j] = d[j - 1];
			d[j - 1] = x;
		}
	}
}

/* level_box: the lower and upper bounds that are kept for this level of the search. */
static Count *
level_box(const Demands *m, uint32_t level)
{
	return m->box + (size_t)level * 2 * m->search->net->t->ntasks;
}

/* level_demands: the places to try at this level of the search, at most one for each task. */
static Demand *
level_demands(const Demands *m, uint32_t level)
{
	return m->demand + (size_t)level * m->search->net->t->ntasks;
}

/*
 * search_box: search for an execution in which each task stops at the lower end of its range in a
 * level's box.
 */
static Answer
search_box(Demands *m, uint32_t level, Deadline *d)
{
	Search *s = m->search;
	Count *box = level_box(m, level);
	Answer a;

	s->limit = m->left / STATES_PORTION > LEAST_STATES ? m->left / STATES_PORTION
		: LEAST_STATES;
	a = search_within(s, m->goal, box, d);
	m->left -= s->seen.n < m->left ? s->seen.n : m->left;
	m->unknown |= a == ANSWER_UNKNOWN;
	bounds_set(s->bounds, box, box + s->net->t->ntasks);
	return a;
}

/*
 * enter_level: store the present box and the places to try from it as a level; true if an execution
 * is found.
 */
static bool
enter_level(Demands *m, uint32_t level, Deadline *deadline)
{
	const Bounds *b = m->search->bounds;
	uint32_t ntasks = b->net->t->ntasks, *n = &m->level[level].ndemands;
	Demand *d = level_demands(m, level);
	Count *box = level_box(m, level);
	bool stuck;

	m->level[level] = (DemandLevel){0};
	if (!bounds_propagate(m->search->bounds))
		return false;
	memcpy(box, b->lo, ntasks * sizeof *box);
	memcpy(box + ntasks, b->hi, ntasks * sizeof *box);
	*n = find_short(m, d);
	if (*n == 0) {
		*n = find_stuck(m, d, &stuck);
		if (!stuck) {
			if (search_box(m, level, deadline) == ANSWER_YES)
				return true;
			*n = find_extra(m, d);
		}
	}
	sort_demands(m->search, d, *n);
	return false;
}

/*
 * try_next_demand: make the next box to try at a level: a task reaches the next place on the
 * level's list, and the cases that were tried before are excluded.
 */
static void
try_next_demand(Demands *m, uint32_t level)
{
	Bounds *b = m->search->bounds;
	DemandLevel *l = &m->level[level];
	const Demand *d = level_demands(m, level);
	Count *box = level_box(m, level);

	bounds_set(b, box, box + b->net->t->ntasks);
	for (uint32_t i = 0; i < l->tried; i++)
		bounds_lower(b, d[i].task, d[i].to - 1);
	bounds_raise(b, d[l->tried].task, d[l->tried].to);
	l->tried++;
}

/*
 * explore_demands: search depth-first, from the present box, through the places that tasks must
 * reach.
 */
static Answer
explore_demands(Demands *m, Deadline *deadline)
{
	uint32_t level = 0;

	if (enter_level(m, 0, deadline))
		return ANSWER_YES;
	for (;;) {
		if (m->level[level].tried == m->level[level].ndemands) {
			if (level-- == 0)
				return m->unknown ? ANSWER_UNKNOWN : ANSWER_NO;
			continue;
		}
		if (deadline_passed(deadline) || m->left == 0)
			return ANSWER_UNKNOWN;
		m->left--;
		try_next_demand(m, level);
		if (enter_level(m, ++level, deadline))
			return ANSWER_YES;
	}
}

Answer
demands_search(Demands *m, uint32_t e, uint32_t task, Count k, Deadline *d)
{
	Search *s = m->search;
	uint32_t limit = s->limit;
	Answer a = ANSWER_NO;

	m->goal = e;
	m->left = limit;
	m->unknown = false;
	search_restart(s);
	memset(s->blocked, 0, s->net->t->nsems * sizeof *s->blocked);
	if (goal_set(s, e, task, k))
		a = explore_demands(m, d);
	s->limit = limit;
	return a;
}
