/* probe.c - `trellis probe`: compares two runs to see what a monitor changed. */
#include "command.h"

#include "tmon/host/probe_runs.h"
#include "vm/run_record.h"

#include <stdlib.h>
#include <unistd.h>

enum { OPT_JSON = 256 };

/* read_run: read a recording, or the files with a prefix. */
static ProbeRun
read_run(const char *name)
{
	char *figures = xasprintf("%s.json", name);
	bool recorded = access(figures, F_OK) != 0 && past_is_recording(name);

	free(figures);
	return probe_read(recorded ? xasprintf("%s/data", record_files_make(name)) : name, name);
}

/* probe_main: execute the command `probe`; returns the exit status. */
static int
probe_main(int argc, char **argv)
{
	bool json = false, same;
	ProbeRun a, b;
	ProbeDifference d;
	OptionReader r;
	char **name;

	option_reader_init(&r, &probe_command, OPTIONS_ANYWHERE, argc, argv);
	while (option_next(&r) != -1)
		json = true;
	name = argv + option_first_argument(&r);
	if (argc - option_first_argument(&r) != 2)
		fatal("probe: expected two recordings, or prefixes A and B of files: A.json, "
			"A.all, B.json and B.all");
	a = read_run(name[0]);
	b = read_run(name[1]);
	if (a.nnodes != b.nnodes)
		fatal("%s has %u nodes, and %s has %u: the runs cannot be compared", a.prefix,
			a.nnodes, b.prefix, b.nnodes);
	d = probe_compare(&a, &b);
	(json ? probe_json : probe_print)(&a, &b, &d, stdout);
	same = d.is_same;
	probe_difference_free(&d);
	probe_free(&a);
	probe_free(&b);
	return same ? 0 : EXIT_FOUND;
}

static const Option options[] = {
	{OPT_JSON, "json", NULL, "as JSON"},
	{0},
};

const Command probe_command = {
	"probe", "compare two runs to see what a monitor changed",
	probe_main, "trellis probe [--json] A B",
	"Compares two runs: time, cycles, tasks of each node, and where the order of events "
	"differs. Each is a recording, or the beginning of the names of its files, as 'trellis "
	"export records' writes them.",
	{options}, NULL,
};
