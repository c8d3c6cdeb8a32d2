/*
 * bench_view.c - `trellis bench --view`: measures how much a window slows down the thread that runs
 * the network, and how often the window draws.
 *
 * Two networks with the same programs run side by side, one of them shown in a window. After half
 * of the run they swap roles, because their locations in host memory may differ in speed. They run
 * alternately, slice by slice, so that other load on the host affects both alike. The window pauses
 * during the other network's slices (bench_ratio.c).
 */
#include "benchmark.h"
#include "base/clock.h"
#include "sim/view/view.h"

/* Resources that a network used in a slice; in s. */
typedef struct Spent {
	double processor, wall;
	ViewCost view;
} Spent;

/* One slice of both networks. */
typedef struct Slice {
	Spent seen, plain;
} Slice;

/* run_timed: run to a time, in a view unless v is NULL; returns the times spent. */
static Spent
run_timed(Network *w, View *v, Time until)
{
	Spent s = {0};

	if (v) {
		view_set_resting(v, false);
		s.view = view_cost(v);
	}
	s.processor = clock_thread();
	s.wall = clock_wall();
	if (!v)
		network_run(w, until);
	while (v && w->now < until && !view_closed(v))
		view_run(v, until);
	s.processor = clock_thread() - s.processor;
	s.wall = clock_wall() - s.wall;
	if (w->now < until)
		fatal("the window was closed before everything was measured");
	if (v) {
		ViewCost now = view_cost(v);

		s.view = (ViewCost){now.frames - s.view.frames, now.drawing - s.view.drawing,
			now.ran - s.view.ran};
		view_set_resting(v, true);
	}
	return s;
}

/* add_spent: add the times and frames of *s to *all. */
static void
add_spent(Spent *all, const Spent *s)
{
	all->processor += s->processor;
	all->wall += s->wall;
	all->view.frames += s->view.frames;
	all->view.drawing += s->view.drawing;
	all->view.ran += s->view.ran;
}

/* sum_slices: sum the slices; returns one slice with the totals of both runs. */
static Slice
sum_slices(const Slice *slice)
{
	Slice all = {0};

	for (int i = 0; i < SLICES; i++) {
		add_spent(&all.seen, &slice[i].seen);
		add_spent(&all.plain, &slice[i].plain);
	}
	return all;
}

/*
 * slower_ratio: the ratio of the processor time of the run with a window to that of the run
 * without.
 */
static Ratio
slower_ratio(const Slice *slice)
{
	double seen[SLICES], plain[SLICES];

	for (int i = 0; i < SLICES; i++) {
		seen[i] = slice[i].seen.processor;
		plain[i] = slice[i].plain.processor;
	}
	return ratio_of(seen, plain, SLICES);
}

/*
 * compare_slices: run n slices of both networks from their present state; each network is first in
 * every second slice.
 */
static void
compare_slices(
	Network *watched, Network *other, const char *title, Time length, Slice *slice, int n)
{
	View *v = view_new(watched, &(ViewOptions){.title = title, .window = true});
	Time until = other->now;

	for (int i = 0; i < n; i++) {
		until += length;
		if (i % 2)
			slice[i].seen = run_timed(watched, v, until);
		slice[i].plain = run_timed(other, NULL, until);
		if (i % 2 == 0)
			slice[i].seen = run_timed(watched, v, until);
	}
	view_free(v);
}

/* percent_more: by how many percent x is more than `of`. */
static double
percent_more(double x, double of)
{
	return 100 * (x / of - 1);
}

/*
 * show_view_cost: measure and print how much slower a network runs with a window, and how many
 * frames it draws.
 */
static void
show_view_cost(const Bench *b, double scale, Sync sync)
{
	Network *one = bench_network(b, sync), *other = bench_network(b, sync);
	Time length = b->simulated * scale * 1e12;
	Slice slice[SLICES], all;
	Ratio ratio;

	run_timed(one, NULL, length); /* make the host allocate the memory first */
	run_timed(other, NULL, length);
	compare_slices(one, other, b->name, length, slice, SLICES / 2);
	compare_slices(other, one, b->name, length, slice + SLICES / 2, SLICES / 2);
	assert(network_fingerprint(one) == network_fingerprint(other));
	all = sum_slices(slice);
	ratio = slower_ratio(slice);
	printf("%-10s %-24s %8.1f +- %4.1f %8.1f %8.1f %9.1f %9.1f\n", b->name, b->what,
		100 * (ratio.ratio - 1), 100 * ratio.doubt,
		percent_more(all.seen.processor, all.seen.view.ran),
		percent_more(all.seen.wall, all.plain.wall), all.seen.view.frames / all.seen.wall,
		1e3 * all.seen.view.drawing / all.seen.view.frames);
	fflush(stdout);
	bench_network_free(one);
	bench_network_free(other);
}

void
bench_measure_views(const Bench *views, size_t n, double scale, Sync sync)
{
	printf("%-35s %16s %8s %8s %9s %9s\n", "", "slower, %", "own, %", "later, %", "frames/s",
		"ms/frame");
	for (size_t i = 0; i < n; i++)
		show_view_cost(&views[i], scale, sync);
}
