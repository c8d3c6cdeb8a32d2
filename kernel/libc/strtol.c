/*
 * strtol.c - integers from text.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct Number {
	uint64_t value;
	bool negative, overflow;
} Number;

static int
digit(char c)
{
	if (isdigit(c))
		return c - '0';
	return isalpha(c) ? tolower(c) - 'a' + 10 : INT_MAX;
}

/* parse: blanks, sign, 0x or 0, digits of the base, as far as they go. *end is s if there are none. */
static Number
parse(const char *s, char **end, int base)
{
	const char *p = s, *start;
	Number n = {0};

	while (isspace(*p))
		p++;
	n.negative = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] | 0x20) == 'x' && digit(p[2]) < 16) {
		p += 2;
		base = 16;
	}
	if (base == 0)
		base = *p == '0' ? 8 : 10;
	for (start = p; digit(*p) < base; p++) {
		n.overflow |= n.value > (UINT64_MAX - digit(*p)) / base;
		n.value = n.value * base + digit(*p);
	}
	if (end)
		*end = (char *)(p == start ? s : p);
	return n;
}

static int64_t
signed_value(Number n, int64_t most)
{
	uint64_t limit = n.negative ? (uint64_t)most + 1 : (uint64_t)most;

	if (n.overflow || n.value > limit) {
		errno = ERANGE;
		return n.negative ? -most - 1 : most;
	}
	return n.negative ? -n.value : n.value;
}

static uint64_t
unsigned_value(Number n, uint64_t most)
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
	return signed_value(parse(s, end, base), LONG_MAX);
}

unsigned long
strtoul(const char *restrict s, char **restrict end, int base)
{
	return unsigned_value(parse(s, end, base), ULONG_MAX);
}

long long
strtoll(const char *restrict s, char **restrict end, int base)
{
	return signed_value(parse(s, end, base), LLONG_MAX);
}

unsigned long long
strtoull(const char *restrict s, char **restrict end, int base)
{
	return unsigned_value(parse(s, end, base), ULLONG_MAX);
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
