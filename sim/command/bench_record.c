/*
 * bench_record.c - `trellis bench --record DIR`: measures what recording costs the thread that runs
 * the network.
 *
 * As in bench_view.c, two networks with the same programs run alternately, slice by slice, one of
 * them recorded, and swap roles after half of the run. The beginning and the end of a recording are
 * part of its first and last slice.
 */
#include "benchmark.h"

#include "sim/past/past.h"

#include <stdlib.h>
#include <sys/stat.h>

/* One way to record. */
typedef struct Way {
	const char *name;
	uint64_t every; /* instructions between moments */
} Way;

/* run: run to a time; p NULL: not recorded. returns the processor time, s */
static double
run(Network *w, Past *p, Time until)
{
	double begin = clock_thread();

	if (p)
		past_run(p, until);
	else
		network_run(w, until);
	w->now = until;
	return clock_thread() - begin;
}

static Past *
begin(Network *w, const char *dir, uint64_t every, double *took)
{
	double begin = clock_thread();
	Past *p = past_new(w);

	past_record(p, dir, "trellis bench --record", every);
	*took += clock_thread() - begin;
	return p;
}

static void
end(Past *p, double *took)
{
	double begin = clock_thread();

	past_free(p);
	*took += clock_thread() - begin;
}

/*
 * compare: run n slices of both networks from their present state, the first one recorded; each
 * goes first in every second slice.
 */
static void
compare(Network *recorded, Network *other, const char *dir, uint64_t every, Time length,
	double *with, double *without, int n)
{
	double once = 0;
	Past *p = begin(recorded, dir, every, &once);
	Time until = other->now;

	for (int i = 0; i < n; i++) {
		until += length;
		if (i % 2)
			with[i] = run(recorded, p, until);
		without[i] = run(other, NULL, until);
		if (i % 2 == 0)
			with[i] = run(recorded, p, until);
	}
	with[0] += once;
	end(p, &with[n - 1]);
}

static off_t
size_of(const char *dir)
{
	char *name = xasprintf("%s/recording", dir);
	struct stat st = {0};

	if (stat(name, &st) < 0)
		fatal("cannot read %s:", name);
	free(name);
	return st.st_size;
}

static void
show(const Bench *b, const Way *way, const char *dir, double scale, Sync sync)
{
	Network *one = bench_network(b, sync), *other = bench_network(b, sync);
	Time length = b->simulated * scale * 1e12;
	double with[SLICES], without[SLICES];
	Ratio ratio;

	run(one, NULL, length); /* make the host allocate the memory first */
	run(other, NULL, length);
	compare(one, other, dir, way->every, length, with, without, SLICES / 2);
	compare(other, one, dir, way->every, length, with + SLICES / 2, without + SLICES / 2,
		SLICES / 2);
	if (network_hash(one) != network_hash(other))
		fatal("%s: a recorded network has come to another state", b->name);
	ratio = ratio_of(with, without, SLICES);
	printf("%-10s %-24s %-18s %8.2f +- %5.2f %12.1f\n", b->name, b->what, way->name,
		100 * (ratio.ratio - 1), 100 * ratio.doubt, size_of(dir) / 1e6);
	fflush(stdout);
	bench_network_free(one);
	bench_network_free(other);
}

void
bench_records(const Bench *b, const char *dir, double scale, Sync sync)
{
	static const Way ways[] = {{"without moments", 0}, {"with moments", RECORD_EVERY}};

	printf("%-54s %17s %12s\n", "", "slower, %", "MB (half)");
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		show(b, &ways[i], dir, scale, sync);
}
