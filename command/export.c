/* export.c - `trellis export`: converts a trace of the machine to the formats of other tools. */
#include "command.h"

#include "sim/trace/export.h"
#include "vm/vm.h"

#include <stdlib.h>
#include <string.h>

/* Name, function that writes a file or creates a directory, and the rest of the line in --help. */
#define FORMATS(X) \
	X("text", export_text, NULL, "an event a line: time, event, place, what it concerns") \
	X("perfetto", export_perfetto, NULL, \
		"Chrome's JSON: processors, links and functions as tracks") \
	X("shiviz", export_shiviz, NULL, "messages and functions with vector clocks") \
	X("paraver", export_paraver, NULL, \
		"a .prv of states, messages, functions; with -o, also .pcf and .row") \
	X("vcd", export_vcd, NULL, "signal levels of the link lines; needs --packets") \
	X("otf2", NULL, export_otf2, "an archive in Open Trace Format 2; -o names its directory")

static const struct Format {
	const char *name;
	Exporter *write;
	void (*make)(TraceFile *f, const Calls *c, const char *directory);
} formats[] = {
#define X(name, write, make, help) {name, write, make},
	FORMATS(X)
#undef X
};

enum { NFORMATS = sizeof formats / sizeof *formats };

static const struct Format *
find(const char *name)
{
	Near near = near_word(name, strlen(name));

	for (int i = 0; i < NFORMATS; i++) {
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
		near_try(&near, formats[i].name);
	}
	fatal("unknown format %s%s 'trellis export --help' lists the formats", name,
		near_text(&near, ""));
}

/* write_file: collect the output in memory first, so that the file is complete or unchanged. */
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

/* write_beside: the files that Paraver finds by the trace's name: run.prv, run.pcf, run.row. */
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

static Time
last_time(TraceFile *f)
{
	TraceRecord r = {0};

	while (trace_file_next(f, &r))
		continue;
	trace_file_rewind(f);
	return r.at;
}

/* export_run: export a trace, or a recording's folder with its other data about the run. */
static void
export_run(const struct Format *format, const char *name, const char *output)
{
	bool folder = file_is_directory(name);
	char *file = folder ? xasprintf("%s/machine.trace", name) : xstrdup(name);
	TraceFile f;
	Calls c = {0};

	record_files_complete(file);
	f = trace_file_read(file);
	if (folder) {
		c = calls_read(name, f.topology, last_time(&f));
		f.functions = functions_read(name, f.topology);
	}
	if (format->make)
		format->make(&f, &c, output);
	else
		write_file(format->write, &f, &c, output);
	if (format->write == export_paraver && strcmp(output, "-") != 0)
		write_beside(&f, &c, output);
	calls_free(&c);
	trace_file_free(&f);
	free(file);
}

static int
export_main(int argc, char **argv)
{
	const char *output = "-";
	const struct Format *format;
	OptionReader r;
	char **words;

	option_reader(&r, &export_command, OPTIONS_ANYWHERE, argc, argv);
	while (option_next(&r) != -1)
		output = r.argument;
	words = argv + option_end(&r);
	if (argc - option_end(&r) != 2)
		fatal("export: expected FORMAT and TRACE; 'trellis export --help' lists the "
			"formats");
	format = find(words[0]);
	if (format->make && strcmp(output, "-") == 0)
		fatal("%s writes a directory: name it with -o", format->name);
	export_run(format, words[1], output);
	return 0;
}

static const Option options[] = {
	{'o', "output", "FILE", "write to FILE (default: standard output)"},
	{0},
};

const Command export_command = {
	"export",
	"convert a machine trace for other tools",
	export_main,
	"trellis export [OPTION]... FORMAT TRACE|DIR",
	"Writes a trace, of --trace or in the folder of a recording, in another tool's format. A "
	"folder also has the user's functions and their tasks.\n"
#define X(name, write, make, help) "\n  " name ": " help
	FORMATS(X),
#undef X
	{options},
	NULL,
};
