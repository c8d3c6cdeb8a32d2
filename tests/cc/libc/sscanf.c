/* sscanf vsscanf: every conversion, length, width and *; the point where matching ends */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int
by_list(const char *s, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsscanf(s, format, ap);
	va_end(ap);
	return n;
}

static void
integers(void)
{
	signed char hh = 0;
	short h = 0;
	int d = 0, e = 0, n = 0;
	long l = 0;
	long long ll = 0;
	intmax_t j = 0;
	size_t z = 0;
	ptrdiff_t t = 0;
	unsigned u = 0, x = 0, o = 0;
	void *p = NULL;

	printf("%d: ", sscanf("  300 70000 -5 6 -7000000000 8 9 10", "%hhd%hd%d%ld%lld%jd%zd%td", &hh, &h, &d, &l, &ll, &j,
		&z, &t));
	printf("%d %d %d %ld %lld %lld %d %d\n", hh, h, d, l, ll, (long long)j, (int)z, (int)t);
	printf("%d: ", sscanf("4294967295 ff 0X1F 17 0x20 010 9", "%u%x%X%o%i%i%i", &u, &x, &d, &o, &e, &n, (int *)&h));
	printf("%u %x %x %o %d %d %d\n", u, x, d, o, e, n, h);
	printf("%d: ", sscanf("123456", "%2d%3d%n", &d, &e, &n));
	printf("%d %d %d\n", d, e, n);
	printf("%d: ", sscanf("12 34 56", "%*d%d%*d%n", &d, &n));
	printf("%d %d\n", d, n);
	printf("%d: ", sscanf("0x1000", "%p", &p));
	printf("%d\n", p == (void *)0x1000);
	printf("%d %d %d\n", sscanf("x", "%d", &d), sscanf("", "%d", &d), sscanf("  ", "%d", &d));
	printf("%d ", sscanf("5 x", "%d%d", &d, &e));
	printf("%d ", sscanf("5 ", "%d%d", &d, &e));
	printf("%d ", sscanf("-", "%d", &d));
	printf("%d\n", sscanf("1,2;3", "%d,%d,%d", &d, &e, &n));
}

static void
reals(void)
{
	float f = 0;
	double d = 0;
	long double l = 0;
	char rest[8] = "";

	printf("%d: ", sscanf("1.5 -2.5e3 0x1.8p1", "%f%lf%Lf", &f, &d, &l));
	printf("%g %g %g\n", f, d, (double)l);
	printf("%d: ", sscanf("3.14159", "%4lf%s", &d, rest));
	printf("%g %s\n", d, rest);
	printf("%d ", sscanf("1e+", "%lf", &d));
	printf("%d ", sscanf("infx", "%le%1s", &d, rest));
	printf("%g %s ", d, rest);
	printf("%d ", sscanf("nano", "%lg%1s", &d, rest));
	printf("%d %s ", d != d, rest);
	printf("%d %d\n", sscanf(".", "%la", &d), sscanf("+.5", "%lA", &d));
	printf("%g\n", d);
}

static void
text(void)
{
	char a[20] = "", b[20] = "", c[4] = "---";
	int n = 0;

	printf("%d: ", sscanf("  hello world", "%s%s", a, b));
	printf("%s %s\n", a, b);
	printf("%d: ", sscanf("abcdef", "%3s%2c", a, c));
	printf("%s %s\n", a, c);
	printf("%d: ", sscanf(" x y", "%c%c %c", &a[0], &a[1], &a[2]));
	printf("%d %d %d\n", a[0], a[1], a[2]);
	printf("%d: ", sscanf("key = value # rest", "%[a-z] = %[^#]#%n", a, b, &n));
	printf("<%s> <%s> %d\n", a, b, n);
	printf("%d: ", sscanf("]-^x", "%[]^-]%s", a, b));
	printf("<%s> <%s>\n", a, b);
	printf("%d: ", sscanf("a]b", "%[^]]%s", a, b));
	printf("<%s> <%s>\n", a, b);
	printf("%d %d %d\n", sscanf("123", "%[a-z]", a), sscanf("", "%s", a), sscanf("ab", "%5c", a));
	printf("%d: ", sscanf("50% of 3", "%d%% of %d", &n, (int *)a));
	printf("%d %d\n", n, *(int *)a);
	printf("%d %s\n", by_list("one two", "%*s %s", a), a);
}

int
main(void)
{
	integers();
	reals();
	text();
	return 0;
}
