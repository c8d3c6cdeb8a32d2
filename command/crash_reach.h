/* crash_reach.h - which nodes of a machine are joined by lines when some have stopped. */
#ifndef CRASH_REACH_H
#define CRASH_REACH_H

#include "sim/network/network.h"

/* The lines between the nodes of a network. */
typedef struct CrashLines {
	uint32_t nnodes;
	NodeId *peer; /* [nnodes * NLINKS] NOWHERE: no line, or one to a host */
	bool fixed;   /* there are no crossbars, so the lines are the same all the time */
} CrashLines;

/*
 * crash_lines: the node at the other end of each node's links, and whether no crossbar can change
 * it.
 */
CrashLines crash_lines(const Network *w);
void crash_lines_free(CrashLines *l);

/*
 * crash_reach: [nnodes] true for each node that is joined to `from` by a way over nodes that have
 * not stopped; false for stopped nodes. The caller frees the array.
 *
 * stopped  [2] nodes; NOWHERE: none
 */
bool *crash_reach(const CrashLines *l, NodeId from, const NodeId stopped[2]);

#endif
