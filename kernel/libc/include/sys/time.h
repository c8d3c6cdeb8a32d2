/*
 * sys/time.h - POSIX: the time of day, in whole seconds.
 */
#ifndef SYS_TIME_H
#define SYS_TIME_H

#include <sys/types.h>

struct timeval {
	time_t tv_sec;
	suseconds_t tv_usec;
};

int utimes(const char *name, const struct timeval times[2]); /* fails: the server sets no times */
int gettimeofday(struct timeval *__restrict to, void *__restrict zone);

#endif
