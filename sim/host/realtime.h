/*
 * realtime.h - simulated time that passes as the host's clock does, so that users can type before a
 * program's timeout is over (--realtime).
 *
 * A machine that is simulated more slowly is not made to catch up: its time goes on from where it
 * is.
 */
#ifndef REALTIME_H
#define REALTIME_H

#include "base/machine.h"

/* {0}: simulated time passes as fast as it can. */
typedef struct Realtime {
	double factor; /* simulated seconds in a second of the host; 0: any */
	double clock;  /* the host's clock, in seconds, at simulated time `from` */
	Time from;
} Realtime;

/* realtime_option: the value of --realtime; NULL: a factor of 1. Anything else is fatal. */
void realtime_option(Realtime *r, const char *value);
/* realtime_begin: the machine is at this time, and begins to run. */
void realtime_begin(Realtime *r, Time now);
/* realtime_now: the simulated time that the host's clock shows; 0 if any may pass. */
Time realtime_now(const Realtime *r);
/* realtime_wait: wait until the host's clock shows `now`, or a signal has arrived. */
void realtime_wait(Realtime *r, Time now);

#endif
