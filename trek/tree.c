/*
 * tree.c - a node's place in the tree.
 *
 * Node 0's only child is node 1. The children of any other node n are n+1 (chain), 2n and 2n+1
 * (binary), 3n-1, 3n and 3n+1 (ternary), as far as they exist. In other trees node 0 may have any
 * number of children: the tree along which the network booted, a list of parents, or a ring, whose
 * nodes are all children of node 0.
 *
 * A run with one processor is a chain of two nodes, both on node 0 of the network.
 */
#include "tree_node.h"

static uint32_t
node_total(const TrekSetup *s) /* number of nodes in the tree */
{
	return s->processors == 1 ? 2 : s->processors;
}

uint32_t
tree_place(const TrekSetup *s, uint32_t id)
{
	return s->processors == 1 ? 0 : id;
}

static int
is_chain(const TrekSetup *s) /* 1 if the tree is a chain */
{
	return s->shape == TREE_CHAIN || s->shape == TREE_PIPELINE;
}

static uint32_t
parent_of(const TrekSetup *s, const uint16_t *parents, uint32_t id) /* a node's parent; NODE_NONE */
{
	if (id == 0)
		return NODE_NONE;
	if (s->shape == TREE_RING)
		return 0;
	if (s->shape == TREE_BOOT)
		return getnode(id)->peer[getnode(id)->up];
	if (s->shape == TREE_FILE)
		return parents[id];
	if (id == 1 || is_chain(s))
		return id - 1;
	return s->shape == TREE_BINARY ? id / 2 : (id + 1) / 3;
}

static void
add_child(Tree *t, uint32_t id)
{
	if (t->child)
		t->child[t->nchildren] = id;
	t->nchildren++;
}

/* find_children: find the children, in order; if t has no room for them yet, only count them. */
static void
find_children(Tree *t, const TrekSetup *s, const uint16_t *parents)
{
	uint32_t first = 1, last = node_total(s) - 1, most;

	t->nchildren = 0;
	if (s->shape == TREE_BOOT) {
		const BootNode *n = getnode(t->id);

		for (int l = 0; l < 4; l++)
			if (n->children >> l & 1 && n->peer[l] < s->processors)
				add_child(t, n->peer[l]);
		return;
	}
	if (s->shape != TREE_FILE && s->shape != TREE_RING) { /* the candidates are adjacent */
		most = t->id == 0 ? 1 : is_chain(s) ? t->id + 1
			: s->shape == TREE_BINARY ? 2 * t->id + 1 : 3 * t->id + 1;
		first = most > 2 ? most - 2 : 1;
		last = most < last ? most : last;
	}
	for (uint32_t i = first; i <= last; i++)
		if (parent_of(s, parents, i) == t->id)
			add_child(t, i);
}

Tree
tree_find(const TrekSetup *s, const uint16_t *parents, uint32_t id)
{
	Tree t = {.id = id, .parent = parent_of(s, parents, id)};

	for (uint32_t v = id; v != 0; v = parent_of(s, parents, v))
		t.level++;
	find_children(&t, s, parents);
	t.child = kalloc(t.nchildren * sizeof *t.child + 1);
	if (!t.child)
		fail("no memory left for the tree");
	find_children(&t, s, parents);
	return t;
}
