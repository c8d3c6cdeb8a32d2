/* moments.h - saved states of the network at some moments of its run, in memory. */
#ifndef MOMENTS_H
#define MOMENTS_H

#include "snapshot.h"
#include "tape.h"

typedef struct Moment Moment;

/* The state of the network at a time. */
struct Moment {
	Time at;
	bool acted;       /* the acts of that time have been applied to the network (tape.h) */
	uint64_t *counts; /* [node] number of instructions executed */
	Buf bytes;        /* the state without the pages of memory */
	Buf pages;        /* the numbers of its pages in the store */
	Buf mark;         /* position on the tape (tape.h) at this time */
	/* loads the state, if a recording stores it; NULL: `bytes`, `pages` and `mark` hold it */
	void (*load)(void *context, const Moment *one, Network *w);
	void *context;
	uint64_t where;  /* argument for load */
	uint32_t nbytes; /* argument for load */
};

enum { MAX_MOMENTS = 200 }; /* moments in memory */

/* The moments of a run. */
typedef struct Moments {
	Network *w;
	Tape *tape;       /* borrowed, as is the network */
	PageStore *store; /* NULL before the first moment */
	Moment moment[MAX_MOMENTS + 1]; /* [n] moments in memory, sorted by time */
	uint32_t n;
	/* [nelsewhere] the moments that a recording stores, sorted by time; owned */
	Moment *elsewhere;
	uint32_t nelsewhere;
} Moments;

/* moments_init: prepare to keep moments of a network and its tape, both borrowed. */
void moments_init(Moments *m, Network *w, Tape *tape);
void moments_free(Moments *m);

/* moment_capture: save the network, which must not be held at a place; released by moment_drop. */
Moment moment_capture(Moments *m);
/* moment_drop: free what a moment owns, and the pages that no other moment has. */
void moment_drop(Moments *m, Moment *one);
/* moment_load: restore the network to a moment; the tape then plays from there. */
void moment_load(Moments *m, const Moment *one);

/*
 * moments_keep: add the network's present state, unless there is a moment of the same time. If
 * there are too many moments, drop those that are close to other moments, relative to their
 * distance from now.
 */
void moments_keep(Moments *m);

/* moments_drop_after: drop the moments after a time. */
void moments_drop_after(Moments *m, Time at);

/* moments_before: the last moment before a time; NULL if there is none. */
const Moment *moments_before(const Moments *m, Time at);
/*
 * moments_at: the last moment before a time, or at the time itself before any act of that time was
 * applied; NULL if there is none.
 */
const Moment *moments_at(const Moments *m, Time at);
/*
 * moments_before_count: the last moment at which a node has executed at most `count` instructions;
 * NULL if there is none.
 */
const Moment *moments_before_count(const Moments *m, NodeId node, uint64_t count);

#endif
