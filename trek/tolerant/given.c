/*
 * given.c - the tasks that a node has given to its children, and keeps until their results come.
 *
 * The small records (Given) of such tasks are not freed, but used again for later tasks: as small
 * free blocks between tasks they would make the heap slow.
 */
#include "tolerant.h"

#include <stdlib.h>

void
given_init(Hop *h)
{
	for (int i = 0; i < GIVEN_LISTS; i++)
		h->given[i] = (GivenList){NULL, &h->given[i].first};
}

static GivenList *
given_list(Hop *h, uint32_t task, uint32_t part) /* the child's list that has the task */
{
	return &h->given[(task + part) % GIVEN_LISTS];
}

static Given *spare;

static Given *
given_new(void) /* allocate an entry of a list of given tasks */
{
	Given *g = spare;

	if (!g)
		g = malloc(sizeof *g);
	else
		spare = g->next;
	if (!g)
		fail("no memory left for the tasks of children");
	return g;
}

/* Find the task's entry; it is near the front, as results come in about the order of tasks. */
static Given **
find_given(GivenList *l, uint32_t task, uint32_t part)
{
	Given **at = &l->first;

	while (*at && ((*at)->task->task != task || (*at)->task->part != part))
		at = &(*at)->next;
	return at;
}

static Item *
take_given(Hop *h, GivenList *l, Given **at) /* remove the entry from the list; returns its task */
{
	Given *g = *at;
	Item *task = g->task;

	*at = g->next;
	if (!*at)
		l->last = at;
	h->used -= !g->is_free;
	g->next = spare;
	spare = g;
	return task;
}

void
given_add(Hop *h, Item *task)
{
	GivenList *l = given_list(h, task->task, task->part);
	Given *g = given_new();

	*g = (Given){NULL, task, h->serial++, 0};
	*l->last = g;
	l->last = &g->next;
	h->used++;
}

void
given_free_place(Hop *h, uint32_t task, uint32_t part)
{
	Given *g = *find_given(given_list(h, task, part), task, part);

	if (!g || g->is_free)
		return;
	g->is_free = 1;
	h->used--;
}

/* A SubTid of a child's part has the parts' indices at least down to the level below this node. */
int
given_contains(const Item *task, uint32_t number, uint32_t part)
{
	uint32_t shift = node.bits * (node.tree.level + 1);
	uint32_t mask = shift < 32 ? (1u << shift) - 1 : UINT32_MAX;

	return task->task == number && task->part == (part & mask);
}

void
given_count_loss(Hop *h, uint32_t task, uint32_t part)
{
	for (int i = 0; i < GIVEN_LISTS; i++)
		for (Given *g = h->given[i].first; g; g = g->next)
			if (given_contains(g->task, task, part))
				item_set_hop(g->task, NO_HOP,
					(item_losses(g->task) + 1) | SUSPECT_FLAG);
}

Item *
given_take(Hop *h, uint32_t task, uint32_t part)
{
	GivenList *l = given_list(h, task, part);
	Given **at = find_given(l, task, part);

	return *at ? take_given(h, l, at) : NULL;
}

Item *
given_take_first(Hop *h)
{
	GivenList *best = NULL;

	for (int i = 0; i < GIVEN_LISTS; i++) {
		GivenList *l = &h->given[i];

		if (l->first && (!best || l->first->serial < best->first->serial))
			best = l;
	}
	return best ? take_given(h, best, &best->first) : NULL;
}
