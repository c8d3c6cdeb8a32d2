/*
 * benchmark.h - what the files of `trellis bench` share; not for other folders.
 */
#ifndef BENCH_H
#define BENCH_H

#include "sim/network/network.h"

/* One benchmark. */
typedef struct Bench {
	const char *name, *what;
	const char *text, *end;  /* the program; NULL: only the branchy code */
	bool branchy;            /* with the branchy code behind it */
	Addr base;
	uint32_t nnodes, nbusy;  /* of a chain; the others idle */
	double simulated;        /* seconds */
	uint32_t columns;        /* of a grid, instead of a chain; 0 if there is none */
} Bench;

/* bench_network: its network, loaded, at time 0; bench_network_free: and its topology. */
Network *bench_network(const Bench *b, Sync sync);
void bench_network_free(Network *w);

/* bench_view.c: what a window costs, and what it draws; printed. */
void bench_views(const Bench *views, size_t n, double scale, Sync sync);

/* bench_past.c: how long going to places of a recorded run takes; printed. */
void bench_past(const char *dir);

#endif
