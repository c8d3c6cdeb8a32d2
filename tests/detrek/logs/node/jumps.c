/*
 * jumps.c - longjmp: within an e-block, out of one, out of several at once and out of a recursion,
 * in loops, after changes of variables that outlive it. It logs itself (trellis cc --log).
 */
#include <setjmp.h>
#include <stdio.h>

int depth, sum, left, last;
int table[8];
static jmp_buf top, near;

static void
leave(int n)
{
	table[n % 8] += n;
	left++;
	if (n % 3 == 0)
		longjmp(top, n);
	sum += n;
}

static int
middle(int n)
{
	int local[4] = {n, n + 1, n + 2, n + 3};

	depth++;
	leave(n);
	depth--;
	return local[n % 4];
}

static int
recursive(int n)
{
	depth += n;
	if (n == 0)
		longjmp(top, 77);
	return recursive(n - 1) + 1;
}

static int
alone(int n)
{
	volatile int tries = 0;

	if (setjmp(near) < n) {
		tries++;
		longjmp(near, tries);
	}
	return tries;
}

int
main(void)
{
	volatile int i = 0;

	last = setjmp(top);
	while (i < 10) {
		i = i + 1;
		sum += middle(i);
	}
	if (last != 77 && last != 0) {
		last = alone(5);
		if (last == 5)
			recursive(4);
	}
	printf("%d %d %d %d %d\n", depth, sum, left, last, table[3]);
	return 0;
}
