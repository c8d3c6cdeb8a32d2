/*
 * stubborn.c - reduces the choices that a search must try.
 *
 * At each state only the choices of a stubborn set are tried (Valmari). A stubborn set is a set of
 * tasks. One of them must proceed before the search's end is reached, and no task outside the set
 * can influence the next events of the tasks in it. For an enabled wait, the set includes the tasks
 * that will wait on the same semaphore; for a wait that is not enabled, the tasks that will signal
 * the semaphore. Then the first step of the set in any execution to the end could also be the very
 * next step. The end is a goal or a deadlock; all deadlocks are still found.
 */
#include "solve.h"

#include <string.h>

/* will_use_semaphore: true if the task will still wait on (or signal) the semaphore. */
static bool
will_use_semaphore(const SemState *s, const SemShare *x, const int32_t *waits, bool wait)
{
	Count done = s->done[x->task], cap = s->cap[x->task];
	int32_t nwaits = waits[cap] - waits[done];

	return wait ? nwaits > 0 : (int32_t)(x->nsteps[cap] - x->nsteps[done]) > nwaits;
}

/* add_member: add the task to the set, unless it is a member. */
static void
add_member(struct Stubborn *b, uint32_t task)
{
	if (!b->member[task])
		b->task[b->n++] = task;
	b->member[task] = true;
}

/*
 * stubborn_set: compute into *b the smallest stubborn set that contains the task, which can
 * proceed.
 */
static void
stubborn_set(const Search *s, struct Stubborn *b, uint32_t task)
{
	const SemTrace *t = s->net->t;
	const SemState *state = &s->state;

	memset(b->member, 0, t->ntasks * sizeof *b->member);
	b->n = b->nenabled = 0;
	add_member(b, task);
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t own = b->task[i], sem, nshares;
		const SemShare *x;
		bool enabled;

		if (state->done[own] == state->cap[own])
			continue;
		sem = t->event[t->first[own] + state->done[own]].sem;
		x = semnet_shares(s->net, sem, &nshares);
		enabled = state->value[sem] > 0;
		b->nenabled += enabled;
		for (uint32_t k = 0; k < nshares; k++)
			if (will_use_semaphore(state, &x[k], semnet_waits(s->net, sem, x[k].task),
					       enabled))
				add_member(b, x[k].task);
	}
}

/*
 * must_task_proceed: true if the task must proceed in any execution to the end of the search: for a
 * goal, if the goal's box says so; for a deadlock, if the task can proceed.
 */
static bool
must_task_proceed(const Search *s, uint32_t task)
{
	if (s->goal == NO_EVENT)
		return semstate_enabled_event(&s->state, task);
	return s->state.done[task] < s->bounds->lo[task];
}

/*
 * shuffled_position: a pseudo-random number by which events are ordered; it depends on the variant
 * of the search.
 */
static uint32_t
shuffled_position(const Search *s, uint32_t e)
{
	uint32_t x = (e + s->variant * 0x9E3779B9u) * 0x85EBCA6Bu;

	return (x ^ x >> 15) * 0xC2B2AE35u;
}

/*
 * goes_first: true if task a is tried before task b. A task that must proceed comes first; then the
 * task whose event is earlier in the trace.
 */
static bool
goes_first(const Search *s, uint32_t a, uint32_t b)
{
	const uint32_t *first = s->net->t->first;
	const Count *done = s->state.done;
	bool musta = must_task_proceed(s, a), mustb = must_task_proceed(s, b);

	if (s->variant)
		return shuffled_position(s, first[a] + done[a]) <
		       shuffled_position(s, first[b] + done[b]);
	if (musta != mustb)
		return musta;
	return s->position[first[a] + done[a]] < s->position[first[b] + done[b]];
}

uint32_t
stubborn_choices(Search *s, uint32_t *choice)
{
	uint32_t n = 0;

	s->best.n = 0;
	s->best.nenabled = UINT32_MAX;
	for (uint32_t i = 0; i < s->net->t->ntasks; i++) {
		if (!must_task_proceed(s, i))
			continue;
		stubborn_set(s, &s->stubborn, i);
		if (s->stubborn.nenabled < s->best.nenabled) {
			struct Stubborn old = s->best;

			s->best = s->stubborn;
			s->stubborn = old;
		}
	}
	for (uint32_t i = 0; i < s->best.n; i++) {
		uint32_t task = s->best.task[i], j;

		if (!semstate_enabled_event(&s->state, task))
			continue;
		for (j = n++; j > 0 && goes_first(s, task, choice[j - 1]); j--)
			choice[j] = choice[j - 1];
		choice[j] = task;
	}
	return n;
}
