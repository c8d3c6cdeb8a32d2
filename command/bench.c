/*
 * bench.c - `trellis bench`: measures the speed of the simulator.
 *
 * Programs are assembled from programs/bench and put into the nodes' memories; every figure is the
 * median of several runs, in processor time of this process.
 */
#include "command.h"
#include "benchmark.h"

#include "base/clock.h"
#include "base/option.h"
#include "base/progress.h"
#include "cc/as/as.h"
#include "cc/image/image.h"
#include "detrek/detrek.h"
#include "sim/cpu/execute.h"
#include "sim/view/view.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	RUNS = 3,              /* runs of each benchmark, of which the median counts */
	BRANCHY_BLOCKS = 2100, /* of about 20 bytes each: 42 KB */
};

/* SOURCE: the text of an assembly program in programs/bench/, as bench_NAME to bench_NAME_end. */
#define SOURCE(name) \
	extern const char bench_##name[], bench_##name##_end[]; \
	__asm__(".pushsection .rodata\n" \
		"bench_" #name ": .incbin \"programs/bench/" #name ".s\"\n" \
		"bench_" #name "_end: .byte 0\n" \
		".popsection\n")
SOURCE(integer);
SOURCE(calls);
SOURCE(memory);
SOURCE(floating);
SOURCE(switches);
SOURCE(wait);
SOURCE(talk);

/* The result of one run. */
typedef struct Figure {
	double seconds; /* seconds of the host */
	double simulated; /* simulated seconds */
	uint64_t instructions, cycles, rounds; /* rounds of synchronisation */
} Figure;

#define ONCHIP 0x80000070u /* load address in on-chip memory */
#define OUTSIDE 0x80001000u /* load address in external memory */
#define TEXT(name) bench_##name, bench_##name##_end /* beginning and end of a program's text */

static const Bench benches[] = {
	{"integer", "plain loop, on chip", TEXT(integer), false, ONCHIP, 1, 1, 20},
	{"calls", "recursion, on chip", TEXT(calls), false, ONCHIP, 1, 1, 20},
	{"memory", "1 MB of external memory", TEXT(memory), false, ONCHIP, 1, 1, 20},
	{"floating", "floating-point mix, on chip", TEXT(floating), false, ONCHIP, 1, 1, 20},
	{"switches", "two processes exchange words", TEXT(switches), false, ONCHIP, 1, 1, 10},
	{"branchy", "42 KB of branches, external", NULL, NULL, true, OUTSIDE, 1, 1, 20},
	{"75-idle-links", "75 nodes compute", NULL, NULL, true, OUTSIDE, 75, 75, 0.3},
	{"75-listening", "75 compute and listen", TEXT(wait), true, OUTSIDE, 75, 75, 0.3},
	{"75-talking", "75 compute and talk", TEXT(talk), true, OUTSIDE, 75, 75, 0.05},
	{"75-small-loops", "75 small loops, listening", TEXT(wait), false, ONCHIP, 75, 75, 0.3},
	{"1000-listening", "1000 compute and listen", TEXT(wait), true, OUTSIDE, 1000, 1000, 0.03},
	{"75-of-1000", "75 compute, 925 idle", TEXT(wait), true, OUTSIDE, 1000, 75, 0.3},
};

/*
 * The networks by which --view measures the cost of a window; --record measures the cost of
 * recording with the first one. With --view the simulated time is that of a slice.
 */
static const Bench views[] = {
	{"75-seen", "75 compute and talk", TEXT(talk), true, OUTSIDE, 75, 75, 0.2, 15},
	{"4096-seen", "4096 compute and listen", TEXT(wait), true, OUTSIDE, 4096, 4096, 0.005, 64},
	{"10000-seen", "10000 compute and listen", TEXT(wait), true, OUTSIDE, 10000, 10000, 0.002,
		100},
};

/*
 * print_branchy_code: append the code of a long sequence of small blocks with data-dependent jumps.
 */
