/* jobs.h - the jobs of an application that runs on the machine. Private to vm/. */
#ifndef JOBS_H
#define JOBS_H

#include "app.h"
#include "build.h"
#include "watch.h"

/* A job or collector is NULL if it is not used or not started. */
typedef struct Jobs {
	App *app;
	Station *s;
	Watch *watch;
	Job *slaves, *master;
	Job *nodemon;         /* the monitor on the nodes */
	Collector *collector; /* collects the records of the monitor */
	const char *records;  /* prefix of the monitor's files, which are added to the recording */
	bool down;            /* the application could not be started */
	Time monitored_from;  /* approximate time at which the nodes' monitors began */
	Time started;         /* when all programs, and the monitor, had begun */
} Jobs;

/*
 * jobs_unstarted: report that the application cannot be started. This is a mistake of the user, and
 * fatal, unless injected faults have caused it; then `down` is set.
 */
void jobs_unstarted(Jobs *j, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* jobs_start: start the application, and the monitor before it, on a machine that has booted. */
void jobs_start(Jobs *j, const Programs *p);
/*
 * jobs_wait: wait until the master has ended, or cannot end; *status: EXIT_FOUND if the
 * application failed, otherwise 0.
 */
RunResult jobs_wait(Jobs *j, int *status);
/* jobs_end: write the monitor's files, and free the jobs. */
void jobs_end(Jobs *j);

#endif
