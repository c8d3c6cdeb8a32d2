/*
 * loops.c - three inner loops as the compiler makes them and as a person writes them in assembly
 * (loops.s): the sum of products of two rows of numbers, the search for the end of a string, every
 * n-th byte of a row set. A unit is one turn of the loop.
 */
#include "bench.h"

enum { TERMS = 256, LETTERS = 500, BYTES = 4096, STEP = 3 };

static float x[TERMS], y[TERMS];
static char text[LETTERS + 1], row[BYTES];

/* ---- the loops ---- */

__attribute__((noinline)) static float
dot(const float *a, const float *b, int n)
{
	float sum = 0;

	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

__attribute__((noinline)) static int
length(const char *s)
{
	const char *end = s;

	while (*end)
		end++;
	return end - s;
}

__attribute__((noinline)) static void
mark(char *first, const char *end, int step)
{
	for (char *p = first; p < end; p += step)
		*p = 1;
}

/* The same loops in assembly; mark_by_hand needs first < end. */
float dot_by_hand(const float *a, const float *b, int n);
int length_by_hand(const char *s);
void mark_by_hand(char *first, const char *end, int step);

/* ---- the work: the pointers are volatile, so that every call is made ---- */

static int
run_products(uint32_t runs, float (*volatile loop)(const float *, const float *, int))
{
	float sum = 0;

	for (int i = 0; i < TERMS; i++) {
		x[i] = i;
		y[i] = i % 2 ? -1 : 1;
	}
	while (runs-- > 0)
		sum = loop(x, y, TERMS);
	return sum == -TERMS / 2;
}

static int
run_lengths(uint32_t runs, int (*volatile loop)(const char *))
{
	int n = 0;

	for (int i = 0; i < LETTERS; i++)
		text[i] = 'a';
	while (runs-- > 0)
		n = loop(text);
	return n == LETTERS;
}

static int
run_marks(uint32_t runs, void (*volatile loop)(char *, const char *, int))
{
	int n = 0;

	for (int i = 0; i < BYTES; i++)
		row[i] = 0;
	while (runs-- > 0)
		loop(row, row + BYTES, STEP);
	for (int i = 0; i < BYTES; i++)
		n += row[i] == (i % STEP == 0);
	return n == BYTES;
}

static int
dot_kernel(uint32_t runs)
{
	return run_products(runs, dot);
}

static int
dot_hand(uint32_t runs)
{
	return run_products(runs, dot_by_hand);
}

static int
length_kernel(uint32_t runs)
{
	return run_lengths(runs, length);
}

static int
length_hand(uint32_t runs)
{
	return run_lengths(runs, length_by_hand);
}

static int
mark_kernel(uint32_t runs)
{
	return run_marks(runs, mark);
}

static int
mark_hand(uint32_t runs)
{
	return run_marks(runs, mark_by_hand);
}

int
main(void)
{
	static const Benchmark b[] = {
		{"dot", dot_kernel, 100, TERMS, "turns"},
		{"dot-by-hand", dot_hand, 100, TERMS, "turns"},
		{"length", length_kernel, 100, LETTERS, "turns"},
		{"length-by-hand", length_hand, 100, LETTERS, "turns"},
		{"mark", mark_kernel, 100, BYTES / STEP, "turns"},
		{"mark-by-hand", mark_hand, 100, BYTES / STEP, "turns"},
	};

	return benchmark(b, sizeof b / sizeof *b);
}