static void
print_branchy_code(Buf *out)
{
	uint32_t x = 1;

	buf_printf(out, "compute: ajw 20\n ldc 0x1234567\n stl 1\n ldc 0\n stl 2\nagain:\n");
	for (int i = 0; i < BRANCHY_BLOCKS; i++) {
		x = x * 1664525 + 1013904223;
		buf_printf(out, "b%d: ldl 1\n ldc %u\n xor\n dup\n stl 1\n ldc %u\n and\n cj b%d\n",
			i, x >> 20, 1u << (x >> 9 & 7), i + 2 + (x >> 13) % 2);
		buf_printf(out, " ldl 2\n adc %u\n stl 2\n ldl 1\n ldl 2\n sum\n stl 1\n", x >> 28);
	}
	for (int i = 0; i < 3; i++)
		buf_printf(out, "b%d:\n", BRANCHY_BLOCKS + i);
	buf_printf(out, " j again\n");
}

/* link_program: the flat bytes of a benchmark's program, linked for its base address. */
static Buf
link_program(const Bench *b)
{
	static const char small[] = "compute: ldc 0\n stl 1\n1: ldl 1\n adc 1\n stl 1\n j 1b\n";
	Buf text = {0}, flat;
	Image im = {0};

	buf_put(&text, b->text, b->text ? b->end - b->text : 0);
	if (b->branchy)
		print_branchy_code(&text);
	else if (b->nnodes > 1)
		buf_put(&text, small, sizeof small - 1);
	as_image(&im, b->name, (char *)text.data, text.len,
		&(AsOptions){.has_base = true, .base = b->base});
	flat = image_flat(&im, b->base);
	image_free(&im);
	buf_free(&text);
	return flat;
}

/*
 * load_program: put the program into a node and start it at low priority, as the boot logic starts
 * code.
 */
static void
load_program(Network *w, NodeId n, const Bench *b, const Buf *flat)
{
	T800 *c = w->nodes[n];

	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++) {
		w->links.ends[e].receiver = RECEIVE_MESSAGE;
		w->links.ends[e].receiving = false;
	}
	memcpy(c->r.mem + (b->base - MOSTNEG), flat->data, flat->len);
	c->r.iptr = b->base;
	c->r.wptr = b->base == ONCHIP && flat->len < 2048 ? 0x80000A00 : OUTSIDE + 0x40000;
	c->priority = LOW;
	c->idle = false;
	c->stop = STOP_NONE;
	stretch_begin(&c->r);
}

/* wire_grid: connect nodes as a grid with rows of this length; links 0 and 2 go along the rows. */
static void
wire_grid(Buf *text, uint32_t nnodes, uint32_t columns)
{
	for (uint32_t i = 0; i < nnodes; i++) {
		if ((i + 1) % columns != 0)
			buf_printf(text, "wire n%u.2 n%u.0\n", i, i + 1);
		if (i + columns < nnodes)
			buf_printf(text, "wire n%u.3 n%u.1\n", i, i + columns);
	}
}

/* make_topology: a grid of nnodes nodes with this number of columns; a chain if `columns` is 0. */
static Topology *
make_topology(uint32_t nnodes, uint32_t columns)
{
	Buf text = {0};
	Topology *t;

	buf_printf(&text, "topology bench\nnode n[0-%u] clock=25MHz mem=4M\n", nnodes - 1);
	buf_printf(&text, "host h links=1\nwire h.0 n0.0\n");
	if (columns > 0)
		wire_grid(&text, nnodes, columns);
	else if (nnodes > 1)
		buf_printf(&text, "wire n[0-%u].2 n[1-%u].0\n", nnodes - 2, nnodes - 1);
	buf_printf(&text, "end\n");
	t = topology_parse((char *)text.data, text.len, "(benchmark)");
	buf_free(&text);
	return t;
}

