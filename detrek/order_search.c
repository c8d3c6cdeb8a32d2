/*
 * order_search.c - the search for an execution that shows something: an event before another,
 * a deadlock.
 *
 * Depth first over the competing waits (all other steps are eager, order_state.c), no state
 * twice. Towards a goal, tasks stop where they can no longer help, and a state is left at once
 * when the box between it and the caps (order_bounds.c) shows that the goal is out of reach.
 */
#include "order_solve.h"

#include <stdlib.h>
#include <string.h>

Search
search_new(const SemNet *net, Bounds *b, Count *shown)
{
	const SemTrace *t = net->t;
	Search s = {.net = net, .bounds = b, .state = semstate_new(net), .limit = SEARCH_STATES};

	s.seen.width = t->ntasks;
	s.state.shown = shown;
	s.position = xcalloc(t->nevents, sizeof *s.position);
	s.depth = xcalloc((size_t)t->nevents + 1, sizeof *s.depth);
	s.choice = xcalloc(((size_t)t->nevents + 1) * t->ntasks, sizeof *s.choice);
	for (uint32_t i = 0; i < t->nevents; i++)
		s.position[t->observed[i]] = i;
	return s;
}

void
search_free(Search *s)
{
	semstate_free(&s->state);
	stateset_free(&s->seen);
	stateset_free(&s->deadlocks);
	free(s->position);
	free(s->depth);
	free(s->choice);
	*s = (Search){0};
}

void
search_restart(Search *s)
{
	semstate_back(&s->state, 0);
	stateset_empty(&s->seen);
	semstate_uncap(&s->state);
}

/* Does a task need the event at its cap? Only signals that some wait may take are worth it. */
static bool
useful(const Search *s, const SemEvent *e)
{
	return !e->wait && s->state.left[e->sem] > 0;
}

/* Take off the ends of tasks other than the goal's that serve no wait. */
static void
trim_tails(Search *s, uint32_t goal)
{
	const SemTrace *t = s->net->t;
	SemState *state = &s->state;
	bool changed = true;

	semstate_capped(state);
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < t->ntasks; i++) {
			while (i != goal && state->cap[i] > 0) {
				const SemEvent *e = &t->event[t->first[i] + state->cap[i] - 1];

				if (useful(s, e))
					break;
				state->left[e->sem] -= e->wait;
				state->cap[i]--;
				changed = true;
			}
		}
	}
}

/* The caps of a search for event e with at most k events of task. */
static void
set_caps(Search *s, uint32_t e, uint32_t task, Count k)
{
	const SemTrace *t = s->net->t;
	uint32_t own = t->event[e].task, number = sem_number(t, e);

	for (uint32_t i = 0; i < t->ntasks; i++) {
		Count cap = i == task ? k : sem_length(t, i);

		for (; i != own && cap > 0; cap--) {
			const Count *stamp = sem_row(t, s->bounds->stamp, t->first[i] + cap - 1);

			if (stamp[task] <= k && stamp[own] < number)
				break;
		}
		s->state.cap[i] = i == own ? number : cap;
	}
	trim_tails(s, own);
}

/* The box from the state at hand up to right after event e; false if it is empty. */
static bool
goal_in_reach(Search *s, uint32_t e)
{
	const SemTrace *t = s->net->t;
	Bounds *b = s->bounds;
	size_t size = t->ntasks * sizeof *b->lo;

	memcpy(b->lo, s->state.done, size);
	memcpy(b->hi, s->state.cap, size);
	b->lo[t->event[e].task] = sem_number(t, e);
	counts_join(b->lo, sem_row(t, b->stamp, e), t->ntasks);
	return bounds_narrow(b);
}

/* Which of two tasks to try first: one that must go on, then the one earlier in the trace. */
static bool
goes_first(const Search *s, uint32_t a, uint32_t b)
{
	const uint32_t *first = s->net->t->first;
	const Count *done = s->state.done, *lo = s->bounds->lo;
	bool musta = done[a] < lo[a], mustb = done[b] < lo[b];

	if (musta != mustb)
		return musta;
	return s->position[first[a] + done[a]] < s->position[first[b] + done[b]];
}

