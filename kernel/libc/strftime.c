/*
 * strftime.c - dates and times as text, in the C locale. The nodes know no time zone: %z is +0000, %Z is UTC.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The text so far; n also counts the characters beyond `size`, which are not stored. */
typedef struct Text {
	char *s;
	size_t size, n;
} Text;

/* Conversions that stand for a format. */
static const struct {
	char letter;
	const char *format;
} composites[] = {
	{'c', "%a %b %e %H:%M:%S %Y"}, {'D', "%m/%d/%y"}, {'F', "%Y-%m-%d"}, {'h', "%b"},
	{'n', "\n"}, {'r', "%I:%M:%S %p"}, {'R', "%H:%M"}, {'t', "\t"}, {'T', "%H:%M:%S"},
	{'x', "%m/%d/%y"}, {'X', "%H:%M:%S"}, {'z', "+0000"}, {'Z', "UTC"},
};

static const char *const days[] = {
	"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
};

static const char *const months[] = {
	"January", "February", "March", "April", "May", "June", "July", "August", "September",
	"October", "November", "December",
};

static void
add_text(Text *t, const char *s, size_t n)
{
	for (size_t i = 0; i < n && s[i]; i++, t->n++)
		if (t->n < t->size)
			t->s[t->n] = s[i];
}

static void
add_number(Text *t, const char *format, int n)
{
	char digits[16];

	sprintf(digits, format, n);
	add_text(t, digits, sizeof digits);
}

static void
add_name(Text *t, const char *const *names, int count, int i, size_t most)
{
	add_text(t, i >= 0 && i < count ? names[i] : "?", most);
}

/*
 * count_weeks: how many weeks have begun in the year by day yday, if they begin wday days before
 * today's day of the week.
 */
static int
count_weeks(int yday, int wday)
{
	return (yday + 7 - wday) / 7;
}

static int
days_of_year(int year) /* 365 or 366 */
{
	return 365 + (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
}

/* iso_week: the week of ISO 8601, which begins on Monday and belongs to the year of its Thursday. */
static int
iso_week(const struct tm *tm, int *year)
{
	int thursday = tm->tm_yday - (tm->tm_wday + 6) % 7 + 3;

	*year = tm->tm_year + 1900;
	if (thursday < 0) {
		--*year;
		thursday += days_of_year(*year);
	} else if (thursday >= days_of_year(*year)) {
		thursday -= days_of_year(*year);
		++*year;
	}
	return thursday / 7 + 1;
}

/* century: year / 100, rounded down. */
static int
century(int year)
{
	return (year - (year % 100 + 100) % 100) / 100;
}

static void
add_iso(Text *t, char letter, const struct tm *tm)
{
	int year, week = iso_week(tm, &year);

	if (letter == 'V')
		add_number(t, "%02d", week);
	else if (letter == 'G')
		add_number(t, "%d", year);
	else
		add_number(t, "%02d", year - 100 * century(year));
}

static void add_format(Text *t, const char *format, const struct tm *tm);

static void
add_conversion(Text *t, char letter, const struct tm *tm) /* append what %letter stands for */
{
	int year = tm->tm_year + 1900;

	for (size_t i = 0; i < sizeof composites / sizeof *composites; i++)
		if (composites[i].letter == letter) {
			add_format(t, composites[i].format, tm);
			return;
		}
	switch (letter) {
	case 'a': add_name(t, days, 7, tm->tm_wday, 3); break;
	case 'A': add_name(t, days, 7, tm->tm_wday, 99); break;
	case 'b': add_name(t, months, 12, tm->tm_mon, 3); break;
	case 'B': add_name(t, months, 12, tm->tm_mon, 99); break;
	case 'C': add_number(t, "%02d", century(year)); break;
	case 'd': add_number(t, "%02d", tm->tm_mday); break;
	case 'e': add_number(t, "%2d", tm->tm_mday); break;
	case 'H': add_number(t, "%02d", tm->tm_hour); break;
	case 'I': add_number(t, "%02d", (tm->tm_hour + 11) % 12 + 1); break;
	case 'j': add_number(t, "%03d", tm->tm_yday + 1); break;
	case 'm': add_number(t, "%02d", tm->tm_mon + 1); break;
	case 'M': add_number(t, "%02d", tm->tm_min); break;
	case 'p': add_text(t, tm->tm_hour < 12 ? "AM" : "PM", 2); break;
	case 'S': add_number(t, "%02d", tm->tm_sec); break;
	case 'u': add_number(t, "%d", (tm->tm_wday + 6) % 7 + 1); break;
	case 'U': add_number(t, "%02d", count_weeks(tm->tm_yday, tm->tm_wday)); break;
	case 'w': add_number(t, "%d", tm->tm_wday); break;
	case 'W': add_number(t, "%02d", count_weeks(tm->tm_yday, (tm->tm_wday + 6) % 7)); break;
	case 'y': add_number(t, "%02d", year - 100 * century(year)); break;
	case 'Y': add_number(t, "%d", year); break;
	case 'g': case 'G': case 'V': add_iso(t, letter, tm); break;
	default: add_text(t, &letter, 1);
	}
}

static void
add_format(Text *t, const char *p, const struct tm *tm) /* append tm as the format p says */
{
	for (; *p; p++) {
		if (*p != '%') {
			add_text(t, p, 1);
			continue;
		}
		p++;
		if (*p == 'E' || *p == 'O') /* %E and %O ask for other forms, which do not exist */
			p++;
		if (*p == '\0')
			return;
		add_conversion(t, *p, tm);
	}
}

size_t
strftime(char *restrict s, size_t n, const char *restrict format, const struct tm *restrict tm)
{
	Text t = {s, n, 0};

	add_format(&t, format, tm);
	if (t.n >= n)
		return 0;
	s[t.n] = '\0';
	return t.n;
}
