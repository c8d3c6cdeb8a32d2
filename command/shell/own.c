/*
 * own.c - commands that are also programs outside of the shell: tvmfilter, detrek. Each runs as a
 * process of its own, so an error in it cannot affect the simulated network.
 */
#include "shell.h"

#include "base/system.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

void
shell_run_own_command(Shell *sh, int argc, char **argv)
{
	int status;
	pid_t pid;

	(void)argc;
	fflush(stdout);
	pid = fork();
	if (pid < 0)
		fatal("cannot start %s:", argv[0]);
	if (pid == 0) {
		execv("/proc/self/exe", argv);
		_exit(EXIT_OURS);
	}
	status = process_await(pid);
	status = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_OURS;
	if (status > sh->status)
		sh->status = status;
}
