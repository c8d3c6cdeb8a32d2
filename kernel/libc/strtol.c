/*
 * strtol.c - integers from text.
 */
#include "source.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static int
digit_value(int c)
{
	if (isdigit(c))
		return c - '0';
	return isalpha(c) ? tolower(c) - 'a' + 10 : INT_MAX;
}

static void
add_digit(Integer *to, int base, int d)
{
	if (to->value >> 58) /* below, a base of at most 36 leaves room */
		to->overflow |= to->value > (UINT64_MAX - d) / base;
	to->value = to->value * base + d;
}

int
__read_integer(Source *in, int base, Integer *to)
{
	int start = in->n, length = 0, c, d;

	*to = (Integer){.negative = __source_sign(in)};
	if ((base == 0 || base == 16) && __source_take(in, '0')) {
		length = in->n - start;
		if (__source_take(in, 'x'))
			base = 16;
		else if (base == 0)
			base = 8;
	}
	if (base == 0)
		base = 10;
	while ((d = digit_value(c = __source_next(in))) < base) {
		add_digit(to, base, d);
		length = in->n - start;
	}
	__source_back(in, c);
	return length;
}

/* parse_integer: *end is s if there is no integer. */
static Integer
parse_integer(const char *s, char **end, int base)
{
	Source in = {.s = s, .limit = INT_MAX};
	Integer n;
	int blanks, length;

	__source_blanks(&in);
	blanks = in.n;
	length = __read_integer(&in, base, &n);
	if (end)
		*end = (char *)(length ? s + blanks + length : s);
	return n;
}

static int64_t
signed_value(Integer n, int64_t most) /* n with its sign, limited to the type's range */
{
	uint64_t limit = n.negative ? (uint64_t)most + 1 : (uint64_t)most;

	if (n.overflow || n.value > limit) {
		errno = ERANGE;
		return n.negative ? -most - 1 : most;
	}
	return n.negative ? -n.value : n.value;
}

static uint64_t
unsigned_value(Integer n, uint64_t most)
{
	if (n.overflow || n.value > most) {
		errno = ERANGE;
		return most;
	}
	return n.negative ? -n.value : n.value;
}

long
strtol(const char *restrict s, char **restrict end, int base)
{
	return signed_value(parse_integer(s, end, base), LONG_MAX);
}

unsigned long
strtoul(const char *restrict s, char **restrict end, int base)
{
	return unsigned_value(parse_integer(s, end, base), ULONG_MAX);
}

long long
strtoll(const char *restrict s, char **restrict end, int base)
{
	return signed_value(parse_integer(s, end, base), LLONG_MAX);
}

unsigned long long
strtoull(const char *restrict s, char **restrict end, int base)
{
	return unsigned_value(parse_integer(s, end, base), ULLONG_MAX);
}

intmax_t
strtoimax(const char *restrict s, char **restrict end, int base)
{
	return strtoll(s, end, base);
}

uintmax_t
strtoumax(const char *restrict s, char **restrict end, int base)
{
	return strtoull(s, end, base);
}

int
atoi(const char *s)
{
	return strtol(s, NULL, 10);
}

long
atol(const char *s)
{
	return strtol(s, NULL, 10);
}

long long
atoll(const char *s)
{
	return strtoll(s, NULL, 10);
}
