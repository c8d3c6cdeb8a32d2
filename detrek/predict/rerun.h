/* rerun.h - runs a recorded run again, with an order of its operations forced on it. */
#ifndef RERUN_H
#define RERUN_H

#include "sim/past/past.h"

typedef struct Rerun {
	bool followed; /* all of the order was kept */
	bool deaf;     /* the recorded host had no answers to requests of the run */
	Buf said;      /* a text on how much of the order was kept; the caller frees it */
} Rerun;

/*
 * rerun_make: run a recorded run again with the order in a file, and record the new run in another
 * file. `of` is at another place afterwards.
 */
Rerun rerun_make(Past *of, const char *file, const char *order);

#endif
