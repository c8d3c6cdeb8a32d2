/*
 * depths.c - calls of all kinds: recursion, one function that calls another and is called by it,
 * pointers to what a caller has, a library that calls the program, longjmp over several calls.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf out;
static int steps, depth, words[5] = {4, 1, 3, 5, 2};
static long long product = 1;
static double mean;
static char text[8];

static int even(unsigned n);

static int
odd(unsigned n)
{
	steps++;
	return n == 0 ? 0 : even(n - 1);
}

static int
even(unsigned n)
{
	steps++;
	return n == 0 ? 1 : odd(n - 1);
}

static int
by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void
add_up(const int *n, int left, int *sum)
{
	if (left == 0)
		return;
	*sum += *n;
	add_up(n + 1, left - 1, sum);
}

static void
dive(int n)
{
	depth = n;
	product *= n + 1;
	if (n == 12)
		longjmp(out, n);
	dive(n + 1);
}

int
main(void)
{
	int sum = 0;

	printf("even %d\n", even(7));
	qsort(words, 5, sizeof *words, by_value);
	add_up(words, 5, &sum);
	mean = sum / 5.0 + words[0];
	if (setjmp(out) == 0)
		dive(0);
	sprintf(text, "%d", depth + steps);
	printf("%d %d %s %f %lld\n", words[0], words[4], text, mean, product);
	return 0;
}
