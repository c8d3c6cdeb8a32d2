/* Headers of types and limits: sizes, limits, stdarg, stddef, stdbool, stdalign, stdnoreturn, float */
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>

struct Mixed {
	char c;
	int i;
	short s;
	char last;
};

static noreturn void
leave(int status)
{
	exit(status);
}

static double
total(const char *kinds, ...)
{
	double sum = 0;
	va_list ap, copy;

	va_start(ap, kinds);
	va_copy(copy, ap);
	for (int twice = 0; twice < 2; twice++)
		for (const char *k = kinds; *k; k++) {
			va_list *from = twice ? &copy : &ap;

			if (*k == 'd')
				sum += va_arg(*from, double);
			else if (*k == 'l')
				sum += va_arg(*from, long long);
			else
				sum += va_arg(*from, int);
		}
	va_end(copy);
	va_end(ap);
	return sum;
}

int
main(void)
{
	bool b = 17;
	int8_t a = INT8_MIN;
	uint16_t c = UINT16_MAX;
	int_fast32_t d = INT32_C(-5);
	uint_least64_t e = UINT64_C(1) << 63;

	printf("%d %d %d %d\n", b == true, (int)offsetof(struct Mixed, s), (int)offsetof(struct Mixed, last),
		(int)sizeof(struct Mixed));
	printf("%" PRId8 " %" PRIu16 " %" PRIx64 " %" PRIo32 " %" PRIXLEAST64 "\n", a, c, UINT64_MAX, UINT32_C(8), e);
	printf("%" PRIdMAX " %" PRIiPTR " %d\n", (intmax_t)INTMAX_MIN, (intptr_t)-4, (int)d);
	printf("%d %d %d %d %d\n", CHAR_BIT, SCHAR_MIN, SHRT_MAX, INT_MIN, UCHAR_MAX == 255);
	printf("%lld %llu\n", LLONG_MIN, ULLONG_MAX);
	printf("%g %g %d %d %d\n", FLT_MAX, DBL_MIN, DBL_DIG, FLT_MANT_DIG, FLT_RADIX);
	printf("%d %d\n", alignof(char), (int)sizeof(max_align_t) >= 8);
	printf("%g\n", total("idlid", 1, 2.5, 10000000000ll, 3, 0.25));
	printf("%d %d\n", NULL == (void *)0, EDOM != ERANGE);
	leave(0);
}
