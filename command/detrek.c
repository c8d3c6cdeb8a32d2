/* detrek.c - `detrek`: analyses TrEK's traces (Lin 1993, chapters 4 and 5). */
#include "command.h"

#include "base/files.h"
#include "base/number.h"
#include "base/option.h"
#include "base/terminal.h"
#include "detrek/tasks/tasks.h"
#include "tmon/host/monitor_host.h"
#include "vm/run_record.h"

#include <string.h>
#include <unistd.h>

enum {
	MAX_TEXT = 1 << 30, /* bytes of .spf, tree and message files */
	MAX_MODEL = 1 << 20, /* bytes of a model */
	MAX_BENCH = 1 << 28, /* events of a made-up trace */
};

/* The options and arguments of the command line. */
typedef struct Options {
	const char *prefix, *tree, *model, *messages, *dot, *svg; /* names of files */
	const char *recording; /* from which the files with the prefix are made, or NULL */
	bool bounds; /* propose bounds for the next run, from the files with this prefix */
	/* flags, each of the option with this name */
	bool bug, verbose, coalesced, json, fold, check, cause;
	Stamps stamps;
	uint32_t task, explain; /* or NONE */
	uint32_t bench;         /* number of events, or 0 */
} Options;

/* Ids of the options that have no letter. */
enum { JSON = 256, FOLD, EXPLAIN, TASK, DOT, SVG, STAMPS, VERIFY, MESSAGES, BENCH, CAUSE, BOUNDS,
	COALESCE, MODEL };

/*
 * option_number: the value of an option as a number from `least` to `most`; fatal if it is not
 * one.
 */
static uint32_t
option_number(const char *option, const char *s, uint32_t least, uint32_t most)
{
	uint64_t n;

	if (!number_parse(s, most, &n) || n < least)
		fatal("--%s=%s: a number from %u to %u", option, s, least, most);
	return n;
}

/* parse_stamps: the kind of stamps that a word names; fatal if it names none. */
static Stamps
parse_stamps(const char *s)
{
	if (strcmp(s, "full") == 0)
		return FULL_STAMPS;
	if (strcmp(s, "short") == 0)
		return SHORT_STAMPS;
	fatal("--stamps=%s: expected full or short", s);
}

/* set_option: store the value of option c. */
static void
set_option(Options *o, int c, const char *argument)
{
	switch (c) {
	case 'p': o->prefix = argument; break;
	case 't': o->tree = argument; break;
	case 'o': o->bug = true; break;
	case 'v': o->verbose = true; break;
	case 'c': break; /* task identities already have the form that the analysis needs */
	case MODEL: o->model = argument; break;
	case COALESCE: o->coalesced = true; break;
	case JSON: o->json = true; break;
	case FOLD: o->fold = true; break;
	case CAUSE: o->cause = true; break;
	case BOUNDS: o->bounds = true; o->prefix = argument; break;
	case EXPLAIN: o->explain = option_number("explain", argument, 0, MAX_TASKS - 1); break;
	case TASK: o->task = option_number("task", argument, 0, MAX_TASKS - 1); break;
	case DOT: o->dot = argument; break;
	case SVG: o->svg = argument; break;
	case STAMPS: o->stamps = parse_stamps(argument); break;
	case VERIFY: o->check = true; break;
	case MESSAGES: o->messages = argument; break;
	case BENCH:
		o->bench = argument ? option_number("bench", argument, 1000, MAX_BENCH) : 1000000;
		break;
	}
}

/* file_name: the name of a file, PREFIX and SUFFIX joined, in the arena. */
static const char *
file_name(Arena *a, const char *prefix, const char *suffix)
{
	size_t n = strlen(prefix), m = strlen(suffix);
	char *s = arena_alloc(a, n + m + 1, 1);

	memcpy(s, prefix, n);
	memcpy(s + n, suffix, m);
	return s;
}

/* load_model: the model of --model; without it, NULL: one of the program's own. */
static const Machine *
load_model(Arena *a, const Options *o)
{
	const Machine *m;
	Buf text;

	if (!o->model)
		return NULL;
	text = file_read(o->model, MAX_MODEL);
	m = machine_read(a, o->model, (char *)text.data, text.len);
	buf_free(&text);
	return m;
}

