/*
 * time.c - simulated times as users write them.
 */
#include "base.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool
time_parse(const char *s, uint64_t *ps)
{
	static const struct {
		const char *name;
		double ps;
	} units[] = {{"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"s", 1e12}};
	char *end;
	double value;

	if (!isdigit((unsigned char)*s))
		return false;
	value = strtod(s, &end);
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (strcmp(end, units[i].name) == 0 && value * units[i].ps < 1e19) {
			*ps = (uint64_t)(value * units[i].ps + 0.5);
			return true;
		}
	}
	return false;
}

uint64_t
time_option(const char *option, const char *value)
{
	uint64_t t;

	if (!time_parse(value, &t))
		fatal("--%s %s: a time is a number with its unit: ns, us, ms or s", option, value);
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
