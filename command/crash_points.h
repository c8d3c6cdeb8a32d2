/* crash_points.h - where a node of a recorded run may stop: before each of its messages. */
#ifndef CRASH_POINTS_H
#define CRASH_POINTS_H

#include "crash_reach.h"
#include "swarm.h"

/*
 * A node stops before a message, that is, after the previous one. A message is what one instruction
 * sends or receives over a link; the node's messages are those of all its links, in their order.
 */
typedef struct CrashPoint {
	uint32_t node;   /* the logical number of the node that stops */
	uint32_t nbefore; /* number of the node's messages in the application before it stops */
	Time at;         /* time of the last of these messages, or of the application's beginning */
	char *fault;     /* the fault that stops the node, in the language of docs/faults.md */
} CrashPoint;

/* The points of a run. */
typedef struct CrashPoints {
	CrashPoint *point; /* [n] sorted by nodes, then by their messages */
	uint32_t n;
	Time struck;       /* when the first fault of the run acted; NEVER: there is none */
	CrashLines lines;  /* the lines of the machine */
} CrashPoints;

/*
 * crash_points: for each message of these nodes after the application began, the point before it.
 *
 * recording  the recording of the run; its application has begun at base->started
 * base       how the run has ended; names its nodes
 * kind       the fault: "crash", "halt"
 * nodes      logical numbers; all of them are nodes of the application
 */
CrashPoints crash_points(const char *recording, const RunSummary *base, const char *kind,
	const NodeSet *nodes);
void crash_points_free(CrashPoints *p);

#endif
