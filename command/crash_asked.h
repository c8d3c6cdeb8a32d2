/* crash_asked.h - the words of `trellis swarm` that say which nodes stop before their messages. */
#ifndef CRASH_ASKED_H
#define CRASH_ASKED_H

#include "crash_points.h"

/* 'crash NODES at message', or two of these; one node of each set stops. */
typedef struct CrashRequest {
	uint32_t n; /* 1 or 2 */
	char *kind[2]; /* [n] "crash" or "halt" */
	NodeSet nodes[2]; /* [n] */
} CrashRequest;

/*
 * crash_request_read: parse the words for an application of nnodes nodes; any other text is fatal.
 */
CrashRequest crash_request_read(const char *text, uint32_t nnodes);
void crash_request_free(CrashRequest *a);

/*
 * crash_request_first_points: the points of the run without faults at which the only node, or the
 * first of two, stops. recording: that run's recording; base: its end.
 */
CrashPoints crash_request_first_points(const CrashRequest *a, const char *recording,
	const RunSummary *base);
/*
 * crash_request_second_points: the points at which a second node stops in a run with the first
 * crash: those after the first point; at the same time, only those of nodes with higher numbers. So
 * each pair of nodes is found once, by the node that stops first. recording: that run's recording;
 * end: its end.
 */
CrashPoints crash_request_second_points(const CrashRequest *a, const char *recording,
	const RunSummary *end,
	const CrashPoint *first);

#endif
