/* time.c - prints and reads simulated times with units. */
#include "files.h"
#include "number.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Units, the largest first; each is 10^digits ps. */
static const struct {
	const char *name;
	uint64_t ps;
	int digits;
} units[] = {
	{"s", 1000000000000, 12},
	{"ms", 1000000000, 9},
	{"us", 1000000, 6},
	{"ns", 1000, 3},
	{"ps", 1, 0},
};

enum { NUNITS = sizeof units / sizeof *units };

/* parse_fraction: convert the digits at s, a fraction of a unit, to ps, rounded. */
static uint64_t
parse_fraction(const char *s, uint64_t unit)
{
	uint64_t value = 0;

	for (; isdigit((unsigned char)*s); s++) {
		value += unit == 1 ? *s >= '5' : (*s - '0') * (unit / 10);
		unit /= 10;
	}
	return value;
}

bool
time_parse(const char *s, uint64_t *ps)
{
	size_t n = strspn(s, "0123456789"),
		skip = s[n] == '.' ? 1 + strspn(s + n + 1, "0123456789") : 0;
	uint64_t whole = 0;

	if (n == 0 || skip == 1)
		return false;
	for (size_t i = 0; i < n; i++)
		if (__builtin_mul_overflow(whole, 10, &whole)
			|| __builtin_add_overflow(whole, s[i] - '0', &whole))
			return false;
	for (int i = 0; i < NUNITS; i++) {
		if (strcmp(s + n + skip, units[i].name) != 0)
			continue;
		return !__builtin_mul_overflow(whole, units[i].ps, &whole) &&
		       !__builtin_add_overflow(
			       whole, skip ? parse_fraction(s + n + 1, units[i].ps) : 0, ps) &&
		       *ps < TIME_END;
	}
	return false;
}

/* print_in_unit: print a time in one unit, without trailing zeros in the fraction. */
static void
print_in_unit(char text[TIME_TEXT], uint64_t ps, int unit)
{
	int n = snprintf(text, TIME_TEXT, "%" PRIu64, ps / units[unit].ps);

	if (ps % units[unit].ps > 0) {
		n += snprintf(text + n, TIME_TEXT - n, ".%0*" PRIu64, units[unit].digits,
			ps % units[unit].ps);
		while (text[n - 1] == '0')
			n--;
	}
	snprintf(text + n, TIME_TEXT - n, "%s", units[unit].name);
}

const char *
time_text(char text[TIME_TEXT], uint64_t ps)
{
	char next[TIME_TEXT];
	int unit = 0;

	while (ps > 0 && ps < units[unit].ps)
		unit++;
	print_in_unit(text, ps, unit);
	if (strchr(text, '.')) {
		print_in_unit(next, ps, unit + 1);
		if (!strchr(next, '.') && strlen(next) <= strlen(text))
			strcpy(text, next);
	}
	return text;
}

uint64_t
time_option(const char *option, const char *value)
{
	uint64_t t;

	if (!time_parse(value, &t))
		fatal("--%s %s: expected a number with its unit: ps, ns, us, ms or s", option,
			value);
	return t;
}

char *
file_at_option(const char *option, const char *value, uint64_t *when)
{
	const char *at = strrchr(value, '@');
	char *name;

	if (!at || at == value)
		fatal("--%s %s: it is FILE@TIME, such as run.png@20ms", option, value);
	*when = time_option(option, at + 1);
	name = xstrndup(value, at - value);
	file_check_output(name);
	return name;
}
