/*
 * goal.c - handles the states of a search for one event, and finds the events that can be left out
 * on the way.
 *
 * At each state, the box between the state and the goal is narrowed (box.c), starting from the
 * previous state's box. If the box becomes empty, the goal cannot be reached. From here on, its
 * upper ends are caps: no execution to the goal exceeds them. If the last events of a task release
 * no wait, they are cut off, too, because they can be left out of any execution. Lower caps make
 * more steps eager, and eager steps raise the lower ends of the box; this is repeated until nothing
 * changes.
 */
#include "solve.h"

#include <string.h>

/* level_box: the box of a level: its lower ends, then its upper ends. */
static Count *
level_box(const Search *s, uint32_t level)
{
	return s->box + (size_t)level * 2 * s->net->t->ntasks;
}

/* keep_box: store the present bounds of all tasks at this level of the search. */
static void
keep_box(Search *s, uint32_t level)
{
	uint32_t ntasks = s->net->t->ntasks;
	Count *box = level_box(s, level);

	memcpy(box, s->bounds->lo, ntasks * sizeof *box);
	memcpy(box + ntasks, s->bounds->hi, ntasks * sizeof *box);
}

/* restore_box: restore the bounds of all tasks that were stored at this level. */
static void
restore_box(Search *s, uint32_t level)
{
	Count *box = level_box(s, level);

	bounds_set(s->bounds, box, box + s->net->t->ntasks);
}

/*
 * open_box: make the box of a search for event e, with its upper ends already set; false if e is
 * out of reach.
 */
static bool
open_box(Search *s, uint32_t e)
{
	const SemTrace *t = s->net->t;
	Bounds *b = s->bounds;

	s->goal = e;
	memcpy(b->lo, sem_stamp_row(t, b->stamp, e), t->ntasks * sizeof *b->lo);
	if (!bounds_narrow(b))
		return false;
	keep_box(s, 0);
	return true;
}

bool
goal_set(Search *s, uint32_t e, uint32_t task, Count k)
{
	const SemTrace *t = s->net->t;
	uint32_t own = t->event[e].task, number = sem_event_number(t, e);

	for (uint32_t i = 0; i < t->ntasks; i++) {
		Count cap = i == task ? k : sem_task_length(t, i);

		for (; i != own && cap > 0; cap--) {
			const Count *stamp = bounds_stamp(s->bounds, i, cap);

			if (stamp[task] <= k && stamp[own] < number)
				break;
		}
		s->bounds->hi[i] = i == own ? number : cap;
	}
	return open_box(s, e);
}

bool
goal_set_within(Search *s, uint32_t e, const Count *most)
{
	memcpy(s->bounds->hi, most, s->net->t->ntasks * sizeof *most);
	return open_box(s, e);
}

/*
 * cut_tails: lower the cap of each task, except the goal's task, so that its last events are left
 * out if they release no wait.
 */
static void
cut_tails(Search *s)
{
	const SemTrace *t = s->net->t;
	SemState *state = &s->state;
	uint32_t own = t->event[s->goal].task;

	for (uint32_t i = 0; i < t->ntasks; i++) {
		while (i != own && state->cap[i] > state->done[i]) {
			const SemEvent *e = &t->event[t->first[i] + state->cap[i] - 1];

			if (!e->wait && state->value[e->sem] < state->left[e->sem])
				break;
			semstate_cap(state, i, state->cap[i] - 1);
		}
		bounds_lower(s->bounds, i, state->cap[i]);
	}
}

/* is_at_goal: tell if the goal event is done. */
static bool
is_at_goal(const Search *s)
{
	const SemTrace *t = s->net->t;

	return s->state.done[t->event[s->goal].task] >= sem_event_number(t, s->goal);
}

void
goal_return(Search *s, uint32_t level)
{
	uint32_t ntasks = s->net->t->ntasks;
	const Count *hi = level_box(s, level) + ntasks;

	for (uint32_t i = 0; i < ntasks; i++)
		semstate_cap(&s->state, i, hi[i]);
}

/*
 * propagate_bounds: narrow box and caps, and do forced steps, alternately until nothing changes;
 * false if the goal cannot be reached.
 */
static bool
propagate_bounds(Search *s)
{
	uint32_t ntasks = s->net->t->ntasks;
	SemState *state = &s->state;
	Bounds *b = s->bounds;

	do {
		for (uint32_t i = 0; i < ntasks; i++)
			bounds_raise(b, i, state->done[i]);
		if (!bounds_propagate(b))
			return false;
		for (uint32_t i = 0; i < ntasks; i++)
			semstate_cap(state, i, b->hi[i]);
		cut_tails(s);
		semstate_run_eager(state);
		for (uint32_t i = 0; i < ntasks; i++)
			bounds_raise(b, i, state->done[i]);
	} while (bounds_has_pending(b));
	return true;
}

/*
 * note_blocked: at a dead end of the search, count for each semaphore the tasks that wait for it.
 */
static void
note_blocked(Search *s)
{
	const SemTrace *t = s->net->t;

	for (uint32_t i = 0; i < t->ntasks; i++) {
		if (s->state.done[i] < s->state.cap[i]) {
			const SemEvent *e = &t->event[t->first[i] + s->state.done[i]];

			s->blocked[e->sem] += e->wait && s->state.value[e->sem] == 0;
		}
	}
}

bool
goal_arrive(Search *s, uint32_t level)
{
	SearchLevel *l = &s->level[level];

	*l = (SearchLevel){.npath = s->state.npath};
	restore_box(s, level > 0 ? level - 1 : 0);
	if (!propagate_bounds(s)) {
		note_blocked(s);
		return false;
	}
	l->npath = s->state.npath;
	if (is_at_goal(s))
		return true;
	if (!stateset_add(&s->seen, s->state.done))
		return false;
	keep_box(s, level);
	l->nchoices = stubborn_choices(s, s->choice + (size_t)level * s->net->t->ntasks);
	if (l->nchoices == 0)
		note_blocked(s);
	return false;
}
