/*
 * moments.h - the network as it was at some moments of its run, in memory.
 */
#ifndef MOMENTS_H
#define MOMENTS_H

#include "snapshot.h"
#include "tape.h"

typedef struct Moment Moment;

/* The machine at a time. */
struct Moment {
	Time at;
	bool acted;       /* acts of that time have already been applied to the network (tape.h) */
	uint64_t *counts; /* instructions that each node has executed */
	Buf bytes;
	Buf pages; /* numbers of the store's */
	Buf mark;  /* of the tape */
	/* one stored elsewhere is loaded from there; NULL: it is here */
	void (*load)(void *context, const Moment *one, Network *w);
	void *context;
	uint64_t where;  /* for load, as is ... */
	uint32_t nbytes; /* ... this */
};

enum { MAX_MOMENTS = 200 };

typedef struct Moments {
	Network *w;
	Tape *tape;       /* borrowed, as the network is */
	PageStore *store; /* NULL: there was no moment yet */
	Moment moment[MAX_MOMENTS + 1]; /* n of them, in order of time */
	uint32_t n;
	Moment *elsewhere; /* nelsewhere, in order of time, not counted above; owned */
	uint32_t nelsewhere;
} Moments;

void moments_init(Moments *m, Network *w, Tape *tape);
void moments_free(Moments *m);

/*
 * moment_capture: the network as it is, at a time; released by moment_drop. moment_load: as it was;
 * the tape plays from there.
 */
Moment moment_capture(Moments *m);
void moment_drop(Moments *m, Moment *one);
void moment_load(Moments *m, const Moment *one);

/*
 * moments_keep: the network as it is among the others, if none of that time. If they become too
 * many, those are dropped that lie close to others in comparison with how far off they are.
 */
void moments_keep(Moments *m);

/* moments_cut: those after a time are forgotten. */
void moments_cut(Moments *m, Time at);

/*
 * moments_before: the last one before a time; moments_at: the same, or of that time itself if no
 * act of that time had been applied; moments_count: the last one at which a node has executed no
 * more than `count` instructions. NULL if there is none.
 */
const Moment *moments_before(const Moments *m, Time at);
const Moment *moments_at(const Moments *m, Time at);
const Moment *moments_count(const Moments *m, NodeId node, uint64_t count);

#endif
