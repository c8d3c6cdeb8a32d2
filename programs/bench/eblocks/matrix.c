/* matrix.c - products of matrices. */
#include <stdio.h>

enum { N = 40, TIMES = 40 };

static int a[N][N], b[N][N], c[N][N];

static void
fill(int seed)
{
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++) {
			a[i][k] = (i * 7 + k * seed) % 11;
			b[i][k] = (i * seed + k * 5) % 13;
		}
}

static void
multiply(void)
{
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++) {
			int sum = 0;

			for (int j = 0; j < N; j++)
				sum += a[i][j] * b[j][k];
			c[i][k] = sum;
		}
}

static int
trace(void)
{
	int sum = 0;

	for (int i = 0; i < N; i++)
		sum += c[i][i];
	return sum;
}

int
main(void)
{
	int sum = 0;

	for (int i = 0; i < TIMES; i++) {
		fill(i + 3);
		multiply();
		sum += trace();
	}
	printf("%d\n", sum);
	return 0;
}
