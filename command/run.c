/* run.c - `trellis run`: the command line of a run. */
#include "run_parse.h"

#include "base/files.h"
#include "base/list.h"
#include "base/number.h"
#include "command.h"
#include "vm/run.h"

#include <stdlib.h>
#include <string.h>

enum {
	OPT_BUFFERS = 256,
	OPT_GRANULARITY,
	OPT_NATIVE,
	OPT_PATIENCE,
	OPT_JSON,
	OPT_CHECK,
	OPT_MAKE,
	OPT_GRAPH,
	OPT_BREAK,
	OPT_HITS,
	OPT_ONLY,
	OPT_MONOTONIC,
	OPT_CC,
};

/* ---- the command line ---- */

/* parse_break_only: the value of --break-only. */
static BreakOnly
parse_break_only(const char *word)
{
	if (strcmp(word, "evaluate") == 0)
		return BREAK_ONLY_EVALUATE;
	if (strcmp(word, "carry") != 0)
		fatal("--break-only %s: expected evaluate or carry", word);
	return BREAK_ONLY_CARRY;
}

/* add_compiled: note an option with which the programs are compiled. */
static void
add_compiled(RunOptions *o, const char *option)
{
	if (*option != '-')
		fatal("--cc %s: expected an option of 'trellis cc', such as -O0 or -DN=4", option);
	o->cc = list_more(o->cc, o->ncc, sizeof *o->cc);
	o->cc[o->ncc++] = option;
}

/* set_option: store the value of the option with this id. */
static void
set_option(RunOptions *o, int id, const char *argument)
{
	switch (id) {
	case 'n': o->processors = number_option("nodes", argument, 1, NODE_LIMIT); break;
	case 'T': o->tree = argument; break;
	case OPT_BUFFERS: o->buffers = number_option("buffers", argument, 1, 256); break;
	case OPT_GRANULARITY:
		o->granularity = number_option("granularity", argument, 1, 256);
		break;
	case 'o': o->output = argument; break;
	case 'r': o->root = argument; break;
	case 'b': o->build = argument; break;
	case OPT_NATIVE: o->native = true; break;
	case OPT_PATIENCE: o->patience = time_option("patience", argument); break;
	case OPT_JSON:
		file_check_output(argument);
		o->json = argument;
		break;
	case 'm': monitor_option(o, argument); break;
	case OPT_CHECK: o->check_only = true; break;
	case OPT_MAKE: o->make_only = true; break;
	case OPT_GRAPH: o->graph = argument; break;
	case OPT_BREAK: o->brk = argument; break;
	case OPT_HITS: o->hits = number_option("break-hits", argument, 1, 1 << 30); break;
	case OPT_ONLY: o->only = parse_break_only(argument); break;
	case OPT_MONOTONIC: o->monotonic = true; break;
	case OPT_CC: add_compiled(o, argument); break;
	case 'v': o->verbose = true; break;
	case 'a': o->all = true; break;
	}
}

/* check_options: fatal if options contradict each other. */
static void
check_options(const RunOptions *o)
{
	machine_check(&o->machine);
	if (o->machine.debug && (o->make_only || o->native))
		fatal("--debug cannot be combined with --make or --native");
	if (o->machine.record && o->native)
		fatal("--record and --native cannot be combined");
	if (o->machine.types.n > 0 && o->native)
		fatal("--type and --native cannot be combined");
	if (o->machine.realtime.factor > 0 && o->native)
		fatal("--realtime and --native cannot be combined");
	if (o->machine.links.n > 0 && (o->native || o->brk))
		fatal("--link cannot be combined with --native or --break");
	if (o->machine.event && o->native)
		fatal("--break-outside and --native cannot be combined");
	if (o->brk && (o->machine.event || o->native))
		fatal("--break cannot be combined with --break-outside or --native");
	if (!o->brk && (o->hits || o->only || o->monotonic))
		fatal("--break-hits, --break-only and --monotonic need --break");
	if (o->check_only && (o->machine.debug || o->machine.record || o->make_only || o->native))
		fatal("--check cannot be combined with --debug, --make, --native or --record");
	if (o->make_only && !o->build)
		fatal("--make needs a directory for the programs: add --build DIR");
}

void
run_parse(RunOptions *o, int argc, char **argv)
{
	OptionReader r;
	int id;

	*o = (RunOptions){.machine.until = NEVER, .patience = 60000000000000ull};
	option_reader_init(&r, &run_command, OPTIONS_ANYWHERE, argc, argv);
	while ((id = option_next(&r)) != -1)
		if (!machine_option(&o->machine, id, r.argument))
			set_option(o, id, r.argument);
	check_options(o);
	if (o->patience == 0 || o->machine.realtime.factor > 0) /* a user may think for long */
		o->patience = NEVER;
	argc -= option_first_argument(&r);
	argv += option_first_argument(&r);
	if (argc == 0)
		fatal("run: missing APP.vms; see 'trellis run --help'");
	o->vms = argv[0];
	if (argc > 1) {
		o->argument = argv + 1;
		o->narguments = argc - 1;
	}
}

