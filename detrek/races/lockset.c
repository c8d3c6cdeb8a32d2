/*
 * lockset.c - checks whether a lock protects each shared variable (the Eraser discipline).
 *
 * Locks are the semaphores with the initial value 1; a thread holds a lock from its P to its V. A
 * variable is exclusive while one thread uses it. From the first access of another thread on, the
 * variable is shared, and its candidates are the locks that were held at every access since then.
 * It is suspect when it has been stored since it became shared and no candidate is left. Accesses
 * are taken in the order in which their segments end; the held locks do not change within a
 * segment. The check knows no other synchronisation. If other operations order the accesses of a
 * variable, it is suspected, too; this is a false alarm of the method.
 */
#include "races.h"

#include <string.h>

/* A variable: not accessed; used by one thread; shared; shared and stored since then. */
typedef enum State { VIRGIN, EXCLUSIVE, SHARED, MODIFIED } State;

/* The state of a variable, and the locks that may protect it. */
typedef struct Candidates {
	State state;
	uint32_t thread; /* if EXCLUSIVE */
	uint32_t *lock;  /* sorted; if SHARED or MODIFIED */
	uint32_t n;
} Candidates;

/* The locks that a thread holds. */
typedef struct HeldLocks {
	uint32_t *lock; /* sorted */
	uint32_t n, cap;
} HeldLocks;

/* hold_lock: add a lock to those that a thread holds. */
static void
hold_lock(Arena *a, HeldLocks *h, uint32_t lock)
{
	uint32_t i = h->n;

	h->lock = arena_grow(a, h->lock, h->n++, &h->cap, sizeof *h->lock);
	for (; i > 0 && h->lock[i - 1] > lock; i--)
		h->lock[i] = h->lock[i - 1];
	h->lock[i] = lock;
}

/* release_lock: remove a lock from those that a thread holds. */
static void
release_lock(HeldLocks *h, uint32_t lock)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < h->n; i++)
		if (h->lock[i] != lock)
			h->lock[n++] = h->lock[i];
	h->n = n;
}

/* intersect_locks: remove the candidates that the thread does not hold. */
static void
intersect_locks(Candidates *c, const HeldLocks *h)
{
	uint32_t n = 0, k = 0;

	for (uint32_t i = 0; i < c->n; i++) {
		while (k < h->n && h->lock[k] < c->lock[i])
			k++;
		if (k < h->n && h->lock[k] == c->lock[i])
			c->lock[n++] = c->lock[i];
	}
	c->n = n;
}

/*
 * start_candidates: let the locks that the thread holds be the candidates of a variable that
 * becomes shared.
 */
static void
start_candidates(Arena *a, Candidates *c, const HeldLocks *h)
{
	c->state = SHARED;
	c->n = h->n;
	c->lock = arena_alloc(a, h->n, sizeof *c->lock);
	if (h->n)
		memcpy(c->lock, h->lock, h->n * sizeof *c->lock);
}

/*
 * use_variable: narrow the variable's candidate locks to those held at an access; returns whether
 * it is suspect.
 */
static bool
use_variable(Arena *a, Candidates *c, uint32_t thread, const HeldLocks *h, bool store)
{
	if (c->state == VIRGIN) {
		c->state = EXCLUSIVE;
		c->thread = thread;
	}
	if (c->state == EXCLUSIVE) {
		if (c->thread == thread)
			return false;
		start_candidates(a, c, h);
	} else {
		intersect_locks(c, h);
	}
	if (store)
		c->state = MODIFIED;
	return c->state == MODIFIED && c->n == 0;
}

/*
 * check_segment: narrow the candidate locks of each variable that segment s accesses to the held
 * locks; note the variables that become suspect.
 */
static void
check_segment(const Trace *t, uint32_t s, Candidates *c, const HeldLocks *h, Lockset *result)
{
	uint32_t thread = segment_thread(t, s);

	for (uint32_t i = t->set_start[s]; i < t->set_start[s + 1]; i++) {
		const AccessWord *w = &t->word[i];

		for (uint32_t b = w->load | w->store; b; b &= b - 1) {
			int k = __builtin_ctz(b);
			uint32_t v = w->index * WORD_VARIABLES + k;

			if (use_variable(t->arena, &c[v], thread, h, w->store >> k & 1))
				result->suspect[v] = true;
		}
	}
}

/* is_lock: true if the object is a semaphore that begins at 1, so that it can be a lock. */
static bool
is_lock(const SyncObject *o)
{
	return !o->channel && o->initial == 1;
}

Lockset *
lockset_run(const Trace *t)
{
	Lockset *r = arena_alloc(t->arena, 1, sizeof *r);
	Candidates *c = arena_alloc(t->arena, t->nvariables, sizeof *c);
	HeldLocks *held = arena_alloc(t->arena, t->thread.n, sizeof *held);

	r->suspect = arena_alloc(t->arena, t->nvariables, sizeof *r->suspect);
	for (uint32_t i = 0; i < t->object.n; i++)
		r->nlocks += is_lock(&t->object_state[i]);
	for (uint32_t s = 0; s < trace_nsegments(t); s++) {
		uint32_t thread = segment_thread(t, s);

		check_segment(t, s, c, &held[thread], r);
		if (s >= t->nops || !is_lock(&t->object_state[t->op[s].object]))
			continue;
		if (t->op[s].kind == SYNC_P)
			hold_lock(t->arena, &held[thread], t->op[s].object);
		else
			release_lock(&held[thread], t->op[s].object);
	}
	for (uint32_t v = 0; v < t->nvariables; v++)
		r->nsuspects += r->suspect[v];
	return r;
}
