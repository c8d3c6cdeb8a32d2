/*
 * treeclock.c - vector clocks kept as trees, which also record from which task the owner learned
 * each entry, and when.
 *
 * After U. Mathur, A. Pavlogiannis, H. C. Tunc and M. Viswanathan, "A tree clock data structure
 * for causal orderings in concurrent executions" (ASPLOS 2022). The root is the owner's entry. The
 * children of u are the entries that u's task learned, the latest first, each with the count that u
 * had then (attached). Let v be a child of u in another clock. If clock c knows u at least up to
 * v.attached, then c already knows v and all older siblings of v.
 */
#include "detrek.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const TreeNode unknown = {0, 0, TREE_NONE, TREE_NONE, TREE_NONE, TREE_NONE};

TreeClock
treeclock_new(uint32_t n)
{
	TreeClock c = {n, TREE_NONE, xmalloc(n * sizeof(TreeNode))};

	for (uint32_t i = 0; i < n; i++)
		c.node[i] = unknown;
	return c;
}

void
treeclock_free(TreeClock *c)
{
	free(c->node);
	*c = (TreeClock){.root = TREE_NONE};
}

void
treeclock_tick(TreeClock *c, uint32_t task)
{
	assert(task < c->n && (c->root == TREE_NONE || c->root == task));
	c->root = task;
	c->node[task].count++;
}

/* detach_node: take the task's node, with what is below it, out of the tree. */
static void
detach_node(TreeClock *c, uint32_t task)
{
	TreeNode *t = &c->node[task];

	if (t->parent == TREE_NONE)
		return;
	if (t->prev == TREE_NONE)
		c->node[t->parent].first = t->next;
	else
		c->node[t->prev].next = t->next;
	if (t->next != TREE_NONE)
		c->node[t->next].prev = t->prev;
	t->parent = TREE_NONE;
}

/* attach_node: make the task the first child of `parent`, at the parent's count `attached`. */
static void
attach_node(TreeClock *c, uint32_t parent, uint32_t task, uint32_t attached)
{
	TreeNode *p = &c->node[parent], *t = &c->node[task];

	t->attached = attached;
	t->parent = parent;
	t->prev = TREE_NONE;
	t->next = p->first;
	if (p->first != TREE_NONE)
		c->node[p->first].prev = task;
	p->first = task;
}

/*
 * adopt_subtree: take over from `with` the subtree at u, whose count is new to c, except the parts
 * that c knows already. Children are adopted oldest first, so that the latest ends in front. Of
 * their list in `with`, only the part up to the first sibling that c must know is visited.
 */
static void
adopt_subtree(TreeClock *c, const TreeClock *with, uint32_t u, uint32_t parent, uint32_t attached)
{
	uint32_t known = c->node[u].count, v, last = TREE_NONE;

	for (v = with->node[u].first; v != TREE_NONE; v = with->node[v].next) {
		if (with->node[v].count <= c->node[v].count && with->node[v].attached <= known)
			break;
		last = v;
	}
	detach_node(c, u);
	c->node[u].count = with->node[u].count;
	attach_node(c, parent, u, attached);
	for (v = last; v != TREE_NONE; v = with->node[v].prev)
		if (with->node[v].count > c->node[v].count)
			adopt_subtree(c, with, v, u, with->node[v].attached);
}

void
treeclock_join(TreeClock *c, const TreeClock *with)
{
	uint32_t u = with->root;

	assert(c->n == with->n && c->root != TREE_NONE);
	if (u == TREE_NONE || with->node[u].count <= c->node[u].count)
		return;
	assert(u != c->root); /* no other task knows more about a task than itself */
	adopt_subtree(c, with, u, c->root, c->node[c->root].count);
}

void
treeclock_copy(TreeClock *to, const TreeClock *from)
{
	assert(to->n == from->n);
	to->root = from->root;
	memcpy(to->node, from->node, from->n * sizeof *from->node);
}

void
treeclock_read(const TreeClock *c, VClock *into)
{
	assert(c->n == into->n);
	for (uint32_t i = 0; i < c->n; i++)
		into->at[i] = c->node[i].count;
}
