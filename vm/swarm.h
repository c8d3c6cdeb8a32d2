/*
 * swarm.h - many runs of one application. Private to vm/.
 */
#ifndef SWARM_H
#define SWARM_H

#include "run.h"

/* One run that is to be made, and how it went. */
typedef struct Trial {
	uint64_t seed;
	const FaultOptions *faults; /* borrowed */
	/* by swarm_run */
	RunSummary end;             /* its strings are the trial's */
	bool wrong;                 /* it ended well, with another output than the reference */
	char *messages;                 /* what it said of a mistake of the user's; NULL: nothing */
} Trial;

typedef struct Swarm {
	RunOptions run;       /* of all; seed and faults are the trials' */
	const char *dir;      /* programs and outputs */
	uint32_t jobs;        /* at a time */
	Buf reference;        /* output of a run without faults */
	uint64_t ntrials;     /* made so far */
} Swarm;

/* ---- swarm_run.c ---- */

/*
 * swarm_run: make trials, several at a time; the results do not depend on how many. Mistakes that a
 * run finds are fatal, a run that breaks trellis is our failure (exit 3).
 */
void swarm_run(Swarm *s, Trial *t, uint32_t n);
/*
 * swarm_reference: the output of a run without faults, which must end well; else the user's
 * mistake.
 */
void swarm_reference(Swarm *s, uint64_t seed);
void trial_free(Trial *t);
bool trial_failed(const Trial *t);
bool trial_alike(const Trial *a, const Trial *b); /* they failed, or not, in the same way */
const char *trial_class(const Trial *t, char *room); /* in words; room for CLASS_TEXT */
enum { CLASS_TEXT = 64 };

/* ---- swarm_shrink.c ---- */

/*
 * swarm_shrink: the fewest found of the faults of a failed trial with which it still fails in the
 * same
 * way: none of them can be left out, and if there are two, none of all does it alone. The caller
 * frees .option; the texts are the trial's.
 */
FaultOptions swarm_shrink(Swarm *s, const Trial *failed);

#endif
