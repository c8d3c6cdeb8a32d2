/* swarm.h - many runs of one application. Private to the files of `trellis swarm`. */
#ifndef SWARM_H
#define SWARM_H

#include "base/wire.h"
#include "vm/run.h"

/* One run to be made, and its result. */
typedef struct Trial {
	uint64_t seed;              /* of the run */
	const FaultOptions *faults; /* borrowed */
	/* set by swarm_run */
	RunSummary end;             /* owns its strings */
	bool wrong; /* the run ended normally, but with another output than the reference run */
	uint64_t output; /* hash of its output; only in the process that made the run */
	char *messages;                 /* error messages about a user's mistake; NULL if none */
} Trial;

/* What the runs have in common. */
typedef struct Swarm {
	RunOptions run;       /* for all runs; seed and faults are those of the trials */
	bool one_seed;        /* all trials have the seed of `run`, or else of the machine */
	int argc;             /* [argc] the words from which `run` was read */
	char **argv;
	const char *dir;      /* directory for programs and outputs */
	uint32_t rank;        /* the rank of this process */
	uint32_t jobs;        /* runs in parallel in a process */
	int lock;             /* the lock of the directory */
	Buf reference;        /* output of a run without faults */
	uint64_t ntrials;     /* number of trials made so far */
} Swarm;

/* ---- swarm_begin.c ---- */

/*
 * swarm_begin: read the options of `trellis run` from argc words; options that many runs cannot
 * have are fatal.
 */
void swarm_begin(Swarm *s, uint32_t jobs, int argc, char **argv);
/* swarm_take_faults: remove the faults from the run's options, and return them for the trials. */
FaultOptions swarm_take_faults(Swarm *s);
/* swarm_build: build the programs; until swarm_end, no other process may build them. */
void swarm_build(Swarm *s);
/* swarm_end: free the swarm and let other processes build the programs again. */
void swarm_end(Swarm *s);
/* swarm_command_line: the command of a run with these faults, terminated by a zero. */
Buf swarm_command_line(const Swarm *s, uint64_t seed, const FaultOptions *faults);
/*
 * swarm_orders_command: the command that runs the application in other orders of its messages,
 * terminated by a zero; empty if there are faults, if the application is too large, or if it has
 * options that the command lacks.
 */
Buf swarm_orders_command(const Swarm *s, const FaultOptions *faults, const RunSummary *reference);

/* ---- swarm_run.c ---- */

/*
 * swarm_run: make trials, several in parallel; the results do not depend on how many. A user's
 * mistake detected by a run is fatal; a run that makes trellis fail is our failure (exit 3).
 */
void swarm_run(Swarm *s, Trial *t, uint32_t n);
/*
 * swarm_run_here: as swarm_run, but without other ranks; a user's mistake is only noted in the
 * trial.
 */
void swarm_run_here(Swarm *s, Trial *t, uint32_t n);
/*
 * swarm_make_reference: make a run without faults, and keep its output as the reference. The run
 * must end normally; otherwise fatal. Returns its end.
 */
Trial swarm_make_reference(Swarm *s, uint64_t seed);
/* swarm_read_reference: read the reference output, which rank 0 has left in the directory. */
void swarm_read_reference(Swarm *s);

/* ---- swarm_trial.c ---- */

void trial_free(Trial *t);
/* trial_failed: true if the trial did not end with status 0, or its output is wrong. */
bool trial_failed(const Trial *t);
/* trials_end_alike: true if both succeeded, or failed in the same way. */
bool trials_end_alike(const Trial *a, const Trial *b);
/* trial_class_text: the kind of a trial's end as text; room has CLASS_TEXT bytes. */
const char *trial_class_text(const Trial *t, char *room);
enum { CLASS_TEXT = 64 }; /* bytes for the text of trial_class_text */
/*
 * trial_put: append the end of a trial as bytes, or its messages if it did not run.
 */
void trial_put(Buf *b, const Trial *t);
/* trial_get: read a trial's end, as trial_put has written it; invalid bytes make the reader bad. */
void trial_get(WireReader *r, Trial *t);

/* ---- swarm_crashes.c ---- */

/* The options of a study of crashes. */
typedef struct CrashOptions {
	const char *crashes; /* "crash NODES at message", or two of these */
	const char *dir;     /* directory for recordings; NULL: named after the application */
	uint32_t jobs;       /* number of runs at the same time */
	uint32_t runs;       /* maximum number of runs; 0: all */
	uint32_t seconds;    /* time after which no run begins; 0: no limit */
	bool json;
	int argc;            /* the words from which to read the options of `trellis run` */
	char **argv;
} CrashOptions;

/*
 * swarm_run_crashes: make the runs in which nodes stop, and print how they end; returns the exit
 * status.
 */
int swarm_run_crashes(const CrashOptions *o);

/* ---- swarm_ranks.c ---- */

/* swarm_share_trials: on rank 0: make trials together with the other ranks. */
void swarm_share_trials(Swarm *s, Trial *t, uint32_t n);

/* ---- swarm_shrink.c ---- */

/*
 * swarm_shrink: find a small set of a failed trial's faults with which it still fails in the same
 * way: no fault can be left out and, if there are two or more, no single fault of the trial causes
 * the failure. The caller frees .option; the texts belong to the trial.
 */
FaultOptions swarm_shrink(Swarm *s, const Trial *failed);

#endif
