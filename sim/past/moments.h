/*
 * moments.h - the network as it was at some moments of its run, in memory.
 */
#ifndef MOMENTS_H
#define MOMENTS_H

#include "snapshot.h"
#include "tape.h"

/*
 * The machine at a time. From one moment the run leads to the next by itself, with the host's answers, unless
 * that one is a jump: there somebody acted on the network between two runs, and it must be taken from the moment.
 */
typedef struct Moment {
	Time at;
	bool jump;
	Buf bytes;
	Buf pages; /* numbers of the store's */
	Buf mark;  /* of the tape */
} Moment;

enum { MAX_MOMENTS = 200 };

typedef struct Moments {
	Network *w;
	Tape *tape;       /* borrowed, as the network is */
	PageStore *store; /* NULL: there was no moment yet */
	Moment moment[MAX_MOMENTS + 1]; /* n of them, in order of time */
	uint32_t n;
} Moments;

void moments_init(Moments *m, Network *w, Tape *tape);
void moments_free(Moments *m);

/* moment_take: the network as it is; released by moment_drop. moment_load: as it was; the tape plays from there. */
Moment moment_take(Moments *m);
void moment_drop(Moments *m, Moment *one);
void moment_load(Moments *m, const Moment *one);

/*
 * moments_keep: the network as it is among the others, in the place of one of the same time if it is a jump. If
 * they become too many, those are dropped that lie close to others in comparison with how far off they are.
 */
void moments_keep(Moments *m, bool jump);

/* moments_before: the last one before a time; moments_jump: the first jump after it. NULL: there is none. */
const Moment *moments_before(const Moments *m, Time at);
const Moment *moments_jump(const Moments *m, Time after);

#endif
