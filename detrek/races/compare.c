/*
 * compare.c - compares the races of RecPlay with those of the parallel dynamic graph, and explains
 * each difference.
 *
 * Both methods use the same segments and the same sets. RecPlay orders any two operations on one
 * object as they are in the trace. The graph has an edge between the operations only if one thread
 * had to wait for the other, or could continue only because of it. So RecPlay orders all that the
 * graph orders, and every race of RecPlay is also a race of the graph. A race that only the graph
 * has is explained by a chain of operations from the end of one segment to the start of the other.
 * At least one step of that chain joins two operations on one object that have no synchronisation
 * edge between them.
 */
#include "races.h"

#include <assert.h>
#include <stdlib.h>

/*
 * For each operation, its direct predecessors: the previous operation of its thread and the
 * previous operation on its object.
 */
struct RecPlayOrder {
	const Trace *trace;
	uint32_t *thread, *object; /* [nops] the previous operation of the thread; on the object */
	uint32_t *last;            /* [threads] the thread's last operation or NONE */
	uint32_t *next;            /* [nops] during a search: the next operation of the chain */
	uint32_t *seen;            /* [nops] the last search that visited the operation */
	uint32_t search;           /* number of the present search, from 1 */
	uint32_t *queue;           /* [nops] operations of the search whose predecessors follow */
};

RecPlayOrder *
orders_new(const Trace *t)
{
	Arena *a = t->arena;
	uint32_t *object = arena_alloc(a, t->object.n, sizeof *object);
	RecPlayOrder *b = arena_alloc(a, 1, sizeof *b);

	*b = (RecPlayOrder){
		.trace = t,
		.thread = arena_alloc(a, t->nops, sizeof *b->thread),
		.object = arena_alloc(a, t->nops, sizeof *b->object),
		.last = arena_alloc(a, t->thread.n, sizeof *b->last),
		.next = arena_alloc(a, t->nops, sizeof *b->next),
		.seen = arena_alloc(a, t->nops, sizeof *b->seen),
		.queue = arena_alloc(a, t->nops, sizeof *b->queue),
	};

	for (uint32_t i = 0; i < t->object.n; i++)
		object[i] = NONE;
	for (uint32_t i = 0; i < t->thread.n; i++)
		b->last[i] = NONE;
	for (uint32_t i = 0; i < t->nops; i++) {
		const SyncOp *op = &t->op[i];

		b->thread[i] = b->last[op->thread];
		b->object[i] = object[op->object];
		b->last[op->thread] = object[op->object] = i;
	}
	return b;
}

/*
 * reach_operation: add an operation to the search for a chain; next: the operation that follows it
 * in the chain.
 */
static void
reach_operation(RecPlayOrder *b, uint32_t op, uint32_t next, uint32_t *tail)
{
	if (op == NONE || b->seen[op] == b->search)
		return;
	b->seen[op] = b->search;
	b->next[op] = next;
	b->queue[(*tail)++] = op;
}

/* segment_start: the operation after which the segment begins, or NONE. */
static uint32_t
segment_start(const Trace *t, const RecPlayOrder *b, uint32_t segment)
{
	return segment < t->nops ? b->thread[segment] : b->last[segment - t->nops];
}

/*
 * find_chain: find a shortest chain of operations from the end of segment a to the start of segment
 * c. Each operation of the chain directly follows the one before it in RecPlay's order.
 */
static bool
find_chain(RecPlayOrder *b, const Trace *t, uint32_t a, uint32_t c)
{
	uint32_t head = 0, tail = 0;
	uint32_t begin = segment_start(t, b, c);

	b->search++;
	if (a >= t->nops || begin == NONE)
		return false;
	for (reach_operation(b, begin, NONE, &tail); head < tail; head++) {
		uint32_t op = b->queue[head];

		if (op == a)
			return true;
		if (op < a)
			continue;
		reach_operation(b, b->thread[op], op, &tail);
		reach_operation(b, b->object[op], op, &tail);
	}
	return false;
}

bool
orders_explain(RecPlayOrder *b, const Race *race, Difference *d)
{
	const Trace *t = b->trace;
	uint32_t cap = 0;

	*d = (Difference){.race = race};
	if (!find_chain(b, t, race->a, race->b))
		return false;
	for (uint32_t op = race->a; op != NONE; op = b->next[op]) {
		d->chain = arena_grow(t->arena, d->chain, d->chain_length, &cap, sizeof *d->chain);
		d->chain[d->chain_length++] = op;
	}
	d->in_graph = arena_alloc(t->arena, d->chain_length, sizeof *d->in_graph);
	for (uint32_t i = 1; i < d->chain_length; i++)
		d->in_graph[i] = t->op[d->chain[i]].from == d->chain[i - 1] ||
			t->op[d->chain[i]].thread == t->op[d->chain[i - 1]].thread;
	return true;
}

static int
compare_places(const void *pa, const void *pb)
{
	const Race *a = *(Race *const *)pa, *b = *(Race *const *)pb;

	if (a->variable != b->variable)
		return a->variable < b->variable ? -1 : 1;
	if (a->a != b->a)
		return a->a < b->a ? -1 : 1;
	return (a->b > b->b) - (a->b < b->b);
}

/* sort_by_numbers: the races in order of the numbers of their variables and segments. */
static const Race **
sort_by_numbers(Arena *a, const Races *r)
{
	const Race **p = arena_alloc(a, r->n, sizeof *p);

	for (uint32_t i = 0; i < r->n; i++)
		p[i] = &r->race[i];
	if (r->n)
		qsort(p, r->n, sizeof *p, compare_places);
	return p;
}

/*
 * merge_races: compare both lists of races, sorted in the same order; alone[i] of the result marks
 * the races of the graph that RecPlay did not find.
 */
static bool *
merge_races(const Trace *t, const Races *recplay, const Races *ppd, Comparison *c)
{
	const Race **a = sort_by_numbers(t->arena, recplay), **b = sort_by_numbers(t->arena, ppd);
	bool *alone = arena_alloc(t->arena, ppd->n, sizeof *alone);
	uint32_t i = 0, j = 0;

	while (i < recplay->n || j < ppd->n) {
		int cmp = i == recplay->n ? 1 : j == ppd->n ? -1 : compare_places(&a[i], &b[j]);

		if (cmp < 0) {
			c->missing++;
			i++;
		} else if (cmp > 0) {
			alone[b[j++] - ppd->race] = true;
		} else {
			c->common++;
			i++, j++;
		}
	}
	return alone;
}

Comparison
races_compare(const Trace *t, const Races *recplay, const Races *ppd)
{
	Comparison c = {0};
	bool *alone = merge_races(t, recplay, ppd, &c);
	RecPlayOrder *b = orders_new(t);
	uint32_t cap = 0;

	for (uint32_t i = 0; i < ppd->n; i++) {
		bool found;

		if (!alone[i])
			continue;
		c.difference = arena_grow(t->arena, c.difference, c.n, &cap, sizeof *c.difference);
		found = orders_explain(b, &ppd->race[i], &c.difference[c.n++]);
		assert(found); /* segment a ended first, and RecPlay orders the two segments */
	}
	return c;
}
