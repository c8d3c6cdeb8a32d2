/* clock.h - time that passes on the host, in seconds. */
#ifndef CLOCK_H
#define CLOCK_H

#include "base.h"

/* ---- clock.c ---- */

/* clock_wall: seconds that pass on the wall clock, from some fixed time on. */
double clock_wall(void);
/* clock_processor: seconds of processor time that this process has used. */
double clock_processor(void);
/* clock_thread: seconds of processor time that this thread has used. */
double clock_thread(void);

#endif