/*
 * load_spec: read the run's description PREFIX.spf, and its tree if a file has it; mistakes are
 * fatal.
 */
static Spec *
load_spec(Arena *a, const Options *o)
{
	const char *file = file_name(a, o->prefix, ".spf");
	const Machine *m = load_model(a, o);
	Buf text = file_read(file, MAX_TEXT);
	Spec *s = spec_read(a, m, file, (char *)text.data, text.len);

	buf_free(&text);
	if (o->tree) {
		text = file_read(o->tree, MAX_TEXT);
		spec_read_tree(a, s, o->tree, (char *)text.data, text.len);
		buf_free(&text);
	}
	return s;
}

/*
 * put_messages: print the vector stamps of a file of messages; returns EXIT_FOUND if a stamp
 * differs from that in the file.
 */
static int
put_messages(Arena *a, const Options *o, const Spec *s)
{
	Buf text = file_read(o->messages, MAX_TEXT), b = {0};
	uint32_t differ = sync_stamps(&b, a, s, o->messages, (char *)text.data, text.len);

	fwrite(b.data, 1, b.len, stdout);
	buf_free(&b);
	buf_free(&text);
	return differ ? EXIT_FOUND : 0;
}

/* read_text: read the file PREFIX.SUFFIX of the records. */
static TrekText
read_text(Arena *a, const char *prefix, const char *suffix)
{
	const char *file = file_name(a, prefix, suffix);

	return (TrekText){file, file_read(file, MAX_TEXT)};
}

/* put_bounds: print the bounds proposed for the monitors of the next run, from this run's texts. */
static void
put_bounds(Arena *a, const Options *o, const Spec *s)
{
	TrekText messages = read_text(a, o->prefix, ".tvm"),
		functions = read_text(a, o->prefix, ".std"),
		config = read_text(a, o->prefix, ".config");
	Buf b = {0};

	trek_bounds(&b, a, s, &messages, &functions, &config);
	fwrite(b.data, 1, b.len, stdout);
	buf_free(&b);
	buf_free(&messages.text);
	buf_free(&functions.text);
	buf_free(&config.text);
}

/*
 * draw_picture: write the graph of the requested task, or of the first row, as DOT and SVG if
 * these are requested.
 */
static void
draw_picture(const Options *o, const TrekResult *r)
{
	uint32_t task = o->task != NONE ? o->task : r->nrows ? r->row[0].task : 0;
	Picture *p;
	Buf b = {0};

	if (!o->dot && !o->svg)
		return;
	p = picture_new(r, task, o->fold ? DRAW_FOLDED : o->coalesced ? DRAW_COALESCED
		: DRAW_EVENTS);
	if (o->dot) {
		picture_dot(&b, p);
		file_write(o->dot, b.data, b.len);
		b.len = 0;
	}
	if (o->svg) {
		picture_svg(&b, p);
		file_write(o->svg, b.data, b.len);
	}
	buf_free(&b);
}

/* load_causes: read the recorded causes. Without a file returns NULL, unless --cause needs it. */
static TrekCauses *
load_causes(Arena *a, const Options *o, const Spec *s)
{
	const char *file = file_name(a, o->prefix, ".std");
	TrekCauses *c = arena_alloc(a, 1, sizeof *c);
	Buf text;

	if (!o->cause && access(file, F_OK) != 0)
		return NULL;
	text = file_read(file, MAX_TEXT);
	*c = trek_causes(a, s, file, (char *)text.data, text.len);
	buf_free(&text);
	return c;
}

/* check_events: fatal if there are no records, because a run without records is not a success. */
static void
check_events(const TvmTrace *t, const TrekCauses *c)
{
	if (t->n > 0 || (c && c->nevents > 0))
		return;
	if (c)
		fatal("%s and %s have no events: nothing was monitored, or its records are lost",
			t->file, c->file);
	fatal("%s has no events: nothing was monitored, or its records are lost", t->file);
}

