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
		.call_function = "", .call_file = "", .name = "", .value = "", .note = ""};
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

bool
cause_same_line(const Cause *a, const Cause *b)
{
	return a->line == b->line && a->call_line == b->call_line && strcmp(a->file, b->file) == 0
		&& strcmp(a->call_file, b->call_file) == 0;
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
	static const char *const texts[] = {"data", "address", "control", "sync", "potential",
		"beside", "lost", "wait"};

	return texts[kind];
}
