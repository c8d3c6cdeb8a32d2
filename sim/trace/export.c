/*
 * export.c - `trellis export`: a trace of the machine in the formats of other tools.
 */
#include "export.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const struct Format {
	const char *name;
	Exporter *write; /* NULL: what it makes is a directory ... */
	const char *help;
	void (*make)(TraceFile *f, const char *directory); /* ... by this */
} formats[] = {
	{"text", export_text, "a line an event: time, event, place, and what it is about"},
	{"perfetto", export_perfetto, "Chrome's JSON: processors and links as tracks, messages as arrows"},
	{"shiviz", export_shiviz, "messages with vector clocks, for ShiViz"},
	{"paraver", export_paraver, "a .prv: states and communications"},
	{"vcd", export_vcd, "levels of the links' lines (from a trace with --packets), for GTKWave"},
	{"otf2", NULL, "an archive of the Open Trace Format 2, for Vampir; -o names its directory", export_otf2},
};

enum { NFORMATS = sizeof formats / sizeof *formats };

static void
help(void)
{
	puts("usage: trellis export [options] FORMAT TRACE\n\n"
	     "Writes a trace of 'trellis boot --trace', or the machine.trace of 'trellis run --record', as\n");
	for (int i = 0; i < NFORMATS; i++)
		printf("  %-10s %s\n", formats[i].name, formats[i].help);
	puts("\n"
	     "  -o, --output FILE  write it there (default: standard output)\n"
	     "  -h, --help         this text");
}

static const struct Format *
find(const char *name)
{
	for (int i = 0; i < NFORMATS; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	fatal("there is no format %s; 'trellis export --help' lists them", name);
}

uint32_t
export_node(const Topology *t, uint32_t end)
{
	EndRef e = trace_end(t, end);

	switch (e.kind) {
	case END_NODE: return e.part;
	case END_HOST:
	case END_CONTROL: return t->nnodes + e.part;
	default: return NOWHERE;
	}
}

const char *
export_name(const Topology *t, uint32_t node)
{
	return node < t->nnodes ? t->nodes[node].name : t->hosts[node - t->nnodes].name;
}

/* write_file: through memory, so that the file gets all of it or stays as it was. */
static void
write_file(const struct Format *format, TraceFile *f, const char *name)
{
	char *data;
	size_t n;
	FILE *out = open_memstream(&data, &n);

	if (!out)
		fatal("no memory for the export:");
	format->write(f, out);
	fclose(out);
	file_write(name, data, n);
	free(data);
}

int
export_main(int argc, char **argv)
{
	static const struct option options[] = {
		{"output", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'}, {0}};
	const char *output = "-";
	const struct Format *format;
	TraceFile f;
	int c;

	optind = 0;
	while ((c = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
		switch (c) {
		case 'o': output = optarg; break;
		case 'h': help(); return 0;
		default: option_fatal(argv[0]);
		}
	}
	if (argc - optind != 2)
		fatal("what is to be exported? 'trellis export --help' lists the formats");
	format = find(argv[optind]);
	if (format->make && strcmp(output, "-") == 0)
		fatal("%s makes a directory: name it with -o", format->name);
	f = trace_file_read(argv[optind + 1]);
	if (format->make)
		format->make(&f, output);
	else
		write_file(format, &f, output);
	trace_file_free(&f);
	return 0;
}