/* write_bug: write the file PREFIX.bug with the findings if it was asked for. */
static void
write_bug(Arena *a, const Options *o, const TrekResult *r)
{
	Buf b = {0};

	if (!o->bug)
		return;
	trek_bug(&b, r);
	file_write(file_name(a, o->recording ? o->recording : o->prefix, ".bug"), b.data, b.len);
	buf_free(&b);
}

/* print_rows: print the verdict and the rows; with -o they are written to the file instead. */
static void
print_rows(const Options *o, const TrekResult *r)
{
	size_t first;
	Buf b = {0};

	if (o->bug)
		return;
	if (o->fold)
		trek_put_folded(&b, r);
	else
		trek_table(&b, r);
	first = (char *)memchr(b.data, '\n', b.len) - (char *)b.data;
	verdict_print(stdout, !trek_failed(r), (char *)b.data, first);
	fwrite(b.data + first + 1, 1, b.len - first - 1, stdout);
	buf_free(&b);
}

/*
 * report_result: print the table and what follows it, as text or JSON; returns the number of orders
 * that differ.
 */
static uint64_t
report_result(const Options *o, const TrekResult *r, const TrekCauses *c)
{
	uint64_t npairs = 0, differ = o->check ? stamps_check(r->trace, &npairs) : 0;
	Buf table = {0}, words = {0};

	if (o->explain != NONE)
		trek_explain(&words, r, o->explain);
	if (o->json) {
		json_t *j = trek_json(r);

		if (o->explain != NONE)
			json_object_set_new(j, "explain",
				json_stringn((char *)words.data, words.len));
		if (o->cause) {
			json_object_set_new(j, "causes", trek_cause_json(r->trace->spec, c));
			json_object_set_new(j, "stopped", trek_stopped_json(c));
			json_object_set_new(j, "lost_links", trek_lost_json(c));
		}
		if (o->check)
			json_object_set_new(j, "stamps", json_pack("{sI sI}", "pairs",
				(json_int_t)npairs, "differ", (json_int_t)differ));
		report_json(j);
	} else {
		if (o->cause)
			trek_cause_table(&table, r->trace->spec, c);
		fwrite(table.data, 1, table.len, stdout);
		table.len = 0;
		print_rows(o, r);
		if (c && !o->cause && r->nrows == 0)
			trek_put_ends(&table, c);
		trek_put_command(&table, o->recording, r, c);
		fwrite(table.data, 1, table.len, stdout);
		fwrite(words.data, 1, words.len, stdout);
		if (o->check)
			printf("stamps: %llu pairs, %llu differ\n", (unsigned long long)npairs,
				(unsigned long long)differ);
	}
	buf_free(&table);
	buf_free(&words);
	return differ;
}

/* check_task: end the program with a message if the run has no such task. */
static void
check_task(const Spec *s, uint32_t task)
{
	if (task != NONE && task >= s->ntasks)
		fatal("unknown task %u: %s has tasks 0 to %u", task, s->file, s->ntasks - 1);
}

/*
 * analyse_trace: read the trace, find the tasks that failed and print them; returns the exit
 * status.
 */
static int
analyse_trace(Arena *a, const Options *o, const Spec *s, TrekRunEnd ran)
{
	bool late = o->verbose || o->stamps || o->check;
	TrekCauses *c = load_causes(a, o, s);
	TvmTrace *t = tvm_load(a, s, file_name(a, o->prefix, ".tvm"), late, c ? c->halted : NULL);
	TrekResult r;
	uint64_t differ = 0;

	if (c)
		trek_add_receiver_cause(a, c, t);
	r = trek_find(t, c, ran);
	check_events(t, c);
	check_task(s, o->task);
	check_task(s, o->explain);
	write_bug(a, o, &r);
	draw_picture(o, &r);
	if (o->verbose || o->stamps)
		stamps_print(t, o->stamps ? o->stamps : FULL_STAMPS);
	if (o->verbose || !o->stamps || o->check)
		differ = report_result(o, &r, c);
	if (!o->json) {
		fflush(stdout);
		trek_print_slowdown(o->prefix, stderr);
	}
	return differ ? EXIT_OURS : trek_failed(&r) ? EXIT_FOUND : 0;
}

