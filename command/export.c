/* export.c - `trellis export`: converts a trace of the machine to the formats of other tools. */
#include "command.h"
#include "recorded.h"

#include "base/files.h"
#include "base/number.h"
#include "sim/host/station/station.h"
#include "sim/trace/export.h"
#include "vm/run_record.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * The formats: name, function that writes a file, function that creates a directory (one of the two
 * is NULL), and the text about the format in --help.
 */
#define FORMATS(X) \
	X("text", export_text, NULL, "one event on each line: time, event, place, details") \
	X("perfetto", export_perfetto, NULL, \
		"Chrome's JSON: processors, links and functions as tracks") \
	X("shiviz", export_shiviz, NULL, "messages and functions, with clocks that order them") \
	X("paraver", export_paraver, NULL, \
		"a .prv of states, messages, functions; with -o, also .pcf and .row") \
	X("vcd", export_vcd, NULL, "signal levels of the link lines; a trace needs --packets") \
	X("otf2", NULL, export_otf2, "an archive in Open Trace Format 2; -o names its directory") \
	X("trace", export_trace, NULL, "the trace itself, which export and report read, too")

/*
 * The formats that only a recording can be converted to: name, function, whether the format needs
 * -o, and the text in --help.
 */
#define RECORDED_FORMATS(X) \
	X("records", export_records, true, \
		"the monitor's: -o PREFIX for PREFIX.all, .tvm, .std, .use, .spf ...") \
	X("reference", export_reference, true, \
		"events that the monitors have noted, to count losses; -o PREFIX") \
	X("sync", export_sync, false, "the order of the threads' operations, for --sync-order") \
	X("mtr", export_mtr, false, \
		"the operations and accesses of all threads, for 'trellis races'") \
	X("logs", export_logs, true, \
		"logs of the processes, for 'trellis flowback'; -o names a new directory")

/*
 * A format: the function that writes it, from a trace (write, make) or from a recording (recorded).
 */
static const struct Format {
	const char *name;
	Exporter *write;
	void (*make)(TraceFile *f, const Calls *c, const char *directory); /* makes a directory */
	RecordedExporter *recorded;
	bool is_named; /* it needs -o */
} formats[] = {
#define X(name, write, make, help) {name, write, make, NULL, make != NULL},
	FORMATS(X)
#undef X
#define X(name, recorded, is_named, help) {name, NULL, NULL, recorded, is_named},
	RECORDED_FORMATS(X)
#undef X
};

enum { OPT_PACKETS = 256, OPT_FROM, OPT_TO, OPT_ONLY };

/* The options and arguments of the command line. */
typedef struct Request {
	const char *name; /* the recording or trace */
	const char *output;
	bool packets;
	Time from, to;
	const char *nodes; /* NULL: all */
} Request;

enum { NFORMATS = sizeof formats / sizeof *formats };

/* find_format: the format with this name; fatal if there is none. */
static const struct Format *
find_format(const char *name)
{
	Near near = near_word(name, strlen(name));

	for (int i = 0; i < NFORMATS; i++) {
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
		near_try_candidate(&near, formats[i].name);
	}
	fatal("unknown format %s%s 'trellis export --help' lists the formats", name,
		near_text(&near, ""));
}

/*
 * write_file: write the trace into a file; the output is collected in memory first, so that the
 * file is complete or unchanged.
 */
static void
write_file(Exporter *write, TraceFile *f, const Calls *c, const char *name)
{
	char *data;
	size_t n;
	FILE *out = open_memstream(&data, &n);

	if (!out)
		fatal("no memory for the export:");
	write(f, c, out);
	fclose(out);
	file_write(name, data, n);
	free(data);
	trace_file_rewind(f);
}

/*
 * write_beside: write the files that Paraver finds by the trace's name: run.prv, run.pcf, run.row.
 */
static void
write_beside(TraceFile *f, const Calls *c, const char *name)
{
	size_t n = strlen(name);
	int stem = n > 4 && strcmp(name + n - 4, ".prv") == 0 ? n - 4 : n;
	char *config = xasprintf("%.*s.pcf", stem, name), *rows = xasprintf("%.*s.row", stem, name);

	write_file(export_paraver_config, f, c, config);
	write_file(export_paraver_names, f, c, rows);
	free(config);
	free(rows);
}

/* chosen_nodes: the nodes of a set such as n0-3,8, which the caller frees; NULL for all nodes. */
static bool *
chosen_nodes(const char *text, uint32_t nnodes)
{
	bool *chosen;
	NodeSet set;

	if (!text)
		return NULL;
	node_set_parse(&set, text, nnodes);
	chosen = xcalloc(nnodes, sizeof *chosen);
	for (uint32_t i = 0; i < set.n; i++)
		chosen[set.nodes[i]] = true;
	node_set_free(&set);
	return chosen;
}

/* is_part_wanted: true if the options ask for some times or nodes of the run only. */
static bool
is_part_wanted(const Request *q)
{
	return q->from > 0 || q->to < NEVER || q->nodes;
}

