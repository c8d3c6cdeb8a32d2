/*
 * time.h - the host's clock, and the processor's.
 */
#ifndef TIME_H
#define TIME_H

#include <features.h>
#include <stddef.h>

typedef long clock_t;
typedef long time_t;

#define CLOCKS_PER_SEC 15625 /* ticks of the low-priority clock, 64 us */

struct tm {
	int tm_sec, tm_min, tm_hour;
	int tm_mday, tm_mon, tm_year;
	int tm_wday, tm_yday, tm_isdst;
};

struct timespec {
	time_t tv_sec;
	long tv_nsec;
};

#define TIME_UTC 1

clock_t clock(void);
int timespec_get(struct timespec *to, int base); /* whole seconds */
time_t time(time_t *to);
double difftime(time_t a, time_t b);
time_t mktime(struct tm *tm);
struct tm *gmtime(const time_t *t);
struct tm *gmtime_r(const time_t *__restrict t, struct tm *__restrict tm);
struct tm *localtime(const time_t *t);
struct tm *localtime_r(const time_t *__restrict t, struct tm *__restrict tm);
char *asctime(const struct tm *tm);
char *ctime(const time_t *t);
size_t strftime(char *__restrict s, size_t n, const char *__restrict format,
	const struct tm *__restrict tm);

#ifdef __MORE_THAN_C
/* POSIX: the host's clock, in whole seconds; the processor's, which begins again after 2^32 ticks */
typedef int clockid_t;
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2

int clock_gettime(clockid_t clock, struct timespec *to);
int clock_getres(clockid_t clock, struct timespec *to);
int nanosleep(const struct timespec *duration, struct timespec *rest);
char *asctime_r(const struct tm *__restrict tm, char *__restrict to);
char *ctime_r(const time_t *t, char *to);
time_t timegm(struct tm *tm);
#endif

#endif
