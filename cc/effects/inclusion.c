/*
 * inclusion.c - solves inclusions between sets of objects, by a list of the nodes whose sets have
 * grown.
 */
#include "inclusion.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

/* A list of n nodes. */
typedef struct Numbers {
	uint32_t *v; /* [n] numbers of nodes */
	uint32_t n;
} Numbers;

/* A node. */
typedef struct PointsNode {
	uint64_t *set, *done; /* objects that the node may lead to; done: those that were handled */
	Numbers to;           /* the nodes whose sets include the set of this node */
	Numbers loads, stores; /* nodes assigned from *node, and nodes assigned to *node */
	bool watched, waits;  /* waits: the node is in the list */
} PointsNode;

struct Points {
	Arena arena;
	uint32_t words, nobjects;
	PointsNode *node;
	uint32_t n;
	uint32_t *list; /* the nodes whose sets have grown and that are still to be handled */
	uint32_t nlist;
	Table edges; /* the inclusions made: from and to */
};

bool
set_join(uint64_t *a, const uint64_t *b, uint32_t words)
{
	uint64_t grown = 0;

	for (uint32_t i = 0; i < words; i++) {
		grown |= b[i] & ~a[i];
		a[i] |= b[i];
	}
	return grown != 0;
}

Points *
points_new(uint32_t nobjects)
{
	Points *p = xcalloc(1, sizeof *p);

	*p = (Points){.words = set_words(nobjects), .nobjects = nobjects};
	while (p->n < nobjects)
		points_add_node(p);
	return p;
}

void
points_free(Points *p)
{
	arena_free(&p->arena);
	table_free(&p->edges);
	free(p);
}

uint32_t
points_add_node(Points *p)
{
	p->node = arena_more(&p->arena, p->node, p->n, sizeof *p->node);
	p->list = arena_more(&p->arena, p->list, p->n, sizeof *p->list);
	p->node[p->n] = (PointsNode){
		.set = arena_alloc(&p->arena, p->words, sizeof *p->node->set),
		.done = arena_alloc(&p->arena, p->words, sizeof *p->node->done),
	};
	return p->n++;
}

/* queue_node: put a node whose set has grown into the list of nodes to handle. */
static void
queue_node(Points *p, uint32_t node)
{
	if (!p->node[node].waits)
		p->list[p->nlist++] = node;
	p->node[node].waits = true;
}

void
points_add_object(Points *p, uint32_t node, uint32_t object)
{
	set_put(p->node[node].set, object);
	queue_node(p, node);
}

/* add_number: append a number to a list. */
static void
add_number(Points *p, Numbers *numbers, uint32_t n)
{
	numbers->v = arena_more(&p->arena, numbers->v, numbers->n, sizeof *numbers->v);
	numbers->v[numbers->n++] = n;
}

void
points_copy(Points *p, uint32_t to, uint32_t from)
{
	if (to == from || !table_insert_key(&p->edges, (uint64_t)from << 32 | to))
		return;
	add_number(p, &p->node[from].to, to);
	if (set_join(p->node[to].set, p->node[from].set, p->words))
		queue_node(p, to);
}

/* requeue_node: let all objects of the node be handled again. */
static void
requeue_node(Points *p, uint32_t node)
{
	memset(p->node[node].done, 0, p->words * sizeof *p->node[node].done);
	queue_node(p, node);
}

void
points_load(Points *p, uint32_t to, uint32_t pointer)
{
	add_number(p, &p->node[pointer].loads, to);
	requeue_node(p, pointer);
}

void
points_store(Points *p, uint32_t pointer, uint32_t from)
{
	add_number(p, &p->node[pointer].stores, from);
	requeue_node(p, pointer);
}

void
points_watch(Points *p, uint32_t node)
{
	p->node[node].watched = true;
	requeue_node(p, node);
}

/*
 * add_object: add an object to those to which a node may lead, and report it if the node is
 * watched.
 */
static void
add_object(Points *p, uint32_t node, uint32_t object, PointsReached *reached, void *to)
{
	for (uint32_t i = 0; i < p->node[node].loads.n; i++)
		points_copy(p, p->node[node].loads.v[i], object);
	for (uint32_t i = 0; i < p->node[node].stores.n; i++)
		points_copy(p, object, p->node[node].stores.v[i]);
	if (p->node[node].watched)
		reached(to, node, object);
}

void
points_solve(Points *p, PointsReached *reached, void *to)
{
	while (p->nlist > 0) {
		uint32_t node = p->list[--p->nlist];

		p->node[node].waits = false;
		for (uint32_t i = 0; i < p->nobjects; i++)
			if (set_has(p->node[node].set, i) && !set_has(p->node[node].done, i)) {
				set_put(p->node[node].done, i);
				add_object(p, node, i, reached, to);
			}
		for (uint32_t i = 0; i < p->node[node].to.n; i++) {
			uint32_t next = p->node[node].to.v[i];

			if (set_join(p->node[next].set, p->node[node].set, p->words))
				queue_node(p, next);
		}
	}
}

const uint64_t *
points_set(const Points *p, uint32_t node)
{
	return p->node[node].set;
}
