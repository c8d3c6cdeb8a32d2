/* number.c - reads numbers in options and commands. */
#include "number.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool
number_parse(const char *s, uint64_t max, uint64_t *value)
{
	bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
	const char *digits = hex ? s + 2 : s;
	char *end;

	if (!(hex ? isxdigit((unsigned char)*digits) : isdigit((unsigned char)*digits)))
		return false;
	errno = 0;
	*value = strtoull(digits, &end, hex ? 16 : 10);
	return errno == 0 && *end == '\0' && *value <= max;
}

uint64_t
number_option(const char *option, const char *value, uint64_t least, uint64_t most)
{
	uint64_t n;

	if (!number_parse(value, most, &n) || n < least)
		fatal("--%s %s: expected a number from %" PRIu64 " to %" PRIu64, option, value,
			least, most);
	return n;
}

uint64_t
size_option(const char *option, const char *value)
{
	static const char units[] = "KMG";
	size_t n = strlen(value);
	const char *unit = n > 0 ? strchr(units, value[n - 1]) : NULL;
	unsigned shift = unit ? 10 * (unit - units + 1) : 0;
	char *digits = xstrndup(value, n - (unit != NULL));
	uint64_t bytes;

	if (!number_parse(digits, INT64_MAX >> shift, &bytes) || bytes == 0)
		fatal("--%s %s: expected a number of bytes, such as 4096, 64K, 20M or 2G", option,
			value);
	free(digits);
	return bytes << shift;
}
