/*
 * Variable arguments: of all kinds, passed on as va_list, read twice, after many fixed arguments,
 * and in a printf-like function.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct Odd { char c[7]; } Odd;

static char text[200];

__attribute__((noinline)) static int
v_add(const char *format, va_list ap)
{
	char *out = text + strlen(text);

	for (; *format; format++)
		switch (*format) {
		case 'c': out += sprintf(out, "%c,", va_arg(ap, int)); break;
		case 'd': out += sprintf(out, "%d,", va_arg(ap, int)); break;
		case 'u': out += sprintf(out, "%u,", va_arg(ap, unsigned)); break;
		case 'L': out += sprintf(out, "%lld,", va_arg(ap, long long)); break;
		case 'f': out += sprintf(out, "%g,", va_arg(ap, double)); break;
		case 's': out += sprintf(out, "%s,", va_arg(ap, char *)); break;
		case 'o': out += sprintf(out, "%.7s,", va_arg(ap, Odd).c); break;
		case 'p': out += sprintf(out, "%d,", *va_arg(ap, int *)); break;
		}
	return out - text;
}

__attribute__((noinline)) static int
add(const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = v_add(format, ap);
	va_end(ap);
	return n;
}

__attribute__((noinline)) static long long
after(char a, double b, long long c, short d, float e, int n, ...)
{
	va_list ap, again;
	long long sum = a + b + c + d + e;

	va_start(ap, n);
	va_copy(again, ap);
	for (int i = 0; i < n; i++)
		sum += va_arg(ap, int);
	for (int i = 0; i < n; i++)
		sum += 1000 * va_arg(again, int);
	va_end(again);
	va_end(ap);
	return sum;
}

__attribute__((noinline)) static int
longest(const char *first, ...)
{
	size_t most = 0;
	va_list ap;

	va_start(ap, first);
	for (const char *s = first; s; s = va_arg(ap, const char *))
		if (strlen(s) > most)
			most = strlen(s);
	va_end(ap);
	return most;
}

int
main(void)
{
	int seven = 7, (*pointer)(const char *, ...) = add;
	float f = 0.25f;
	Odd o = {"odd one"};

	printf("%d\n", add("cdu", 'x', -5, 4000000000u));
	printf("%d\n", add("dLdLf", 1, -1ll << 40, 2, 1234567890123ll, 2.5));
	printf("%d\n", pointer("fosp", f, o, "text", &seven));
	printf("%d\n", add("dddddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
	printf("%s\n", text);
	printf("%lld\n", after(1, 2.5, 10000000000ll, -3, 0.5f, 4, 1, 2, 3, 4));
	printf("%d %d\n", longest("a", "bcd", "ef", NULL), longest(NULL));
	return 0;
}
