/*
 * trellis - a transputer multicomputer and the laboratory for debugging its programs.
 *
 * One program with subcommands. If it is called by the name of a subcommand (detrek, tvmfilter), it
 * executes that one.
 */
#include "base/files.h"
#include "base/system.h"
#include "command/command.h"
#include "sim/ranks/start.h"

#include <string.h>

int
main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/');
	const Command *c = commands_find(slash ? slash + 1 : argv[0]);
	int status;

	ranks_enter(argc, argv, swarm_serve);
	program_start();
	status = c ? command_main(c, argc, argv) : commands_main(argc - 1, argv + 1);
	output_close();
	return status;
}
