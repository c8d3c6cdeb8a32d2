/*
 * exclude.c - finds places of two tasks that no execution reaches together, because both tasks
 * would hold the same lock.
 *
 * A semaphore is such a lock if each task, after each wait for it, signals it before the next wait,
 * and if a task that has not waited gives only one signal. Then at most one task is between its
 * wait and its signal. Unlike in locks.c, the task may do anything there.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_HELD = 4, /* the most locks that are noted for a place; more are left out */
	MANY_SIGNALS = 1 << 30, /* in place of a number of signals: the semaphore is not a lock */
};

struct Excluder {
	const SemTrace *t; /* borrowed */
	/*
	 * [nevents + ntasks][MOST_HELD] for each place (row first[t] + t + k: after the first k
	 * events of task t), the numbers + 1 of the locks that the task holds there; 0: no more
	 */
	uint32_t *held;
};

/* held_locks: the locks that the task holds after its first k events. */
static uint32_t *
held_locks(const Excluder *x, uint32_t task, Count k)
{
	return x->held + (size_t)(x->t->first[task] + task + k) * MOST_HELD;
}

/*
 * change_locks: make `after` the list of locks held after event e, from the list before it;
 * exclusive: true if the event's semaphore is a lock.
 */
static void
change_locks(const uint32_t *before, uint32_t *after, const SemEvent *e, bool exclusive)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < MOST_HELD; i++)
		if (before[i] && before[i] != e->sem + 1)
			after[n++] = before[i];
	if (exclusive && e->wait && n < MOST_HELD)
		after[n] = e->sem + 1;
}

/*
 * add_gifts: add to gifts[] the task's signals of semaphores that it does not hold. If the task
 * waits for a semaphore that it holds, the number becomes MANY_SIGNALS.
 */
static void
add_gifts(const SemTrace *t, uint32_t task, bool *held, uint32_t *gifts)
{
	memset(held, 0, t->nsems * sizeof *held);
	for (uint32_t e = t->first[task]; e < t->first[task + 1]; e++) {
		uint32_t sem = t->event[e].sem;

		if (t->event[e].wait && held[sem])
			gifts[sem] = MANY_SIGNALS;
		else if (!t->event[e].wait && !held[sem] && gifts[sem] < MANY_SIGNALS)
			gifts[sem]++;
		held[sem] = t->event[e].wait;
	}
}

/*
 * find_exclusive: [nsems] whether the semaphore is a lock that one task holds at a time; the caller
 * frees the array.
 */
static bool *
find_exclusive(const SemTrace *t)
{
	uint32_t *gifts = xcalloc(t->nsems + 1, sizeof *gifts);
	bool *held = xcalloc(t->nsems + 1, sizeof *held);

	for (uint32_t i = 0; i < t->ntasks; i++)
		add_gifts(t, i, held, gifts);
	for (uint32_t s = 0; s < t->nsems; s++)
		held[s] = gifts[s] == 1;
	free(gifts);
	return held;
}

Excluder *
excluder_new(const SemTrace *t)
{
	Excluder *x = xcalloc(1, sizeof *x);
	bool *exclusive = find_exclusive(t);

	*x = (Excluder){t, xcalloc((size_t)(t->nevents + t->ntasks) * MOST_HELD,
		sizeof *x->held)};
	for (uint32_t i = 0; i < t->ntasks; i++)
		for (Count k = 0; k < sem_task_length(t, i); k++) {
			const SemEvent *e = &t->event[t->first[i] + k];

			change_locks(held_locks(x, i, k), held_locks(x, i, k + 1), e,
				     exclusive[e->sem]);
		}
	free(exclusive);
	return x;
}

void
excluder_free(Excluder *x)
{
	if (x)
		free(x->held);
	free(x);
}

/* have_common_lock: true if a lock is in both lists. */
static bool
have_common_lock(const uint32_t *a, const uint32_t *b)
{
	for (uint32_t i = 0; i < MOST_HELD; i++)
		for (uint32_t k = 0; k < MOST_HELD; k++)
			if (a[i] && a[i] == b[k])
				return true;
	return false;
}

bool
excluder_excludes(const Excluder *x, const TaskPlaces *g)
{
	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t k = 0; k < i; k++)
			if (have_common_lock(held_locks(x, g->task[i], g->count[i]),
				held_locks(x, g->task[k], g->count[k])))
				return true;
	return false;
}
