/*
 * groups.c - groups deadlocks by the semaphore that each task waits for: in a program with loops,
 * many states are one deadlock in different rounds.
 */
#define _GNU_SOURCE /* qsort_r */
#include "order.h"

#include <stdlib.h>
#include <string.h>

/* A deadlock, while the deadlocks are sorted into groups. */
typedef struct DeadlockKey {
	uint32_t *waits; /* [ntasks] borrowed: as DeadlockGroup.waits */
	uint32_t number; /* number of the deadlock, from 0 */
} DeadlockKey;

/*
 * find_waits: store in waits[task] the semaphore that the task waits for in a deadlock; NO_EVENT if
 * the task has ended.
 */
static void
find_waits(const SemTrace *t, const Count *state, uint32_t *waits)
{
	for (uint32_t i = 0; i < t->ntasks; i++)
		waits[i] = state[i] < sem_task_length(t, i)
			? t->event[t->first[i] + state[i]].sem : NO_EVENT;
}

static int
compare_waits(const void *a, const void *b, void *trace)
{
	const SemTrace *t = trace;
	const DeadlockKey *k = a, *l = b;
	int differ = memcmp(k->waits, l->waits, t->ntasks * sizeof *k->waits);

	return differ ? differ : (k->number > l->number) - (k->number < l->number);
}

static int
compare_first_deadlock(const void *a, const void *b)
{
	const DeadlockGroup *g = a, *h = b;

	return (g->first > h->first) - (g->first < h->first);
}

DeadlockGroups
deadlock_groups(const SemTrace *t, const Orders *o)
{
	size_t width = t->ntasks * sizeof(uint32_t);
	DeadlockKey *key = xcalloc(o->ndeadlocks + 1, sizeof *key);
	DeadlockGroups g = {.waits = xcalloc(o->ndeadlocks + 1, width)};

	g.group = xcalloc(o->ndeadlocks + 1, sizeof *g.group);
	for (uint32_t i = 0; i < o->ndeadlocks; i++) {
		key[i] = (DeadlockKey){g.waits + (size_t)i * t->ntasks, i};
		find_waits(t, o->deadlock + (size_t)i * t->ntasks, key[i].waits);
	}
	qsort_r(key, o->ndeadlocks, sizeof *key, compare_waits, (void *)t);
	for (uint32_t i = 0; i < o->ndeadlocks; i++) {
		if (i == 0 || memcmp(key[i - 1].waits, key[i].waits, width) != 0)
			g.group[g.n++] = (DeadlockGroup){key[i].number, 0, key[i].waits};
		g.group[g.n - 1].ndeadlocks++;
	}
	qsort(g.group, g.n, sizeof *g.group, compare_first_deadlock);
	free(key);
	return g;
}

void
deadlock_groups_free(DeadlockGroups *g)
{
	free(g->group);
	free(g->waits);
	*g = (DeadlockGroups){0};
}
