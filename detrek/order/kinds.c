/*
 * kinds.c - finds the kinds of deadlocks that can be reached. The tasks that wait for each other
 * determine the kind.
 *
 * In a deadlock each task has ended or waits. A task could release a waiting task if, at some
 * point, its remaining events have given the awaited semaphore more signals than they have taken.
 * (A task that itself waits for a lock, and signals it later, could not release another task that
 * waits for this lock.) A knot is a set of tasks that only tasks of the set could release, and in
 * which a chain of waits leads from each task to each other task (sim/node/deadlock.c). A single
 * task that no task could release is also a knot. Tasks outside of knots wait because tasks in
 * knots wait. So deadlocks with the same knot are of one kind, wherever the other tasks are, and a
 * deadlock with several knots is of several kinds.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum {
	VARIANTS = 4,      /* searches in different orders, if none visits all states */
	PLACES_STATES = 20000, /* states of a search for some places: some 10 ms */
	BITS = 64,         /* bits of a word of Kinds.reach */
};

/* The search for kinds of deadlocks. */
typedef struct Kinds {
	const SemNet *net; /* borrowed */
	Gifts gifts;
	StateSet deadlocks; /* the deadlocks that were found */
	DeadlockKinds found; /* their kinds */
	/* [ntasks * nwords] for each task, the tasks to which waits lead, as bits */
	uint64_t *reach;
	uint32_t nwords;
	uint32_t *waits;   /* [ntasks] the waits of a knot */
	uint32_t *position; /* [nevents] index of each event in the trace */
} Kinds;

/* ---- who could release whom ---- */

/* task_row: the bits of the tasks that can be reached from `task` over waits. */
static uint64_t *
task_row(const Kinds *k, uint32_t task)
{
	return k->reach + (size_t)task * k->nwords;
}

/* leads_to: true if waits lead from one task to another. */
static bool
leads_to(const Kinds *k, uint32_t from, uint32_t to)
{
	return task_row(k, from)[to / BITS] >> to % BITS & 1;
}

/* awaited_semaphore: the semaphore of a task's next event; NO_EVENT: it has ended. */
static uint32_t
awaited_semaphore(const SemTrace *t, uint32_t task, Count done)
{
	return done < sem_task_length(t, task) ? t->event[t->first[task] + done].sem : NO_EVENT;
}

/* find_reach: find which tasks wait for which, and the transitive closure (Warshall). */
static void
find_reach(Kinds *k, const Count *done)
{
	const SemTrace *t = k->net->t;

	memset(k->reach, 0, (size_t)t->ntasks * k->nwords * sizeof *k->reach);
	for (uint32_t i = 0; i < t->ntasks; i++) {
		uint32_t sem = awaited_semaphore(t, i, done[i]), nshares = 0;
		const SemShare *x = sem == NO_EVENT ? NULL
			: semnet_shares(k->net, sem, &nshares);

		for (uint32_t s = 0; s < nshares; s++)
			if (x[s].task != i && gifts_can_give(&k->gifts, &x[s], done[x[s].task]))
				task_row(k, i)[x[s].task / BITS] |= (uint64_t)1 << x[s].task % BITS;
	}
	for (uint32_t via = 0; via < t->ntasks; via++)
		for (uint32_t i = 0; i < t->ntasks; i++)
			for (uint32_t w = 0; leads_to(k, i, via) && w < k->nwords; w++)
				task_row(k, i)[w] |= task_row(k, via)[w];
}

/* ---- knots ---- */

/*
 * find_knot: store in k->waits the semaphores for which the tasks of the task's knot wait; false
 * unless the task is the first task of a knot.
 */
static bool
find_knot(Kinds *k, const Count *done, uint32_t task)
{
	const SemTrace *t = k->net->t;

	if (awaited_semaphore(t, task, done[task]) == NO_EVENT)
		return false;
	for (uint32_t i = 0; i < t->ntasks; i++) {
		bool member = i == task || leads_to(k, task, i);

		if (member && i != task && (i < task || !leads_to(k, i, task)))
			return false;
		k->waits[i] = member ? awaited_semaphore(t, i, done[i]) : NO_EVENT;
	}
	return true;
}

/* get_kind: the kind of deadlock with the waits in k->waits; added if it is new. */
static DeadlockKind *
get_kind(Kinds *k)
{
	size_t size = k->net->t->ntasks * sizeof *k->waits;
	DeadlockKinds *f = &k->found;
	DeadlockKind *x;

	for (uint32_t i = 0; i < f->n; i++)
		if (memcmp(f->kind[i].waits, k->waits, size) == 0)
			return &f->kind[i];
	if (f->n == f->cap) {
		f->cap = f->cap ? 2 * f->cap : 16;
		f->kind = xrealloc(f->kind, f->cap * sizeof *f->kind);
	}
	x = &f->kind[f->n++];
	*x = (DeadlockKind){.waits = xmalloc(size)};
	memcpy(x->waits, k->waits, size);
	return x;
}

/*
 * keep_way: keep the execution that leads to this deadlock if it is one of the shortest; among
 * equally long executions, the first ones are kept.
 */
static void
keep_way(DeadlockKind *x, const SemState *s)
{
	uint32_t i = 0;

	while (i < x->nways && x->way[i].nevents <= s->npath)
		i++;
	if (i == KIND_WAYS)
		return;
	if (x->nways == KIND_WAYS)
		free(x->way[--x->nways].event);
	memmove(x->way + i + 1, x->way + i, (x->nways - i) * sizeof *x->way);
	x->nways++;
	x->way[i] = (Schedule){xcalloc(s->npath + 1, sizeof *s->path), s->npath};
	memcpy(x->way[i].event, s->path, s->npath * sizeof *s->path);
}

