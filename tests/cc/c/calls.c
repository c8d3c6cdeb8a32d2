/* Calls: recursion, many arguments of all kinds, function pointers, variable arguments. */
#include <stdarg.h>
#include <stdio.h>

typedef struct Point { int x, y; double z; } Point;

__attribute__((noinline)) static double
many(char a, double b, short c, long long d, float e, int *f, unsigned char g, long long h)
{
	return a + b * 2 + c * 3 + d * 4 + e * 5 + *f * 6 + g * 7 + h * 8;
}

__attribute__((noinline)) static int
ackermann(int m, int n)
{
	return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__attribute__((noinline)) static double
sum(const char *kinds, ...)
{
	double total = 0;
	va_list ap, again;
	Point p;

	va_start(ap, kinds);
	va_copy(again, ap);
	total += va_arg(again, int);
	va_end(again);
	for (; *kinds; kinds++)
		switch (*kinds) {
		case 'i': total += va_arg(ap, int); break;
		case 'l': total += va_arg(ap, long long); break;
		case 'd': total += va_arg(ap, double); break;
		case 'p': p = va_arg(ap, Point); total += p.x + p.y + p.z; break;
		}
	va_end(ap);
	return total;
}

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[])(int, int) = {add, sub, mul};

__attribute__((noinline)) static int
apply(int (*f)(int, int), int a, int b)
{
	return f(a, b) + f(b, a);
}

__attribute__((noinline)) static long long
twice(long long x)
{
	return 2 * x;
}

int
main(void)
{
	int six = 6;
	Point p = {1, 2, 3.5};

	printf("%g\n", many(-1 & 0x7F, 2.5, -3, 400000000000ll, 0.5f, &six, 200, -7));
	printf("%d\n", ackermann(2, 6));
	printf("%g\n", sum("ildpi", 1, 20000000000ll, 0.25, p, -5));
	for (int i = 0; i < 3; i++)
		printf("%d ", table[i](20, 3));
	printf("%d %d\n", apply(sub, 5, 3), apply(mul, 5, 3));
	printf("%lld\n", twice(twice(3000000000ll)));
	return 0;
}