Network *
bench_network(const Bench *b, Sync sync)
{
	Network *w = network_new(make_topology(b->nnodes, b->columns));
	Buf flat = link_program(b);

	w->sync = sync;
	for (uint32_t i = 0; i < b->nbusy; i++)
		load_program(w, i * (b->nnodes / b->nbusy), b, &flat);
	network_resume(w);
	buf_free(&flat);
	return w;
}

void
bench_network_free(Network *w)
{
	Topology *t = (Topology *)w->topology;

	network_free(w);
	topology_free(t);
}

/* Settings for running the benchmarks. */
typedef struct Conditions {
	double scale; /* factor of all simulated times */
	Sync sync;
	Engine engine;
	/*
	 * compare runs with this number of threads with runs with one; 0: compare engines, with
	 * one thread
	 */
	uint32_t threads;
	Cycles ahead;     /* compare nodes that run this far ahead with others; 0: as for threads */
	bool watched; /* report all memory accesses to a watcher */
} Conditions;

/* count_accesses: a watcher callback that does as little as possible: it adds to a sum. */
static void
count_accesses(void *sum, NodeId n, const Access *a, uint32_t naccesses)
{
	(void)n, (void)a;
	*(uint64_t *)sum += naccesses;
}

/* watch_all: watch all accesses of all nodes. */
static Watcher *
watch_all(Network *w, uint64_t *sum)
{
	Watcher *o = watcher_new(w, &(WatcherOptions){.report_accesses = count_accesses,
		.context = sum});

	for (NodeId n = 0; n < w->nnodes; n++)
		watcher_all(o, n, ACCESS_ALL);
	return o;
}

/*
 * benchmark_clock: the host's clock for a measurement: elapsed time if threads are compared,
 * otherwise processor time.
 */
static double
benchmark_clock(const Conditions *how)
{
	return how->threads > 0 ? clock_wall() : clock_thread();
}

/* measure: run the benchmark once under the conditions `how`; returns its times and counts. */
static Figure
measure(const Bench *b, const Conditions *how)
{
	Network *w = bench_network(b, how->sync);
	Figure f = {.simulated = b->simulated * how->scale};
	uint64_t accesses = 0;
	Watcher *o = how->watched ? watch_all(w, &accesses) : NULL;

	w->ahead = how->ahead;
	network_set_engine(w, how->engine);
	network_set_threads(w, how->threads > 0 ? how->threads : 1);
	f.seconds = benchmark_clock(how);
	network_run(w, f.simulated * 1e12);
	f.seconds = benchmark_clock(how) - f.seconds;
	if (o)
		watcher_free(o);
	f.instructions = network_instructions(w);
	for (NodeId n = 0; n < w->nnodes; n++)
		f.cycles += w->nodes[n]->r.cycles;
	f.rounds = w->rounds;
	bench_network_free(w);
	return f;
}

/* compare_seconds: order two Figures for qsort by the seconds of the host that they took. */
static int
compare_seconds(const void *a, const void *b)
{
	double x = ((const Figure *)a)->seconds, y = ((const Figure *)b)->seconds;

	return (x > y) - (x < y);
}

/*
 * reference_conditions: the conditions of the run with which a run is compared: one thread, nodes
 * that do not run ahead, or the interpreter. Returns false if they are the same as those of the
 * run.
 */
static bool
reference_conditions(const Conditions *how, Conditions *plain)
{
	*plain = *how;
	if (how->threads > 0)
		plain->threads = 1;
	else if (how->ahead > 0)
		plain->ahead = 0;
	else
		plain->engine = ENGINE_INTERPRETER;
	return plain->threads != how->threads || plain->engine != how->engine
		|| plain->ahead != how->ahead;
}

/*
 * median_figures: the median figures of several runs. Each run is followed by one under the
 * reference conditions, whose median goes to `plain`.
 */
