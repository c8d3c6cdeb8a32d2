/*
 * cost.c - measures how much the monitor on the nodes has slowed an application, by making the same
 * run without the monitor.
 */
#define _GNU_SOURCE /* pipe2, memfd_create */
#include "run.h"

#include "base/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* without_observers: the options of the same run, without observers and without output files. */
static RunOptions
without_observers(const RunOptions *o)
{
	RunOptions plain = {
		.machine = o->machine, .root = o->root, .output = "/dev/null", .read_only = true,
		.monitor = MONITOR_NONE, .processors = o->processors,
		.buffers = o->buffers, .granularity = o->granularity, .tree = o->tree,
		.patience = o->patience, .vms = o->vms, .argument = o->argument,
		.narguments = o->narguments,
	};

	plain.machine.view = (ViewOptions){0};
	plain.machine.record = NULL;
	plain.machine.event = NULL;
	plain.machine.requests = plain.machine.sync_inside = NULL;
	plain.machine.stats = false;
	plain.machine.realtime = (Realtime){0};
	return plain;
}

/*
 * isolate_output: discard the output, and replace the input by one line. The monitored run has
 * read the real input, so the time of a run that reads input cannot be compared. False if the host
 * does not allow this.
 */
static bool
isolate_output(void)
{
	int nothing = open("/dev/null", O_WRONLY), line = memfd_create("input", 0);

	return nothing >= 0 && line >= 0 && write(line, "\n", 1) == 1
		&& lseek(line, 0, SEEK_SET) == 0 && dup2(line, STDIN_FILENO) >= 0
		&& dup2(nothing, STDOUT_FILENO) >= 0 && dup2(nothing, STDERR_FILENO) >= 0;
}

/*
 * is_comparable_end: true for a run that can be compared: it ended well, and read and changed
 * nothing.
 */
static bool
is_comparable_end(const RunSummary *sum)
{
	return sum->whole && sum->result == RESULT_ENDED && sum->status == 0 && !sum->denied
		&& lseek(STDIN_FILENO, 0, SEEK_CUR) == 0;
}

/*
 * run_as_child: make the run in a child process, and write its simulated time to the pipe `report`,
 * if it can be compared.
 */
static _Noreturn void
run_as_child(const RunOptions *o, int report)
{
	RunOptions plain = without_observers(o);
	RunSummary sum = {0};
	Time took;

	if (!isolate_output())
		_exit(EXIT_OURS);
	run_with(&plain, &sum);
	took = sum.now - sum.started;
	exit(is_comparable_end(&sum) && write(report, &took, sizeof took) == sizeof took ? 0
										   : EXIT_FOUND);
}

double
cost_measure(const RunOptions *o, Time took)
{
	int ends[2], status;
	Time plain = 0;
	bool known;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) < 0)
		fatal("cannot make a pipe:");
	fflush(NULL);
	pid = fork();
	if (pid < 0)
		fatal("cannot start a run:");
	if (pid == 0)
		run_as_child(o, ends[1]);
	close(ends[1]);
	known = read(ends[0], &plain, sizeof plain) == sizeof plain && plain > 0;
	close(ends[0]);
	if (interrupt_signal)
		kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return known ? (double)took / plain : 0;
}
