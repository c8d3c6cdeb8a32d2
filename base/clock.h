/* clock.h - time that passes on the host, in seconds. */
#ifndef CLOCK_H
#define CLOCK_H

#include "base.h"

/* clock.c: wall-clock seconds, and seconds of processor time of this process. */
double clock_wall(void);
double clock_processor(void);
double clock_thread(void); /* processor time of this thread */

#endif
