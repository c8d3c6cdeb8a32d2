/*
 * layout_tree.c - places trees: each node above the middle of its children, subtrees side by side.
 *
 * A tree with too many leaves for a window is drawn in circles around its root. A network that is
 * not a tree uses its breadth-first tree; parts that the root does not reach are placed to the
 * right.
 */
#include "layout.h"

#include <math.h>
#include <stdlib.h>

enum {
	MANY_LEAVES = 160, /* leaves; trees with more are drawn in circles */
};

/* The breadth-first tree of a network, or several trees; all arrays are [n]. */
typedef struct Tree {
	uint32_t *order;  /* the nodes in breadth-first order */
	uint32_t *parent; /* NOWHERE: a root */
	uint32_t *depth;
	float *low, *high; /* range of the subtree's leaves */
	bool *met;         /* the node has been reached */
	uint32_t n;
} Tree;

/* next_peer: v's neighbour with the lowest number above `last`; NOWHERE if there is none. */
static uint32_t
next_peer(const Plan *p, uint32_t v, int64_t last)
{
	uint32_t next = NOWHERE;

	for (int l = 0; l < NLINKS; l++)
		if (p->peer[v][l] > last && p->peer[v][l] < next)
			next = p->peer[v][l];
	return next;
}

/* build_tree: build the breadth-first tree from a root: parent, depth and order of its nodes. */
static void
build_tree(const Plan *p, Tree *t, uint32_t root)
{
	uint32_t i = t->n;

	t->met[root] = true;
	t->parent[root] = NOWHERE;
	t->order[t->n++] = root;
	for (; i < t->n; i++) {
		uint32_t v = t->order[i];

		for (int64_t u = -1; (u = next_peer(p, v, u)) != NOWHERE;) {
			if (t->met[u])
				continue;
			t->met[u] = true;
			t->parent[u] = v;
			t->depth[u] = t->depth[v] + 1;
			t->order[t->n++] = u;
		}
	}
}

/*
 * assign_leaf_spans: compute for each subtree the number of leaves before its first leaf (low) and
 * its own number of leaves (high); returns the number of all leaves.
 */
static float
assign_leaf_spans(Tree *t)
{
	float total = 0;

	for (uint32_t i = t->n; i-- > 0;) {
		uint32_t v = t->order[i];

		if (t->high[v] == 0)
			t->high[v] = 1;
		if (t->parent[v] != NOWHERE)
			t->high[t->parent[v]] += t->high[v];
	}
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t v = t->order[i], up = t->parent[v];
		float *next = up == NOWHERE ? &total : &t->low[up], width = t->high[v];

		/* low of a parent advances over its children, and is restored below */
		t->low[v] = *next;
		*next += width;
	}
	for (uint32_t i = t->n; i-- > 0;) {
		uint32_t v = t->order[i];

		if (t->parent[v] != NOWHERE)
			t->low[t->parent[v]] -= t->high[v];
	}
	return total;
}

/* place_downward: place the root at the top and each level below the one before. */
static void
place_downward(Plan *p, const Tree *t)
{
	for (uint32_t i = t->n; i-- > 0;) {
		uint32_t v = t->order[i];

		p->at[v] = (Point){t->low[v] + t->high[v] / 2, 1.5f * t->depth[v]};
	}
}

/* place_on_rings: place the root in the middle and each level on a ring around it. */
static void
place_on_rings(Plan *p, const Tree *t, float total, uint32_t depth)
{
	float ring = total / (2 * (float)M_PI) / (depth ? depth : 1);

	for (uint32_t v = 0; v < p->n; v++) {
		double angle = 2 * M_PI * (t->low[v] + t->high[v] / 2) / total;
		double radius = t->depth[v] * (ring < 1.2f ? 1.2f : ring);

		p->at[v] = (Point){1.5 * radius * sin(angle), radius * cos(angle)};
	}
}

bool
place_tree(Plan *p)
{
	Tree t = {
		.order = xcalloc(p->n, sizeof *t.order),
		.parent = xcalloc(p->n, sizeof *t.parent),
		.depth = xcalloc(p->n, sizeof *t.depth),
		.low = xcalloc(p->n, sizeof *t.low),
		.high = xcalloc(p->n, sizeof *t.high),
		.met = xcalloc(p->n, sizeof *t.met),
	};
	uint32_t depth = 0;
	float total;

	build_tree(p, &t, p->root);
	for (uint32_t v = 0; v < p->n; v++)
		if (!t.met[v])
			build_tree(p, &t, v);
	for (uint32_t v = 0; v < p->n; v++)
		depth = t.depth[v] > depth ? t.depth[v] : depth;
	total = assign_leaf_spans(&t);
	if (total <= MANY_LEAVES)
		place_downward(p, &t);
	else
		place_on_rings(p, &t, total, depth);
	free(t.order);
	free(t.parent);
	free(t.depth);
	free(t.low);
	free(t.high);
	free(t.met);
	return true;
}
