/*
 * bench_ratio.c - how much longer a network takes than an equal one, from slices that both ran
 * alternately. The ratio is one of sums, because some costs come in only a few slices; its
 * confidence interval is computed from the differences between slices.
 */
#include "benchmark.h"

#include <math.h>

static double
sum(const double *times, int n)
{
	double all = 0;

	for (int i = 0; i < n; i++)
		all += times[i];
	return all;
}

Ratio
ratio_of(const double *more, const double *plain, int n)
{
	double all = sum(plain, n), ratio = sum(more, n) / all, squares = 0;

	for (int i = 0; i < n; i++)
		squares += pow(more[i] - ratio * plain[i], 2);
	return (Ratio){ratio, 2 * sqrt(squares * n / (n - 1)) / all};
}
