/*
 * blocked.c - finds the threads that are blocked at the end of a trace, and the threads they wait
 * for.
 *
 * A semaphore counts as a lock if its initial value is above zero and no thread has done more V
 * operations than P operations on it. The threads with more P than V operations hold the lock. From
 * each blocked thread the search goes to a thread that holds its lock, if all holders are blocked,
 * and so on. The search ends if some holder is not blocked, or if it returns to a thread that it
 * has visited; then it has found a cycle.
 */
#include "races.h"

#include <stdlib.h>

/* A P or V of a semaphore on which a thread is blocked at the end. */
typedef struct LockUse {
	uint32_t object, thread, op;
} LockUse;

typedef struct LockUses {
	LockUse *use;
	uint32_t n, cap;
} LockUses;

static int
compare_objects(const void *pa, const void *pb)
{
	const LockUse *a = pa, *b = pb;

	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	return (a->op > b->op) - (a->op < b->op);
}

/*
 * find_uses: list, in the order of objects, the P and V operations on the semaphores on which a
 * thread is blocked at the end.
 */
static LockUses
find_uses(const Trace *t)
{
	bool *wanted = arena_alloc(t->arena, t->object.n, sizeof *wanted);
	LockUses u = {0};

	for (uint32_t i = 0; i < t->thread.n; i++)
		if (t->blocked[i] != NONE)
			wanted[t->blocked[i]] = t->object_state[t->blocked[i]].initial > 0;
	for (uint32_t i = 0; i < t->nops; i++) {
		if (!wanted[t->op[i].object])
			continue;
		u.use = arena_grow(t->arena, u.use, u.n, &u.cap, sizeof *u.use);
		u.use[u.n++] = (LockUse){t->op[i].object, t->op[i].thread, i};
	}
	if (u.n)
		qsort(u.use, u.n, sizeof *u.use, compare_objects);
	return u;
}

/*
 * find_holders: finds the threads that hold a semaphore, given the list of its uses; none if the
 * semaphore is not a lock.
 */
static Holders
find_holders(const Trace *t, const LockUse *use, uint32_t n)
{
	Holders h = {0};
	uint32_t cap = 0;
	int64_t held = 0;

	for (uint32_t i = 0; i < n; i++) {
		held += t->op[use[i].op].kind == SYNC_P ? 1 : -1;
		if (held < 0)
			return (Holders){0};
		if (i + 1 < n && use[i + 1].thread == use[i].thread)
			continue;
		if (held > 0) {
			h.thread = arena_grow(t->arena, h.thread, h.n, &cap, sizeof *h.thread);
			h.thread[h.n++] = use[i].thread;
		}
		held = 0;
	}
	return h;
}

/*
 * blocking_thread: a blocked thread that holds the semaphore for which `thread` waits; NONE if some
 * holder is not blocked.
 */
static uint32_t
blocking_thread(const BlockedEnd *b, const Trace *t, uint32_t thread)
{
	const Holders *h = &b->holders[t->blocked[thread]];

	for (uint32_t i = 0; i < h->n; i++)
		if (t->blocked[h->thread[i]] == NONE)
			return NONE; /* a thread that is not blocked could still signal it */
	return h->n ? h->thread[0] : NONE;
}

/* add_cycle: append the cycle of waits that leads from `thread` back to `thread`. */
static void
add_cycle(BlockedEnd *b, const Trace *t, uint32_t thread, uint32_t *cap)
{
	WaitCycle c = {0};
	uint32_t room = 0, at = thread;

	do {
		c.thread = arena_grow(t->arena, c.thread, c.n, &room, sizeof *c.thread);
		c.thread[c.n++] = at;
		at = blocking_thread(b, t, at);
	} while (at != thread);
	b->cycle = arena_grow(t->arena, b->cycle, b->ncycles, cap, sizeof *b->cycle);
	b->cycle[b->ncycles++] = c;
}

/*
 * find_cycles: find the cycles of waiting threads: each waits for at most one other, so a walk that
 * returns to a thread it has visited has found one.
 */
static void
find_cycles(BlockedEnd *b, const Trace *t)
{
	uint32_t *walk = arena_alloc(t->arena, t->thread.n, sizeof *walk), cap = 0;

	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t at = b->thread[i];

		while (at != NONE && walk[at] == 0) {
			walk[at] = i + 1;
			at = blocking_thread(b, t, at);
		}
		if (at != NONE && walk[at] == i + 1)
			add_cycle(b, t, at, &cap);
	}
}

BlockedEnd
blocked_find(const Trace *t)
{
	BlockedEnd b = {0};
	uint32_t cap = 0;
	LockUses u;

	for (uint32_t i = 0; i < t->thread.n; i++) {
		if (t->blocked[i] == NONE)
			continue;
		b.thread = arena_grow(t->arena, b.thread, b.n, &cap, sizeof *b.thread);
		b.thread[b.n++] = i;
	}
	if (b.n == 0)
		return b;
	u = find_uses(t);
	b.holders = arena_alloc(t->arena, t->object.n, sizeof *b.holders);
	for (uint32_t i = 0, n; i < u.n; i += n) {
		for (n = 1; i + n < u.n && u.use[i + n].object == u.use[i].object; n++)
			;
		b.holders[u.use[i].object] = find_holders(t, &u.use[i], n);
	}
	find_cycles(&b, t);
	return b;
}