/* choose_part: leave only the requested times and nodes in the trace and the calls. */
static void
choose_part(TraceFile *f, Calls *c, const Request *q, const bool *nodes)
{
	TraceChoice choice = {q->from, q->to, nodes};

	if (q->from > 0 && q->from >= f->end)
		fatal("--from: there is nothing of %s from that time on; it ends at %s", q->name,
			TIME_STRING(f->end));
	trace_file_choose(f, &choice);
	calls_choose(c, &choice);
}

/* export_file: export a trace; folder: that of the recording from which the trace is, or NULL. */
static void
export_file(const struct Format *format, const char *file, const char *folder, const Request *q)
{
	TraceFile f = trace_file_read(file);
	bool *nodes = chosen_nodes(q->nodes, f.topology->nnodes);
	Calls c = {0};

	if (folder) {
		c = calls_read(folder, f.topology, f.end);
		f.functions = functions_read(folder, f.topology);
	}
	if (is_part_wanted(q))
		choose_part(&f, &c, q, nodes);
	if (format->make)
		format->make(&f, &c, q->output);
	else
		write_file(format->write, &f, &c, q->output);
	if (format->write == export_paraver && strcmp(q->output, "-") != 0)
		write_beside(&f, &c, q->output);
	calls_free(&c);
	free(nodes);
	trace_file_free(&f);
}

/* export_recording: export the trace of a recording, with its other data about the run. */
static void
export_recording(const struct Format *format, const Request *q)
{
	bool packets = q->packets || format->write == export_vcd;
	char *folder = record_files_make(q->name),
		*file = packets ? recorded_packets(q->name, folder)
				: xasprintf("%s/machine.trace", folder);

	export_file(format, file, folder, q);
	free(file);
	free(folder);
}

/* read_option: store the value of the option with this id. */
static void
read_option(Request *q, int id, char *argument)
{
	switch (id) {
	case 'o': q->output = argument; break;
	case OPT_PACKETS: q->packets = true; break;
	case OPT_FROM: q->from = time_option("from", argument); break;
	case OPT_TO: q->to = time_option("to", argument); break;
	case OPT_ONLY: q->nodes = argument; break;
	}
}

/* check_request: end the program with a message if the format cannot do what the options request */
static void
check_request(const Request *q, const struct Format *format, bool recorded)
{
	if (!recorded && (format->recorded || q->packets)) {
		close(file_open(q->name));
		fatal("%s: not a recording, which %s needs; 'trellis run --record FILE' makes one",
			q->name, format->recorded ? format->name : "--packets");
	}
	if (format->is_named && strcmp(q->output, "-") == 0)
		fatal("%s writes more than one file: name them with -o", format->name);
	if (format->recorded && is_part_wanted(q))
		fatal("%s: --from, --to and --only choose of the machine's events, which it is "
			"not made of", format->name);
	if (q->from >= q->to)
		fatal("--from comes before --to");
}

/* export_main: execute the command `export`; returns the exit status. */
static int
export_main(int argc, char **argv)
{
	Request q = {.output = "-", .to = NEVER};
	const struct Format *format;
	OptionReader r;
	char **words;
	bool recorded;
	int id;

	option_reader_init(&r, &export_command, OPTIONS_ANYWHERE, argc, argv);
	while ((id = option_next(&r)) != -1)
		read_option(&q, id, r.argument);
	words = argv + option_first_argument(&r);
	if (argc - option_first_argument(&r) != 2)
		fatal("export: expected FORMAT and RECORDING; 'trellis export --help' lists the "
			"formats");
	format = find_format(words[0]);
	q.name = words[1];
	recorded = past_is_recording(q.name);
	check_request(&q, format, recorded);
	if (format->recorded)
		format->recorded(q.name, q.output);
	else if (recorded)
		export_recording(format, &q);
	else
		export_file(format, q.name, NULL, &q);
	return 0;
}

static const Option options[] = {
	{'o', "output", "FILE", "write to FILE (default: standard output)"},
	{OPT_FROM, "from", "TIME", "only events from this simulated time on: 20ms, 1.5s"},
	{OPT_TO, "to", "TIME", "... and before this one"},
	{OPT_ONLY, "only", "NODES", "only of these nodes: n0-3,8"},
	{OPT_PACKETS, "packets", NULL, "for a recording: also the packets on the lines of links"},
	{0},
};

static const Option gone_options[] = {
	{-1, "nodes", NULL, "--only NODES chooses them"},
	{0},
};

const Command export_command = {
	"export",
	"write the events of a recorded run for other tools",
	export_main,
	"trellis export [OPTION]... FORMAT RECORDING|TRACE",
	"Writes the events of a recorded run, or of a trace of one, for other tools:\n"
#define X(name, write, make, help) "\n  " name ": " help
	FORMATS(X)
#undef X
	"\n\nOf a recording only:\n"
#define X(name, recorded, is_named, help) "\n  " name ": " help
	RECORDED_FORMATS(X),
#undef X
	{options},
	.words =
#define X(name, write, make, help) name " "
		FORMATS(X)
#undef X
#define X(name, recorded, is_named, help) name " "
		RECORDED_FORMATS(X),
#undef X
	.gone_options = {gone_options},
};
