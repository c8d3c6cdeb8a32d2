/*
 * cycles.c - finds places of a trace at which tasks would wait for ever. We say that a task owes a
 * semaphore if it will signal the semaphore later. Either two to four tasks form a cycle, in which
 * each task waits for a semaphore that the next task owes; or one task waits because the others
 * have taken the signals that it needs, and do not give them back.
 *
 * A task that waits while it holds a lock owes that lock. In traces with too many states to visit,
 * this file finds the deadlocks that the locks' orders show (Havelund's GoodLock): for each cycle,
 * the places nearest to each other in the trace, unless bounds or a common lock exclude these
 * places.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_CYCLES = 200, /* the most cycles that are reported; more are left out */
	MOST_SINGLES = 400, /* the most places that are reported for single tasks */
	/* the most places that are tried for a cycle, or for a task and a semaphore */
	CYCLE_PLACES = 4,
};

/* A task that waits for one semaphore, and owes another one. */
typedef struct Owing {
	uint32_t task, waits, owes; /* waits, owes: numbers of the two semaphores */
	/* [n] its places: the numbers of events that it has done before such waits, ascending */
	Count *place;
	uint32_t n, cap;
} Owing;

/* A place for each task of a cycle. */
typedef struct CyclePlaces {
	TaskPlaces places;
	uint32_t distance; /* in the trace, from the first of these places to the last */
} CyclePlaces;

/* The search for cycles, and for single tasks that wait for ever. */
typedef struct Cycles {
	const Gifts *gifts;  /* borrowed */
	const Orders *orders; /* borrowed */
	Excluder *excluder;
	uint32_t *position;  /* [nevents] index of each event in the trace */
	Owing *owing;        /* [n] an entry for each task and two semaphores */
	uint32_t n, cap;
	uint32_t ncycles, nsingles; /* number of cycles and of single places reported so far */
	const Owing *cycle[MAX_TASK_PLACES]; /* [length] each waits for what the next one owes */
	uint32_t length;
	bool (*each)(void *context, const TaskPlaces *places); /* see cycles_each */
	void *context;
} Cycles;

/* ---- who owes what ---- */

/*
 * get_owing: the entry for a task's waits on semaphore `waits` while it owes semaphore `owes`. The
 * entry is made if there is none.
 */
static Owing *
get_owing(Cycles *c, uint32_t task, uint32_t waits, uint32_t owes)
{
	for (uint32_t i = c->n; i-- > 0 && c->owing[i].task == task;)
		if (c->owing[i].waits == waits && c->owing[i].owes == owes)
			return &c->owing[i];
	if (c->n == c->cap) {
		c->cap = c->cap ? 2 * c->cap : 64;
		c->owing = xrealloc(c->owing, c->cap * sizeof *c->owing);
	}
	c->owing[c->n] = (Owing){task, waits, owes, NULL, 0, 0};
	return &c->owing[c->n++];
}

/* add_owing_place: append a place at which the task waits for one semaphore and owes the other. */
static void
add_owing_place(Owing *o, Count place)
{
	if (o->n == o->cap) {
		o->cap = o->cap ? 2 * o->cap : 8;
		o->place = xrealloc(o->place, o->cap * sizeof *o->place);
	}
	o->place[o->n++] = place;
}

/*
 * gather_task_owing: add to c->owing the places at which a task waits for one semaphore and still
 * owes signals of another; share: the task's own shares.
 */
static void
gather_task_owing(Cycles *c, uint32_t task, const SemShare *const *share, uint32_t nshares)
{
	const SemNet *net = c->gifts->net;
	const SemEvent *e = net->t->event + net->t->first[task];

	for (Count k = 0; k < sem_task_length(net->t, task); k++)
		for (uint32_t i = 0; e[k].wait && i < nshares; i++) {
			const SemEvent *own = &e[share[i]->at[1] - 1];

			if (own->sem != e[k].sem && gifts_can_give(c->gifts, share[i], k))
				add_owing_place(get_owing(c, task, e[k].sem, own->sem), k);
		}
}

