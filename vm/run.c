/*
 * run.c - `trellis run`: prepares a run; native runs are executed here, simulated ones by
 * execute.c.
 */
#include "app.h"
#include "app_tree.h"
#include "build.h"
#include "message_graph.h"
#include "run_monitor.h"
#include "scratch.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "sim/host/iserver/iserver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

const char *
run_directory(const RunOptions *o)
{
	if (!o->build)
		return scratch_directory();
	directory_make(o->build);
	return o->build;
}

/* ---- the application ---- */

/* read_vms: read the .vms file and apply the options that replace its values. */
static void
read_vms(App *a)
{
	const char *slash = strrchr(a->o.vms, '/');

	a->text = file_read(a->o.vms, VMS_MAX_FILE);
	a->written = vms_parse(&a->arena, a->o.vms, (char *)a->text.data, a->text.len);
	a->home = a->o.made ? a->o.made->home
		: slash ? arena_strndup(&a->arena, a->o.vms, slash - a->o.vms + (slash == a->o.vms))
			: ".";
	a->v = *a->written;
	if (a->o.processors)
		a->v.processors = a->o.processors;
	if (a->v.tolerant && a->v.processors == 1 && !a->o.native)
		fatal("%s: fault_tolerance needs at least two processors", a->o.vms);
	if (a->o.buffers)
		a->v.buffers = a->o.buffers;
	if (a->o.granularity > 1 && (a->v.type->splits || a->v.type->relays || a->v.type->steps))
		fatal("--granularity %u: %s sends tasks one by one", a->o.granularity,
			a->v.type->a_name);
	if (a->o.granularity)
		a->v.granularity = a->o.granularity;
	if (a->o.tree && a->v.type->relays && strcmp(a->o.tree, "chain") != 0)
		fatal("--tree %s: the nodes of a %s are a chain", a->o.tree, a->v.type->name);
	if (a->o.tree && a->v.type->steps)
		fatal("--tree %s: the nodes of %s are a ring", a->o.tree, a->v.type->a_name);
	if (a->v.type->steps && a->v.processors < RING_MIN_PROCESSORS)
		fatal("--nodes %u: %s needs at least %d: node 0, and three on the ring",
			a->v.processors, a->v.type->a_name, RING_MIN_PROCESSORS);
	if (a->o.tree && !vms_tree_named(a->o.tree, &a->v.tree)) {
		a->v.tree = TREE_FILE;
		a->v.tree_file = a->o.tree;
	}
	if (a->o.argument) {
		a->v.argument = (const char **)a->o.argument;
		a->v.narguments = a->o.narguments;
	}
}

const char *
app_root(const App *a)
{
	return a->o.root ? a->o.root : a->home;
}

/*
 * open_file: open a file of the application. line: the line of the .vms file that names it; 0: the
 * command line does.
 */
static int
open_file(const App *a, const char *name, int flags, int line)
{
	const char *root = app_root(a);
	int fd = iserver_path_open(root, name, flags);

	if (line > 0)
		error_place(a->o.vms, line);
	if (fd < 0 && errno == EXDEV)
		fatal("%s is outside the directory %s", name, root);
	if (fd < 0 && errno == EINVAL)
		fatal("%s/%s is not a regular file", root, name);
	if (fd < 0 && flags & O_CREAT)
		fatal("cannot write %s/%s (--output names another file):", root, name);
	if (fd < 0)
		fatal("cannot open %s/%s:", root, name);
	error_place(NULL, 0);
	return fd;
}

void
app_open_streams(App *a)
{
	enum { WRITTEN = O_WRONLY | O_CREAT | O_TRUNC };
	const char *output = a->o.output;

	a->in = STDIN_FILENO;
	a->out = STDOUT_FILENO;
	if (a->v.input)
		a->in = open_file(a, a->v.input, O_RDONLY, vms_line(a->written, "input_stream"));
	if (!output && a->v.output)
		a->out = open_file(a, a->v.output, WRITTEN, vms_line(a->written, "output_stream"));
	if (output && strcmp(output, "-") != 0) {
		a->out = open(output, WRITTEN | O_CLOEXEC, 0666);
		if (a->out < 0)
			fatal("cannot write %s:", output);
	}
}

