/*
 * given.c - the tasks that a node has given to its children, and keeps until their results come.
 */
#include "tolerant.h"

#include <stdlib.h>

static uint32_t
list_of(uint32_t task, uint32_t part)
{
	return (task + part) % GIVEN_LISTS;
}

static Given **
find(const Hop *h, uint32_t task, uint32_t part)
{
	Given **at = (Given **)&h->given[list_of(task, part)];

	while (*at && ((*at)->task->task != task || (*at)->task->part != part))
		at = &(*at)->next;
	return at;
}

static Item *
take(Given **at)
{
	Given *g = *at;
	Item *task = g->task;

	*at = g->next;
	free(g);
	return task;
}

/* At the end of its list: results come in about the order of tasks. */
void
given_add(Hop *h, Item *task)
{
	Given **at = &h->given[list_of(task->task, task->part)], *g = malloc(sizeof *g);

	if (!g)
		fail("no memory left for the tasks of children");
	while (*at)
		at = &(*at)->next;
	*g = (Given){NULL, task};
	*at = g;
}

Item *
given_find(const Hop *h, uint32_t task, uint32_t part)
{
	Given *g = *find(h, task, part);

	return g ? g->task : NULL;
}

Item *
given_take(Hop *h, uint32_t task, uint32_t part)
{
	Given **at = find(h, task, part);

	return *at ? take(at) : NULL;
}

Item *
given_any(Hop *h)
{
	for (int i = 0; i < GIVEN_LISTS; i++)
		if (h->given[i])
			return take(&h->given[i]);
	return NULL;
}