static Figure
median_figures(const Bench *b, const Conditions *how, Figure *plain)
{
	Conditions other;
	Figure f[RUNS], g[RUNS];
	bool alone = !reference_conditions(how, &other);

	for (int i = 0; i < RUNS; i++) {
		progress_show("%s: run %d of %d", b->name, i + 1, RUNS);
		f[i] = measure(b, how);
		g[i] = alone ? f[i] : measure(b, &other);
	}
	progress_clear();
	qsort(f, RUNS, sizeof *f, compare_seconds);
	qsort(g, RUNS, sizeof *g, compare_seconds);
	*plain = g[RUNS / 2];
	return f[RUNS / 2];
}

/* comparison_name: the heading, or the JSON key, of the column with the comparison. */
static const char *
comparison_name(const Conditions *how, bool json)
{
	if (how->threads > 0)
		return json ? "to_one_thread" : "x one";
	if (how->ahead > 0)
		return json ? "to_not_ahead" : "x off";
	return json ? "to_interpreter" : "x interp";
}

/*
 * show_benchmark: print a line of the table with a benchmark's figures, or (json) return them as
 * JSON; f: of the run, plain: of that under the reference conditions.
 */
static json_t *
show_benchmark(const Bench *b, const Conditions *how, const Figure *f, const Figure *plain,
	bool json)
{
	double mips = f->instructions / f->seconds / 1e6, ratio = f->simulated / f->seconds;
	double rounds = f->rounds / f->simulated, faster = plain->seconds / f->seconds;

	if (json)
		return json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f}", "name", b->name, "mips",
			mips, "mcycles", f->cycles / f->seconds / 1e6, "realtime", ratio, "rounds",
			rounds, "per_busy_node", f->seconds / f->simulated / b->nbusy,
			comparison_name(how, true), faster);
	printf("%-15s %-28s %8.0f %10.0f %10.3f %11.0f %9.2f %8.2f\n", b->name, b->what, mips,
		f->cycles / f->seconds / 1e6, ratio, rounds,
		1e3 * f->seconds / f->simulated / b->nbusy, faster);
	return NULL;
}

/* is_wanted: true if the benchmark is among the names, or no names are given. */
static bool
is_wanted(const Bench *b, char **names)
{
	if (!*names)
		return true;
	for (; *names; names++)
		if (strcmp(*names, b->name) == 0)
			return true;
	return false;
}

/* check_names: check that each name is that of one of n benchmarks. */
static void
check_names(char **names, const Bench *all, size_t n)
{
	for (; *names; names++) {
		bool known = false;

		for (size_t i = 0; i < n; i++)
			known |= strcmp(*names, all[i].name) == 0;
		if (!known)
			fatal("unknown benchmark %s; 'trellis bench --scale 0.01' shows all",
				*names);
	}
}

/* show_views: measure the cost of the window with the named networks, or with all. */
static void
show_views(char **names, const Conditions *how)
{
	enum { NVIEWS = sizeof views / sizeof *views };
	Bench chosen[NVIEWS];
	size_t n = 0;

	check_names(names, views, NVIEWS);
	for (size_t i = 0; i < NVIEWS; i++)
		if (is_wanted(&views[i], names))
			chosen[n++] = views[i];
	bench_measure_views(chosen, n, how->scale, how->sync);
}

enum {
	OPT_SCALE = 256,
	OPT_SYNC,
	OPT_ENGINE,
	OPT_AHEAD,
	OPT_THREADS,
	OPT_VIEW,
	OPT_WATCH,
	OPT_JSON,
	OPT_PAST,
	OPT_RECORD,
};

