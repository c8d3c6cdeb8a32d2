/* linpack.c - solves 100 equations by Gaussian elimination in double precision, column by column. */
#include <math.h>
#include <stdio.h>
#include <time.h>

#define N 100
#define TIMES 10

static double a[N][N + 1], b[N];
static int pivot[N];

/* y += f x, n elements */
static void axpy(int n, double f, const double *x, double *y)
{
	int i;

	for (i = 0; i < n; i++)
		y[i] += f * x[i];
}

static int largest(int n, const double *x)
{
	int i, at = 0;

	for (i = 1; i < n; i++)
		if (fabs(x[i]) > fabs(x[at]))
			at = i;
	return at;
}

static void fill(void)
{
	long seed = 1325;
	int i, j;

	for (j = 0; j < N; j++)
		for (i = 0; i < N; i++) {
			seed = 3125 * seed % 65536;
			a[j][i] = (seed - 32768.0) / 16384.0;
		}
	for (i = 0; i < N; i++)
		b[i] = 0;
	for (j = 0; j < N; j++)
		for (i = 0; i < N; i++)
			b[i] += a[j][i];
}

/* a[column][row] becomes its factors. */
static void factor(void)
{
	int i, j, k, p;
	double t;

	for (k = 0; k < N - 1; k++) {
		p = k + largest(N - k, a[k] + k);
		pivot[k] = p;
		t = a[k][p], a[k][p] = a[k][k], a[k][k] = t;
		t = -1 / a[k][k];
		for (i = k + 1; i < N; i++)
			a[k][i] *= t;
		for (j = k + 1; j < N; j++) {
			t = a[j][p], a[j][p] = a[j][k], a[j][k] = t;
			axpy(N - k - 1, t, a[k] + k + 1, a[j] + k + 1);
		}
	}
}

static void solve(void)
{
	int k;
	double t;

	for (k = 0; k < N - 1; k++) {
		t = b[pivot[k]], b[pivot[k]] = b[k], b[k] = t;
		axpy(N - k - 1, t, a[k] + k + 1, b + k + 1);
	}
	for (k = N - 1; k >= 0; k--) {
		b[k] /= a[k][k];
		axpy(k, -b[k], a[k], b);
	}
}

int main(void)
{
	double seconds = 0, worst = 0, work = 2.0 * N * N * N / 3 + 2.0 * N * N;
	clock_t begin, spent;
	int i;

	for (i = 0; i < TIMES; i++) {
		fill();
		begin = clock();
		factor();
		solve();
		spent = clock() - begin;
		seconds += (double)spent / CLOCKS_PER_SEC;
	}
	for (i = 0; i < N; i++)
		if (fabs(b[i] - 1) > worst)
			worst = fabs(b[i] - 1);
	printf("%.4f MFLOPS, error %.1e\n", work * TIMES / seconds / 1e6, worst);
	return 0;
}
