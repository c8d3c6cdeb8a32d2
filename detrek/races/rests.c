/*
 * rests.c - finds when the threads of a trace do nothing: before they start, while they are
 * blocked, and after their end.
 *
 * This is the clock snooping of De Bosschere and Ronsse (1997): everything that a waiting thread
 * will do is ordered after the operation that lets it continue. So, until that operation, segments
 * of other threads need not be kept for the waiting thread. The operation that lets it continue is
 * the last operation on the same object before the thread's own operation.
 */
#include "races.h"

#include <stdlib.h>
#include <string.h>

/* The order of the operations of each thread and on each object. */
typedef struct Chains {
	const Trace *trace;
	uint32_t *first; /* [threads] the thread's first operation, or NONE */
	uint32_t *next;  /* [nops] the next operation of the same thread, or NONE */
	uint32_t *previous;  /* [nops] the preceding operation on the same object, or NONE */
} Chains;

/* new_none_array: an array of n numbers, all NONE. */
static uint32_t *
new_none_array(Arena *a, uint32_t n)
{
	uint32_t *list = arena_alloc(a, n, sizeof *list);

	memset(list, 0xFF, n * sizeof *list); /* NONE */
	return list;
}

/*
 * find_chains: find for each operation the next one of its thread, and the last one on its object.
 */
static Chains
find_chains(const Trace *t)
{
	Chains c = {.trace = t,
		.first = new_none_array(t->arena, t->thread.n),
		.next = new_none_array(t->arena, t->nops),
		.previous = new_none_array(t->arena, t->nops)};
	uint32_t *object = new_none_array(t->arena, t->object.n);

	for (uint32_t i = t->nops; i-- > 0;) {
		c.next[i] = c.first[t->op[i].thread];
		c.first[t->op[i].thread] = i;
	}
	for (uint32_t i = 0; i < t->nops; i++) {
		c.previous[i] = object[t->op[i].object];
		object[t->op[i].object] = i;
	}
	return c;
}

/* is_empty: true if the segment has no accesses. */
static bool
is_empty(const Trace *t, uint32_t segment)
{
	return t->set_start[segment] == t->set_start[segment + 1];
}

/*
 * add_rest: add a rest of the thread, which begins before operation `from` of the trace; op: the
 * thread's next operation, or NONE. Nothing is added if no other thread's operation ends the rest.
 */
static void
add_rest(Rests *r, const Chains *c, uint32_t thread, uint32_t from, uint32_t op)
{
	const Trace *t = c->trace;
	uint32_t segment = op != NONE ? op : t->nops + thread;
	uint32_t until = op != NONE ? c->previous[op] : NONE;

	if (op != NONE && (until == NONE || until < from))
		return; /* no other thread wakes it */
	r->rest = arena_grow(t->arena, r->rest, r->n, &r->cap, sizeof *r->rest);
	r->rest[r->n++] = (Rest){
		.thread = thread, .from = from, .until = until, .segment = segment, .next = NONE};
	r->early[segment] = true;
}

/*
 * add_rests_at_ends: add the periods in which threads do nothing before their first and after their
 * last access.
 */
static void
add_rests_at_ends(Rests *r, const Chains *c)
{
	const Trace *t = c->trace;

	for (uint32_t thread = 0; thread < t->thread.n; thread++) {
		uint32_t op = c->first[thread], last = op;

		if (is_empty(t, op != NONE ? op : t->nops + thread))
			add_rest(r, c, thread, 0, op);
		if (op == NONE || !is_empty(t, t->nops + thread))
			continue;
		while (c->next[last] != NONE)
			last = c->next[last];
		if (t->blocked[thread] == NONE)
			add_rest(r, c, thread, last + 1, NONE);
	}
}

/* add_rests_at_blocks: add the periods in which threads are blocked. */
static void
add_rests_at_blocks(Rests *r, const Chains *c)
{
	const Trace *t = c->trace;
	uint32_t *next = arena_alloc(t->arena, t->thread.n, sizeof *next);

	memcpy(next, c->first, t->thread.n * sizeof *next);
	for (uint32_t i = 0; i < t->nblocks; i++) {
		const struct Block *b = &t->block[i];

		while (next[b->thread] != NONE && next[b->thread] < b->before)
			next[b->thread] = c->next[next[b->thread]];
		if (!r->early[next[b->thread] != NONE ? next[b->thread] : t->nops + b->thread])
			add_rest(r, c, b->thread, b->before, next[b->thread]);
	}
}

/*
 * compare_beginnings: order two periods in which threads do nothing, for qsort, by their beginning,
 * then by thread.
 */
static int
compare_beginnings(const void *pa, const void *pb)
{
	const Rest *a = pa, *b = pb;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->thread > b->thread) - (a->thread < b->thread);
}

Rests
rests_find(const Trace *t, bool wanted)
{
	Rests r = {.woken = new_none_array(t->arena, t->nops),
		.early = arena_alloc(t->arena, trace_nsegments(t) + 1, sizeof *r.early)};
	Chains c;

	if (!wanted)
		return r;
	c = find_chains(t);
	add_rests_at_ends(&r, &c);
	add_rests_at_blocks(&r, &c);
	if (r.n)
		qsort(r.rest, r.n, sizeof *r.rest, compare_beginnings);
	for (uint32_t i = 0; i < r.n; i++)
		if (r.rest[i].until != NONE) {
			r.rest[i].next = r.woken[r.rest[i].until];
			r.woken[r.rest[i].until] = i;
		}
	return r;
}
