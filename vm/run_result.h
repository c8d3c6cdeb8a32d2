/* run_result.h - the ways in which a run of an application ends. */
#ifndef RUN_RESULT_H
#define RUN_RESULT_H

/* The result of a run. */
typedef enum RunResult {
	RESULT_ENDED,   /* the master has ended; see its status */
	RESULT_QUIET,   /* all processes wait for each other */
	RESULT_LEFT, /* the run could not continue in the order of operations that was forced */
	RESULT_STUCK,   /* no task has finished for too long */
	RESULT_LIMIT,   /* the time limit (--until) was reached */
	RESULT_BROKEN,  /* invalid data on the host's link */
	RESULT_SIGNAL,  /* interrupted by a signal */
	RESULT_DOWN,    /* a fault prevented the start of the application */
	RESULT_EVENT,   /* the event of --break or --break-outside holds */
	NRESULTS
} RunResult;

extern const char *const run_result[NRESULTS]; /* the word for each result */

#endif
