/* printf and its relatives: every conversion, flag, width, precision and length */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void
lists(char *s, const char *format, ...)
{
	va_list ap, again;
	char part[8];

	va_start(ap, format);
	va_copy(again, ap);
	vprintf(format, ap);
	va_end(ap);
	va_copy(ap, again);
	vfprintf(stdout, format, ap);
	va_end(ap);
	va_copy(ap, again);
	printf("%d ", vsprintf(s, format, ap));
	va_end(ap);
	va_copy(ap, again);
	printf("%d %s%s\n", vsnprintf(part, sizeof part, format, ap), s, part);
	va_end(ap);
	va_end(again);
}

static void
integers(void)
{
	static const int values[] = {0, 1, -1, 42, -42, INT32_MAX, INT32_MIN};

	for (int i = 0; i < 7; i++) {
		int v = values[i];

		printf("[%d|%i|%5d|%-5d|%05d|%+d|% d|%.3d|%6.3d|%-6.3d|%06.3d|%.0d]\n", v, v, v, v, v, v, v, v, v, v, v, v);
		printf("[%u|%o|%x|%X|%#o|%#x|%#X|%#10x|%-#10x|%#010x|%.9x|%#.0o]\n", v, v, v, v, v, v, v, v, v, v, v, v);
		printf("[%hhd|%hd|%lld|%llu|%llx|%hhu|%hx|%jd]\n", (signed char)v, (short)v, (long long)v,
			(unsigned long long)v, (unsigned long long)v, (unsigned char)v, (unsigned short)v, (intmax_t)v);
	}
	printf("[%lld|%llu|%llo|%020llX]\n", INT64_MIN, UINT64_MAX, UINT64_MAX, 0x123456789ABCDEFull);
	printf("[%*d|%-*d|%*d|%.*d|%.*d]\n", 6, 7, 6, 7, -6, 7, 3, 7, -3, 7);
	printf("[%zu|%zd|%td]\n", sizeof(int), (size_t)7, (ptrdiff_t)-7);
}

static void
reals(void)
{
	static const double values[] = {
		0, -0.0, 1, -1.5, 0.1, 123456789, 1e10, 1e-10, 9.9999995, 0.5, 2.5, 99999.95, 1e100, 1.0 / 3, 5e-324, 1e23,
		1.7976931348623157e308,
	};

	for (int i = 0; i < 17; i++) {
		double v = values[i];

		printf("[%g|%e|%.3g|%.10g|%#g|%G|%+g|% g|%010.3g|%-10.2g|%.17g]\n", v, v, v, v, v, v, v, v, v, v, v);
		if (v < 1e50)
			printf("[%f|%.0f|%#.0f|%12.2f|%-12.1f|%012.1f|%.20f]\n", v, v, v, v, v, v, v);
		printf("[%.0e|%E|%.20e|%a|%.2a|%A]\n", v, v, v, v, v, v);
	}
	printf("[%.60f|%.3f]\n", 0.1, 1e300 * 1e-300);
	printf("[%.1074f|%.800g|%.1100e|%-400.2f|%0420.1f|%.30a]\n", 5e-324, 2.2250738585072011e-308, 1e-300, 1e300, -1e300,
		1.0 / 3);
	printf("[%.0f|%.0f|%.1f|%.3g|%.3g|%.17g|%.17g|%.18g]\n", 0.5, 1.5, 0.25, 2.675e20, 1.005e-5, 9007199254740993.0,
		1e22, 0.1);
	printf("[%f|%F|%5.1f|%-6e|%g|%06g|%a]\n", 1e308 * 10, -1e308 * 10, 1e308 * 10, 1e308 * 10, -1e308 * 10, 1e308 * 10,
		1e308 * 10);
	printf("[%Lf|%Le]\n", 2.5L, 2.5L);
}

static void
text(void)
{
	char s[32];
	int n;
	signed char small;
	long long large;

	printf("[%s|%10s|%-10s|%.2s|%5.1s|%c|%3c|%-3c|%%]\n", "abc", "abc", "abc", "abc", "abc", 'x', 'y', 'z');
	printf("12345%n6%hhn7%lln\n", &n, &small, &large);
	printf("%d %d %lld\n", n, small, large);
	printf("%d %s\n", sprintf(s, "%d-%s", 12, "ab"), s);
	printf("%d %s\n", snprintf(s, 5, "%d-%s", 12, "abc"), s);
	strcpy(s, "same");
	printf("%d %s\n", snprintf(s, 0, "other"), s);
	printf("%d\n", snprintf(NULL, 0, "%s", "a long one"));
	fprintf(stdout, "%s to %s\n", "fprintf", "stdout");
	printf("%d\n", snprintf(s, sizeof s, "%p", (void *)0x80000070u) > 0 && strstr(s, "80000070") != NULL);
}

int
main(void)
{
	char s[64];

	integers();
	reals();
	text();
	lists(s, "%d %s %.2f\n", 5, "args", 0.125);
	return 0;
}
