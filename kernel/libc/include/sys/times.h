/*
 * sys/times.h - POSIX: the time that a program has used: all since the processor's clock was 0.
 */
#ifndef SYS_TIMES_H
#define SYS_TIMES_H

#include <time.h>

/* In ticks of clock(), of which a second has sysconf(_SC_CLK_TCK). */
struct tms {
	clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; /* all but the first are 0 */
};

clock_t times(struct tms *to);

#endif