/* check_tolerant: refuse options that need the messages of a tree that does not change. */
static void
check_tolerant(const Options *o, const Spec *s)
{
	if (o->bug || o->verbose || o->coalesced || o->fold || o->check || o->stamps || o->tree
		|| o->model || o->dot || o->svg || o->bounds || o->messages || o->task != NONE
		|| o->explain != NONE)
		fatal("%s is of a run with fault_tolerance, whose tree changes: only --cause and "
			"--json are possible",
			s->file);
}

/* put_survival: print which tasks a tolerant machine has saved, as text or as JSON. */
static void
put_survival(Arena *a, const Options *o, const TrekSurvival *v, const TrekCauses *c)
{
	const char *verdict = trek_survival_verdict(v);
	TvmTrace t = {.arena = a, .spec = v->spec};
	Buf b = {0};

	if (o->json) {
		report_json(trek_survival_json(v));
		return;
	}
	if (o->cause)
		trek_cause_table(&b, v->spec, c);
	fwrite(b.data, 1, b.len, stdout);
	b.len = 0;
	verdict_print(stdout, !v->failed, verdict, strlen(verdict));
	trek_survival_tasks(&b, v);
	if (!o->cause)
		trek_put_ends(&b, c);
	trek_put_command(&b, o->recording, &(TrekResult){.trace = &t}, c);
	fwrite(b.data, 1, b.len, stdout);
	buf_free(&b);
}

/* analyse_tolerant: analyse a run with fault_tolerance. */
static int
analyse_tolerant(Arena *a, Options *o, const Spec *s)
{
	const char *std = file_name(a, o->prefix, ".std");
	TrekText messages = read_text(a, o->prefix, ".tvm"), functions;
	TrekSurvival v;
	TrekCauses c;

	check_tolerant(o, s);
	if (access(std, F_OK) != 0)
		fatal("%s is missing: the messages of a run with fault_tolerance do not show what "
			"stopped",
			std);
	functions = read_text(a, o->prefix, ".std");
	c = trek_causes(a, s, functions.file, (char *)functions.text.data, functions.text.len);
	v = trek_survival(a, s, &c, &messages);
	put_survival(a, o, &v, &c);
	buf_free(&messages.text);
	buf_free(&functions.text);
	return v.failed ? EXIT_FOUND : 0;
}

/* use_recording: read the files that are made from a recording. */
static void
use_recording(Arena *a, Options *o)
{
	char *folder = record_files_make(o->prefix);
	const char *tree = file_name(a, folder, "/data.tree");

	o->recording = o->prefix;
	o->prefix = file_name(a, folder, "/data");
	if (access(file_name(a, o->prefix, ".spf"), F_OK) != 0)
		fatal("%s: no application begins on two nodes or more in this run, so it has no "
			"tasks; 'trellis run --record FILE' records applications", o->recording);
	if (!o->tree && access(tree, F_OK) == 0)
		o->tree = tree;
	free(folder);
}

/* take_argument: take the recording or prefix from the argument, which may replace -p. */
static void
take_argument(Options *o, int nwords, char **words)
{
	if (nwords > 1 || (nwords == 1 && o->prefix))
		fatal("unexpected argument %s: one RECORDING or -p PREFIX names the files",
			words[nwords - 1]);
	if (nwords == 1)
		o->prefix = words[0];
	else if (!o->prefix)
		o->prefix = "data";
}

/* detrek_main: execute the command `detrek`; returns the exit status. */
static int
detrek_main(int argc, char **argv)
{
	Options o = {.task = NONE, .explain = NONE};
	Arena a = {0};
	Spec *s;
	OptionReader r;
	TrekRunEnd ran;
	int c, status;

	option_reader_init(&r, &detrek_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1)
		set_option(&o, c, r.argument);
	take_argument(&o, argc - option_first_argument(&r), argv + option_first_argument(&r));
	if (o.bench) {
		trek_bench(o.bench, o.stamps);
		return 0;
	}
	if (o.json && (o.verbose || o.stamps || o.messages))
		fatal("-v, --stamps and --messages print text; with --json leave them out");
	if (access(file_name(&a, o.prefix, ".spf"), F_OK) != 0 && past_is_recording(o.prefix))
		use_recording(&a, &o);
	ran = trek_run_end(&a, o.prefix);
	records_sort_killed(o.prefix, ran.not_ended);
	if (ran.not_ended)
		warning("%s%s: %s; tasks may have been at work",
			o.recording ? o.recording : o.prefix, o.recording ? "" : ".json",
			ran.failure);
	s = load_spec(&a, &o);
	if (s->tolerant) {
		status = analyse_tolerant(&a, &o, s);
		arena_free(&a);
		return status;
	}
	if (o.bounds)
		put_bounds(&a, &o, s);
	status = o.bounds     ? 0
		 : o.messages ? put_messages(&a, &o, s)
			      : analyse_trace(&a, &o, s, ran);
	arena_free(&a);
	return status;
}

