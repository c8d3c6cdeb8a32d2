/*
 * cause.c - the dynamic graph's nodes and edges.
 */
#include "cause.h"

#include <string.h>

void
graph_free(CauseGraph *g)
{
	table_free(&g->known);
	arena_free(&g->arena);
	*g = (CauseGraph){0};
}

/* key_hash: the hash of a node's key. */
static uint64_t
key_hash(const CauseKey *k)
{
	uint64_t words[] = {(uint64_t)k->kind << 32 | k->node, k->count, k->addr};

	return table_hash(words, sizeof words);
}

/* keys_equal: true if both keys are of one node. */
static bool
keys_equal(const CauseKey *a, const CauseKey *b)
{
	return a->kind == b->kind && a->node == b->node && a->count == b->count
		&& a->addr == b->addr;
}

/* find_node: the node with the key; NULL: there is none. */
static Cause *
find_node(const CauseGraph *g, const CauseKey *key)
{
	const TableSlot *s = table_find(&g->known, key_hash(key));

	while (s && !keys_equal(&g->nodes[s->number]->key, key))
		s = table_next(&g->known, s);
	return s ? g->nodes[s->number] : NULL;
}

Cause *
graph_node(CauseGraph *g, CauseKey key, bool *made)
{
	Cause *c = find_node(g, &key);

	*made = !c;
	if (c)
		return c;
	c = arena_alloc(&g->arena, 1, sizeof *c);
	*c = (Cause){.key = key, .number = g->nnodes, .program = "", .function = "", .file = "",
		.call_function = "", .call_file = "", .name = "", .value = "", .note = ""};
	table_put(&g->known, key_hash(&key), g->nnodes);
	g->nodes = arena_more(&g->arena, g->nodes, g->nnodes, sizeof *g->nodes);
	return g->nodes[g->nnodes++] = c;
}

void
graph_add_dependence(CauseGraph *g, Cause *effect, DependenceKind kind, const Cause *cause,
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

/* skip_index: the rest of a name after the index at its beginning. */
static const char *
skip_index(const char *name)
{
	while (*name == '[')
		name += strcspn(name, "]") + 1;
	return name;
}

bool
cause_same_object(const char *a, const char *b)
{
	for (; a = skip_index(a), b = skip_index(b), *a && *a == *b; a++, b++)
		;
	return *a == *b;
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
