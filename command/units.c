/* units.c - `trellis units`: finds the synchronisation units of a simplified static graph. */
#include "command.h"

#include "detrek/units/graph.h"

enum { JSON = 256, DOT }; /* ids of the options that have no letter */

/* units_main: execute the command `units`; returns the exit status. */
static int
units_main(int argc, char **argv)
{
	const char *dot = NULL;
	bool json = false;
	OptionReader r;
	int c;

	option_reader_init(&r, &units_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1) {
		if (c == JSON)
			json = true;
		else
			dot = r.argument;
	}
	if (argc - option_first_argument(&r) != 1)
		fatal("units: expected one FILE; see 'trellis units --help'");
	units_print(argv[option_first_argument(&r)], json, dot);
	return 0;
}

static const Option options[] = {
	{JSON, "json", NULL, "write JSON"},
	{DOT, "dot", "FILE",
		"write the graph as DOT; the label of an edge names its units"},
	{0},
};

const Command units_command = {
	"units", "find the synchronisation units of a simplified static graph",
	units_main, "trellis units [OPTION]... FILE.ssg",
	"Print the synchronisation units of a simplified static graph. FILE - is standard "
	"input.",
	{options}, NULL,
};
