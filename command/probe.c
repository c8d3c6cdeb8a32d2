/* probe.c - `trellis probe`: compares two runs to see what a monitor changed. */
#include "command.h"

#include "tmon/host/probe_runs.h"
#include "vm/vm.h"

enum { OPT_JSON = 256 };

static int
probe_main(int argc, char **argv)
{
	bool json = false, same;
	ProbeRun a, b;
	ProbeDifference d;
	OptionReader r;
	char **name;

	option_reader(&r, &probe_command, OPTIONS_ANYWHERE, argc, argv);
	while (option_next(&r) != -1)
		json = true;
	name = argv + option_end(&r);
	if (argc - option_end(&r) != 2)
		fatal("probe: expected the prefixes A and B of two runs, to read A.json, A.all, "
			"B.json and B.all");
	record_files_complete(name[0]);
	record_files_complete(name[1]);
	a = probe_read(name[0]);
	b = probe_read(name[1]);
	if (a.nnodes != b.nnodes)
		fatal("%s has %u nodes, and %s has %u: the runs cannot be compared", a.prefix,
			a.nnodes, b.prefix, b.nnodes);
	d = probe_compare(&a, &b);
	(json ? probe_json : probe_print)(&a, &b, &d, stdout);
	same = d.same;
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
	"Compares the runs whose files begin with A and B, as trellis run --prefix has "
	"left them: time, cycles, tasks of each node, and where the order of events differs.",
	{options}, NULL,
};
