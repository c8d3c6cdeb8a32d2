/* crash_asked.h - which nodes shall stop before their messages: the words of `trellis swarm`. */
#ifndef CRASH_ASKED_H
#define CRASH_ASKED_H

#include "crash_points.h"

/* 'crash NODES at message', or two of these: one node of each stops. */
typedef struct CrashAsked {
	uint32_t n; /* 1 or 2 */
	char *kind[2]; /* [n] "crash" or "halt" */
	NodeSet nodes[2]; /* [n] */
} CrashAsked;

/* crash_asked_read: of an application of nnodes nodes; another text is fatal. */
CrashAsked crash_asked_read(const char *text, uint32_t nnodes);
void crash_asked_free(CrashAsked *a);

/*
 * crash_asked_first: before which messages of the run without faults one of the nodes, the only or
 * the first one, stops. recording: of that run, which has ended so.
 */
CrashPoints crash_asked_first(const CrashAsked *a, const char *recording, const RunSummary *base);
/*
 * crash_asked_second: before which messages another node stops in the run in which one has stopped:
 * those after the first point; at the same time, only those of nodes with higher numbers. So two
 * nodes that stop are found once, by the one that stops first. recording: of the run with the first
 * crash, which has ended so.
 */
CrashPoints crash_asked_second(const CrashAsked *a, const char *recording, const RunSummary *end,
	const CrashPoint *first);

#endif
