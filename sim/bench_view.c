/*
 * bench_view.c - `trellis bench --view`: what a window costs the thread that runs the network, and what it draws
 * meanwhile.
 *
 * Runs with a window and without take turns, for other work on the host comes and goes. It only ever adds to the
 * processor time of the thread, by what it does to its caches; so the least times of both are compared, too, besides
 * the medians of pairs. The time that passes is also that of others' turns.
 */
#include "bench.h"
#include "view.h"

#include <stdlib.h>

enum { PAIRS = 15 };

/* What one run has taken, and shown. */
typedef struct Run {
	double seconds; /* of the thread's processor */
	double wall;
	double drawing; /* s of the other thread's processor */
	uint32_t frames;
} Run;

static Run
measure(const Bench *b, double scale, Sync sync, bool seen)
{
	Network *w = bench_network(b, sync);
	Time until = b->simulated * scale * 1e12;
	View *v = seen ? view_new(w, &(ViewOptions){.title = b->name, .window = true}) : NULL;
	Run r = {.seconds = clock_thread(), .wall = clock_wall()};

	if (!seen)
		network_run(w, until);
	while (seen && w->now < until && !view_closed(v))
		view_run(v, until);
	r.seconds = clock_thread() - r.seconds;
	r.wall = clock_wall() - r.wall;
	if (seen)
		view_cost(v, &r.frames, &r.drawing);
	view_free(v);
	bench_network_free(w);
	return r;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
percent(double seen, double plain)
{
	return 100 * (seen / plain - 1);
}

static double
least(double so_far, double x)
{
	return so_far == 0 || x < so_far ? x : so_far;
}

static void
show(const Bench *b, double scale, Sync sync)
{
	double slower[PAIRS], later[PAIRS], rate[PAIRS], cost[PAIRS], best_seen = 0, best_plain = 0;

	measure(b, scale, sync, false); /* the host's memory is there then */
	for (int i = 0; i < PAIRS; i++) {
		bool first = i % 2;
		Run one = measure(b, scale, sync, first), other = measure(b, scale, sync, !first);
		const Run *seen = first ? &one : &other, *plain = first ? &other : &one;

		best_seen = least(best_seen, seen->seconds);
		best_plain = least(best_plain, plain->seconds);
		slower[i] = percent(seen->seconds, plain->seconds);
		later[i] = percent(seen->wall, plain->wall);
		rate[i] = seen->frames / seen->wall;
		cost[i] = 1e3 * seen->drawing / seen->frames;
	}
	qsort(slower, PAIRS, sizeof *slower, by_value);
	qsort(later, PAIRS, sizeof *later, by_value);
	qsort(rate, PAIRS, sizeof *rate, by_value);
	qsort(cost, PAIRS, sizeof *cost, by_value);
	printf("%-10s %-24s %8.1f %8.1f %6.1f .. %5.1f %9.1f %9.1f %9.1f\n", b->name, b->what,
		percent(best_seen, best_plain), slower[PAIRS / 2], slower[0], slower[PAIRS - 1], later[PAIRS / 2], rate[PAIRS / 2], cost[PAIRS / 2]);
	fflush(stdout);
}

void
bench_views(const Bench *views, size_t n, double scale, Sync sync)
{
	printf("%-35s %17s %15s %9s %9s %9s\n%-35s %8s %8s\n", "", "slower, %", "of all pairs", "later, %",
		"frames/s", "ms/frame", "", "least", "median");
	for (size_t i = 0; i < n; i++)
		show(&views[i], scale, sync);
}
