/*
 * lost.c - node 0's account of nodes that did not answer, and of tasks without a result.
 */
#include "tolerant.h"

#include <stdio.h>

enum { MAX_LOSSES = 64 }; /* the most lines of the report */

/* An item HOP_LOST or HOP_SET_ASIDE that is kept for the report. */
typedef struct Loss {
	/* of the item; for HOP_SET_ASIDE, part is that in its data */
	uint32_t kind, task, part, count;
	uint32_t by; /* HOP_LOST: the node that got no answer */
} Loss;

static Loss losses[MAX_LOSSES];
static uint32_t nlosses;
static uint32_t nleft, naside; /* tasks for which no node was left; tasks that were set aside */

void
lost_note(const Item *m)
{
	if (m->kind == HOP_SET_ASIDE && m->count >> 16 == FN_NONE) {
		nleft += m->count & 0xFFFF;
		return;
	}
	if (m->kind == HOP_SET_ASIDE)
		naside += m->count & 0xFFFF;
	if (nlosses < MAX_LOSSES)
		losses[nlosses] = m->kind == HOP_SET_ASIDE
			? (Loss){m->kind, m->task, *(uint32_t *)m->data, m->count, 0}
			: (Loss){m->kind, m->task, m->part, m->count, *(uint32_t *)m->data};
	nlosses++;
}

static void
print_task(const Loss *l) /* print the task and its function */
{
	fprintf(stderr, "task %u", (unsigned)l->task);
	if (l->part)
		fprintf(stderr, " part 0x%x", (unsigned)l->part);
}

static void
print_loss(const Loss *l) /* print the lost node or link, and the tasks lost */
{
	uint32_t function = l->count >> 16;

	if (l->kind == HOP_SET_ASIDE) {
		fprintf(stderr, "trek: ");
		print_task(l);
		fprintf(stderr, " is set aside: %u nodes stopped in %s()\n", POISON_NODES,
			function_name[function]);
		return;
	}
	fprintf(stderr, "trek: node %u does not answer node %u", (unsigned)l->count & 0xFFFF,
		(unsigned)l->by);
	if (function != FN_NONE) {
		fprintf(stderr, "; it was in %s(), ", function_name[function]);
		print_task(l);
	}
	fputc('\n', stderr);
}

int
lost_report(void)
{
	uint32_t n = nlosses < MAX_LOSSES ? nlosses : MAX_LOSSES;

	for (uint32_t i = 0; i < n; i++)
		print_loss(&losses[i]);
	if (nlosses > n)
		fprintf(stderr, "trek: and %u more\n", (unsigned)(nlosses - n));
	if (nleft)
		fprintf(stderr, "trek: %u tasks were not computed: no node is left for them\n",
			(unsigned)nleft);
	fflush(stderr);
	return nleft + naside > 0;
}
