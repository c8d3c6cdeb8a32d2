/* rerun.h - runs a recorded run again, with an order of its operations forced on it. */
#ifndef RERUN_H
#define RERUN_H

#include "sim/past/past.h"

/* How a forced run kept its order. */
typedef struct Rerun {
	bool followed; /* all of the order was kept */
	bool deaf;     /* the recording lacked the host's answers to some requests of this run */
	Buf said;      /* a text on how much of the order was kept; the caller frees it */
} Rerun;

/*
 * rerun_make: repeat a recorded run in the order of file `order`, and record the new run in `file`.
 * This moves the past `of`.
 */
Rerun rerun_make(Past *of, const char *file, const char *order);

#endif
