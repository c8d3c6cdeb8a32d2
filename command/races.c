/*
 * races.c - trellis races: data races in a trace, by RecPlay and by the parallel dynamic graph.
 */
#include "command.h"

#include "base/files.h"
#include "base/number.h"
#include "detrek/predict/predict.h"
#include "detrek/races/methods.h"
#include "detrek/sync/sem_text.h"

#include <stdlib.h>
#include <string.h>

/* The options and arguments of the command line. */
typedef struct Options {
	bool recplay, ppd, summary, where, compare, lockset, json; /* methods and options */
	const char *dot, *data, *svg;
	bool predict;
	const char *output; /* directory of predicted runs */
	uint32_t runs;      /* with --predict: forced runs for races, and as many for deadlocks */
	uint32_t limit; /* most races of a variable that are printed; 0: print all */
	uint32_t bench; /* accesses, or 0 */
} Options;

enum {
	MAX_BENCH = 100000000, /* accesses with --bench */
	RACES_IN_ALL = 20000,  /* about so many races are kept for all variables together */
};

/* set_method: choose the methods that find races, by name. */
static void
set_method(Options *o, const char *name)
{
	o->recplay = strcmp(name, "ppd") != 0;
	o->ppd = strcmp(name, "recplay") != 0;
	if (o->recplay && o->ppd && strcmp(name, "both") != 0)
		fatal("unknown method %s; methods are recplay, ppd and both", name);
}

/*
 * parse_bench_size: the number of accesses for --bench, 1000000 without a value; a wrong value is
 * fatal.
 */
static uint32_t
parse_bench_size(const char *s)
{
	uint64_t n = 1000000;

	if (s && (!number_parse(s, MAX_BENCH, &n) || n == 0))
		fatal("--bench=%s: a number of accesses from 1 to %d", s, MAX_BENCH);
	return n;
}

/* Ids of the options that have no letter. */
enum {
	SUMMARY = 256, LIMIT, WHERE, COMPARE, LOCKSET, JSON, METHOD, DOT, DATA, SVG, BENCH,
	PREDICT, RUNS,
};

/* set_option: store the value of option c. */
static void
set_option(Options *o, int c, const char *argument)
{
	switch (c) {
	case SUMMARY: o->summary = true; break;
	case LIMIT: o->limit = number_option("limit", argument, 0, UINT32_MAX - 1); break;
	case WHERE: o->where = true; break;
	case COMPARE: o->compare = true; break;
	case LOCKSET: o->lockset = true; break;
	case JSON: o->json = true; break;
	case METHOD: set_method(o, argument); break;
	case DOT: o->dot = argument; break;
	case DATA: o->data = argument; break;
	case SVG: o->svg = argument; break;
	case PREDICT: o->predict = true; break;
	case 'o': o->output = argument; break;
	case RUNS: o->runs = number_option("runs", argument, 1, UINT32_MAX - 1); break;
	case BENCH: o->bench = parse_bench_size(argument); break;
	}
}

/* check_options: check that the requested output fits the chosen methods. */
static void
check_options(const Options *o)
{
	if (!o->recplay && (o->compare || o->lockset || o->data || o->svg || o->where))
		fatal("--compare-methods, --lockset, --where, --data and --svg need RecPlay: "
			"--method=both");
	if (!o->ppd && (o->compare || o->dot))
		fatal("--compare-methods and --dot need the parallel dynamic graph: --method=both");
}

/*
 * write_files: write the requested files: the data, the SVG figure and the DOT graph.
 */
static void
write_files(const Options *o, const TraceResult *r)
{
	const char *name[] = {o->data, o->svg, o->dot};

	for (int i = 0; i < 3; i++) {
		Buf b = {0};

		if (!name[i])
			continue;
		if (i == 0)
			figure_data(&b, r->trace, r->recplay);
		else if (i == 1)
			figure_svg(&b, r->trace, r->recplay);
		else
			races_dot(&b, r);
		file_write(name[i], b.data, b.len);
		buf_free(&b);
	}
}

/*
 * race_limit: the number of races to keep for each variable, at least one: the more variables there
 * are, the fewer.
 */
static uint32_t
race_limit(uint32_t limit, const Trace *t)
{
	uint32_t n = 1;

	for (uint32_t i = 0; i * WORD_VARIABLES < t->nvariables; i++)
		n += __builtin_popcount(t->use[i].shared & t->use[i].stored);
	if (limit > RACES_IN_ALL / n)
		limit = RACES_IN_ALL / n ? RACES_IN_ALL / n : 1;
	return limit;
}

