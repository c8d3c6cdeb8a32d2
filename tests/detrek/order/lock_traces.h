/* lock_traces.h - random traces of tasks with critical sections, some of which can deadlock. */
#ifndef LOCK_TRACES_H
#define LOCK_TRACES_H

#include "detrek/order/order.h"

enum {
	MAX_TASKS = 5,
	MAX_PROGRAM = 40, /* events that a task means to do */
};

static uint32_t
draw(uint32_t *seed, uint32_t n)
{
	*seed = *seed * 1664525 + 1013904223;
	return (uint64_t)*seed * n >> 32;
}

/* What a task means to do. */
typedef struct Program {
	SemEvent event[MAX_PROGRAM];
	uint32_t n, done;
} Program;

static void
put(Program *p, uint32_t task, uint32_t sem, bool wait)
{
	if (p->n < MAX_PROGRAM)
		p->event[p->n++] = (SemEvent){task, sem, 0, wait};
}

/*
 * One or two locks, in one order or in any, with now and then a signal of another semaphore
 * inside, or, rarely, a wait.
 */
static void
put_section(Program *p, uint32_t task, uint32_t nsems, bool ordered, uint32_t *seed)
{
	uint32_t x = draw(seed, nsems), y = draw(seed, nsems);
	uint32_t a = ordered && y < x ? y : x, b = x + y - a;
	uint32_t first = draw(seed, 2) ? a : b;

	put(p, task, a, true);
	if (draw(seed, 6) == 0)
		put(p, task, nsems, draw(seed, 4) == 0);
	if (a == b || draw(seed, 2)) {
		put(p, task, a, false);
		return;
	}
	put(p, task, b, true);
	put(p, task, first, false);
	put(p, task, a + b - first, false);
}

/* The programs in some order, until no task can continue. */
static void
run_programs(Program *p, uint32_t ntasks, SemTrace *t, uint32_t *seed)
{
	uint32_t value[8] = {0};

	for (uint32_t idle = 0; idle < 64; idle++) {
		Program *x = &p[draw(seed, ntasks)];
		const SemEvent *e = &x->event[x->done];

		if (x->done == x->n || (e->wait && value[e->sem] == 0))
			continue;
		value[e->sem] += e->wait ? -1 : 1;
		sem_add(t, *e);
		x->done++;
		idle = 0;
	}
}

/* lock_trace: a random trace, allocated in a; the seed is changed for the next one. */
static void
lock_trace(SemTrace *t, Arena *a, uint32_t *seed)
{
	uint32_t ntasks = 2 + draw(seed, MAX_TASKS - 1), nsems = 1 + draw(seed, 3);
	uint32_t most = ntasks > 3 ? 2 : 3;
	Program program[MAX_TASKS] = {0};
	bool ordered = draw(seed, 3) > 0;

	*t = (SemTrace){.file = "locks", .arena = a, .id = "0"};
	sem_name_by_digits(t, ntasks, nsems + 1);
	for (uint32_t s = 0; s < nsems; s++) {
		uint32_t task = draw(seed, ntasks);

		put(&program[task], task, s, false);
	}
	for (uint32_t i = 0; i < ntasks; i++)
		for (uint32_t k = draw(seed, most + 1); k > 0; k--)
			put_section(&program[i], i, nsems, ordered, seed);
	run_programs(program, ntasks, t, seed);
	sem_finish(t);
}

#endif