/* add_deadlock: add a deadlock that was found; returns false if the search must end. */
static bool
add_deadlock(void *kinds, const SemState *s)
{
	Kinds *k = kinds;

	if (!stateset_add(&k->deadlocks, s->done))
		return true;
	find_reach(k, s->done);
	for (uint32_t i = 0; i < k->net->t->ntasks; i++)
		if (find_knot(k, s->done, i)) {
			DeadlockKind *x = get_kind(k);

			x->nstates++;
			keep_way(x, s);
		}
	return k->found.n < MOST_KINDS;
}

/*
 * sort_ways: sort the executions that lead to a kind of deadlock by length; those of equal length
 * keep their order.
 */
static void
sort_ways(DeadlockKind *x)
{
	for (uint32_t i = 1; i < x->nways; i++) {
		Schedule way = x->way[i];
		uint32_t k = i;

		for (; k > 0 && x->way[k - 1].nevents > way.nevents; k--)
			x->way[k] = x->way[k - 1];
		x->way[k] = way;
	}
}

/*
 * shorten_ways: remove, from the executions to each kind of deadlock, the events that the deadlock
 * does not need.
 */
static void
shorten_ways(Kinds *k)
{
	for (uint32_t i = 0; i < k->found.n; i++) {
		DeadlockKind *x = &k->found.kind[i];

		for (uint32_t w = 0; w < x->nways; w++)
			knot_shorten(&k->gifts, x->waits, &x->way[w]);
		sort_ways(x);
	}
}

/* ---- the search ---- */

/*
 * search_kinds: search at most nstates states for kinds of deadlock, in one order of choices after
 * another.
 */
static void
search_kinds(Kinds *k, uint32_t nstates)
{
	Search s = search_new(k->net, NULL, NULL);
	Deadline never = deadline_after(0);
	Answer a = ANSWER_UNKNOWN;

	s.limit = nstates;
	s.found = add_deadlock;
	s.context = k;
	for (s.variant = 0; a == ANSWER_UNKNOWN && s.variant < VARIANTS; s.variant++)
		a = search_deadlocks(&s, &never);
	k->found.known = a == ANSWER_NO;
	search_free(&s);
}

/* is_kind_found: true if a kind is known in which the tasks wait for each other at these places. */
static bool
is_kind_found(const Kinds *k, const TaskPlaces *places)
{
	for (uint32_t i = 0; i < k->found.n; i++) {
		uint32_t m = 0;

		while (m < places->n && k->found.kind[i].waits[places->task[m]]
			== awaited_semaphore(k->net->t, places->task[m], places->count[m]))
			m++;
		if (m == places->n)
			return true;
	}
	return false;
}

/*
 * follow_schedule: execute the events of a schedule, then all that can still happen while the tasks
 * stay at their places.
 */
static void
follow_schedule(SemState *s, const Schedule *to, const TaskPlaces *places, const uint32_t *position)
{
	const SemTrace *t = s->net->t;

	for (uint32_t i = 0; i < to->nevents; i++)
		semstate_step(s, t->event[to->event[i]].task);
	for (uint32_t i = 0; i < places->n; i++)
		semstate_cap(s, places->task[i], places->count[i]);
	semstate_run_greedily(s, position, false);
	semstate_uncap(s);
}

/*
 * try_places: search for an execution to the places, and add the deadlock if the tasks wait there
 * for ever.
 */
static bool
try_places(void *kinds, const TaskPlaces *places)
{
	Kinds *k = kinds;
	SemState s;
	Schedule to = {0};
	bool go_on = true;

	if (is_kind_found(k, places)
		|| witness_places(k->net->t, places, PLACES_STATES, &to) != ANSWER_YES)
		return true;
	s = semstate_new(k->net);
	follow_schedule(&s, &to, places, k->position);
	if (semstate_is_deadlock(&s))
		go_on = add_deadlock(k, &s);
	semstate_free(&s);
	free(to.event);
	return go_on;
}

DeadlockKinds
deadlock_kinds(const SemTrace *t, const Orders *o, uint32_t nstates)
{
	SemNet net = semnet_new(t);
	Kinds k = {.net = &net, .nwords = t->ntasks / BITS + 1};

	k.reach = xcalloc((size_t)t->ntasks * k.nwords, sizeof *k.reach);
	k.waits = xcalloc(t->ntasks, sizeof *k.waits);
	k.gifts = gifts_new(&net);
	k.deadlocks.width = t->ntasks;
	k.position = sem_positions(t);
	search_kinds(&k, nstates);
	if (!k.found.known)
		cycles_each(&k.gifts, o, try_places, &k);
	shorten_ways(&k);
	free(k.position);
	stateset_free(&k.deadlocks);
	gifts_free(&k.gifts);
	free(k.reach);
	free(k.waits);
	semnet_free(&net);
	return k.found;
}

void
deadlock_kinds_free(DeadlockKinds *k)
{
	for (uint32_t i = 0; i < k->n; i++) {
		for (uint32_t w = 0; w < k->kind[i].nways; w++)
			free(k->kind[i].way[w].event);
		free(k->kind[i].waits);
	}
	free(k->kind);
	*k = (DeadlockKinds){0};
}
