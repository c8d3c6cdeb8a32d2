/* figures.h - the figures of a run and of its nodes. */
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
	const char *failed;  /* why it failed, in words; NULL: it has not */
	/* how many times longer the run took with the monitor (cost_measure); 0: not known */
	double slowed;
	Time monitored_from; /* approximate time at which the nodes' monitors began */
} RunFigures;

/* run_json: write the figures of the run and of each node. */
void run_json(const RunFigures *figures, const char *file);
/*
 * run_json_begun: write, when a run begins, that it has not ended. If the run is then killed, the
 * file says so, and the figures of an earlier run are gone.
 */
void run_json_begun(const char *file);

#endif
