/* tvmfilter.c - `tvmfilter`: sorts a monitor's records into the files that detrek reads. */
#include "command.h"

#include "tmon/host/monitor_host.h"

/* tvmfilter_main: execute the command `tvmfilter`; returns the exit status. */
static int
tvmfilter_main(int argc, char **argv)
{
	const char *prefix = NULL;
	OptionReader r;
	int c;

	option_reader_init(&r, &tvmfilter_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1) {
		if (c == 'p')
			prefix = r.argument;
	}
	if (!prefix || option_first_argument(&r) != argc)
		fatal("missing -p PREFIX: the records are read from PREFIX.all");
	records_filter(prefix, false);
	return 0;
}

static const Option options[] = {
	{'p', "prefix", "PREFIX", "prefix of the files"},
	{0},
};

const Command tvmfilter_command = {
	"tvmfilter", "sort a monitor's records into the files that detrek reads",
	tvmfilter_main, "tvmfilter -p PREFIX",
	"Sorts the records of PREFIX.all into PREFIX.tvm, PREFIX.std and PREFIX.use.",
	{options}, NULL,
};
