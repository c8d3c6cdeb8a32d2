/*
 * paths.c - the control flow of one process: reachability and dominators of its nodes.
 *
 * Nodes are numbered from the start of the process. Reachability is stored by strong component, as
 * a row of bits for each component that was queried.
 */
#include "points.h"

#include <string.h>

enum { BITS = 64 }; /* bits of a word of a row of Paths.reach */

/* process_graph: the control flow of one process, taken from the whole graph. */
static Graph
process_graph(const Dcfg *d, const DcfgProcess *at, Arena *a)
{
	uint32_t first = d->flow.first[at->start], m = d->flow.first[at->stop + 1] - first, k = 0;
	uint32_t *from = arena_alloc(a, m, sizeof *from), *to = arena_alloc(a, m, sizeof *to);

	for (uint32_t v = at->start; v <= at->stop; v++) {
		for (uint32_t e = d->flow.first[v]; e < d->flow.first[v + 1]; e++) {
			from[k] = v - at->start;
			to[k++] = d->flow.to[e] - at->start;
		}
	}
	return graph_new(a, at->stop - at->start + 1, from, to, m);
}

/*
 * number_tree: number the nodes in depth-first order of the tree: children are inserted before
 * their next sibling.
 */
static void
number_tree(Arena *a, Tree *t, uint32_t n)
{
	uint32_t *child = arena_alloc(a, n, sizeof *child), *next = arena_alloc(a, n, sizeof *next);
	uint32_t root = NONE, time = 0;

	memset(child, 0xFF, n * sizeof *child);
	for (uint32_t i = n; i-- > 0;) {
		uint32_t *head = t->parent[i] == NONE ? &root : &child[t->parent[i]];

		next[i] = *head;
		*head = i;
	}
	for (uint32_t v = root; v != NONE;) {
		t->order[time] = v;
		t->enter[v] = time++;
		if (child[v] != NONE) {
			v = child[v];
			continue;
		}
		t->leave[v] = time;
		while (v != NONE && next[v] == NONE) {
			v = t->parent[v];
			if (v != NONE)
				t->leave[v] = time;
		}
		v = v == NONE ? NONE : next[v];
	}
}

/* tree_new: the tree of immediate dominators of the process. */
static Tree
tree_new(Arena *a, const DcfgProcess *at, const uint32_t *idom)
{
	uint32_t n = at->stop - at->start + 1;
	Tree t = {
		.parent = arena_alloc(a, n, sizeof *t.parent),
		.order = arena_alloc(a, n, sizeof *t.order),
		.enter = arena_alloc(a, n, sizeof *t.enter),
		.leave = arena_alloc(a, n, sizeof *t.leave),
	};

	for (uint32_t i = 0; i < n; i++) {
		uint32_t parent = idom[at->start + i];

		t.parent[i] = parent == NONE ? NONE : parent - at->start;
	}
	number_tree(a, &t, n);
	return t;
}

Paths *
paths_new(const Dcfg *d, const Relations *r, uint32_t process, Arena *a)
{
	const DcfgProcess *at = &d->range[process];
	uint32_t *order;
	Paths *p = arena_alloc(a, 1, sizeof *p);

	*p = (Paths){
		.arena = a,
		.start = at->start,
		.n = at->stop - at->start + 1,
		.flow = process_graph(d, at, a),
		.dom = tree_new(a, at, r->idom),
		.pdom = tree_new(a, at, r->ipdom),
	};
	p->back = graph_reverse(a, &p->flow);
	p->walk = walk_new(a, &p->flow);
	p->ncomponents = graph_components(a, &p->flow, &p->component, &order);
	p->first = arena_alloc(a, p->ncomponents, sizeof *p->first);
	for (uint32_t i = p->n; i-- > 0;)
		p->first[p->component[i]] = i;
	p->reach = arena_alloc(a, p->ncomponents, sizeof *p->reach);
	return p;
}

/* get_reach: the components reached from the node by paths of at least one edge. */
static uint64_t *
get_reach(Paths *p, uint32_t node)
{
	uint64_t *row = arena_alloc(p->arena, p->ncomponents / BITS + 1, sizeof *row);
	uint32_t n;

	n = walk_from(&p->walk, node, NONE, NONE);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t c = p->component[p->walk.queue[i]];

		row[c / BITS] |= (uint64_t)1 << c % BITS;
	}
	return row;
}

bool
paths_can_reach(Paths *p, uint32_t a, uint32_t b)
{
	uint32_t from = p->component[a], to = p->component[b];

	if (!p->reach[from])
		p->reach[from] = get_reach(p, a);
	return p->reach[from][to / BITS] >> to % BITS & 1;
}

bool
paths_pass_both(Paths *p, uint32_t a, uint32_t b)
{
	return a == b || paths_can_reach(p, a, b) || paths_can_reach(p, b, a);
}