static const Option options[] = {
	{'p', NULL, "PREFIX",
		"the prefix of the files, or a recording; data if not given"},
	{'o', NULL, NULL,
		"write the error list to PREFIX.bug or RECORDING.bug instead of the table"},
	{'v', NULL, NULL, "before the table, print each event with its vector time"},
	{'c', NULL, NULL,
		"do not convert task identities (they never need it: see the manual page)"},
	{'t', NULL, "FILE",
		"the tree, with a line 'node parent' for each node except 0, instead of the "
		"topology of PREFIX.spf"},
	{MODEL, "model", "FILE",
		"the model of the virtual machine (trellis-vm(5)), instead of the model that "
		"PREFIX.spf names or its task degree implies"},
	{JSON, "json", NULL, "write JSON"},
	{FOLD, "fold", NULL,
		"combine equal rows of a task's nodes, and of tasks that failed in the same way; "
		"with --dot and --svg, nodes that are equal in the coalesced graph"},
	{CAUSE, "cause", NULL,
		"before the table, print from PREFIX.std: links on which a byte was lost; nodes "
		"that stopped outside the user's functions; the functions that began but did not "
		"end, the likeliest cause first"},
	{BOUNDS, "bounds", "PREFIX",
		"print when nodes should unload in the next run, from this run's bounds "
		"(PREFIX.config) and time "
		"stamps (PREFIX.tvm and PREFIX.std), for --monitor=@FILE and monctrl -b @FILE"},
	{EXPLAIN, "explain", "TASK", "after the table, explain what happened to a task"},
	{TASK, "task", "TASK", "the task to draw; the first that failed if not given"},
	{DOT, "dot", "FILE", "write the task's event graph as DOT, its frontier marked"},
	{SVG, "svg", "FILE", "draw it"},
	{COALESCE, "coalesced", NULL,
		"draw coalesced graphs: each process through which a part went is one vertex"},
	{STAMPS, "stamps", "KIND",
		"print only the events with their times: full vectors, or "
		"short ones (for a smallest vertex cover of the tree); with -v, the kind of times",
		"full short"},
	{VERIFY, "verify", NULL, "compare the orders of events by short and by full times"},
	{MESSAGES, "messages", "FILE",
		"print short times of the synchronous messages in FILE, whose lines are "
		"'<from> <to>'; reads no trace; the exit status is 1 if FILE has a time that "
		"differs"},
	{BENCH, "bench", "[N]",
		"measure made-up traces of up to N events (1000000) instead; with --stamps, their "
		"times too"},
	{0},
};

static const Option gone_options[] = {
	{-1, "check", NULL, "--verify compares the orders"},
	{0},
};

const Command detrek_command = {
	"detrek",
	"where the tasks of a TrEK application stopped",
	detrek_main,
	"detrek [-hvco] [-t FILE] [OPTION]... [-p PREFIX | RECORDING]",
	"Find out where the tasks of a TrEK application stopped. Reads PREFIX.spf (the description "
	"of the run), PREFIX.tvm (its messages) and, if they exist, PREFIX.std (records of the "
	"user's functions) and PREFIX.json (how the run ended); prints Success if every task is "
	"complete and the run ended well; otherwise Failure and, for each task, part and node that "
	"failed, the process at which it stopped. The exit status is 1 with Failure, 2 for bad "
	"input.",
	{options},
	NULL,
	.gone_options = {gone_options},
};
