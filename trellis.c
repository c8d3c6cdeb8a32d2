/*
 * trellis - a transputer multicomputer and the laboratory for debugging its programs.
 *
 * One program with subcommands: a row each in the table below.
 */
#include "base/base.h"
#include "cc/cc.h"
#include "detrek/detrek.h"
#include "sim/command/command.h"
#include "sim/command/shell/shell.h"
#include "sim/trace/export.h"
#include "tmon/host/monitor_host.h"
#include "vm/vm.h"

#include <string.h>

static const Command commands[] = {
	{"boot", boot_main, "boot a program over a link and serve it"},
	{"view", view_main, "look at the network of a snapshot"},
	{"shell", shell_main, "boot a network and run programs on its nodes"},
	{"run", run_main, "run a virtual-machine application on the nodes"},
	{"export", export_main, "turn a trace of the machine into other tools' formats"},
	{"bench", bench_main, "measure the simulator"},
	{"cc", cc_start, "compile C for transputers"},
	{"as", as_main, "assemble a program"},
	{"dis", dis_main, "disassemble a program"},
	{"symbols", symbols_main, "functions, variables and types of a program"},
	{"topo", topo_main, "check and list a topology"},
	{"swarm", swarm_main, "run an application with many seeds, and shrink the faults of those that fail"},
	{"detrek", detrek_main, "where the tasks of a TrEK application stopped"},
	{"tvmfilter", tvmfilter_main, "sort a monitor's records into the files that detrek reads"},
	{"report", report_main, "write one page of HTML on a run"},
	{"probe", probe_main, "what a monitor has changed: two runs compared"},
	{"order", order_main, "orders that every execution of a semaphore trace keeps"},
	{"races", races_main, "data races of a memory trace, by two methods"},
	{"units", units_main, "synchronisation units of a simplified static graph"},
	{"simul", simul_main, "where simultaneous events of a distributed program can be recognised"},
};

enum { NCOMMANDS = sizeof commands / sizeof *commands };

static const Command *
find(const char *name)
{
	for (size_t i = 0; i < NCOMMANDS; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static void
help(FILE *f)
{
	fputs("usage: trellis COMMAND [arguments]\n\n", f);
	for (size_t i = 0; i < NCOMMANDS; i++)
		fprintf(f, "  %-10s %s\n", commands[i].name, commands[i].help);
	fputs("\ntrellis COMMAND --help tells the options of one command.\n", f);
}

int
main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/');
	const Command *c = find(slash ? slash + 1 : argv[0]);
	int status;

	program_start();
	if (!c) {
		if (argc < 2) {
			help(stderr);
			return EXIT_INPUT;
		}
		argc--, argv++;
		if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "help") == 0) {
			help(stdout);
			output_close();
			return 0;
		}
		c = find(argv[0]);
		if (!c)
			fatal("there is no command %s; 'trellis --help' lists them", argv[0]);
	}
	status = c->main(argc, argv);
	output_close();
	return status;
}
