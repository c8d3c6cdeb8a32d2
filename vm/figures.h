/* figures.h - writes the measured figures of a run and of its nodes. */
#ifndef FIGURES_H
#define FIGURES_H

#include "run_options.h"
#include "watch.h"

/* run_stats: print the figures of each node as a table. */
void run_stats(const Watch *w, FILE *f);

/* The data of a run for its figures; all borrowed. */
typedef struct RunFigures {
	const RunOptions *o;
	const Watch *watch;
	RunResult result;
	const char *failed;  /* why the run failed, in words; NULL: it did not fail */
	/* how many times longer the run took with the monitor (cost_measure); 0: not known */
	double slowed;
	Time monitored_from; /* approximate time at which the nodes' monitors began */
} RunFigures;

/* run_json: write the figures of the run and of each node. */
void run_json(const RunFigures *figures, const char *file);
/*
 * run_json_begun: write, when a run begins, a file that says that the run has not ended. So a run
 * that is killed leaves this file, not the figures of an earlier run.
 */
void run_json_begun(const char *file);

#endif
