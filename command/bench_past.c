/*
 * bench_past.c - `trellis bench --past DIR`: measures how long it takes to go to places of a
 * recorded run.
 *
 * Places are drawn from the instructions of all nodes, with a fixed seed. Times are processor time
 * of the thread that runs the network. They do not include the first replay of the whole run, with
 * which a debugging session begins.
 */
#include "benchmark.h"

#include "base/clock.h"
#include "sim/cpu/cpu.h"
#include "sim/past/past.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_TRIES = 100 }; /* measurements of one kind of movement */

/* The measurements of one recorded run. */
typedef struct Tour {
	Past *p;
	Network *w;
	uint64_t *counts; /* [nodes] instruction counts at the end */
	/* instructions of all nodes; the state of the pseudo-random sequence */
	uint64_t total, random;
	Place at;         /* where the next measurement goes */
	Addr word;        /* a word of a node's memory */
} Tour;

/* draw_random: the next number below `below` of the tour's pseudo-random sequence. */
static uint64_t
draw_random(Tour *t, uint64_t below)
{
	uint64_t x = t->random += 0x9E3779B97F4A7C15ull;

	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
	x = (x ^ x >> 27) * 0x94D049BB133111EBull;
	return (x ^ x >> 31) % below;
}

/* draw_place: choose a place; every instruction of the network has the same probability. */
static Place
draw_place(Tour *t)
{
	uint64_t i = draw_random(t, t->total);
	NodeId n = 0;

	while (i >= t->counts[n])
		i -= t->counts[n++];
	return place_before(n, i);
}

/* ---- measurements ---- */

/*
 * prepare_nothing: choose a random place of the run; nothing else is prepared for the measurement.
 */
static void
prepare_nothing(Tour *t)
{
	t->at = draw_place(t);
}

/* go_place: the measured step: go to the chosen place of the run. */
static void
go_place(Tour *t)
{
	past_goto(t->p, t->at);
}

/* prepare_back: go to a random place; the measured step goes one instruction back from there. */
static void
prepare_back(Tour *t)
{
	do
		t->at = draw_place(t);
	while (t->at.count == 0);
	past_goto(t->p, t->at);
	t->at.count--;
}

/*
 * prepare_last: choose two places of a node, find a word that differs between them, and go to the
 * later place.
 */
static void
prepare_last(Tour *t)
{
	uint64_t seen = 0;

	while (seen == 0) {
		Place a = draw_place(t),
		      b = place_before(a.node, draw_random(t, t->counts[a.node]));
		uint32_t size = t->w->nodes[a.node]->r.size;
		uint8_t *memory = xmalloc(size);

		past_goto(t->p, a.count < b.count ? a : b);
		memcpy(memory, t->w->nodes[a.node]->r.mem, size);
		t->at = a.count < b.count ? b : a;
		past_goto(t->p, t->at);
		for (uint32_t at = 0; at < size; at += 4)
			if (memcmp(memory + at, t->w->nodes[a.node]->r.mem + at, 4) != 0
				&& draw_random(t, ++seen) == 0)
				t->word = MOSTNEG + at;
		free(memory);
	}
}

/* find_last_change: the measured step: go back to the last change of the chosen word. */
static void
find_last_change(Tour *t)
{
	Place found;

	past_last_change(t->p, t->at.node, t->word, 4, &found);
}

static const struct {
	const char *name;
	int tries;
	void (*prepare)(Tour *t);
	void (*run)(Tour *t);
} rows[] = {
	{"to an instruction", 100, prepare_nothing, go_place},
	{"back by an instruction", 100, prepare_back, go_place},
	{"to the last change of a word", 20, prepare_last, find_last_change},
};

/* ---- figures ---- */

/*
 * measure_kind: measure and print the times of one kind of movement in the past (a row of the
 * table).
 */
static void
measure_kind(Tour *t, size_t row)
{
	int tries = rows[row].tries;
	double took[MOST_TRIES];

	for (int i = 0; i < tries; i++) {
		double begin;

		rows[row].prepare(t);
		begin = clock_thread();
		rows[row].run(t);
		took[i] = clock_thread() - begin;
	}
	qsort(took, tries, sizeof *took, times_compare);
	printf("%-40s %3d %8.3f %10.3f %10.3f\n", rows[row].name, tries, took[tries / 2],
		took[tries * 9 / 10], took[tries - 1]);
	fflush(stdout);
}

void
bench_measure_past(const char *dir)
{
	Tour t = {.p = past_open(dir)};
	double begin = clock_thread();

	t.w = past_network(t.p);
	past_go_present(t.p);
	t.counts = xcalloc(t.w->nnodes, sizeof *t.counts);
	for (NodeId n = 0; n < t.w->nnodes; n++)
		t.total += t.counts[n] = t800_count(t.w->nodes[n]);
	printf("%u nodes, %" PRIu64 " instructions, %.3f s simulated, %.3f s of processor time\n",
		t.w->nnodes, t.total, past_present(t.p) / 1e12, clock_thread() - begin);
	if (t.total == 0)
		fatal("%s: nothing was executed", dir);
	printf("%-44s %8s %10s %10s\n", "s", "median", "90 %", "most");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		measure_kind(&t, i);
	free(t.counts);
	past_free(t.p);
}
