/*
 * history.h - the window's record of the run: the activity of each node in intervals of time.
 *
 * The intervals are disjoint and in order of time; between two of them there may be time that was
 * not observed. When there are too many, two neighbours become one, those that are shortest
 * together. So a long run is recorded completely, but more coarsely. This does not use SDL.
 */
#ifndef HISTORY_H
#define HISTORY_H

#include "base/machine.h"

enum { HISTORY = 512 }; /* intervals at most */

/* A node's displayed state. */
typedef enum NodeActivity {
	ACTIVITY_RESET,   /* waits to be booted */
	ACTIVITY_IDLE,    /* no process ran in the whole interval */
	ACTIVITY_BUSY,
	ACTIVITY_STOPPED, /* stopped by the machine's fault */
	NACTIVITIES,
} NodeActivity;

/* A node in one interval. */
typedef struct Sample {
	uint32_t task;    /* task number plus one that a program worked at; 0 if unknown */
	uint16_t place;   /* what ran at its end (function_names.h); 0 if unknown or idle */
	uint8_t activity; /* NodeActivity */
	uint8_t use[2];   /* use at each priority, in 1/255 of the interval */
} Sample;

typedef struct Interval {
	Time begin, end; /* begin < end */
	uint32_t slot;   /* index of its row in History.samples */
} Interval;

typedef struct History {
	uint32_t nnodes, n; /* number of nodes, of intervals */
	Interval interval[HISTORY];
	Sample *samples;          /* [slot][node] */
	uint32_t serial[HISTORY]; /* [slot] 0: unused; changes with the samples */
	uint32_t last_serial;
} History;

/* node_history_init: make an empty history of nnodes nodes. */
void node_history_init(History *h, uint32_t nnodes);
void node_history_free(History *h);
/* node_history_copy: copy the samples; both histories must have the same number of nodes. */
void node_history_copy(History *to, const History *from);
/* node_history_clear: forget all intervals. */
void node_history_clear(History *h);
/*
 * node_history_add: the samples [node] of a new interval, which the caller fills in. The new
 * interval replaces the part of longer ones that it covers. Returns NULL if intervals that are not
 * much longer cover that time already.
 */
Sample *node_history_add(History *h, Time begin, Time end);
/* node_history_row: the samples [node] of an interval. */
const Sample *node_history_row(const History *h, const Interval *i);
/* node_history_at: the interval that contains a time; NULL if that time was not observed. */
const Interval *node_history_at(const History *h, Time at);
/*
 * node_history_after: the index of the first interval that ends after a time; n if there is none.
 */
uint32_t node_history_after(const History *h, Time at);

#endif
