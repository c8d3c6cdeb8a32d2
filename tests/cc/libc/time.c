/* gmtime localtime gmtime_r localtime_r mktime asctime ctime difftime strftime; time, clock and timespec_get advance */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void
show(time_t t)
{
	char s[200];
	struct tm *tm = gmtime(&t), copy = *tm;

	printf("%ld %d-%d-%d %d:%d:%d %d %d %d %s", (long)t, tm->tm_year, tm->tm_mon, tm->tm_mday, tm->tm_hour, tm->tm_min,
		tm->tm_sec, tm->tm_wday, tm->tm_yday, tm->tm_isdst, asctime(tm));
	printf("%d\n", mktime(&copy) == t && memcmp(&copy, gmtime(&t), 9 * sizeof(int)) == 0);
	strftime(s, sizeof s, "%a %A %b %B|%c|%C %d|%D|%e|%F|%g %G %h %H %I %j %m %M%n%p|%r|%R %S%t%T %u %U %V %w %W|%x|%X|%y %Y %%",
		&copy);
	puts(s);
}

static void
normalised(int year, int month, int day, int hour, int minute, int second)
{
	struct tm tm = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day, .tm_hour = hour, .tm_min = minute,
		.tm_sec = second};
	time_t t = mktime(&tm);
	char s[40];

	printf("%ld %d ", (long)t, (int)strftime(s, sizeof s, "%F %T %a %j", &tm));
	puts(s);
}

int
main(void)
{
	static const time_t times[] = {
		0, 951782400, 951868799, 1078012800, 1709164800, 1735603200, 2147483647, -1, -86400, -2147483647, 1230768000,
		1199145600, 1262304000, 1293840000, 1325376000, 1356998400, 1388534400, 1000000000,
	};
	time_t now, later = 500000000;
	struct timespec ts;
	struct tm one, other;
	char s[10];
	clock_t ticks = clock();

	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		show(times[i]);
	normalised(2024, 2, 30, 25, 61, 61);
	normalised(2023, 14, -5, -1, 0, 0);
	normalised(1999, -11, 400, 0, 0, -1);
	printf("%s%d ", ctime(&later), strcmp(ctime(&later), asctime(localtime(&later))));
	printf("%g\n", difftime(later, 400000000));
	printf("%d %d\n", (int)strftime(s, 4, "%Y", gmtime(&later)), (int)strftime(s, 5, "%Y", gmtime(&later)));
	now = time(&later);
	printf("%d %d ", now == later, timespec_get(&ts, TIME_UTC));
	printf("%d\n", ts.tv_sec >= now && ts.tv_nsec < 1000000000);
	gmtime_r(&later, &one);
	localtime_r(&later, &other);
	printf("%d %d\n", mktime(&one) == later, mktime(&other) == later);
	printf("%d %d\n", clock() >= ticks, CLOCKS_PER_SEC > 0);
	return 0;
}
