/*
 * cause.c - the dynamic graph's nodes and edges.
 */
#include "cause.h"

#include <stdlib.h>
#include <string.h>

void
graph_free(CauseGraph *g)
{
	free(g->buckets);
	arena_free(&g->arena);
	*g = (CauseGraph){0};
}

static uint64_t
hash(const CauseKey *k)
{
	uint64_t h = k->count * 0x9E3779B97F4A7C15u ^ (uint64_t)k->addr << 20
		^ (uint64_t)k->node << 3 ^ k->kind;

	h ^= h >> 29;
	return h * 0xBF58476D1CE4E5B9u >> 16;
}

static bool
same(const CauseKey *a, const CauseKey *b)
{
	return a->kind == b->kind && a->node == b->node && a->count == b->count
		&& a->addr == b->addr;
}

/* slot_of: the slot of the node with the key, or the empty slot for it. */
static Cause **
slot_of(CauseGraph *g, const CauseKey *key)
{
	uint32_t i = hash(key) & (g->nbuckets - 1);

	while (g->buckets[i] && !same(&g->buckets[i]->key, key))
		i = (i + 1) & (g->nbuckets - 1);
	return &g->buckets[i];
}

static void
grow(CauseGraph *g)
{
	free(g->buckets);
	g->nbuckets = g->nbuckets ? 4 * g->nbuckets : 256;
	g->buckets = xcalloc(g->nbuckets, sizeof *g->buckets);
	for (uint32_t i = 0; i < g->nnodes; i++)
		*slot_of(g, &g->nodes[i]->key) = g->nodes[i];
}

Cause *
graph_node(CauseGraph *g, CauseKey key, bool *made)
{
	Cause **slot;

	if (2 * (g->nnodes + 1) > g->nbuckets)
		grow(g);
	slot = slot_of(g, &key);
	*made = !*slot;
	if (*slot)
		return *slot;
	*slot = arena_alloc(&g->arena, 1, sizeof **slot);
	**slot = (Cause){.key = key, .number = g->nnodes, .program = "", .function = "", .file = "",
		.name = "", .value = "",
		.note = ""};
	g->nodes = arena_more(&g->arena, g->nodes, g->nnodes, sizeof *g->nodes);
	g->nodes[g->nnodes++] = *slot;
	return *slot;
}

void
graph_depends(CauseGraph *g, Cause *effect, DependenceKind kind, const Cause *cause,
	const char *name)
{
	if (cause == effect)
		return;
	for (uint32_t i = 0; i < effect->ncauses; i++) {
		const Dependence *d = &effect->causes[i];

		if (d->kind == kind && d->cause == cause->number && strcmp(d->name, name) == 0)
			return;
	}
	effect->causes = arena_more(&g->arena, effect->causes, effect->ncauses,
		sizeof *effect->causes);
	effect->causes[effect->ncauses++] = (Dependence){
		kind, cause->number, arena_strndup(&g->arena, name, strlen(name))};
}

/* ---- walking ---- */

enum {
	FARTHEST = 6,    /* distance added by one edge at most */
	REPEATED = 30,   /* added for a line that was visited before */
	SYSTEM = 40,     /* added for a statement that is not the program's */
	OUTSIDE = 3,     /* added for values that no statement has made */
	RINGS = FARTHEST + REPEATED + SYSTEM + OUTSIDE + 1,
	LINES = 1 << 12,
};

static uint32_t
distance_of(DependenceKind kind)
{
	static const uint32_t distances[] = {[DEPENDS_DATA] = 1,
		[DEPENDS_SYNC] = 1,
		[DEPENDS_CONTROL] = 5,
		[DEPENDS_ADDRESS] = FARTHEST};

	return distances[kind];
}

/* A node in the queue, with the number of edges that lead to it. */
typedef struct Next {
	uint32_t number, steps;
	bool postponed;
} Next;

/* Nodes at one distance. An array of these rings contains the whole queue. */
typedef struct Ring {
	Next *next;
	uint32_t n, cap;
} Ring;

