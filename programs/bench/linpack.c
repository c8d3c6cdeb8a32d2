/*
 * linpack.c - the work of LINPACK's benchmark: a system of 60 linear equations is solved by
 * elimination with pivots (dgefa) and by substitution (dgesl), in single and double length. Its
 * inner loop adds a multiple of one column to another (daxpy). A unit is a floating-point operation,
 * counted as in LINPACK: 2 n^3 / 3 + 2 n^2.
 */
#include "bench.h"

#include <math.h>

enum { N = 60 };

#define LINPACK(type, limit) \
	static type a_##type[N][N], b_##type[N]; /* column by column; the right-hand side */ \
	static int pivot_##type[N]; \
	\
	/* fill: numbers between -2 and 2; the right-hand side makes each unknown 1 */ \
	static void \
	fill_##type(void) \
	{ \
		int seed = 1325; \
	\
		for (int i = 0; i < N; i++) \
			b_##type[i] = 0; \
		for (int k = 0; k < N; k++) \
			for (int i = 0; i < N; i++) { \
				seed = 3125 * seed % 65536; \
				a_##type[k][i] = (seed - 32768) / (type)16384; \
				b_##type[i] += a_##type[k][i]; \
			} \
	} \
	\
	__attribute__((noinline)) static void \
	add_multiple_##type(int n, type factor, const type *x, type *y) \
	{ \
		for (int i = 0; i < n; i++) \
			y[i] += factor * x[i]; \
	} \
	\
	static int \
	largest_##type(const type *column, int from) \
	{ \
		int at = from; \
	\
		for (int i = from + 1; i < N; i++) \
			if (fabs(column[i]) > fabs(column[at])) \
				at = i; \
		return at; \
	} \
	\
	static void \
	swap_##type(type *x, type *y) \
	{ \
		type t = *x; \
	\
		*x = *y; \
		*y = t; \
	} \
	\
	static void \
	eliminate_##type(int k) \
	{ \
		type *column = a_##type[k]; \
		int p = largest_##type(column, k); \
	\
		pivot_##type[k] = p; \
		swap_##type(&column[p], &column[k]); \
		for (int i = k + 1; i < N; i++) \
			column[i] /= -column[k]; \
		for (int j = k + 1; j < N; j++) { \
			swap_##type(&a_##type[j][p], &a_##type[j][k]); \
			add_multiple_##type(N - k - 1, a_##type[j][k], column + k + 1, \
				a_##type[j] + k + 1); \
		} \
	} \
	\
	static void \
	substitute_##type(void) \
	{ \
		for (int k = 0; k < N - 1; k++) { \
			swap_##type(&b_##type[pivot_##type[k]], &b_##type[k]); \
			add_multiple_##type(N - k - 1, b_##type[k], a_##type[k] + k + 1, \
				b_##type + k + 1); \
		} \
		for (int k = N - 1; k >= 0; k--) { \
			b_##type[k] /= a_##type[k][k]; \
			add_multiple_##type(k, -b_##type[k], a_##type[k], b_##type); \
		} \
	} \
	\
	static int \
	solve_##type(uint32_t runs) \
	{ \
		int right = 1; \
	\
		while (runs-- > 0) { \
			fill_##type(); \
			for (int k = 0; k < N; k++) \
				eliminate_##type(k); \
			substitute_##type(); \
			for (int i = 0; i < N; i++) \
				right &= fabs(b_##type[i] - 1) < limit; \
		} \
		return right; \
	}

LINPACK(float, 1e-3)
LINPACK(double, 1e-11)

int
main(void)
{
	enum { OPERATIONS = 2 * N * N * N / 3 + 2 * N * N };
	static const Benchmark b[] = {
		{"linpack-float", solve_float, 1, OPERATIONS, "operations"},
		{"linpack-double", solve_double, 1, OPERATIONS, "operations"},
	};

	return benchmark(b, sizeof b / sizeof *b);
}
