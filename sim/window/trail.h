/*
 * trail.h - the way of one task of TrEK's through the network: which nodes have worked on it, when
 * and in which function, from its generator to its receiver. This does not use SDL.
 */
#ifndef TRAIL_H
#define TRAIL_H

#include "frame.h"

enum { MAX_STAGES = 48 };

/* A node works on the task. */
typedef struct Stage {
	Time from, until;
	NodeId node;
	uint16_t place; /* the function (function_names.h) */
} Stage;

typedef struct Trail {
	Stage stage[MAX_STAGES]; /* by their beginnings */
	uint32_t n;
} Trail;

/*
 * trail_of: what the frame knows of a task (its number plus one): of the closeup, if there is one,
 * event by event; otherwise of the intervals that were observed, where short work may be missing.
 */
Trail trail_of(const Frame *f, uint32_t task);
/* trail_next: the first stage that begins after a time, or else the very first; NULL: none. */
const Stage *trail_next(const Trail *t, Time after);

#endif
