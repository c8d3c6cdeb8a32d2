/*
 * lost.c - node 0's account of nodes that did not answer, and of tasks without a result.
 */
#include "tolerant.h"

#include <stdio.h>

enum { MOST = 64 }; /* lines of the report */

typedef struct Loss {
	uint32_t kind, task, part, count; /* of the item */
} Loss;

static Loss losses[MOST];
static uint32_t nlosses;
static uint32_t nleft, naside; /* tasks that no node was left for; tasks that were set aside */

void
lost_note(const Item *m)
{
	if (m->kind == HOP_ASIDE && m->count >> 16 == FN_NONE) {
		nleft += m->count & 0xFFFF;
		return;
	}
	if (m->kind == HOP_ASIDE)
		naside += m->count & 0xFFFF;
	if (nlosses < MOST)
		losses[nlosses] = (Loss){m->kind, m->task, m->part, m->count};
	nlosses++;
}

static void
print(const Loss *l)
{
	uint32_t function = l->count >> 16, what = l->count & 0xFFFF;

	if (l->kind == HOP_ASIDE) {
		fprintf(stderr, "trek: task %u is set aside: %u nodes stopped during %s() of it\n",
			(unsigned)l->task, POISON, function_name[function]);
		return;
	}
	fprintf(stderr, "trek: node %u does not answer node %u", (unsigned)what,
		(unsigned)l->part);
	if (function != FN_NONE)
		fprintf(stderr, "; it was in %s(), task %u", function_name[function],
			(unsigned)l->task);
	fputc('\n', stderr);
}

int
lost_report(void)
{
	uint32_t n = nlosses < MOST ? nlosses : MOST;

	for (uint32_t i = 0; i < n; i++)
		print(&losses[i]);
	if (nlosses > n)
		fprintf(stderr, "trek: and %u more\n", (unsigned)(nlosses - n));
	if (nleft)
		fprintf(stderr, "trek: %u tasks were not computed: no node is left for them\n",
			(unsigned)nleft);
	fflush(stderr);
	return nleft + naside > 0;
}
