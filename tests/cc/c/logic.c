/*
 * Logic: && || ! ?: and the comma operator, with their side effects in the right order and number;
 * comparisons as values.
 */
#include <stdio.h>

static int calls;

__attribute__((noinline)) static int
noted(int digit, int value)
{
	calls = calls * 10 + digit;
	return value;
}

__attribute__((noinline)) static int
between(int x, int low, int high)
{
	return low <= x && x < high;
}

__attribute__((noinline)) static int
outside(unsigned x, unsigned low, unsigned high)
{
	return x < low || !(x < high);
}

__attribute__((noinline)) static int
signs(int a, long long b, double c)
{
	return (a > 0) - (a < 0) + 10 * ((b > 0) - (b < 0)) + 100 * ((c > 0) - (c < 0));
}

int
main(void)
{
	int a = 0, b, i;
	const char *p = NULL;

	printf("%d ", noted(1, 0) && noted(2, 1));
	printf("%d ", noted(3, 1) || noted(4, 0));
	printf("%d ", (noted(5, 0) || noted(6, 5)) && !noted(7, 0));
	printf("%d\n", noted(8, 1) ? noted(9, 2) : noted(0, 3));
	printf("%d\n", calls);
	calls = 0;
	if ((noted(1, 1) && noted(2, 0)) || (noted(3, 1) && !noted(4, 1)) || noted(5, 1))
		printf("%d\n", calls);
	b = (a++, a++, a += 5);
	printf("%d %d\n", a, b);
	printf("%d %d %d\n", !a, !!a, !p);
	for (i = 0, b = 10; i < b; i++, b--)
		;
	printf("%d %d\n", i, b);
	printf("%d%d%d%d\n", between(-3, -5, -3), between(-4, -5, -3), outside(5, 5, 6), outside(4, 5, 6));
	printf("%d %d %d\n", signs(-4, 1ll << 40, -0.0), signs(0, -1, 1e-300), signs(2147483647, 0, -1));
	printf("%d\n", (a > 3) + (a > 30) * 2 + (a == 7) * 4 + (a != 7) * 8 + ((unsigned)-a > 5u) * 16);
	printf("%s %s\n", a > b ? "more" : a < b ? "less" : "same", p ? p : "none");
	printf("%d\n", a > 0 ? b > 0 ? 1 : 2 : b > 0 ? 3 : 4);
	printf("%g\n", a ? 1 : 2.5);
	return 0;
}
