/*
 * setjmp and longjmp: out of nested calls, several places, return values, changed variables, out of
 * arrays of variable length.
 */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;
static int depth;

__attribute__((noinline)) static void
down(int n, int where)
{
	int room[n + 1];

	room[n] = where;
	depth++;
	if (n == 0)
		longjmp(room[0] == 1 ? outer : inner, depth);
	down(n - 1, where);
	depth = -1000;
}

__attribute__((noinline)) static int
attempt(int fail)
{
	volatile int stage = 1;
	int code = setjmp(inner);

	if (code)
		return 100 * stage + code;
	stage = 2;
	if (fail)
		down(fail, 2);
	stage = 3;
	return stage;
}

__attribute__((noinline)) static double
sums(int rounds)
{
	volatile double sum = 0.5;
	volatile long long wide = 1;

	while (setjmp(outer) == 0 || wide < rounds) {
		sum += wide;
		wide *= 2;
		down(3, 1);
	}
	return sum;
}

int
main(void)
{
	int r;

	depth = 0;
	printf("%d ", attempt(0));
	printf("%d ", attempt(4));
	depth = 0;
	printf("%d\n", attempt(1));
	printf("%g\n", sums(100));
	switch (r = setjmp(outer)) {
	case 0:
		longjmp(outer, 0);
	case 1:
		longjmp(outer, -5);
	default:
		printf("%d\n", r);
	}
	return 0;
}
