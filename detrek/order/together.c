/*
 * together.c - finds an execution to a state in which two tasks have each done a given number of
 * events, wherever the others are.
 *
 * The two tasks go no further than that. The order of the trace is tried first, with each of the
 * two waiting where it has to: the operations of programs depend on data, so an execution near the
 * observed one is the one that a program is likely to follow. Otherwise a search decides. A state
 * with both at their places keeps them there however it continues, so it is enough to visit the
 * states in which nothing can continue, as in a search for deadlocks.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

static bool
at_both(const SemState *s, const Together *g)
{
	return s->done[g->task[0]] == g->count[0] && s->done[g->task[1]] == g->count[1];
}

/* first_enabled: the task whose next event can happen and is first in the trace; or ntasks. */
static uint32_t
first_enabled(const Search *s)
{
	const SemTrace *t = s->net->t;
	uint32_t best = t->ntasks, least = UINT32_MAX;

	for (uint32_t i = 0; i < t->ntasks; i++) {
		uint32_t at;

		if (!semstate_enabled(&s->state, i))
			continue;
		at = s->position[t->first[i] + s->state.done[i]];
		if (at < least) {
			least = at;
			best = i;
		}
	}
	return best;
}

/* follow: do the events in the order of the trace, as far as they can happen. */
static bool
follow(Search *s, const Together *g)
{
	uint32_t next;

	while (!at_both(&s->state, g) && (next = first_enabled(s)) < s->net->t->ntasks)
		semstate_step(&s->state, next);
	return at_both(&s->state, g);
}

static void
cap(Search *s, const Together *g)
{
	search_restart(s);
	for (int i = 0; i < 2; i++)
		s->state.cap[g->task[i]] = g->count[i];
	semstate_capped(&s->state);
}

/* take: the execution up to the first state with both at their places. */
static void
take(Search *s, const Together *g, Schedule *found)
{
	const SemTrace *t = s->net->t;
	Count done[2] = {0};
	uint32_t n = 0;

	while (done[0] < g->count[0] || done[1] < g->count[1]) {
		uint32_t task = t->event[s->state.path[n++]].task;

		for (int i = 0; i < 2; i++)
			done[i] += task == g->task[i];
	}
	found->nevents = n;
	found->event = xcalloc(n + 1, sizeof *found->event);
	memcpy(found->event, s->state.path, n * sizeof *found->event);
}

Answer
witness_together(const SemTrace *t, const Together *g, uint32_t nstates, Schedule *found)
{
	SemNet net = semnet_new(t);
	Search s = search_new(&net, NULL, NULL);
	Answer a = ANSWER_YES;

	s.limit = nstates;
	cap(&s, g);
	if (!follow(&s, g)) {
		cap(&s, g);
		a = search_together(&s, g);
	}
	if (a == ANSWER_YES)
		take(&s, g, found);
	search_free(&s);
	semnet_free(&net);
	return a;
}
