/*
 * graph.c - directed graphs as rows of successors.
 *
 * Strong components use Tarjan's search; dominators use semidominators and nearest common ancestors
 * in the tree (Georgiadis, "SEMI-NCA"). All are without recursion.
 */
#include "graph.h"

#include <string.h>

Graph
graph_new(Arena *a, uint32_t n, const uint32_t *from, const uint32_t *to, uint32_t m)
{
	Graph g = {
		.n = n,
		.m = m,
		.first = arena_alloc(a, (size_t)n + 1, sizeof *g.first),
		.to = arena_alloc(a, m, sizeof *g.to),
		.edge = arena_alloc(a, m, sizeof *g.edge),
	};
	uint32_t *at = arena_alloc(a, n, sizeof *at);

	for (uint32_t e = 0; e < m; e++)
		g.first[from[e] + 1]++;
	for (uint32_t i = 0; i < n; i++) {
		g.first[i + 1] += g.first[i];
		at[i] = g.first[i];
	}
	for (uint32_t e = 0; e < m; e++) {
		g.edge[at[from[e]]] = e;
		g.to[at[from[e]]++] = to[e];
	}
	return g;
}

Graph
graph_reverse(Arena *a, const Graph *g)
{
	uint32_t *from = arena_alloc(a, g->m, sizeof *from), *to = arena_alloc(a, g->m, sizeof *to);

	for (uint32_t i = 0; i < g->n; i++) {
		for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++) {
			from[g->edge[e]] = g->to[e];
			to[g->edge[e]] = i;
		}
	}
	return graph_new(a, g->n, from, to, g->m);
}

/* The state of Tarjan's search. */
typedef struct Tarjan {
	const Graph *g;
	uint32_t *order; /* order of the first visit, from 1; 0 before */
	uint32_t *low;   /* [n] the lowest `order` that is known to be reachable from the node */
	uint32_t *next; /* [n] the node's next edge to follow */
	uint32_t *stack, nstack; /* [nstack] visited nodes that are not in a component yet */
	uint32_t *path, npath;   /* [npath] nodes from the root to the present one */
	uint32_t *component;     /* [n] number of the node's component */
	/* nodes sorted by component, filled from the end; left: number of free places */
	uint32_t *topological, left;
	uint32_t count, met; /* count: number of components so far; met: number of visited nodes */
} Tarjan;

/* visit_begin: number node v and put it on the path and on the stack. */
static void
visit_begin(Tarjan *t, uint32_t v)
{
	t->order[v] = t->low[v] = ++t->met;
	t->next[v] = t->g->first[v];
	t->stack[t->nstack++] = v;
	t->path[t->npath++] = v;
}

/* visit_end: leave node v; if it is the root of a component, take the component off the stack. */
static void
visit_end(Tarjan *t, uint32_t v)
{
	t->npath--;
	if (t->npath && t->low[t->path[t->npath - 1]] > t->low[v])
		t->low[t->path[t->npath - 1]] = t->low[v];
	if (t->low[v] != t->order[v])
		return;
	do {
		t->component[t->stack[--t->nstack]] = t->count;
		t->topological[--t->left] = t->stack[t->nstack];
	} while (t->stack[t->nstack] != v);
	t->count++;
}

/* search_components: find the strong components of the nodes that can be reached from root. */
static void
search_components(Tarjan *t, uint32_t root)
{
	for (visit_begin(t, root); t->npath;) {
		uint32_t v = t->path[t->npath - 1], w;

		if (t->next[v] == t->g->first[v + 1]) {
			visit_end(t, v);
			continue;
		}
		w = t->g->to[t->next[v]++];
		if (!t->order[w])
			visit_begin(t, w);
		else if (t->component[w] == NONE && t->order[w] < t->low[v])
			t->low[v] = t->order[w];
	}
}

uint32_t
graph_components(Arena *a, const Graph *g, uint32_t **component, uint32_t **order)
{
	Tarjan t = {
		.g = g,
		.order = arena_alloc(a, g->n, sizeof *t.order),
		.low = arena_alloc(a, g->n, sizeof *t.low),
		.next = arena_alloc(a, g->n, sizeof *t.next),
		.stack = arena_alloc(a, g->n, sizeof *t.stack),
		.path = arena_alloc(a, g->n, sizeof *t.path),
		.component = arena_alloc(a, g->n, sizeof *t.component),
		.topological = arena_alloc(a, g->n, sizeof *t.topological),
		.left = g->n,
	};

	memset(t.component, 0xFF, g->n * sizeof *t.component); /* NONE */
	for (uint32_t v = g->n; v-- > 0;)
		if (!t.order[v])
			search_components(&t, v);
	for (uint32_t v = 0; v < g->n; v++)
		t.component[v] = t.count - 1 - t.component[v];
	*component = t.component;
	*order = t.topological;
	return t.count;
}

uint32_t *
graph_postorder(Arena *a, const Graph *g)
{
	uint32_t *order = arena_alloc(a, g->n, sizeof *order), n = 0;
	uint32_t *path = arena_alloc(a, g->n, sizeof *path), depth = 0;
	/* edge plus one; 0 if not visited yet */
	uint32_t *next = arena_alloc(a, g->n, sizeof *next);

	for (uint32_t root = g->n; root-- > 0;) {
		if (next[root])
			continue;
		next[root] = g->first[root] + 1;
		path[depth++] = root;
		while (depth) {
			uint32_t v = path[depth - 1], w;

			if (next[v] == g->first[v + 1] + 1) {
				order[n++] = v;
				depth--;
				continue;
			}
			w = g->to[next[v]++ - 1];
			if (next[w])
				continue;
			next[w] = g->first[w] + 1;
			path[depth++] = w;
		}
	}
	return order;
}

