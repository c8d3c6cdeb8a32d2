/* run.h - runs an application, or programs on a network. */
#ifndef RUN_H
#define RUN_H

#include "run_options.h"
#include "run_result.h"

/* The result of a run, for a swarm of runs. */
typedef struct RunSummary {
	bool whole;       /* the run ended normally, and the following fields are valid */
	RunResult result;
	int status;       /* exit status of the application */
	Time now;
	Time started;     /* when the application began, after monitors if there are any */
	bool denied; /* the application would have changed files, which is forbidden */
	uint32_t nfaults, nstruck; /* number of faults; number of those that have acted */
	char **fault;     /* [nfaults] as lines of a script, with random choices resolved */
	uint32_t nplaces;
	NodeId *place;    /* [nplaces] physical nodes of the logical ones */
} RunSummary;

/* run_with: execute `trellis run`; summary may be NULL. Returns the exit status. */
int run_with(const RunOptions *o, RunSummary *summary);

/* ---- observe.c ---- */

/*
 * run_observe: tell an observer that the network will run this kernel and these n programs; o may
 * be NULL.
 */
void run_observe(const RunObserver *o, Network *w, const char *kernel, const char *const *file,
	uint32_t n);

/* ---- programs.c ---- */

/* programs_input: true if a word of the command line names a program for a network's kernels. */
bool programs_input(const char *word);

/*
 * run_programs: run programs on a network's kernels: `vms` and the first arguments are
 * [PLACE:]FILE.c[+FILE.c]..., the others are the programs' arguments. Returns the exit status.
 */
int run_programs(const RunOptions *o);

/* ---- cost.c ---- */

/*
 * cost_measure: measure how many times as long the application ran as without the monitor on its
 * nodes. Another process makes the same run without the monitor; its output is discarded, and it
 * changes no file. Returns 0 if this is not known, because that run did not end well, would have
 * changed files, or read the standard input.
 *
 * took  the simulated time since the application began
 */
double cost_measure(const RunOptions *o, Time took);

#endif