/* bench_main: execute the command `bench`; returns the exit status. */
static int
bench_main(int argc, char **argv)
{
	json_t *all = json_array();
	Conditions how = {.scale = 1, .engine = engine_default()};
	bool json = false, view = false;
	OptionReader r;
	const char *past = NULL, *record = NULL;
	char *end, **names;
	int c;

	option_reader_init(&r, &bench_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1) {
		switch (c) {
		case OPT_JSON: json = true; break;
		case OPT_SCALE:
			how.scale = strtod(r.argument, &end);
			if (*end || !(how.scale > 0 && how.scale <= 100))
				fatal("--scale %s: expected a number above 0, at most 100",
					r.argument);
			break;
		case OPT_SYNC: how.sync = sync_option(r.argument); break;
		case OPT_ENGINE: how.engine = engine_option(r.argument); break;
		case OPT_AHEAD: how.ahead = ahead_option(r.argument); break;
		case OPT_THREADS: how.threads = threads_option(r.argument); break;
		case OPT_VIEW: view = true; break;
		case OPT_WATCH: how.watched = true; break;
		case OPT_PAST: past = r.argument; break;
		case OPT_RECORD: record = r.argument; break;
		}
	}
	if (past) {
		bench_measure_past(past);
		return 0;
	}
	if (record) {
		bench_measure_recording(&views[0], record, how.scale, how.sync);
		return 0;
	}
	names = argv + option_first_argument(&r);
	if (view) {
		view_start(argc, argv);
		show_views(names, &how);
		return 0;
	}
	check_names(names, benches, sizeof benches / sizeof *benches);
	if (!json)
		printf("%-44s %8s %10s %10s %11s %9s %8s\n", "", "MIPS", "Mcycles/s", "x real",
			"rounds/s", "ms/node", comparison_name(&how, false));
	for (size_t i = 0; i < sizeof benches / sizeof *benches; i++) {
		const Bench *b = &benches[i];
		Figure f, plain;

		if (!is_wanted(b, names) || ((how.threads > 0 || how.ahead > 0) && b->nnodes == 1))
			continue;
		f = median_figures(b, &how, &plain);
		if (json)
			json_array_append_new(all, show_benchmark(b, &how, &f, &plain, true));
		else
			show_benchmark(b, &how, &f, &plain, false);
		fflush(stdout);
	}
	if (json)
		report_json(all);
	else
		json_decref(all);
	return 0;
}

static const Option options[] = {
	{OPT_SCALE, "scale", "X", "multiply the simulated time by X"},
	{OPT_SYNC, "sync", "WAY", "windows (default) or lockstep", "windows lockstep"},
	{OPT_ENGINE, "engine", "HOW", "translate (default), eager or interpreter",
		"translate eager interpreter"},
	{OPT_AHEAD, "ahead", "CYCLES",
		"compare nodes that run ahead by this many cycles with nodes that wait, instead of "
		"comparing engines; only networks", "off"},
	{OPT_THREADS, "threads", "N",
		"compare runs on N threads with runs on one thread, in elapsed time, instead of "
		"comparing engines; only networks"},
	{OPT_WATCH, "watch", NULL, "measure with every access to memory reported to an observer"},
	{OPT_VIEW, "view", NULL,
		"measure instead what the window costs the thread that runs the network, in "
		"processor time (slower, with a 95 % interval; own: all but the network itself) "
		"and in time that passes (later); frames a second drawn meanwhile, processor time "
		"of one"},
	{OPT_PAST, "past", "DIR",
		"measure instead how long it takes to go to places of a recorded run"},
	{OPT_RECORD, "record", "DIR",
		"measure instead what recording, into that directory, costs the thread that runs "
		"the network (slower, with a 95 % interval)"},
	{OPT_JSON, "json", NULL, "write JSON"},
	{0},
};

const Command bench_command = {
	"bench", "measure the simulator",
	bench_main, "trellis bench [OPTION]... [NAME...]",
	"Measures the simulator, in processor time of one thread; medians of three runs. "
	"Columns: million instructions and million cycles a second, simulated seconds a "
	"second, rounds of synchronisation a simulated second, ms for a busy node's "
	"simulated second, times as fast as the interpreter (with --threads: as one thread; "
	"with --ahead: as nodes that wait), "
	"whose runs alternate with these.",
	{options}, NULL,
};
