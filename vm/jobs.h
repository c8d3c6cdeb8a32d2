/* jobs.h - the jobs of an application that runs on the machine. Private to vm/. */
#ifndef JOBS_H
#define JOBS_H

#include "run.h"

/* NULL: not used, or not started. */
typedef struct Jobs {
	Job *slaves, *master;
	Job *nodemon;         /* the monitor on the nodes */
	Collector *collector; /* its records */
	Outside *outside;     /* records events for PREFIX, or for the reference prefix */
} Jobs;

/*
 * run_unstarted: the application cannot be started: a mistake of the user, which is fatal, unless
 * injected faults have caused it; then the run is down.
 */
void run_unstarted(Run *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* jobs_start: start the application, and the monitor before it, on a machine that has booted. */
void jobs_start(Run *r, Station *s, const Programs *p, Jobs *j);
/* jobs_wait: wait until the master has ended, or cannot; *status: EXIT_FOUND if it failed, or 0. */
RunResult jobs_wait(Run *r, Station *s, Jobs *j, int *status);
/* jobs_end: write the monitor's files, and free the jobs. */
void jobs_end(Run *r, Jobs *j);

#endif