/* run_main: execute the command `run`; returns the exit status. */
static int
run_main(int argc, char **argv)
{
	RunOptions o;
	char **words = xcalloc(argc + 1, sizeof *words);
	int status;

	memcpy(words, argv, argc * sizeof *argv); /* a copy, because option parsing reorders argv */
	run_parse(&o, argc, argv);
	o.words = words;
	o.nwords = argc;
	if (view_wanted(&o.machine.view))
		view_start(argc, words);
	if (o.native && o.machine.faults.n > 0)
		fatal("--fault and --native cannot be combined");
	if (!o.native && !o.check_only && !o.make_only && !o.graph)
		machine_record_default(&o.machine, o.vms);
	if (o.ncc > 0 && !programs_input(o.vms))
		fatal("--cc %s: an application is compiled with the compile_options of its .vms "
			"file", o.cc[0]);
	if (o.check_only && programs_input(o.vms))
		fatal("--check %s: only .vms files are checked", o.vms);
	status = programs_input(o.vms) ? run_programs(&o) : run_with(&o, NULL);
	if (status != 0)
		machine_print_recording(&o.machine);
	free(o.machine.faults.option);
	free(o.cc);
	type_options_free(&o.machine.types);
	link_options_free(&o.machine.links);
	free(words);
	return status;
}

static const Option options[] = {
	{'n', "nodes", "N", "processors, instead of total_processors"},
	{'T', "tree", "TREE", "chain, btree, ttree, boot or a file, instead of topology",
		"chain btree ttree boot"},
	{OPT_BUFFERS, "buffers", "N", "instead of total_buffers"},
	{OPT_GRANULARITY, "granularity", "N", "instead of granularity"},
	{'o', "output", "FILE", "instead of output_stream"},
	{'r', "root", "DIR",
		"directory of the application's files (default: that of the .vms file)"},
	{'b', "build", "DIR", "keep compiled files there, and compile only what has changed"},
	{OPT_BREAK, "break", "EVENT",
		"stop where the programs themselves recognise an event as for --break-outside, by "
		"values that their messages carry; programs on a network report events with || "
		"or -> instead of =="},
	{OPT_HITS, "break-hits", "N",
		"with --break: continue after each time, stop at the N-th, and count what an "
		"observer from outside sees"},
	{OPT_MONOTONIC, "monotonic", NULL,
		"with --break: the local events remain true once they are, so they can be "
		"recognised at more points"},
	{OPT_ONLY, "break-only", "evaluate|carry",
		"with --break: do not break, but only evaluate, or also carry values; to measure "
		"what this costs", "evaluate carry"},
	{OPT_GRAPH, "graph", "FILE",
		"only write the graph of the processes' messages, for trellis simul"},
	{OPT_CHECK, "check", NULL, "only check the .vms file, and that its files are there"},
	{OPT_CC, "cc", "OPTION",
		"compile the FILEs with this option of 'trellis cc', too, such as -O0 or -DN=4; "
		"may be repeated"},
	{OPT_MAKE, "make", NULL, "build the programs only (with --build)"},
	{OPT_NATIVE, "native", NULL,
		"compile for this host and run the functions there, without a simulation"},
	{OPT_PATIENCE, "patience", "TIME",
		"stop when no task has finished for this simulated time (default 60s; 0s: never)"},
	{OPT_JSON, "stats-json", "FILE", "write statistics of each node as JSON"},
	{'m', "monitor", "[T,L,U...]",
		"monitors on the nodes record the tasks and results that nodes pass to each other: "
		"until T us a node unloads at once if it has U records, not at all below L, and in "
		"between when it is idle; after T the next T,L,U hold, and the last ones to the "
		"end (default 0,1,1)\n"
		"@FILE: read these numbers from a file\n"
		"off: programs with the monitor's probes, on nodes without a monitor\n"
		"none (the default): every recording can be observed from outside at no cost"},
	{'a', "all", NULL, "list all nodes: after a failed run, not only one node of each place; "
		"at a terminal, the tasks of each node, not only a summary"},
	{'v', "verbose", NULL, "report each step"},
	{0},
};

static const Option gone_options[] = {
	{'p', "prefix", NULL,
		"record the run, then 'trellis detrek RECORDING', or 'trellis export records -o "
		"PREFIX RECORDING'"},
	{-1, "reference", NULL,
		"record the run, then 'trellis export reference -o PREFIX RECORDING'"},
	{0},
};

const Command run_command = {
	"run",
	"run a virtual-machine application on the nodes",
	run_main,
	"trellis run [OPTION]... APP.vms [--] [ARGUMENT]...\n"
	"trellis run [OPTION]... [PLACE:]FILE.c[+FILE.c]... [--] [ARGUMENT]...\n"
	"trellis run [OPTION]... [PLACE:]PROGRAM.elf... [--] [ARGUMENT]...",
	"Makes the programs of a virtual-machine application, boots a machine, runs the "
	"application on it and "
	"prints TrEK's final report. The arguments go to init_master, instead of the file's own.",
	{options, machine_run_options, machine_options},
	NULL,
	{gone_options, machine_gone_options},
};
