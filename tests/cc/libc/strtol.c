/* strtol strtoul strtoll strtoull strtoimax strtoumax atoi atol atoll: ends, bases, limits */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void
show(const char *s, int base)
{
	char *a, *b, *c, *d;
	int32_t l;
	uint32_t u;
	long long ll;
	unsigned long long ull;
	int el, eu, ell, eull;

	errno = 0, l = strtol(s, &a, base), el = errno == ERANGE;
	errno = 0, u = strtoul(s, &b, base), eu = errno == ERANGE;
	errno = 0, ll = strtoll(s, &c, base), ell = errno == ERANGE;
	errno = 0, ull = strtoull(s, &d, base), eull = errno == ERANGE;
	printf("'%s' %d: %" PRId32 " %d %d, %" PRIu32 " %d %d, %lld %d %d, %llu %d %d\n", s, base, l, el, (int)(a - s),
		u, eu, (int)(b - s), ll, ell, (int)(c - s), ull, eull, (int)(d - s));
}

int
main(void)
{
	char *end;

	show("0", 10);
	show("  42x", 10);
	show("\t\n -17", 0);
	show("+0x1fG", 0);
	show("0x", 16);
	show("0xg", 0);
	show("0779", 0);
	show("0779", 8);
	show("-zz", 36);
	show("2147483647", 10);
	show("1010102", 2);
	show("", 10);
	show("-", 10);
	show(" + 1", 10);
	show("9223372036854775807", 10);
	show("-9223372036854775808", 10);
	show("9223372036854775808", 10);
	show("18446744073709551615", 10);
	show("99999999999999999999", 10);
	show("-99999999999999999999", 10);
	printf("%lld %llu\n", (long long)strtoimax("-123456789012", &end, 10),
		(unsigned long long)strtoumax("ffffffffffffffff", NULL, 16));
	printf("%s| %d %ld %lld\n", end, atoi(" 12a"), atol("-99"), atoll("1234567890123"));
	return 0;
}