static void
add_next(Ring *r, Next next)
{
	if (r->n == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 16;
		r->next = xrealloc(r->next, r->cap * sizeof *r->next);
	}
	r->next[r->n++] = next;
}

/* The nodes visited so far; the graph grows meanwhile. */
typedef struct Visited {
	bool *was;
	uint32_t n;
} Visited;

static bool
was_visited(Visited *v, uint32_t number)
{
	if (number >= v->n) {
		uint32_t n = 2 * number + 64;

		v->was = xrealloc(v->was, n);
		memset(v->was + v->n, 0, n - v->n);
		v->n = n;
	}
	return v->was[number];
}

/* line_of: a hash of the node's line; a collision only makes a line seem farther away. */
static uint32_t
line_of(const Cause *c)
{
	uint32_t h = c->line * 31;

	for (const char *s = c->file; *s; s++)
		h = 33 * h + (uint8_t)*s;
	return h % LINES;
}

/* A walk in progress. */
typedef struct Walk {
	Ring rings[RINGS];
	Visited visited;
	bool lines[LINES]; /* those visited */
	uint32_t distance;
} Walk;

static void
walk_to(Walk *w, uint32_t more, Next next)
{
	add_next(&w->rings[(w->distance + more) % RINGS], next);
}

/* is_outside: the value has come from outside the run, or from before it; not by a fault. */
static bool
is_outside(const Cause *c)
{
	return c->key.kind == CAUSE_MESSAGE || c->key.kind == CAUSE_INPUT
		|| c->key.kind == CAUSE_INITIAL;
}

/* extra: the distance that is added to that of the edge. */
static uint32_t
extra(const Walk *w, const Cause *c)
{
	return (c->line && w->lines[line_of(c)] ? REPEATED : 0) + (c->system ? SYSTEM : 0)
		+ (is_outside(c) ? OUTSIDE : 0);
}

/* postpone: put the node at a greater distance, if it is less interesting. */
static bool
postpone(Walk *w, const Cause *c, Next next)
{
	uint32_t more = extra(w, c);

	if (next.postponed || more == 0)
		return false;
	next.postponed = true;
	walk_to(w, more, next);
	return true;
}

static bool
visit_next(Walk *w, const CauseGraph *g, Next next,
	bool (*visit)(void *context, Cause *c, uint32_t steps), void *context)
{
	Cause *c = g->nodes[next.number];

	if (was_visited(&w->visited, next.number) || postpone(w, c, next))
		return true;
	w->visited.was[next.number] = true;
	w->lines[line_of(c)] = true;
	if (!visit(context, c, next.steps))
		return false;
	for (uint32_t k = 0; k < c->ncauses; k++)
		walk_to(w, distance_of(c->causes[k].kind),
			(Next){c->causes[k].cause, next.steps + 1, false});
	return true;
}

void
graph_walk(const CauseGraph *g, const Cause *first,
	bool (*visit)(void *context, Cause *c, uint32_t steps), void *context)
{
	Walk *w = xcalloc(1, sizeof *w);
	bool going = true;

	walk_to(w, 0, (Next){first->number, 0, false});
	for (uint32_t empty = 0; going && empty < RINGS; w->distance++) {
		Ring *r = &w->rings[w->distance % RINGS];

		empty = r->n == 0 ? empty + 1 : 0;
		for (uint32_t i = 0; i < r->n && going; i++)
			going = visit_next(w, g, r->next[i], visit, context);
		r->n = 0;
	}
	for (int i = 0; i < RINGS; i++)
		free(w->rings[i].next);
	free(w->visited.was);
	free(w);
}

const char *
cause_kind(CauseKind kind)
{
	static const char *const texts[] = {
#define X(name, text) text,
		CAUSES(X)
#undef X
	};

	return texts[kind];
}

const char *
dependence_kind(DependenceKind kind)
{
	static const char *const texts[] = {"data", "address", "control", "sync"};

	return texts[kind];
}
