/*
 * together.c - finds an execution to a state in which each of a few tasks has done a given number
 * of events. The other tasks may be anywhere.
 *
 * The few tasks stop after their numbers of events. First the order of the trace is tried. The
 * operations of programs depend on data, so a program is likely to follow an execution near the
 * observed one. If that fails, a search decides. Once the few tasks are at their places, they stay
 * there in every continuation. So it is enough to visit the states in which no task can continue,
 * as in a search for deadlocks.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

/* are_at_places: true if each task of g has done exactly as many events as its place says. */
static bool
are_at_places(const Count *done, const TaskPlaces *g)
{
	for (uint32_t i = 0; i < g->n; i++)
		if (done[g->task[i]] != g->count[i])
			return false;
	return true;
}

/* first_enabled: the task whose next event can happen and is first in the trace; ntasks: none. */
static uint32_t
first_enabled(const Search *s)
{
	const SemTrace *t = s->net->t;
	uint32_t best = t->ntasks, least = UINT32_MAX;

	for (uint32_t i = 0; i < t->ntasks; i++) {
		uint32_t at;

		if (!semstate_enabled_event(&s->state, i))
			continue;
		at = s->position[t->first[i] + s->state.done[i]];
		if (at < least) {
			least = at;
			best = i;
		}
	}
	return best;
}

/* follow_trace: execute the events in the order of the trace, as far as they can happen. */
static bool
follow_trace(Search *s, const TaskPlaces *g)
{
	uint32_t next;

	while (!are_at_places(s->state.done, g) && (next = first_enabled(s)) < s->net->t->ntasks)
		semstate_step(&s->state, next);
	return are_at_places(s->state.done, g);
}

/* cap_tasks: restart the search, and let each task of g do only its number of events. */
static void
cap_tasks(Search *s, const TaskPlaces *g)
{
	search_restart(s);
	for (uint32_t i = 0; i < g->n; i++)
		s->state.cap[g->task[i]] = g->count[i];
	semstate_update_caps(&s->state);
}

/*
 * copy_schedule: copy the execution that was found, up to the first state in which the tasks are at
 * their places.
 */
static void
copy_schedule(Search *s, const TaskPlaces *g, Schedule *found)
{
	const SemTrace *t = s->net->t;
	Count *done = xcalloc(t->ntasks, sizeof *done);
	uint32_t n = 0;

	while (!are_at_places(done, g))
		done[t->event[s->state.path[n++]].task]++;
	free(done);
	found->nevents = n;
	found->event = xcalloc(n + 1, sizeof *found->event);
	memcpy(found->event, s->state.path, n * sizeof *found->event);
}

Answer
witness_places(const SemTrace *t, const TaskPlaces *g, uint32_t nstates, Schedule *found)
{
	SemNet net = semnet_new(t);
	Search s = search_new(&net, NULL, NULL);
	Answer a = ANSWER_YES;

	s.limit = nstates;
	cap_tasks(&s, g);
	if (!follow_trace(&s, g)) {
		cap_tasks(&s, g);
		a = search_places(&s, g);
	}
	if (a == ANSWER_YES)
		copy_schedule(&s, g, found);
	search_free(&s);
	semnet_free(&net);
	return a;
}
