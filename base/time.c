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
