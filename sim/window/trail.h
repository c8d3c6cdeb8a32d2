/*
 * trail.h - the way of one of TrEK's tasks through the network, from its generator to its receiver:
 * the nodes that have worked on it, when and in which function. This does not use SDL.
 */
#ifndef TRAIL_H
#define TRAIL_H

#include "frame.h"

enum { MAX_STAGES = 48 };

/* One node's work on the task. */
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
 * trail_of: what the frame knows of a task (`task` is its number plus one). If there is a closeup,
 * every event is known; otherwise only the observed intervals are, which may lack short work.
 */
Trail trail_of(const Frame *f, uint32_t task);
/*
 * trail_next_stage: the first stage that begins after a time; if there is none, the first of all;
 * NULL if the trail is empty.
 */
const Stage *trail_next_stage(const Trail *t, Time after);

#endif
