/* rerun.h - a recorded run once more, with an order of its operations forced on it. */
#ifndef RERUN_H
#define RERUN_H

#include "sim/past/past.h"

typedef struct Rerun {
	bool followed; /* all of the order was kept */
	bool deaf;     /* the recorded host had no answers to what the run did */
	Buf said;      /* how much of the order was kept; the caller's to free */
} Rerun;

/*
 * rerun_make: run it with the order in a file, and record that in another file; `of` is elsewhere
 * afterwards.
 */
Rerun rerun_make(Past *of, const char *file, const char *order);

#endif