/* The tasks whose waits can be next, best first; ranked and limited by the box for a goal. */
static uint32_t
list_choices(const Search *s, uint32_t *choice, bool goal)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->net->t->ntasks; i++) {
		uint32_t j;

		if (!semstate_enabled(&s->state, i))
			continue;
		if (goal && s->state.done[i] >= s->bounds->hi[i])
			continue;
		for (j = n++; goal && j > 0 && goes_first(s, i, choice[j - 1]); j--)
			choice[j] = choice[j - 1];
		choice[j] = i;
	}
	return n;
}

/* Enter the state at hand as level: its choices. A state met before has none. */
static void
enter(Search *s, uint32_t level, uint32_t goal)
{
	uint32_t *choice = s->choice + (size_t)level * s->net->t->ntasks;
	SearchLevel *l = &s->depth[level];

	*l = (SearchLevel){.npath = s->state.npath};
	if (!stateset_add(&s->seen, s->state.done))
		return;
	if (goal == NO_EVENT || goal_in_reach(s, goal))
		l->nchoices = list_choices(s, choice, goal != NO_EVENT);
}

/*
 * explore: from the state at hand on, depth first; met is asked about every state, after its
 * eager steps, and ends the search by true.
 */
static Answer
explore(Search *s, uint32_t goal, bool (*met)(Search *s, uint32_t goal), Deadline *d)
{
	uint32_t ntasks = s->net->t->ntasks, level = 0;

	semstate_eager(&s->state);
	if (met(s, goal))
		return ANSWER_YES;
	enter(s, 0, goal);
	for (;;) {
		SearchLevel *l = &s->depth[level];

		semstate_back(&s->state, l->npath);
		if (l->tried == l->nchoices) {
			if (level == 0)
				return ANSWER_NO;
			level--;
			continue;
		}
		if (deadline_passed(d) || s->seen.n > s->limit)
			return ANSWER_UNKNOWN;
		semstate_step(&s->state, s->choice[(size_t)level * ntasks + l->tried++]);
		semstate_eager(&s->state);
		if (met(s, goal))
			return ANSWER_YES;
		enter(s, ++level, goal);
	}
}

static bool
at_goal(Search *s, uint32_t goal)
{
	const SemTrace *t = s->net->t;

	return s->state.done[t->event[goal].task] >= sem_number(t, goal);
}

Answer
search_before(Search *s, uint32_t e, uint32_t task, Count k, Deadline *d)
{
	search_restart(s);
	set_caps(s, e, task, k);
	return explore(s, e, at_goal, d);
}

void
search_go_on(Search *s, uint32_t task, Count k)
{
	semstate_uncap(&s->state);
	s->state.cap[task] = k;
	semstate_capped(&s->state);
	semstate_greedy(&s->state, s->position, false);
}

/* Collect deadlocks, all of them. */
static bool
collect_deadlock(Search *s, uint32_t goal)
{
	(void)goal; /* no event is looked for */
	if (semstate_deadlock(&s->state))
		stateset_add(&s->deadlocks, s->state.done);
	return false;
}

Answer
search_deadlocks(Search *s, Deadline *d)
{
	s->deadlocks.width = s->seen.width;
	search_restart(s);
	return explore(s, NO_EVENT, collect_deadlock, d);
}

/* All tasks are at their caps, which are the state looked for. */
static bool
at_caps(Search *s, uint32_t goal)
{
	(void)goal; /* no event is looked for */
	return memcmp(s->state.done, s->state.cap, s->seen.width * sizeof *s->state.cap) == 0;
}

Answer
search_state(Search *s, const Count *wanted, Deadline *d)
{
	search_restart(s);
	memcpy(s->state.cap, wanted, s->seen.width * sizeof *wanted);
	semstate_capped(&s->state);
	return explore(s, NO_EVENT, at_caps, d);
}
