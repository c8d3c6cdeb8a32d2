/*
 * realtime.h - simulated time that passes as the host's clock does, so that users can type before a
 * program's timeout is over (--realtime).
 *
 * If the simulation is slower than this, it does not catch up later: simulated time goes on from
 * where it is.
 */
#ifndef REALTIME_H
#define REALTIME_H

#include "base/machine.h"

/* {0}: simulated time passes as fast as it can. */
typedef struct Realtime {
	double factor; /* simulated seconds in a second of the host; 0: as many as possible */
	double clock;  /* the host's clock, in seconds, at simulated time `from` */
	Time from;
} Realtime;

/* realtime_option: the value of --realtime; NULL: a factor of 1. Anything else is fatal. */
void realtime_option(Realtime *r, const char *value);
/* realtime_begin: note that the machine begins to run at this simulated time. */
void realtime_begin(Realtime *r, Time now);
/* realtime_now: the simulated time that corresponds to the host's clock; 0 without --realtime. */
Time realtime_now(const Realtime *r);
/* realtime_wait: wait until the host's clock shows `now`, or a signal has arrived. */
void realtime_wait(Realtime *r, Time now);

#endif
