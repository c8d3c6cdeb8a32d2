/*
 * graph.h - directed graphs: reachability, strong components, dominators.
 */
#ifndef GRAPH_H
#define GRAPH_H

#include "detrek/input.h"

/* Edges of node i: to[first[i]] to to[first[i + 1] - 1], in the order in which they were given. */
typedef struct Graph {
	uint32_t n, m;   /* number of nodes, and of edges */
	uint32_t *first; /* [n + 1] */
	uint32_t *to;    /* [m] the nodes to which the edges lead */
	uint32_t *edge;  /* [m] index of the edge in the given list */
} Graph;

/* ---- graph.c ---- */

/* graph_new: the graph of n nodes with m edges, from from[i] to to[i], in the arena. */
Graph graph_new(Arena *a, uint32_t n, const uint32_t *from, const uint32_t *to, uint32_t m);
/* graph_reverse: the graph with each edge turned around. */
Graph graph_reverse(Arena *a, const Graph *g);
/*
 * graph_components: the strong components, numbered in topological order (no edge leads to a lower
 * number). *order gets the nodes sorted by component, and within a component in the order of a
 * search. Returns the number of components.
 */
uint32_t graph_components(Arena *a, const Graph *g, uint32_t **component, uint32_t **order);
/* graph_postorder: the nodes in postorder; the depth-first searches begin with the last node. */
uint32_t *graph_postorder(Arena *a, const Graph *g);
/*
 * graph_dominators: the immediate dominator of each node; NONE for the root and for nodes that
 * cannot be reached from it. back is g with all edges reversed.
 */
uint32_t *graph_dominators(Arena *a, const Graph *g, const Graph *back, uint32_t root);

/* The state of breadth-first searches (walks) in a graph, which are made one after the other. */
typedef struct Walk {
	const Graph *graph;
	uint32_t *seen; /* [n] number of the last walk that visited the node */
	uint32_t *queue; /* [n] the nodes visited by the present walk, nearest first */
	uint32_t walk; /* number of the present walk */
} Walk;

/* walk_new: a search that has visited nothing. */
Walk walk_new(Arena *a, const Graph *g);
/*
 * walk_from: visit the nodes that can be reached from `from` by paths of at least one edge that do
 * not pass a or b after the start (NONE: no node is avoided). Returns the number of these nodes,
 * which are in `queue`. walk_met is true for them until the next walk.
 */
uint32_t walk_from(Walk *w, uint32_t from, uint32_t a, uint32_t b);

static inline bool
walk_met(const Walk *w, uint32_t node)
{
	return w->seen[node] == w->walk;
}

/* units.c: simplified static graphs */
typedef struct StaticGraph StaticGraph;
/* static_graph_read: read a simplified static graph; a mistake in the text is fatal. */
StaticGraph *static_graph_read(Arena *a, const char *file, const char *text, size_t len);
/* static_graph_text: append a line of text for each unit. */
void static_graph_text(StaticGraph *g, Buf *out);
/*
 * units_print: read a graph from a file, and print its units as text or JSON. dot: file to which a
 * drawing is written; NULL for none.
 */
void units_print(const char *file, bool json, const char *dot);

#endif
