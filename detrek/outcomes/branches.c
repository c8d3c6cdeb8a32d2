/*
 * branches.c - wakeup trees: the actions that are wanted in a state and in the states after it, in
 * the order in which they will be run.
 */
#include "explore_parts.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

uint32_t
branch_depth(const Branch *b)
{
	uint32_t n = 1;

	for (; b->n > 0; b = b->child)
		n++;
	return n;
}

Branch *
branch_leaf(Branch *b)
{
	while (b->n > 0)
		b = b->child;
	return b;
}

void
branches_free(Branch *list, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		branches_free(list[i].child, list[i].n);
	free(list);
}

/*
 * can_begin_with: true if a run that does b's actions could begin with action `a`. If `a` is one of
 * b's actions, it is then removed from them.
 */
static bool
can_begin_with(RunBeginning *b, const Action *a)
{
	uint32_t i = 0;

	while (i < b->n && !actions_depend(b->action[i], a))
		i++;
	if (i == b->n)
		return a->thread != b->thread;
	if (!action_is_by(b->action[i], a->thread, a->object))
		return false;
	memmove(b->action + i, b->action + i + 1, (--b->n - i) * sizeof *b->action);
	return true;
}

Branch *
branch_add(Branch **list, uint32_t *n, const Action *a)
{
	Branch *added;

	*list = list_more(*list, *n, sizeof **list);
	added = &(*list)[(*n)++];
	*added = (Branch){.action = *a};
	return added;
}

/*
 * add_branches: add to the list a branch for the first action of b; each further action of b
 * becomes the only child of the one before it.
 */
static void
add_branches(Branch **list, uint32_t *n, const RunBeginning *b)
{
	for (uint32_t i = 0; i < b->n; i++) {
		Branch *added = branch_add(list, n, b->action[i]);

		list = &added->child;
		n = &added->n;
	}
}

bool
branches_insert(Branch **top, uint32_t *ntop, uint32_t from, RunBeginning *b)
{
	Branch **list = top;
	uint32_t *n = ntop, i = from;

	while (i < *n) {
		Branch *c = &(*list)[i++];

		if (!can_begin_with(b, &c->action))
			continue;
		if (c->n == 0 || b->n == 0)
			return false;
		list = &c->child;
		n = &c->n;
		i = 0;
	}
	add_branches(list, n, b);
	return list == top;
}
