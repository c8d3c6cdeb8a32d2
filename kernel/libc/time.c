/*
 * time.c - the host's clock, and the processor's; the calendar.
 */
#include "host.h"

#include <stdio.h>
#include <string.h>
#include <t800.h>
#include <time.h>

clock_t
clock(void)
{
	uint32_t now = timer_now();

	/* high priority ticks are 1 us, 64 of them a low one */
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

double
difftime(time_t a, time_t b)
{
	return (double)a - b;
}

/* days_before: from 1970-01-01 to the first day of a month counted from March of year 0. */
static long
days_before(long year, int month)
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
gmtime(const time_t *t)
{
	static struct tm tm;
	long days = *t / 86400, rest = *t % 86400;

	if (rest < 0) {
		rest += 86400;
		days--;
	}
	tm.tm_hour = rest / 3600;
	tm.tm_min = rest / 60 % 60;
	tm.tm_sec = rest % 60;
	tm.tm_wday = ((days + 4) % 7 + 7) % 7;
	tm.tm_year = 0;
	for (tm.tm_year = 1902; days_before(tm.tm_year + 1, 0) <= days;)
		tm.tm_year++;
	tm.tm_yday = days - days_before(tm.tm_year, 0);
	for (tm.tm_mon = 0; days_before(tm.tm_year, tm.tm_mon + 1) <= days;)
		tm.tm_mon++;
	tm.tm_mday = days - days_before(tm.tm_year, tm.tm_mon) + 1;
	tm.tm_year -= 1900;
	tm.tm_isdst = 0;
	return &tm;
}

struct tm *
localtime(const time_t *t)
{
	return gmtime(t); /* the nodes know no time zone */
}

time_t
mktime(struct tm *tm)
{
	long days = days_before(tm->tm_year + 1900, tm->tm_mon) + tm->tm_mday - 1;
	time_t t = ((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + tm->tm_sec;

	*tm = *gmtime(&t);
	return t;
}

static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

char *
asctime(const struct tm *tm)
{
	static char text[32];

	sprintf(text, "%.3s %.3s%3d %02d:%02d:%02d %d\n", days + 3 * tm->tm_wday, months + 3 * tm->tm_mon,
		tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
	return text;
}

char *
ctime(const time_t *t)
{
	return asctime(localtime(t));
}

/* one: the text of a conversion, in `text`. */
static void
one(char *text, char letter, const struct tm *tm)
{
	switch (letter) {
	case 'Y': sprintf(text, "%d", 1900 + tm->tm_year); break;
	case 'm': sprintf(text, "%02d", tm->tm_mon + 1); break;
	case 'd': sprintf(text, "%02d", tm->tm_mday); break;
	case 'H': sprintf(text, "%02d", tm->tm_hour); break;
	case 'M': sprintf(text, "%02d", tm->tm_min); break;
	case 'S': sprintf(text, "%02d", tm->tm_sec); break;
	case 'y': sprintf(text, "%02d", tm->tm_year % 100); break;
	case 'j': sprintf(text, "%03d", tm->tm_yday + 1); break;
	case 'a': sprintf(text, "%.3s", days + 3 * tm->tm_wday); break;
	case 'b': sprintf(text, "%.3s", months + 3 * tm->tm_mon); break;
	case 'F': sprintf(text, "%d-%02d-%02d", 1900 + tm->tm_year, tm->tm_mon + 1, tm->tm_mday); break;
	case 'T': sprintf(text, "%02d:%02d:%02d", tm->tm_hour, tm->tm_min, tm->tm_sec); break;
	default: text[0] = letter; text[1] = '\0';
	}
}

size_t
strftime(char *restrict s, size_t n, const char *restrict format, const struct tm *restrict tm)
{
	size_t at = 0;
	char text[32];

	for (; *format; format++) {
		text[0] = *format;
		text[1] = '\0';
		if (*format == '%' && format[1])
			one(text, *++format, tm);
		if (at + strlen(text) >= n)
			return 0;
		strcpy(s + at, text);
		at += strlen(text);
	}
	if (n > 0)
		s[at] = '\0';
	return at;
}