/* keep_for: the data to keep for the report; the comparison of both methods needs all races. */
static KeptParts
keep_for(const Options *o, const Trace *t)
{
	uint32_t nclocks = trace_nsegments(t);

	if (o->limit && t->thread.n && LIST_ENTRIES / t->thread.n < nclocks)
		nclocks = LIST_ENTRIES / t->thread.n;
	return (KeptParts){
		.races = o->compare || !o->limit ? 0 : race_limit(o->limit, t),
		.clocks = o->summary ? 0 : nclocks,
		.samples = o->data || o->svg,
	};
}

/*
 * graph_races_of: the races found by the graph; those of RecPlay if the trace has no operations,
 * because then neither method orders accesses.
 */
static const Races *
graph_races_of(const Trace *t, const RecPlay *p, const KeptParts *keep)
{
	return p && t->nops == 0 ? p->races : ppd_run(t, keep);
}

/*
 * analyse_file: print the races of a traced run, and which processes blocked at its end; returns
 * the exit status.
 */
static int
analyse_file(const Options *o, const char *file)
{
	Arena a = {0};
	Buf text = file_read(file, SIZE_MAX);
	TraceResult r = {
		.trace = trace_read(&a, file, (char *)text.data, text.len),
		.text = (char *)text.data,
		.len = text.len,
		.compare = o->compare,
		.summary = o->summary,
		.with_lines = o->where,
		.max_entries = o->limit ? LIST_ENTRIES : UINT32_MAX,
	};
	KeptParts keep = keep_for(o, r.trace);
	BlockedEnd end = blocked_find(r.trace);
	bool found = end.n > 0;

	r.blocked_end = &end;
	r.recplay = o->recplay ? recplay_run(r.trace, &keep) : NULL;
	r.ppd = o->ppd ? graph_races_of(r.trace, r.recplay, &keep) : NULL;
	r.lockset = o->lockset ? lockset_run(r.trace) : NULL;
	found |= (r.recplay && r.recplay->races->n) || (r.ppd && r.ppd->n);
	write_files(o, &r);
	if (o->json)
		report_json(races_json(&r));
	else
		races_text(&r);
	arena_free(&a);
	buf_free(&text);
	return found ? EXIT_FOUND : 0;
}

/* ---- recordings ---- */

/* check_recording: refuse options that are only for traces. */
static void
check_recording(const Options *o)
{
	if (!o->recplay || !o->ppd || o->dot || o->where || o->summary)
		fatal("races: --method, --summary, --where and --dot are for traces, not for "
			"recordings; 'trellis export mtr -o FILE RECORDING' writes a trace");
}

/*
 * check_predict: check the options of --predict; a recording whose run cannot be repeated is fatal.
 */
static void
check_predict(const Options *o, const Past *p, const char *dir)
{
	if (!o->predict && (o->output || o->runs))
		fatal("-o and --runs are for predicted races: add --predict");
	if (o->predict && past_is_forced(p))
		fatal("%s: the run was forced into an order, so it cannot be forced into others; "
			"record one without --sync-order", dir);
	if (o->predict && !past_is_whole(p))
		fatal("%s: the recording is cut off, so its run cannot be run again; record a run "
			"to its end", dir);
}

/*
 * predict_other_races: print the races and deadlocks that other orders of the run's operations
 * would have; returns whether there are any.
 */
static bool
predict_other_races(const Options *o, const char *dir, LiveResult *r, Prediction *p)
{
	char *own = xasprintf("%s.predicted", dir);

	prediction_make(p, &(PredictOptions){.recording = dir,
			.dir = o->output ? o->output : own,
			.runs = o->runs ? o->runs : DEFAULT_RUNS}, r);
	if (o->json)
		json_object_set_new(r->more, "predicted", prediction_json(p));
	free(own);
	return prediction_has_findings(p);
}

/*
 * analyse_recording: print the races of a recorded run, as the options ask; returns the exit
 * status.
 */
