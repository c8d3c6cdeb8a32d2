/*
 * graph.h - directed graphs: reachability, strong components, dominators.
 */
#ifndef GRAPH_H
#define GRAPH_H

#include "detrek/input.h"

/* Edges of node i: to[first[i]] to to[first[i + 1]], in the order they were given. */
typedef struct Graph {
	uint32_t n, m;
	uint32_t *first; /* [n + 1] */
	uint32_t *to;    /* [m] */
	uint32_t *edge;  /* [m] the number of the edge among those given */
} Graph;

/* graph.c; results are in the arena */
Graph graph_new(Arena *a, uint32_t n, const uint32_t *from, const uint32_t *to, uint32_t m);
Graph graph_reverse(Arena *a, const Graph *g);
/*
 * graph_components: strong components, numbered in topological order (no edge leads to a lower
 * one), and the nodes in order of their components, within one as a search meets them. Returns
 * the number of components.
 */
uint32_t graph_components(Arena *a, const Graph *g, uint32_t **component, uint32_t **order);
uint32_t *graph_postorder(Arena *a, const Graph *g); /* of searches from the last node down */
/*
 * graph_dominators: the immediate dominator of each node, NONE for the root and for what cannot
 * be reached from it. back is g reversed.
 */
uint32_t *graph_dominators(Arena *a, const Graph *g, const Graph *back, uint32_t root);

/* A search: which nodes it has met, and a queue of them. */
typedef struct Walk {
	const Graph *graph;
	uint32_t *seen; /* [n] the walk that met the node last */
	uint32_t *queue;
	uint32_t walk;
} Walk;

Walk walk_new(Arena *a, const Graph *g);
/*
 * walk_from: the nodes at the end of a path of at least one edge that meets neither a nor b
 * after its start (NONE: nothing is avoided). Their number; they are in queue, nearest first,
 * and walk_met is true for them until the next walk.
 */
uint32_t walk_from(Walk *w, uint32_t from, uint32_t a, uint32_t b);

static inline bool
walk_met(const Walk *w, uint32_t node)
{
	return w->seen[node] == w->walk;
}

/* units.c: simplified static graphs */
typedef struct StaticGraph StaticGraph;
/* ssg_read: a mistake in the text is fatal. */
StaticGraph *ssg_read(Arena *a, const char *file, const char *text, size_t len);
void ssg_check(StaticGraph *g); /* asserts that no unit has an edge twice */

#endif
