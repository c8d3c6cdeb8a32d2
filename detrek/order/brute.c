/*
 * brute.c - enumerates all reachable states.
 *
 * A state is a number in mixed radix: digit t is the number of events of task t that have happened.
 * A step increases the number, so one pass over all numbers in order visits each state after all
 * states that lead to it. The last task is the lowest digit, so deadlocks are found in order of
 * their counts.
 */
#include "solve.h"

#include <stdlib.h>

/* The pass over all states. */
typedef struct Walk {
	const SemTrace *t;
	Count *done;      /* [ntasks] the present state */
	size_t *weight;   /* [ntasks] weight of each digit */
	int64_t *value;   /* [nsems] values of the semaphores in that state */
	Brute *b;         /* the results */
} Walk;

uint64_t
brute_state_bound(const SemTrace *t)
{
	uint64_t n = 1;

	for (uint32_t i = 0; i < t->ntasks; i++)
		if (__builtin_mul_overflow(n, sem_task_length(t, i) + 1, &n))
			return UINT64_MAX;
	return n;
}

/* next_event: the task's next event; NULL if it has none left. */
static const SemEvent *
next_event(const Walk *w, uint32_t task)
{
	uint32_t e = w->t->first[task] + w->done[task];

	return e < w->t->first[task + 1] ? &w->t->event[e] : NULL;
}

/* append_deadlock: keep the present state as a deadlock. */
static void
append_deadlock(Walk *w)
{
	Brute *b = w->b;
	uint32_t n = w->t->ntasks;

	if (b->ndeadlocks == b->cap) {
		b->cap = b->cap ? b->cap * 2 : 4;
		b->deadlock = xrealloc(b->deadlock, (size_t)b->cap * n * sizeof *b->deadlock);
	}
	for (uint32_t i = 0; i < n; i++)
		b->deadlock[(size_t)b->ndeadlocks * n + i] = w->done[i];
	b->ndeadlocks++;
}

/*
 * lower_stamp: lower the stamp of an event that can happen in the present state: the event needs no
 * more events than those of this state and itself.
 */
static void
lower_stamp(Walk *w, uint32_t event)
{
	uint32_t n = w->t->ntasks;
	Count *stamp = w->b->stamp + (size_t)event * n;

	for (uint32_t i = 0; i < n; i++)
		if (w->done[i] < stamp[i])
			stamp[i] = w->done[i];
}

/*
 * visit_state: lower the stamps of the events that can happen in a state, and mark the states that
 * follow as reached.
 */
static void
visit_state(Walk *w, uint8_t *reached, size_t state)
{
	const SemTrace *t = w->t;
	bool stuck = true, ended = true;

	w->b->states++;
	for (uint32_t i = 0; i < t->ntasks; i++) {
		const SemEvent *e = next_event(w, i);

		ended = ended && !e;
		if (!e || (e->wait && w->value[e->sem] == 0))
			continue;
		stuck = false;
		reached[state + w->weight[i]] = 1;
		lower_stamp(w, e - t->event);
	}
	if (stuck && !ended)
		append_deadlock(w);
}

/* advance_state: advance to the next state, and update the semaphores' values. */
static void
advance_state(Walk *w)
{
	const SemTrace *t = w->t;
	uint32_t i = t->ntasks;

	while (i-- > 0) {
		const SemEvent *e = next_event(w, i);

		if (e) {
			w->value[e->sem] += e->wait ? -1 : 1;
			w->done[i]++;
			return;
		}
		while (w->done[i] > 0) {
			e = &t->event[t->first[i] + --w->done[i]];
			w->value[e->sem] -= e->wait ? -1 : 1;
		}
	}
}

/* set_own_entries: set each event's entry for its own task to the event's number in that task. */
static void
set_own_entries(const SemTrace *t, Brute *b)
{
	for (uint32_t e = 0; e < t->nevents; e++)
		b->stamp[(size_t)e * t->ntasks + t->event[e].task] = sem_event_number(t, e);
}

bool
brute_run(const SemTrace *t, Deadline *d, Brute *b)
{
	size_t nstates = brute_state_bound(t), n = (size_t)t->nevents * t->ntasks;
	uint8_t *reached = xcalloc(nstates, 1);
	Walk w = {t, xcalloc(t->ntasks, sizeof(Count)), xcalloc(t->ntasks, sizeof(size_t)),
		xcalloc(t->nsems, sizeof(int64_t)), b};
	size_t state = 0, weight = 1;

	b->stamp = xmalloc(n * sizeof *b->stamp);
	for (size_t i = 0; i < n; i++)
		b->stamp[i] = UINT32_MAX;
	for (uint32_t i = t->ntasks; i-- > 0; weight *= sem_task_length(t, i) + 1)
		w.weight[i] = weight;
	reached[0] = 1;
	for (; state < nstates && !deadline_passed(d); state++, advance_state(&w))
		if (reached[state])
			visit_state(&w, reached, state);
	set_own_entries(t, b);
	free(reached);
	free(w.done);
	free(w.weight);
	free(w.value);
	return state == nstates;
}

void
brute_free(Brute *b)
{
	free(b->stamp);
	free(b->deadlock);
	*b = (Brute){0};
}
