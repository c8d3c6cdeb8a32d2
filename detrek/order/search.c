/*
 * search.c - searches for an execution that reaches an event with few events of another task, or a
 * deadlock, or a given state.
 *
 * The search is depth-first over the competing waits. All other steps are eager (state.c); in a
 * search for deadlocks and states, critical sections are eager, too (locks.c). No state is visited
 * twice, and only the choices of a stubborn set are tried. goal.c handles the search for one event.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

/* stubborn_new: the memory for computing stubborn sets in a trace. */
static struct Stubborn
stubborn_new(const SemTrace *t)
{
	return (struct Stubborn){
		.task = xcalloc(t->ntasks, sizeof(uint32_t)),
		.member = xcalloc(t->ntasks, sizeof(bool)),
	};
}

/* stubborn_free: free the memory for stubborn sets. */
static void
stubborn_free(struct Stubborn *b)
{
	free(b->task);
	free(b->member);
}

Search
search_new(const SemNet *net, Bounds *b, Count *shown)
{
	const SemTrace *t = net->t;
	Search s = {.net = net, .bounds = b, .state = semstate_new(net), .limit = SEARCH_STATES};

	s.seen.width = t->ntasks;
	s.state.shown = shown;
	s.locks = locks_find(t);
	s.position = sem_positions(t);
	s.level = xcalloc((size_t)t->nevents + 1, sizeof *s.level);
	s.choice = xcalloc(((size_t)t->nevents + 1) * t->ntasks, sizeof *s.choice);
	s.box = xcalloc(((size_t)t->nevents + 1) * t->ntasks, 2 * sizeof *s.box);
	s.blocked = xcalloc(t->nsems, sizeof *s.blocked);
	s.stubborn = stubborn_new(t);
	s.best = stubborn_new(t);
	return s;
}

void
search_free(Search *s)
{
	semstate_free(&s->state);
	locks_free(&s->locks);
	stateset_free(&s->seen);
	stateset_free(&s->deadlocks);
	free(s->position);
	free(s->level);
	free(s->choice);
	free(s->box);
	free(s->blocked);
	stubborn_free(&s->stubborn);
	stubborn_free(&s->best);
	*s = (Search){0};
}

void
search_restart(Search *s)
{
	semstate_undo(&s->state, 0);
	stateset_empty(&s->seen);
	semstate_uncap(&s->state);
	s->goal = NO_EVENT;
}

/*
 * enter_level: store the present state and its choices as a level of the search; a state visited
 * before has no choices.
 */
static void
enter_level(Search *s, uint32_t level)
{
	SearchLevel *l = &s->level[level];

	*l = (SearchLevel){.npath = s->state.npath};
	if (stateset_add(&s->seen, s->state.done))
		l->nchoices = stubborn_choices(s, s->choice + (size_t)level * s->net->t->ntasks);
}

/*
 * arrive_at_level: store the present state as a level; true if `met` says that it is the one
 * searched for.
 */
static bool
arrive_at_level(Search *s, uint32_t level, bool (*met)(Search *s))
{
	if (s->goal != NO_EVENT)
		return goal_arrive(s, level);
	do
		semstate_run_eager(&s->state);
	while (locks_execute_sections(&s->locks, &s->state));
	enter_level(s, level);
	return met(s);
}

/*
 * explore_states: search depth-first from the present state. Without a goal, `met` is called for
 * every state, after its eager steps, and ends the search by returning true.
 */
static Answer
explore_states(Search *s, bool (*met)(Search *s), Deadline *d)
{
	uint32_t ntasks = s->net->t->ntasks, level = 0;

	if (arrive_at_level(s, 0, met))
		return ANSWER_YES;
	for (;;) {
		SearchLevel *l = &s->level[level];

		semstate_undo(&s->state, l->npath);
		if (l->tried == l->nchoices) {
			if (level == 0)
				return ANSWER_NO;
			level--;
			continue;
		}
		if (deadline_passed(d) || s->seen.n > s->limit)
			return ANSWER_UNKNOWN;
		if (s->goal != NO_EVENT)
			goal_return(s, level);
		semstate_step(&s->state, s->choice[(size_t)level * ntasks + l->tried++]);
		if (arrive_at_level(s, ++level, met))
			return ANSWER_YES;
	}
}

Answer
search_before(Search *s, uint32_t e, uint32_t task, Count k, Deadline *d)
{
	search_restart(s);
	if (!goal_set(s, e, task, k))
		return ANSWER_NO;
	return explore_states(s, NULL, d);
}

Answer
search_within(Search *s, uint32_t e, const Count *most, Deadline *d)
{
	search_restart(s);
	memset(s->blocked, 0, s->net->t->nsems * sizeof *s->blocked);
	if (!goal_set_within(s, e, most))
		return ANSWER_NO;
	return explore_states(s, NULL, d);
}

void
search_continue(Search *s, uint32_t task, Count k)
{
	semstate_uncap(&s->state);
	s->state.cap[task] = k;
	semstate_update_caps(&s->state);
	semstate_run_greedily(&s->state, s->position, false);
}

/*
 * collect_deadlock: record a deadlock, or pass it on; the search continues, unless s->found ends
 * it.
 */
static bool
collect_deadlock(Search *s)
{
	if (!semstate_is_deadlock(&s->state))
		return false;
	if (s->found)
		return !s->found(s->context, &s->state);
	stateset_add(&s->deadlocks, s->state.done);
	return false;
}

Answer
search_deadlocks(Search *s, Deadline *d)
{
	s->deadlocks.width = s->seen.width;
	search_restart(s);
	return explore_states(s, collect_deadlock, d);
}

/* are_at_caps: tell if all tasks are at their caps, which form the state that is searched for. */
static bool
are_at_caps(Search *s)
{
	return memcmp(s->state.done, s->state.cap, s->seen.width * sizeof *s->state.cap) == 0;
}

Answer
search_state(Search *s, const Count *wanted, Deadline *d)
{
	search_restart(s);
	memcpy(s->state.cap, wanted, s->seen.width * sizeof *wanted);
	semstate_update_caps(&s->state);
	return explore_states(s, are_at_caps, d);
}

/* are_at_places: true if the tasks are at the places of search_places. */
static bool
are_at_places(Search *s)
{
	for (uint32_t i = 0; i < s->places->n; i++) {
		uint32_t task = s->places->task[i];

		if (s->state.done[task] != s->state.cap[task])
			return false;
	}
	return true;
}

Answer
search_places(Search *s, const TaskPlaces *g)
{
	Deadline never = deadline_after(0);

	s->places = g;
	return explore_states(s, are_at_places, &never);
}