/* Indexed by preorder number: the search tree, and semidominators with path compression. */
typedef struct Dominators {
	uint32_t n;       /* number of visited nodes */
	uint32_t *node;   /* preorder number to node */
	uint32_t *number; /* node to preorder number, or NONE */
	uint32_t *parent; /* parent in the search tree */
	uint32_t *semi, *label, *ancestor; /* as in the algorithm of Lengauer and Tarjan */
	uint32_t *path;                    /* scratch */
} Dominators;

/* number_nodes: number the nodes in depth-first order from the root. */
static void
number_nodes(Dominators *d, Arena *a, const Graph *g, uint32_t root)
{
	uint32_t *next = arena_alloc(a, g->n, sizeof *next);
	uint32_t depth = 0;

	memset(d->number, 0xFF, g->n * sizeof *d->number);
	d->number[root] = 0;
	d->node[d->n++] = root;
	next[root] = g->first[root];
	d->path[depth++] = root;
	while (depth) {
		uint32_t v = d->path[depth - 1], w;

		if (next[v] == g->first[v + 1]) {
			depth--;
			continue;
		}
		w = g->to[next[v]++];
		if (d->number[w] != NONE)
			continue;
		d->number[w] = d->n;
		d->node[d->n] = w;
		d->parent[d->n++] = d->number[v];
		next[w] = g->first[w];
		d->path[depth++] = w;
	}
}

/*
 * least_semidominator: the number with the smallest semidominator on the path from v up to the last
 * linked ancestor.
 */
static uint32_t
least_semidominator(Dominators *d, uint32_t v, uint32_t linked)
{
	uint32_t depth = 0;

	if (v < linked)
		return v;
	for (uint32_t u = v; d->ancestor[u] >= linked; u = d->ancestor[u])
		d->path[depth++] = u;
	while (depth--) {
		uint32_t u = d->path[depth], up = d->ancestor[u];

		if (d->semi[d->label[up]] < d->semi[d->label[u]])
			d->label[u] = d->label[up];
		d->ancestor[u] = d->ancestor[up];
	}
	return d->label[v];
}

/*
 * find_semidominators: compute the semidominators of all nodes, in the reverse of their depth-first
 * order.
 */
static void
find_semidominators(Dominators *d, const Graph *back)
{
	for (uint32_t v = 0; v < d->n; v++) {
		d->semi[v] = d->label[v] = v;
		d->ancestor[v] = d->parent[v];
	}
	for (uint32_t v = d->n; v-- > 1;) {
		uint32_t node = d->node[v];

		for (uint32_t e = back->first[node]; e < back->first[node + 1]; e++) {
			uint32_t u = d->number[back->to[e]];

			if (u == NONE)
				continue;
			u = least_semidominator(d, u, v + 1);
			if (d->semi[u] < d->semi[v])
				d->semi[v] = d->semi[u];
		}
	}
}

uint32_t *
graph_dominators(Arena *a, const Graph *g, const Graph *back, uint32_t root)
{
	uint32_t *idom = arena_alloc(a, g->n, sizeof *idom);
	Dominators d = {
		.node = arena_alloc(a, g->n, sizeof *d.node),
		.number = arena_alloc(a, g->n, sizeof *d.number),
		.parent = arena_alloc(a, g->n, sizeof *d.parent),
		.semi = arena_alloc(a, g->n, sizeof *d.semi),
		.label = arena_alloc(a, g->n, sizeof *d.label),
		.ancestor = arena_alloc(a, g->n, sizeof *d.ancestor),
		.path = arena_alloc(a, g->n, sizeof *d.path),
	};

	number_nodes(&d, a, g, root);
	find_semidominators(&d, back);
	/*
	 * The nearest ancestor that is not below the semidominator; parents come before children.
	 */
	for (uint32_t v = 1; v < d.n; v++) {
		uint32_t up = d.parent[v];

		while (up > d.semi[v])
			up = d.parent[up];
		d.parent[v] = up;
	}
	memset(idom, 0xFF, g->n * sizeof *idom);
	for (uint32_t v = 1; v < d.n; v++)
		idom[d.node[v]] = d.node[d.parent[v]];
	return idom;
}

Walk
walk_new(Arena *a, const Graph *g)
{
	return (Walk){
		.graph = g,
		.seen = arena_alloc(a, g->n, sizeof(uint32_t)),
		.queue = arena_alloc(a, g->n, sizeof(uint32_t)),
	};
}

uint32_t
walk_from(Walk *w, uint32_t from, uint32_t a, uint32_t b)
{
	const Graph *g = w->graph;
	uint32_t n = 0, head = 0;

	w->walk++;
	for (uint32_t v = from;; v = w->queue[head++]) {
		for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
			uint32_t to = g->to[e];

			if (to == a || to == b || walk_met(w, to))
				continue;
			w->seen[to] = w->walk;
			w->queue[n++] = to;
		}
		if (head == n)
			return n;
	}
}
