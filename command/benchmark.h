/* benchmark.h - shared by the files of `trellis bench`. Private to these. */
#ifndef BENCH_H
#define BENCH_H

#include "sim/network/network.h"

/* One benchmark. */
typedef struct Bench {
	const char *name, *what;
	const char *text, *end;  /* the program; NULL: only the branchy code */
	bool branchy;            /* append the branchy code to the program */
	Addr base;               /* load address of the program */
	uint32_t nnodes, nbusy;  /* length of the chain; number of busy nodes, the others idle */
	double simulated;        /* seconds */
	uint32_t columns;        /* columns of a grid; 0: the network is a chain */
} Bench;

/* bench_network: the benchmark's network with its programs, at time 0. */
Network *bench_network(const Bench *b, Sync sync);
/* bench_network_free: free a benchmark's network and its topology. */
void bench_network_free(Network *w);

enum { SLICES = 120 }; /* slices of a run that are measured */

/* A ratio of two sums, and half of its 95 % interval. */
typedef struct Ratio {
	double ratio, doubt; /* doubt: half of the interval */
} Ratio;

/* The times of two slices, measured one after the other. */
typedef struct Pair {
	double more, plain; /* s: with what is measured, and without */
	bool is_kept; /* the pair must not be left out as an outlier */
} Pair;

/* ratio_of: the ratio of the times that two networks took for n slices each (bench_ratio.c). */
Ratio ratio_of(const double *more, const double *plain, int n);
/*
 * ratio_of_pairs: the ratio of the times of n pairs, of which at least ten must not be `is_kept`.
 */
Ratio ratio_of_pairs(const Pair *pairs, int n);
/* times_compare: compare two times (double), for qsort. */
int times_compare(const void *a, const void *b);

/*
 * bench_measure_views: measure and print the cost of a window and its drawing rate (bench_view.c).
 */
void bench_measure_views(const Bench *views, size_t n, double scale, Sync sync);

/*
 * bench_measure_recording: measure and print the cost of recording into a directory
 * (bench_record.c).
 */
void bench_measure_recording(const Bench *b, const char *dir, double scale, Sync sync);

/*
 * bench_measure_past: measure and print the time to go to places of a recorded run (bench_past.c).
 */
void bench_measure_past(const char *dir);

#endif
