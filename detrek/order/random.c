/*
 * random.c - random traces, generated as in the papers (Figure 5).
 *
 * The number of tasks is 2 to MaxTasks, the number of semaphores 1 to MaxSemaphores. For each event
 * a task, an operation and a semaphore are drawn with equal probability; a wait on a semaphore
 * without a signal becomes a signal, so that the trace is possible.
 */
#include "order.h"

/*
 * draw_number: a number that depends only on the seed, the trace and the draw (splitmix64's
 * mixing).
 */
static uint32_t
draw_number(RandomTraces *r, uint32_t below)
{
	uint64_t x = r->seed * 0xd1342543de82ef95u + r->number * 0x2545f4914f6cdd1du + r->draws++;

	for (int round = 0; round < 2; round++) {
		x += 0x9e3779b97f4a7c15u;
		x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
		x = (x ^ x >> 27) * 0x94d049bb133111ebu;
		x ^= x >> 31;
	}
	return (x >> 32) * below >> 32;
}

/*
 * draw_events: append random events of random tasks; a wait only where the semaphore is positive.
 */
static void
draw_events(RandomTraces *r, SemTrace *t)
{
	uint32_t *value = arena_alloc(t->arena, t->nsems, sizeof *value);

	for (uint32_t i = 0; i < r->nevents; i++) {
		uint32_t task = draw_number(r, t->ntasks), sem;
		bool wait = draw_number(r, 2);

		sem = draw_number(r, t->nsems);
		wait = wait && value[sem] > 0;
		value[sem] += wait ? -1 : 1;
		sem_add(t, (SemEvent){task, sem, 0, wait});
	}
}

void
random_trace(RandomTraces *r, SemTrace *t, Arena *a)
{
	uint32_t ntasks, nsems;

	r->draws = 0;
	ntasks = r->mintasks + draw_number(r, r->maxtasks - r->mintasks + 1);
	nsems = r->minsems + draw_number(r, r->maxsems - r->minsems + 1);
	*t = (SemTrace){.file = "random", .line = r->number + 1, .arena = a};
	t->id = arena_alloc(a, 12, 1);
	snprintf(t->id, 12, "%u", r->number);
	sem_name_by_digits(t, ntasks, nsems);
	draw_events(r, t);
	sem_finish(t);
	r->number++;
}
