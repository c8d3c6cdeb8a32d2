/*
 * bench_ratio.c - computes how much longer a network takes than an equal one, from slices that both
 * ran alternately.
 *
 * ratio_of: a ratio of sums, because some costs occur in only a few slices; its confidence interval
 * is computed from the differences between slices.
 *
 * ratio_of_pairs: the ratio if it is known in which slices these costs occur. The mean of the other
 * differences leaves out a fifth of them at each end; its standard error is Yuen's, from the
 * winsorized variance (R. Wilcox, Introduction to Robust Estimation and Hypothesis Testing, ch. 3).
 */
#include "benchmark.h"

#include <math.h>
#include <stdlib.h>

#define TRIMMED 0.2 /* part of the values that is left out at each end */

/* sum_times: the sum of n times. */
static double
sum_times(const double *times, int n)
{
	double all = 0;

	for (int i = 0; i < n; i++)
		all += times[i];
	return all;
}

Ratio
ratio_of(const double *more, const double *plain, int n)
{
	double all = sum_times(plain, n), ratio = sum_times(more, n) / all, squares = 0;

	for (int i = 0; i < n; i++)
		squares += pow(more[i] - ratio * plain[i], 2);
	return (Ratio){ratio, 2 * sqrt(squares * n / (n - 1)) / all};
}

/* ---- pairs ---- */

/* A trimmed mean, and its standard error. */
typedef struct Mean {
	double mean, error;
} Mean;

int
times_compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* trimmed_mean: the mean of the values without the least and greatest ones; sorts the values. */
static Mean
trimmed_mean(double *x, int n)
{
	int cut = n * TRIMMED, left = n - 2 * cut;
	double mean, winsorized, squares = 0;

	qsort(x, n, sizeof *x, times_compare);
	mean = sum_times(x + cut, left) / left;
	winsorized = (sum_times(x + cut, left) + cut * (x[cut] + x[n - 1 - cut])) / n;
	for (int i = 0; i < n; i++) {
		double kept = i < cut ? x[cut] : i >= n - cut ? x[n - 1 - cut] : x[i];

		squares += pow(kept - winsorized, 2);
	}
	return (Mean){mean, sqrt(squares / (n - 1) / n) / (1 - 2 * TRIMMED)};
}

Ratio
ratio_of_pairs(const Pair *pairs, int n)
{
	double *plain = xcalloc(n, sizeof *plain), *more = xcalloc(n, sizeof *more), added = 0;
	int ordinary = 0;
	Mean slice, difference;

	for (int i = 0; i < n; i++)
		plain[i] = pairs[i].plain;
	for (int i = 0; i < n; i++)
		if (!pairs[i].is_kept)
			more[ordinary++] = pairs[i].more - pairs[i].plain;
	slice = trimmed_mean(plain, n);
	difference = trimmed_mean(more, ordinary);
	for (int i = 0; i < n; i++)
		if (pairs[i].is_kept)
			added += pairs[i].more - slice.mean;
	free(plain);
	free(more);
	/* the error of one difference is sqrt(ordinary) times the error of their mean */
	return (Ratio){1 + (ordinary * difference.mean + added) / (n * slice.mean),
		2 * difference.error * sqrt((double)ordinary * n) / (n * slice.mean)};
}
