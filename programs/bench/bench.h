/*
 * bench.h - shared by the benchmarks of the compiler.
 *
 * A kernel does its work `runs` times and returns whether the result was correct. It runs as a
 * process of high priority: nothing interrupts it, and the clock counts microseconds. Simulated
 * time is exact, so one measurement is enough; programs/bench/cycles prints the table.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>

enum { CLOCK_MHZ = 20 }; /* of the node that programs/bench/cycles chooses */

typedef int Kernel(uint32_t runs); /* 0: the result is wrong */

typedef struct Benchmark {
	const char *name;
	Kernel *kernel;
	uint32_t runs;
	double per_run;   /* units of work that one run does */
	const char *unit; /* "Dhrystones" */
} Benchmark;

/*
 * benchmark: measure n kernels and print a line for each: name, cycles of one run, units in a
 * second, unit. Returns main's status: 1 if a result was wrong.
 */
int benchmark(const Benchmark *b, int n);

#endif
