/*
 * time.c - the host's clock, and the processor's; the calendar. The nodes know no time zone.
 */
#include "host.h"

#include <limits.h>
#include <stdio.h>
#include <t800.h>
#include <time.h>

clock_t
clock(void)
{
	uint32_t now = host_clock();

	/* a tick is 1 us at high priority, 64 us at low priority */
	return process_priority() == PRIORITY_HIGH ? now / 64 : now;
}

time_t
time(time_t *to)
{
	int32_t now;

	if (host_time(&now) < 0)
		now = -1;
	if (to)
		*to = now;
	return now;
}

int
timespec_get(struct timespec *to, int base)
{
	if (base != TIME_UTC || time(&to->tv_sec) < 0)
		return 0;
	to->tv_nsec = 0;
	return base;
}

double
difftime(time_t a, time_t b)
{
	return (double)a - b;
}

/* days_before: from 1970-01-01 to the first day of a month counted from March of year 0. */
static long long
days_before(long long year, int month)
{
	year += month / 12;
	month %= 12;
	if (month < 0) {
		month += 12;
		year--;
	}
	month -= 2; /* March begins the year, so that the leap day ends it */
	if (month < 0) {
		month += 12;
		year--;
	}
	return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 - 719468;
}

struct tm *
gmtime_r(const time_t *restrict t, struct tm *restrict tm)
{
	long days = *t / 86400, rest = *t % 86400;

	if (rest < 0) {
		rest += 86400;
		days--;
	}
	tm->tm_hour = rest / 3600;
	tm->tm_min = rest / 60 % 60;
	tm->tm_sec = rest % 60;
	tm->tm_wday = ((days + 4) % 7 + 7) % 7;
	for (tm->tm_year = 1901; /* where time_t begins */ days_before(tm->tm_year + 1, 0) <= days;)
		tm->tm_year++;
	tm->tm_yday = days - days_before(tm->tm_year, 0);
	for (tm->tm_mon = 0; days_before(tm->tm_year, tm->tm_mon + 1) <= days;)
		tm->tm_mon++;
	tm->tm_mday = days - days_before(tm->tm_year, tm->tm_mon) + 1;
	tm->tm_year -= 1900;
	tm->tm_isdst = 0;
	return tm;
}

struct tm *
gmtime(const time_t *t)
{
	static struct tm tm;

	return gmtime_r(t, &tm);
}

struct tm *
localtime_r(const time_t *restrict t, struct tm *restrict tm)
{
	return gmtime_r(t, tm);
}

struct tm *
localtime(const time_t *t)
{
	return gmtime(t);
}

time_t
mktime(struct tm *tm)
{
	long long days = days_before(tm->tm_year + 1900LL, tm->tm_mon) + tm->tm_mday - 1;
	long long seconds = ((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + tm->tm_sec;
	time_t t = (time_t)seconds;

	if (seconds != t)
		return -1;
	gmtime_r(&t, tm);
	return t;
}

static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

char *
asctime_r(const struct tm *restrict tm, char *restrict to)
{
	sprintf(to, "%.3s %.3s%3d %02d:%02d:%02d %d\n", days + 3 * tm->tm_wday, months + 3 * tm->tm_mon,
		tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
	return to;
}

char *
asctime(const struct tm *tm)
{
	static char text[32];

	return asctime_r(tm, text);
}

char *
ctime_r(const time_t *t, char *to)
{
	struct tm tm;

	return asctime_r(localtime_r(t, &tm), to);
}

char *
ctime(const time_t *t)
{
	return asctime(localtime(t));
}

time_t
timegm(struct tm *tm)
{
	return mktime(tm);
}
