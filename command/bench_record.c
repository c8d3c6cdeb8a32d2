/*
 * bench_record.c - `trellis bench --record FILE`: measures what recording costs the thread that
 * runs the network.
 *
 * As in bench_view.c, two networks with the same programs run alternately, slice by slice, one of
 * them recorded, and swap roles after half of the run. The slices are short, because the speed of a
 * host that has other work changes within milliseconds: most differences between the two slices of
 * a pair are noise, and the largest are left out (bench_ratio.c). But in the few slices in which
 * the recording's file has grown, or a recording begins or ends, no difference is left out.
 */
#include "benchmark.h"

#include "base/clock.h"
#include "sim/past/past.h"

#include <stdlib.h>
#include <sys/stat.h>

enum {
	PAIRS = 3000, /* pairs of slices that are measured, times --scale */
	LEAST_PAIRS = 16, /* but at least this many */
	/* the benchmark is divided into this many slices of about 5 ms of the host's time */
	SLICES_PER_RUN = 200,
};

/* One way to record. */
typedef struct RecordingWay {
	const char *name;
	uint64_t every; /* number of instructions between two moments of the recording */
} RecordingWay;

/* The network that is recorded in one half of the run, and the other one. */
typedef struct Half {
	Network *recorded, *other;
	Past *p;
	const char *file;   /* name of the recording's file */
	off_t size;   /* size of the file so far */
	Time slice;   /* simulated time of a slice */
} Half;

/* run_timed: run to a time; p NULL: not recorded. Returns the processor time in s. */
static double
run_timed(Network *w, Past *p, Time until)
{
	double begin = clock_thread();

	if (p)
		past_run(p, until);
	else
		network_run(w, until);
	w->now = until;
	return clock_thread() - begin;
}

/* has_grown: true if the recording's file has grown since the last call. */
static bool
has_grown(Half *h)
{
	struct stat st = {0};
	off_t before = h->size;

	if (stat(h->file, &st) < 0)
		fatal("cannot read %s:", h->file);
	h->size = st.st_size;
	return h->size > before;
}

/* begin_recording: record h->recorded from now on; returns the host's seconds that this took. */
static double
begin_recording(Half *h, const char *name, uint64_t every)
{
	double begin = clock_thread();

	h->p = past_new(h->recorded);
	past_record(h->p, name, "trellis bench --record", every, false);
	return clock_thread() - begin;
}

/* end_recording: end the recording; returns the host's seconds that this took. */
static double
end_recording(Half *h)
{
	double begin = clock_thread();

	past_free(h->p);
	return clock_thread() - begin;
}

/*
 * compare_slices: record one network, and run n slices of both from their present state. pairs[i]
 * gets the times of slice i; in every second slice the recorded network runs first.
 */
static void
compare_slices(Half *h, const char *name, uint64_t every, Pair *pairs, int n)
{
	double begun = begin_recording(h, name, every);
	Time until = h->other->now;

	has_grown(h);
	for (int i = 0; i < n; i++) {
		Pair *pair = &pairs[i];

		until += h->slice;
		if (i % 2)
			pair->more = run_timed(h->recorded, h->p, until);
		pair->plain = run_timed(h->other, NULL, until);
		if (i % 2 == 0)
			pair->more = run_timed(h->recorded, h->p, until);
		pair->is_kept = has_grown(h);
	}
	pairs[0].more += begun;
	pairs[n - 1].more += end_recording(h);
	pairs[0].is_kept = pairs[n - 1].is_kept = true;
	has_grown(h);
}

/*
 * show_way: measure and print the cost of one way of recording: the ratio of a recorded run's time
 * to that of a run without a recording.
 */
static void
show_way(const Bench *b, const RecordingWay *way, const char *name, double scale, Sync sync)
{
	Half h = {.recorded = bench_network(b, sync), .other = bench_network(b, sync),
		.slice = b->simulated * 1e12 / SLICES_PER_RUN, .file = name};
	int n = PAIRS * scale < LEAST_PAIRS ? LEAST_PAIRS : PAIRS * scale;
	Pair *pairs = xcalloc(n, sizeof *pairs);
	Ratio ratio;

	run_timed(h.recorded, NULL, h.slice); /* make the host allocate the memory first */
	run_timed(h.other, NULL, h.slice);
	compare_slices(&h, name, way->every, pairs, n / 2);
	h = (Half){.recorded = h.other, .other = h.recorded, .slice = h.slice, .file = h.file};
	compare_slices(&h, name, way->every, pairs + n / 2, n - n / 2);
	if (network_hash(h.recorded) != network_hash(h.other))
		fatal("%s: a recorded network has come to another state", b->name);
	ratio = ratio_of_pairs(pairs, n);
	printf("%-10s %-24s %-18s %8.2f +- %5.2f %8d %10.1f\n", b->name, b->what, way->name,
		100 * (ratio.ratio - 1), 100 * ratio.doubt, n, h.size / 1e6);
	fflush(stdout);
	bench_network_free(h.recorded);
	bench_network_free(h.other);
	free(pairs);
}

void
bench_measure_recording(const Bench *b, const char *name, double scale, Sync sync)
{
	static const RecordingWay ways[] = {{"without moments", 0}, {"with moments", RECORD_EVERY}};

	printf("%-54s %17s %8s %10s\n", "", "slower, %", "pairs", "MB (half)");
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		show_way(b, &ways[i], name, scale, sync);
}
