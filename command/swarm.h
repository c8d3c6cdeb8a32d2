/* swarm.h - many runs of one application. Private to the files of `trellis swarm`. */
#ifndef SWARM_H
#define SWARM_H

#include "base/wire.h"
#include "vm/run.h"

/* One run to be made, and its result. */
typedef struct Trial {
	uint64_t seed;
	const FaultOptions *faults; /* borrowed */
	/* set by swarm_run */
	RunSummary end;             /* owns its strings */
	bool wrong; /* it ended normally, but with other output than the reference */
	char *messages;                 /* its error messages for a user's mistake; NULL if none */
} Trial;

typedef struct Swarm {
	RunOptions run;       /* for all runs; seed and faults are those of the trials */
	int argc;             /* the words that `run` was read from */
	char **argv;
	const char *dir;      /* directory for programs and outputs */
	uint32_t rank;        /* of this process */
	uint32_t jobs;        /* runs in parallel in a process */
	Buf reference;        /* output of a run without faults */
	uint64_t ntrials;     /* made so far */
} Swarm;

/* ---- swarm_run.c ---- */

/*
 * swarm_run: make trials, several in parallel; the results do not depend on how many. A user's
 * mistake detected by a run is fatal; a run that makes trellis fail is our failure (exit 3).
 */
void swarm_run(Swarm *s, Trial *t, uint32_t n);
/* swarm_run_here: the same in this process alone; a user's mistake is only noted in the trial. */
void swarm_run_here(Swarm *s, Trial *t, uint32_t n);
/*
 * swarm_reference: the output of a run without faults, which must end normally; otherwise fatal.
 */
void swarm_reference(Swarm *s, uint64_t seed);
/* swarm_read_reference: that output, which rank 0 has left in the directory. */
void swarm_read_reference(Swarm *s);

/* ---- swarm_trial.c ---- */

void trial_free(Trial *t);
bool trial_failed(const Trial *t);
bool trial_alike(const Trial *a, const Trial *b); /* both succeeded, or failed in the same way */
const char *trial_class(const Trial *t, char *room); /* as text; room has CLASS_TEXT bytes */
enum { CLASS_TEXT = 64 };
/*
 * trial_put, trial_get: what a trial ended with, or its messages if it did not run, as bytes. What
 * cannot be read makes the reader bad.
 */
void trial_put(Buf *b, const Trial *t);
void trial_get(WireReader *r, Trial *t);

/* ---- swarm_ranks.c ---- */

/* swarm_share: rank 0: make trials, together with the other ranks. */
void swarm_share(Swarm *s, Trial *t, uint32_t n);

/* ---- swarm_shrink.c ---- */

/*
 * swarm_shrink: a small set of a failed trial's faults with which it still fails in the same way:
 * none of them can be left out and, if there are two or more, no single fault of the trial causes
 * it. The caller frees .option; the texts belong to the trial.
 */
FaultOptions swarm_shrink(Swarm *s, const Trial *failed);

#endif