/*
 * gather_owing: add to c->owing, for all tasks, the places at which they wait for one semaphore and
 * still owe signals of another.
 */
static void
gather_owing(Cycles *c)
{
	const SemNet *net = c->gifts->net;
	uint32_t nshares = net->firstshare[net->t->nsems];
	const SemShare **own = xcalloc(nshares + 1, sizeof *own);

	for (uint32_t task = 0; task < net->t->ntasks; task++) {
		uint32_t n = 0;

		for (uint32_t i = 0; i < nshares; i++)
			if (net->share[i].task == task)
				own[n++] = &net->share[i];
		gather_task_owing(c, task, own, n);
	}
	free(own);
}

/* ---- the places of a cycle ---- */

/* trace_position: the position in the trace of a task's event after its first k. */
static uint32_t
trace_position(const Cycles *c, uint32_t task, Count k)
{
	return c->position[c->gifts->net->t->first[task] + k];
}

/* absolute_difference: the absolute difference of two numbers. */
static uint32_t
absolute_difference(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

/* nearest_place: of the places of an entry, the one nearest to position `to` in the trace. */
static Count
nearest_place(const Cycles *c, const Owing *o, uint32_t to)
{
	uint32_t low = 0, high = o->n - 1;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (trace_position(c, o->task, o->place[middle]) < to)
			low = middle + 1;
		else
			high = middle;
	}
	if (low > 0 && absolute_difference(trace_position(c, o->task, o->place[low - 1]), to)
		< absolute_difference(trace_position(c, o->task, o->place[low]), to))
		low--;
	return o->place[low];
}

/*
 * spread_around: for each task of the cycle, the place that is nearest in the trace to a place of
 * the first task.
 */
static CyclePlaces
spread_around(const Cycles *c, Count place)
{
	uint32_t to = trace_position(c, c->cycle[0]->task, place), low = to, high = to;
	CyclePlaces s = {.places.n = c->length};

	for (uint32_t i = 0; i < c->length; i++) {
		const Owing *o = c->cycle[i];
		uint32_t at;

		s.places.task[i] = o->task;
		s.places.count[i] = i == 0 ? place : nearest_place(c, o, to);
		at = trace_position(c, o->task, s.places.count[i]);
		low = at < low ? at : low;
		high = at > high ? at : high;
	}
	s.distance = high - low;
	return s;
}

/*
 * needs_more_of: true if the task with index `one` in g cannot be at its place while the task with
 * index `other` is at its own place, because it would need more events of the other task first.
 */
static bool
needs_more_of(const Cycles *c, const TaskPlaces *g, uint32_t one, uint32_t other)
{
	const SemTrace *t = c->gifts->net->t;

	return g->count[one] > 0
		&& sem_stamp_row(t, c->orders->low, t->first[g->task[one]] + g->count[one] - 1)
			[g->task[other]] > g->count[other];
}

/*
 * is_possible: true if the tasks of g can be at their places together, as far as bounds and locks
 * tell: no task needs more events of another one, and no lock would be held by two.
 */
static bool
is_possible(const Cycles *c, const TaskPlaces *g)
{
	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t k = 0; k < g->n; k++)
			if (i != k && needs_more_of(c, g, i, k))
				return false;
	return !excluder_excludes(c->excluder, g);
}

/*
 * insert_nearest: insert a spread (places of a cycle's tasks) into the list `best`, which is sorted
 * by distance; of equal spreads, the one inserted earlier comes first. Returns the new number of
 * spreads.
 */
static uint32_t
insert_nearest(CyclePlaces *best, uint32_t n, const CyclePlaces *s)
{
	uint32_t i = 0;

	while (i < n && best[i].distance <= s->distance)
		i++;
	if (i == CYCLE_PLACES)
		return n;
	n += n < CYCLE_PLACES;
	memmove(best + i + 1, best + i, (n - 1 - i) * sizeof *best);
	best[i] = *s;
	return n;
}

