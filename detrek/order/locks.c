/*
 * locks.c - finds the semaphores that are used as locks, and executes critical sections as one
 * step.
 *
 * A semaphore is a lock if each task, after each wait on it, signals it before the next wait. From
 * the wait to the signal is a section; in it, the task may wait only on locks that are later in
 * some total order of locks. Signals that do not end a section give the lock its initial value.
 *
 * If a lock has received an initial signal, and all locks that its sections may wait on have, too,
 * no deadlock contains a task that waits on the lock: the holder of the lock would have to wait on
 * a later lock, the holder of the later lock on a still later one, and so on. So an execution to a
 * deadlock completes each section that it enters. If all locks of the next section are free, the
 * search can therefore execute the whole section at once, because afterwards the semaphores have
 * the same values as before, or higher. The same holds for executions to a given state in which the
 * task has completed the section.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum { BITS = 64 }; /* bits of a word of Locks.need */

/* has_bit: true if bit i of the row is set. */
static bool
has_bit(const uint64_t *row, uint32_t i)
{
	return row[i / BITS] >> i % BITS & 1;
}

/* needed_locks: the bits of the locks that every wait for the semaphore needs. */
static uint64_t *
needed_locks(const Locks *l, uint32_t sem)
{
	return l->need + (size_t)sem * l->nwords;
}

/* is_paired: true if the task waits on the semaphore only in pairs of a wait and a signal. */
static bool
is_paired(const SemTrace *t, uint32_t task, uint32_t sem)
{
	bool held = false;

	for (uint32_t e = t->first[task]; e < t->first[task + 1]; e++) {
		if (t->event[e].sem != sem)
			continue;
		if (held && t->event[e].wait)
			return false;
		held = t->event[e].wait;
	}
	return !held;
}

/*
 * find_needs: for each semaphore, add to its needs the semaphores on which the task waits in its
 * sections.
 */
static void
find_needs(Locks *l, const SemTrace *t, uint32_t task)
{
	uint32_t *held = xcalloc(t->nsems, sizeof *held), nheld = 0;

	for (uint32_t e = t->first[task]; e < t->first[task + 1]; e++) {
		uint32_t sem = t->event[e].sem, i = 0;

		for (uint32_t k = 0; k < nheld && t->event[e].wait; k++)
			needed_locks(l, held[k])[sem / BITS] |= (uint64_t)1 << sem % BITS;
		while (i < nheld && held[i] != sem)
			i++;
		if (t->event[e].wait && l->lock[sem])
			held[nheld++] = sem;
		else if (!t->event[e].wait && i < nheld)
			held[i] = held[--nheld];
	}
	free(held);
}

/*
 * close_needs: add to each lock the locks that it needs indirectly (Warshall's transitive closure).
 */
static void
close_needs(Locks *l, uint32_t nsems)
{
	for (uint32_t k = 0; k < nsems; k++)
		for (uint32_t i = 0; i < nsems; i++)
			for (uint32_t w = 0; has_bit(needed_locks(l, i), k) && w < l->nwords; w++)
				needed_locks(l, i)[w] |= needed_locks(l, k)[w];
}

/* keep_ordered: remove locks that need themselves, or need a semaphore that is not a lock. */
static void
keep_ordered(Locks *l, uint32_t nsems)
{
	bool *lock = xmalloc(nsems * sizeof *lock);

	for (uint32_t i = 0; i < nsems; i++) {
		lock[i] = l->lock[i] && !has_bit(needed_locks(l, i), i);
		for (uint32_t k = 0; lock[i] && k < nsems; k++)
			lock[i] = !has_bit(needed_locks(l, i), k) ||
				(l->lock[k] && !has_bit(needed_locks(l, k), k));
	}
	memcpy(l->lock, lock, nsems * sizeof *lock);
	free(lock);
}

/*
 * find_lock_ends: for each wait on a lock by a task that holds none, find the event after which
 * the task holds none again.
 */
static void
find_lock_ends(Locks *l, const SemTrace *t, uint32_t task)
{
	uint32_t nheld = 0, begin = 0;
	bool *held = xcalloc(t->nsems, sizeof *held);

	for (uint32_t e = t->first[task]; e < t->first[task + 1]; e++) {
		uint32_t sem = t->event[e].sem;

		if (!l->lock[sem])
			continue;
		if (t->event[e].wait) {
			begin = nheld++ ? begin : e;
			held[sem] = true;
		} else if (held[sem]) {
			held[sem] = false;
			if (--nheld == 0)
				l->end[begin] = sem_event_number(t, e);
		}
	}
	free(held);
}

Locks
locks_find(const SemTrace *t)
{
	Locks l = {.nwords = t->nsems / BITS + 1};

	l.lock = xcalloc(t->nsems, sizeof *l.lock);
	l.end = xcalloc(t->nevents, sizeof *l.end);
	l.need = xcalloc((size_t)t->nsems * l.nwords, sizeof *l.need);
	for (uint32_t i = 0; i < t->nsems; i++) {
		l.lock[i] = true;
		for (uint32_t task = 0; l.lock[i] && task < t->ntasks; task++)
			l.lock[i] = is_paired(t, task, i);
	}
	for (uint32_t task = 0; task < t->ntasks; task++)
		find_needs(&l, t, task);
	close_needs(&l, t->nsems);
	keep_ordered(&l, t->nsems);
	for (uint32_t task = 0; task < t->ntasks; task++)
		find_lock_ends(&l, t, task);
	return l;
}

void
locks_free(Locks *l)
{
	free(l->lock);
	free(l->end);
	free(l->need);
	*l = (Locks){0};
}

/* is_lock_free: true if the lock and all locks needed with it are free. */
static bool
is_lock_free(const Locks *l, const SemState *s, uint32_t sem)
{
	for (uint32_t w = 0; w < l->nwords; w++)
		for (uint64_t b = needed_locks(l, sem)[w]; b; b &= b - 1)
			if (s->value[w * BITS + __builtin_ctzll(b)] == 0)
				return false;
	return s->value[sem] > 0;
}

bool
locks_execute_sections(const Locks *l, SemState *s)
{
	const SemTrace *t = s->net->t;
	bool passed = false;

	for (uint32_t i = 0; i < t->ntasks; i++) {
		uint32_t e = t->first[i] + s->done[i];

		if (s->done[i] == s->cap[i] || l->end[e] == 0 || l->end[e] > s->cap[i] ||
			!is_lock_free(l, s, t->event[e].sem))
			continue;
		while (s->done[i] < l->end[e])
			semstate_step(s, i);
		passed = true;
	}
	return passed;
}
