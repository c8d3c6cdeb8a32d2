/*
 * crash_reach.c - finds which nodes of a machine are still joined by lines when some have stopped.
 */
#include "crash_reach.h"

#include <stdlib.h>

CrashLines
crash_lines(const Network *w)
{
	uint32_t nends = w->nnodes * NLINKS;
	CrashLines l = {.nnodes = w->nnodes, .fixed = w->topology->nswitches == 0,
		.peer = xcalloc(nends, sizeof *l.peer)};

	for (uint32_t e = 0; e < nends; e++) {
		EndId peer = w->links.ends[e].peer;

		l.peer[e] = peer < nends ? peer / NLINKS : NOWHERE;
	}
	return l;
}

void
crash_lines_free(CrashLines *l)
{
	free(l->peer);
}

bool *
crash_reach(const CrashLines *l, NodeId from, const NodeId stopped[2])
{
	bool *reached = xcalloc(l->nnodes, sizeof *reached);
	NodeId *queue = xcalloc(l->nnodes, sizeof *queue);
	uint32_t n = 0;

	if (from != stopped[0] && from != stopped[1]) {
		reached[from] = true;
		queue[n++] = from;
	}
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t link = 0; link < NLINKS; link++) {
			NodeId to = l->peer[queue[i] * NLINKS + link];

			if (to == NOWHERE || to == stopped[0] || to == stopped[1] || reached[to])
				continue;
			reached[to] = true;
			queue[n++] = to;
		}
	}
	free(queue);
	return reached;
}
