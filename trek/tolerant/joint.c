/*
 * joint.c - the tasks that were split on this node, and the results of their parts.
 *
 * The join worker gets the results of a task, one after the other, only when all of them have
 * arrived. So if a task is dropped before, nothing of it remains in the join worker.
 */
#include "joint.h"

#include <stdlib.h>

static Joint *list, **last = &list; /* in the order of splits, which is about that of results */

static Joint *spare; /* free joints for the next splits */
static uint32_t njoining; /* see joints_count_joining */

static uint32_t
level_shift(void) /* the number of bits of a SubTid that are lower than those of this level */
{
	return node.bits * node.tree.level;
}

static uint32_t
level_mask(void) /* bits of a part's index at this level, not shifted */
{
	return ((1u << node.bits) - 1) << level_shift();
}

static Joint **
find_joint(uint32_t task, uint32_t part) /* the link to its joint in the list, or to NULL */
{
	Joint **at = &list;

	while (*at && ((*at)->task != task || (*at)->part != part))
		at = &(*at)->next;
	return at;
}

static void
discard_joint(Joint **at) /* remove the joint from its list, and keep it as spare */
{
	Joint *j = *at;

	*at = j->next;
	if (!*at)
		last = at;
	j->next = spare;
	spare = j;
}

static Joint *
allocate_joint(void) /* take a spare joint, or make a new one */
{
	Joint *j = spare;

	if (!j)
		j = malloc(sizeof *j + node.setup.degree * sizeof *j->result);
	else
		spare = j->next;
	if (!j)
		fail("no memory left for the results of parts");
	return j;
}

void
joint_new(const Item *task)
{
	Joint *j = allocate_joint();

	*j = (Joint){.task = task->task, .part = task->part,
		.is_suspect = (item_losses(task) & SUSPECT_FLAG) != 0};
	for (uint32_t i = 0; i < node.setup.degree; i++)
		j->result[i] = NULL;
	*last = j;
	last = &j->next;
}

void
joint_cancel(const Item *task)
{
	discard_joint(find_joint(task->task, task->part));
}

Joint *
joint_add(Item *m)
{
	Joint *j = *find_joint(m->task, m->part & ~level_mask());
	uint32_t index = (m->part & level_mask()) >> level_shift();

	if (!j || j->n == node.setup.degree || j->result[index])
		return NULL;
	j->result[index] = m;
	j->n++;
	if (m->kind != ITEM_RESULT)
		j->aside_notice = m;
	return j;
}

uint32_t
joints_count_joining(void)
{
	return njoining;
}

void
joint_join(Joint *j)
{
	njoining++;
	for (uint32_t i = 0; i < node.setup.degree; i++)
		inbox_put(&node.worker[WORKER_JOIN].in, j->result[i]);
}

Item *
joint_give_up(Joint *j)
{
	Item *aside = j->aside_notice;

	for (uint32_t i = 0; i < node.setup.degree; i++)
		if (j->result[i] != aside)
			item_free(j->result[i]);
	aside->part = j->part;
	discard_joint(find_joint(j->task, j->part));
	return aside;
}

int
joint_finish(const Item *m, int *dropped)
{
	Joint **at = find_joint(m->task, m->part);

	if (!*at || (*at)->n < node.setup.degree)
		return 0;
	njoining--;
	*dropped = (*at)->dropped;
	discard_joint(at);
	return 1;
}

void
joints_drop(void)
{
	Joint **at = &list, *j;

	while ((j = *at)) {
		j->dropped = 1;
		if (j->n == node.setup.degree) { /* being joined */
			at = &j->next;
			continue;
		}
		for (uint32_t i = 0; i < node.setup.degree; i++)
			if (j->result[i])
				item_free(j->result[i]);
		discard_joint(at);
	}
}
