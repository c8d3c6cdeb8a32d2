/*
 * table.c - the commands of the shell.
 */
#include "shell.h"

#include <string.h>

static void
help(Shell *sh, int argc, char **argv)
{
	(void)sh;
	shell_want(argc, argv, 0, 1);
	if (argc > 1) {
		const ShellCommand *c = shell_find(argv[1]);

		printf("%s %s\n  %s\n", c->name, c->args, c->help);
		return;
	}
	for (int i = 0; i < nshell_commands; i++)
		printf("%-10s %-42s %s\n", shell_commands[i].name, shell_commands[i].args,
			shell_commands[i].help);
}

static void
leave(Shell *sh, int argc, char **argv)
{
	shell_want(argc, argv, 0, 0);
	sh->leaving = true;
}

const ShellCommand shell_commands[] = {
	{"spread", shell_spread, "[-vsS] [-c CONFIG]", "reset, set the crossbars and boot all nodes"},
	{"loadgo", shell_loadgo, "[-v] [-p PRI] [-s DIR] NODES PROGRAM [-- ARGS] [&]",
		"load a program and run it"},
	{"state", shell_state, "NODES", "the processes of nodes"},
	{"doom", shell_doom, "[-SIGNAL] NODES [pPID,...]", "send processes a signal; without it, die"},
	{"tping", shell_tping, "[-c COUNT] [-l BYTES] NODES", "send messages there and back"},
	{"hostmon", shell_hostmon, "NODES [-e PREFIX]", "collect what the nodes' monitors unload"},
	{"monctrl", shell_monctrl, "-b|-s|-q [NODES | -n COUNT] [TIME LOWER UPPER ... | @FILE]",
		"have the nodes' monitors begin, stop or quit"},
	{"tvmfilter", shell_own, "-p PREFIX", "sort what was collected"},
	{"detrek", shell_own, "[-cop PREFIX] ...", "where the tasks stopped: 'detrek --help' tells more"},
	{"deTrEK", shell_own, "[-cop PREFIX] ...", "the same, as the thesis writes it"},
	{"fault", shell_fault, "[FAULT]", "break something; without arguments, what came of the faults"},
	{"jobs", shell_jobs, "", "programs started and not yet ended"},
	{"fg", shell_fg, "[%JOB]", "wait for a job"},
	{"kill", shell_kill, "%[JOB]", "end all processes of a job"},
	{"run-until", shell_run_until, "TIME | +TIME", "let simulated time pass"},
	{"stats", shell_stats, "", "what nodes and links have done, and the fingerprint"},
	{"peek", shell_peek, "NODE ADDRESS [WORDS]", "words of a node's memory"},
	{"snapshot", shell_snapshot, "FILE", "write the state of the whole machine"},
	{"restore", shell_restore, "FILE", "go on from a snapshot"},
	{"help", help, "[COMMAND]", "this list"},
	{"exit", leave, "", "leave the shell"},
	{"quit", leave, "", "the same"},
};

const int nshell_commands = sizeof shell_commands / sizeof *shell_commands;

const ShellCommand *
shell_find(const char *name)
{
	Near near = near_word(name, strlen(name));

	for (int i = 0; i < nshell_commands; i++) {
		if (strcmp(shell_commands[i].name, name) == 0)
			return &shell_commands[i];
		near_try(&near, shell_commands[i].name);
	}
	fatal("unknown command %s%s 'help' lists the commands", name, near_text(&near, ""));
}