/*
 * try_cycle: report, by c->each, the places at which the tasks of the present cycle may wait for
 * each other; places near to each other come first. false if the search must end.
 */
static bool
try_cycle(Cycles *c)
{
	CyclePlaces best[CYCLE_PLACES];
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->cycle[0]->n; i++) {
		CyclePlaces s = spread_around(c, c->cycle[0]->place[i]);

		if (is_possible(c, &s.places))
			n = insert_nearest(best, n, &s);
	}
	c->ncycles += n > 0;
	for (uint32_t i = 0; i < n; i++)
		if (!c->each(c->context, &best[i].places))
			return false;
	return c->ncycles < MOST_CYCLES;
}

/* ---- cycles ---- */

/*
 * can_be_next: true if `next` can be added to the present cycle, which must not contain a task or
 * semaphore twice.
 */
static bool
can_be_next(const Cycles *c, const Owing *next)
{
	if (next->owes != c->cycle[c->length - 1]->waits || next->task < c->cycle[0]->task)
		return false;
	for (uint32_t i = 0; i < c->length; i++)
		if (c->cycle[i]->task == next->task || c->cycle[i]->waits == next->waits)
			return false;
	return true;
}

/*
 * extend_cycle: try all cycles of `length` tasks that begin with the tasks of the present cycle;
 * false if the search must end.
 */
static bool
extend_cycle(Cycles *c, uint32_t length)
{
	if (c->length == length)
		return c->cycle[length - 1]->waits != c->cycle[0]->owes || try_cycle(c);
	for (uint32_t i = 0; i < c->n; i++) {
		bool go_on;

		if (!can_be_next(c, &c->owing[i]))
			continue;
		c->cycle[c->length++] = &c->owing[i];
		go_on = extend_cycle(c, length);
		c->length--;
		if (!go_on)
			return false;
	}
	return true;
}

/*
 * find_single_waits: report, for each semaphore, the task's last waits on it as places at which the
 * task alone might wait for ever; false if the search must end.
 */
static bool
find_single_waits(Cycles *c, uint32_t task)
{
	const SemTrace *t = c->gifts->net->t;
	uint32_t *n = xcalloc(t->nsems, sizeof *n);
	bool go_on = true;

	for (Count k = sem_task_length(t, task); go_on && k-- > 0;) {
		const SemEvent *e = &t->event[t->first[task] + k];

		if (!e->wait || n[e->sem]++ >= CYCLE_PLACES)
			continue;
		go_on = c->each(c->context, &(TaskPlaces){1, {task}, {k}})
			&& ++c->nsingles < MOST_SINGLES;
	}
	free(n);
	return go_on;
}

/*
 * find_cycles: report, by c->each, the places at which a single task might wait for ever, then the
 * places of cycles of two and more tasks.
 */
static void
find_cycles(Cycles *c)
{
	for (uint32_t i = 0; i < c->gifts->net->t->ntasks; i++)
		if (!find_single_waits(c, i))
			break;
	for (uint32_t length = 2; length <= MAX_TASK_PLACES; length++)
		for (uint32_t i = 0; i < c->n; i++) {
			c->cycle[0] = &c->owing[i];
			c->length = 1;
			if (!extend_cycle(c, length))
				return;
		}
}

void
cycles_each(const Gifts *g, const Orders *o, bool (*each)(void *context, const TaskPlaces *places),
	void *context)
{
	const SemTrace *t = g->net->t;
	Cycles c = {.gifts = g,
		.orders = o,
		.excluder = excluder_new(t),
		.position = sem_positions(t),
		.each = each,
		.context = context};

	gather_owing(&c);
	find_cycles(&c);
	for (uint32_t i = 0; i < c.n; i++)
		free(c.owing[i].place);
	free(c.owing);
	free(c.position);
	excluder_free(c.excluder);
}