static int
analyse_recording(const Options *o, const char *dir)
{
	Arena a = {0};
	Past *past = past_open(dir);
	Target *target = sync_target(past);
	Live *live = live_replay(&a, past, target, true);
	LiveResult r = {.live = live, .limit = o->limit ? o->limit : UINT32_MAX,
		.whole_run = past_is_whole(past), .more = json_object()};
	Methods methods = {0};
	Prediction prediction = {0};
	bool found, shown = false;

	check_predict(o, past, dir);
	stuck_put_threads(past, target, &r.stuck);
	r.recplay = recplay_run(live->trace, &(KeptParts){.races = 1,
		.samples = o->data || o->svg,
		.rests = true});
	r.pairs = pairs_find(live, r.recplay->races);
	r.message_races = live_message_races(live);
	if (o->lockset || o->compare) {
		methods = methods_find(&r, o->lockset, o->compare);
		if (o->json)
			json_object_update_new(r.more, methods_json(&methods));
	}
	if (o->predict)
		shown = predict_other_races(o, dir, &r, &prediction);
	found = live_report(&r, o->json);
	found |= methods_found_races(&methods);
	if (!o->json)
		methods_text(&methods);
	if (o->predict && !o->json)
		prediction_print(&prediction);
	write_files(o, &(TraceResult){.trace = live->trace, .recplay = r.recplay});
	prediction_free(&prediction);
	json_decref(r.more);
	buf_free(&r.stuck);
	arena_free(&a);
	target_free(target);
	past_free(past);
	return found || shown ? EXIT_FOUND : 0;
}

/* races_main: execute the command `races`; returns the exit status. */
static int
races_main(int argc, char **argv)
{
	Options o = {.recplay = true, .ppd = true, .limit = 20};
	OptionReader r;
	int c;

	option_reader_init(&r, &races_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1)
		set_option(&o, c, r.argument);
	check_options(&o);
	if (o.bench) {
		races_bench(o.bench);
		return 0;
	}
	if (argc - option_first_argument(&r) != 1)
		fatal("races: expected one FILE; see 'trellis races --help'");
	if (past_is_recording(argv[option_first_argument(&r)])) {
		check_recording(&o);
		return analyse_recording(&o, argv[option_first_argument(&r)]);
	}
	if (o.predict || o.output || o.runs)
		fatal("races: --predict is for recordings");
	return analyse_file(&o, argv[option_first_argument(&r)]);
}

static const Option options[] = {
	{METHOD, "method", "NAME", "recplay, ppd or both (both)", "recplay ppd both"},
	{SUMMARY, "summary", NULL, "only counts and races: no times, segments and edges"},
	{LIMIT, "limit", "N",
		"print at most N races of a variable, and count the others (20; 0: print all, and "
		"complete lists)"},
	{WHERE, "where", NULL, "print with each race the lines of its two accesses"},
	{COMPARE, "compare-methods", NULL,
		"print where the two methods differ, and the order of operations that makes the "
		"difference"},
	{LOCKSET, "lockset", NULL, "check locksets too, and count their false alarms"},
	{JSON, "json", NULL, "write JSON"},
	{DOT, "dot", "FILE", "write the parallel dynamic graph as DOT"},
	{DATA, "data", "FILE",
		"write the segments stored and compared, and their bytes, at each operation, "
		"tab-separated"},
	{SVG, "svg", "FILE", "draw them"},
	{PREDICT, "predict", NULL,
		"for a recording: also find races and deadlocks that only another order of its "
		"operations shows, and show each by a run forced into that order"},
	{'o', "output", "DIR",
		"with --predict: record the forced runs in a new directory (RECORDING.predicted)"},
	{RUNS, "runs", "N",
		"with --predict: at most N forced runs for races, and N for deadlocks (100)"},
	{BENCH, "bench", "[N]", "measure made-up traces of up to N accesses (1000000) instead"},
	{0},
};

static const Option gone_options[] = {
	{-1, "mtr", NULL, "'trellis export mtr -o FILE RECORDING' writes the trace"},
	{-1, "sync-log", NULL,
		"'trellis export sync -o FILE RECORDING' writes the order of the operations"},
	{0},
};

const Command races_command = {
	"races",
	"find data races of a recorded run, or of a memory trace",
	races_main,
	"trellis races [OPTION]... RECORDING | FILE.mtr",
	"Find the data races of a recorded run, by RecPlay's segments, with both "
	"stacks; or of a trace of "
	"memory and synchronisation (a file), by these and in the parallel dynamic graph of Miller "
	"and Choi. "
	"FILE - is standard input. The exit status is 1 when there is a race, when --predict has "
	"shown a race or a deadlock, or when a thread is blocked at the end.",
	{options},
	NULL,
	{gone_options},
};
