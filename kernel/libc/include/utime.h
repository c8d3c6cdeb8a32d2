/*
 * utime.h - POSIX: setting a file's times, which fails: the host's server does not know them.
 */
#ifndef UTIME_H
#define UTIME_H

#include <time.h>

struct utimbuf {
	time_t actime, modtime;
};

int utime(const char *name, const struct utimbuf *times);

#endif
