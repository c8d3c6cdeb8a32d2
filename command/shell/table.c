/*
 * table.c - the commands of the shell.
 */
#include "shell.h"

#include <string.h>

enum { ARGUMENTS = 42 }; /* columns for the arguments in the command list */

/*
 * put_row: print a row of the list of commands; after long arguments, the help starts on a new
 * line.
 */
static void
put_row(const ShellCommand *c)
{
	bool below = strlen(c->args) > ARGUMENTS;

	printf("%-10s %-*s%s%*s%s\n", c->name, ARGUMENTS, c->args, below ? "\n" : "",
		below ? 10 + 1 + ARGUMENTS + 1 : 1, "", c->help);
}

/* print_help: handle the command help: print the list of commands, or the help of one. */
static void
print_help(Shell *sh, int argc, char **argv)
{
	const ShellCommand *c;

	(void)sh;
	shell_check_count(argc, argv, 0, 1);
	if (argc > 1) {
		c = shell_find_command(argv[1]);
		printf("%s %s\n  %s\n", c->name, c->args, c->help);
		return;
	}
	for (uint32_t i = 0; (c = shell_command_at(i)); i++)
		put_row(c);
}

/* leave_shell: handle the command that ends the shell. */
static void
leave_shell(Shell *sh, int argc, char **argv)
{
	shell_check_count(argc, argv, 0, 0);
	sh->leaving = true;
}

static const ShellCommand commands[] = {
	{"spread", shell_spread, "[-vsS] [-c CONFIG]",
		"reset, set the crossbars and boot all nodes"},
	{"loadgo", shell_loadgo, "[-v] [-p PRI] [-s DIR] NODES PROGRAM [-- ARGS] [&]",
		"load a program and run it", .background = true},
	{"state", shell_state, "[-a] NODES", "the processes of nodes"},
	{"doom", shell_doom, "[-SIGNAL] NODES [pPID,...]",
		"send processes a signal (default: "
		"DIE)"},
	{"tping", shell_tping, "[-c COUNT] [-l BYTES] NODES",
		"send messages to nodes and measure "
		"the round trip"},
	{"hostmon", shell_hostmon, "NODES [-e PREFIX]",
		"collect the records of the nodes' monitors", .background = true},
	{"monctrl", shell_monctrl, "-b|-s|-q [NODES | -n COUNT] [TIME LOWER UPPER ... | @FILE]",
		"start, stop or end the nodes' monitors"},
	{"tvmfilter", shell_run_own_command, "-p PREFIX", "sort the collected records"},
	{"detrek", shell_run_own_command, "[-cop PREFIX] ...",
	"show where tasks stopped; see 'detrek --help'"},
	{"deTrEK", shell_run_own_command, "[-cop PREFIX] ...",
	"the same, by the name used in the thesis"},
	{"fault", shell_fault, "[FAULT | help]",
		"inject a fault; list the kinds of faults; without arguments, their effects"},
	{"jobs", shell_jobs, "", "programs started and not yet ended"},
	{"fg", shell_fg, "[%JOB]", "wait for a job"},
	{"kill", shell_kill, "%[JOB]", "end all processes of a job"},
	{"run-until", shell_run_until, "TIME | +TIME", "let simulated time pass"},
	{"stats", shell_stats, "", "statistics of nodes and links, and the fingerprint"},
	{"peek", shell_peek, "NODE ADDRESS [WORDS]", "print words of a node's memory"},
	{"snapshot", shell_snapshot, "FILE", "write a snapshot of the machine"},
	{"restore", shell_restore, "FILE", "continue from a snapshot"},
	{"help", print_help, "[COMMAND]", "this list"},
	{"exit", leave_shell, "", "leave the shell"},
	{"quit", leave_shell, "", "the same"},
};

enum { NCOMMANDS = sizeof commands / sizeof *commands };

const ShellCommand *
shell_command_at(uint32_t i)
{
	return i < NCOMMANDS ? &commands[i] : NULL;
}

const ShellCommand *
shell_find_command(const char *name)
{
	Near near = near_word(name, strlen(name));
	const ShellCommand *c;

	for (uint32_t i = 0; (c = shell_command_at(i)); i++) {
		if (strcmp(c->name, name) == 0)
			return c;
		near_try_candidate(&near, c->name);
	}
	fatal("unknown command %s%s 'help' lists the commands", name, near_text(&near, ""));
}
