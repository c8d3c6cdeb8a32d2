/*
 * state.c - an execution in progress: steps forward and backward, within caps on the tasks.
 *
 * A step is eager if it can be executed at once without considering alternatives, because any
 * execution that does the step later, or not at all, can be changed into an execution that does the
 * step now and is otherwise the same. Signals are eager, because they disable nothing. A wait is
 * eager if no other task will wait on its semaphore any more, or if the semaphore's value suffices
 * for all waits to come. The remaining choice is which of the competing waits comes next.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

SemState
semstate_new(const SemNet *net)
{
	const SemTrace *t = net->t;
	SemState s = {.net = net};

	s.done = xcalloc(t->ntasks, sizeof *s.done);
	s.cap = xcalloc(t->ntasks, sizeof *s.cap);
	s.value = xcalloc(t->nsems, sizeof *s.value);
	s.left = xcalloc(t->nsems, sizeof *s.left);
	s.path = xcalloc(t->nevents, sizeof *s.path);
	semstate_uncap(&s);
	return s;
}

void
semstate_free(SemState *s)
{
	free(s->done);
	free(s->cap);
	free(s->value);
	free(s->left);
	free(s->path);
	*s = (SemState){0};
}

void
semstate_update_caps(SemState *s)
{
	const SemTrace *t = s->net->t;

	memset(s->left, 0, t->nsems * sizeof *s->left);
	for (uint32_t sem = 0; sem < t->nsems; sem++) {
		for (uint32_t i = 0; i < t->ntasks; i++) {
			const int32_t *waits = semnet_waits(s->net, sem, i);

			s->left[sem] += waits[s->cap[i]] - waits[s->done[i]];
		}
	}
}

void
semstate_cap(SemState *s, uint32_t task, Count k)
{
	const SemEvent *e = s->net->t->event + s->net->t->first[task];

	for (; s->cap[task] < k; s->cap[task]++)
		s->left[e[s->cap[task]].sem] += e[s->cap[task]].wait;
	for (; s->cap[task] > k; s->cap[task]--)
		s->left[e[s->cap[task] - 1].sem] -= e[s->cap[task] - 1].wait;
}

void
semstate_uncap(SemState *s)
{
	for (uint32_t i = 0; i < s->net->t->ntasks; i++)
		s->cap[i] = sem_task_length(s->net->t, i);
	semstate_update_caps(s);
}

void
semstate_step(SemState *s, uint32_t task)
{
	const SemTrace *t = s->net->t;
	uint32_t e = t->first[task] + s->done[task]++;
	const SemEvent *event = &t->event[e];

	s->path[s->npath++] = e;
	s->value[event->sem] += event->wait ? -1 : 1;
	s->left[event->sem] -= event->wait;
	if (s->shown) {
		Count *shown = s->shown + (size_t)e * t->ntasks;

		for (uint32_t i = 0; i < t->ntasks; i++)
			shown[i] = s->done[i] < shown[i] ? s->done[i] : shown[i];
	}
}

void
semstate_undo(SemState *s, uint32_t npath)
{
	while (s->npath > npath) {
		const SemEvent *event = &s->net->t->event[s->path[--s->npath]];

		s->done[event->task]--;
		s->value[event->sem] -= event->wait ? -1 : 1;
		s->left[event->sem] += event->wait;
	}
}

const SemEvent *
semstate_enabled_event(const SemState *s, uint32_t task)
{
	const SemEvent *e = &s->net->t->event[s->net->t->first[task] + s->done[task]];

	if (s->done[task] == s->cap[task] || (e->wait && s->value[e->sem] == 0))
		return NULL;
	return e;
}

/*
 * does_compete: true if other tasks have waits to come on the semaphore, and its value does not
 * suffice for all waits.
 */
static bool
does_compete(const SemState *s, uint32_t task, uint32_t sem)
{
	const int32_t *waits = semnet_waits(s->net, sem, task);

	return s->value[sem] < s->left[sem] &&
		waits[s->cap[task]] - waits[s->done[task]] < s->left[sem];
}

void
semstate_run_eager(SemState *s)
{
	uint32_t ntasks = s->net->t->ntasks, idle = 0;

	/* until ntasks tasks in a row have no eager step */
	for (uint32_t i = 0; idle < ntasks; i = i + 1 < ntasks ? i + 1 : 0) {
		const SemEvent *e;

		idle++;
		while ((e = semstate_enabled_event(s, i))
			&& !(e->wait && does_compete(s, i, e->sem))) {
			semstate_step(s, i);
			idle = 0;
		}
	}
}

/* next_position: the position in the trace of a task's next event; used to order tasks. */
static uint32_t
next_position(const SemState *s, const uint32_t *position, uint32_t task)
{
	return position[s->net->t->first[task] + s->done[task]];
}

void
semstate_run_greedily(SemState *s, const uint32_t *position, bool latest)
{
	uint32_t ntasks = s->net->t->ntasks;

	for (;;) {
		uint32_t best = ntasks;

		semstate_run_eager(s);
		for (uint32_t i = 0; i < ntasks; i++)
			if (semstate_enabled_event(s, i) &&
			    (best == ntasks || (next_position(s, position, i) <
						next_position(s, position, best)) != latest))
				best = i;
		if (best == ntasks)
			return;
		semstate_step(s, best);
	}
}

bool
semstate_is_deadlock(const SemState *s)
{
	bool ended = true;

	for (uint32_t i = 0; i < s->net->t->ntasks; i++) {
		if (semstate_enabled_event(s, i))
			return false;
		ended = ended && s->done[i] == s->cap[i];
	}
	return !ended;
}
