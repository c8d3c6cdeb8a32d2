/* benchmark.h - shared by the files of `trellis bench`. Private to these. */
#ifndef BENCH_H
#define BENCH_H

#include "sim/network/network.h"

/* One benchmark. */
typedef struct Bench {
	const char *name, *what;
	const char *text, *end;  /* the program; NULL: only the branchy code */
	bool branchy;            /* append the branchy code to the program */
	Addr base;
	uint32_t nnodes, nbusy;  /* length of the chain; number of busy nodes, the others idle */
	double simulated;        /* seconds */
	uint32_t columns;        /* of a grid, instead of a chain; 0 for a chain */
} Bench;

/*
 * bench_network: the benchmark's network with its programs, at time 0; bench_network_free: free it
 * and its topology.
 */
Network *bench_network(const Bench *b, Sync sync);
void bench_network_free(Network *w);

/* bench_view.c: measure and print the cost of a window and its drawing rate */
void bench_views(const Bench *views, size_t n, double scale, Sync sync);

/* bench_past.c: measure and print the time to go to places of a recorded run */
void bench_past(const char *dir);

#endif
