/*
 * matrix.c - products of two matrices of 40 by 40: words, single and double length. A unit is a
 * multiplication with an addition.
 */
#include "bench.h"

enum { N = 40 };

#define PRODUCT(type) \
	static type a_##type[N][N], b_##type[N][N], c_##type[N][N]; \
	\
	static int \
	product_##type(uint32_t runs) \
	{ \
		type trace = 0; \
		\
		for (int i = 0; i < N; i++) \
			for (int k = 0; k < N; k++) { \
				a_##type[i][k] = i - k; \
				b_##type[i][k] = i + k; \
			} \
		while (runs-- > 0) \
			for (int i = 0; i < N; i++) \
				for (int j = 0; j < N; j++) { \
					type sum = 0; \
					\
					for (int k = 0; k < N; k++) \
						sum += a_##type[i][k] * b_##type[k][j]; \
					c_##type[i][j] = sum; \
				} \
		for (int i = 0; i < N; i++) \
			trace += c_##type[i][i]; \
		return trace == 0 && c_##type[N - 1][0] == N * (N - 1) * (N - 2) / 6; \
	}

PRODUCT(int)
PRODUCT(float)
PRODUCT(double)

int
main(void)
{
	static const Benchmark b[] = {
		{"matrix-int", product_int, 2, N * N * N, "products"},
		{"matrix-float", product_float, 2, N * N * N, "products"},
		{"matrix-double", product_double, 2, N * N * N, "products"},
	};

	return benchmark(b, sizeof b / sizeof *b);
}