/* check_tree_option: check that --tree names a shape or a file. */
static void
check_tree_option(const App *a)
{
	int fd = iserver_path_open(app_root(a), a->o.tree, O_RDONLY);
	Buf shapes = {0};

	if (fd < 0 && errno == ENOENT) {
		for (uint32_t i = 0; i < TREE_FILE; i++)
			buf_printf(&shapes, "%s%s", i ? ", " : "", vms_tree_name[i]);
		fatal("--tree %s: not a shape (%s), and there is no file %s/%s", a->o.tree,
			(char *)shapes.data, app_root(a), a->o.tree);
	}
	if (fd >= 0)
		close(fd);
}

/* read_tree: read the TREE_FILE, which must be valid before anything is built. */
static void
read_tree(App *a)
{
	if (a->v.tree != TREE_FILE || a->v.processors == 1)
		return;
	if (a->o.tree)
		check_tree_option(a);
	close(open_file(a, a->v.tree_file, O_RDONLY, a->o.tree ? 0 : vms_line(a->written,
		"topology")));
	a->tree_file = xasprintf("%s/%s", app_root(a), a->v.tree_file);
	free(tree_read(a->tree_file, a->v.processors));
}

/* ---- on this host ---- */

/* run_native: build the application for this host and run it; returns its exit status. */
static int
run_native(App *a)
{
	const char *dir = run_directory(&a->o);
	int lock = a->o.locked ? -1 : build_lock(dir);
	const char *program = build_native(&a->arena, a->written, dir);
	char *path = realpath(program, NULL);
	char **argv = xcalloc(a->v.narguments + 8, sizeof *argv);
	int argc = 0, status;
	pid_t pid;

	app_open_streams(a);
	argv[argc++] = path;
	argv[argc++] = xasprintf("-n%u", a->v.tasks);
	if (a->v.type->relays && a->v.processors > 1)
		argv[argc++] = xasprintf("-p%u", a->v.processors - 1);
	if (a->v.type->steps)
		argv[argc++] = xasprintf("-r%u", a->v.processors - 1);
	if (a->v.type->splits)
		argv[argc++] = xasprintf("-s%u,%u", a->v.degree, a->v.depth);
	argv[argc++] = "--";
	for (uint32_t i = 0; i < a->v.narguments; i++)
		argv[argc++] = (char *)a->v.argument[i];
	pid = fork();
	if (pid < 0)
		fatal("cannot start %s:", path);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(a->in, STDIN_FILENO);
		dup2(a->out, STDOUT_FILENO);
		if (chdir(app_root(a)) == 0)
			execv(path, argv);
		_exit(EXIT_INPUT);
	}
	build_unlock(lock); /* the child keeps the lock until it executes the program */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		if (interrupt_signal)
			kill(pid, interrupt_signal);
	run_give_up();
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FOUND;
}

void
run_give_up(void)
{
	if (!interrupt_signal)
		return;
	progress_clear();
	fputs("interrupted\n", stderr);
	exit(EXIT_FOUND);
}

/* run_application: build and run the application; returns the exit status. */
static int
run_application(App *a, RunSummary *summary)
{
	int status;

	a->requests = requests_open(a->o.machine.requests);
	interrupt_catch(NULL);
	status = a->o.native ? run_native(a) : run_machine(a, summary);
	requests_close(a->requests, a->o.machine.requests);
	return status;
}

int
run_with(const RunOptions *o, RunSummary *summary)
{
	App a = {.o = *o};
	int status = 0;

	read_vms(&a);
	if (o->graph) {
		read_tree(&a);
		run_graph(&a, o->graph);
	}
	monitor_check(&a.o, &a.v);
	read_tree(&a);
	if (o->check_only)
		build_check(&a.arena, a.written);
	else
		status = run_application(&a, summary);
	free(a.tree_file);
	arena_free(&a.arena);
	buf_free(&a.text);
	return status;
}
