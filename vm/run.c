/*
 * run.c - `trellis run`: prepares a run; native runs are executed here, simulated ones by
 * execute.c.
 */
#include "run.h"
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

static void
read_vms(Run *r)
{
	const char *slash = strrchr(r->o.vms, '/');

	r->text = file_read(r->o.vms, VMS_MAX_FILE);
	r->written = vms_parse(&r->arena, r->o.vms, (char *)r->text.data, r->text.len);
	r->home = slash ? arena_strndup(&r->arena, r->o.vms, slash - r->o.vms + (slash == r->o.vms))
			: ".";
	r->v = *r->written;
	if (r->o.processors)
		r->v.processors = r->o.processors;
	if (r->v.tolerant && r->v.processors == 1 && !r->o.native)
		fatal("%s: fault_tolerance needs at least two processors", r->o.vms);
	if (r->o.buffers)
		r->v.buffers = r->o.buffers;
	if (r->o.granularity > 1 && (r->v.type->splits || r->v.type->relays || r->v.type->steps))
		fatal("--granularity %u: %s sends tasks one by one", r->o.granularity,
			r->v.type->a_name);
	if (r->o.granularity)
		r->v.granularity = r->o.granularity;
	if (r->o.tree && r->v.type->relays && strcmp(r->o.tree, "chain") != 0)
		fatal("--tree %s: the nodes of a %s are a chain", r->o.tree, r->v.type->name);
	if (r->o.tree && r->v.type->steps)
		fatal("--tree %s: the nodes of %s are a ring", r->o.tree, r->v.type->a_name);
	if (r->v.type->steps && r->v.processors < RING_LEAST)
		fatal("--nodes %u: %s needs at least %d: node 0, and three on the ring",
			r->v.processors, r->v.type->a_name, RING_LEAST);
	if (r->o.tree && !vms_tree_named(r->o.tree, &r->v.tree)) {
		r->v.tree = TREE_FILE;
		r->v.tree_file = r->o.tree;
	}
	if (r->o.argument) {
		r->v.argument = (const char **)r->o.argument;
		r->v.narguments = r->o.narguments;
	}
}

const char *
run_root(const Run *r)
{
	return r->o.root ? r->o.root : r->home;
}

/*
 * open_file: open a file of the application, named in that line of the .vms file; 0: by the command
 * line.
 */
static int
open_file(const Run *r, const char *name, int flags, int line)
{
	const char *root = run_root(r);
	int fd = iserver_path(root, name, flags);

	if (line > 0)
		error_place(r->o.vms, line);
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
run_streams(Run *r)
{
	enum { WRITTEN = O_WRONLY | O_CREAT | O_TRUNC };
	const char *output = r->o.output;

	r->in = STDIN_FILENO;
	r->out = STDOUT_FILENO;
	if (r->v.input)
		r->in = open_file(r, r->v.input, O_RDONLY, vms_line(r->written, "input_stream"));
	if (!output && r->v.output)
		r->out = open_file(r, r->v.output, WRITTEN, vms_line(r->written, "output_stream"));
	if (output && strcmp(output, "-") != 0) {
		r->out = open(output, WRITTEN | O_CLOEXEC, 0666);
		if (r->out < 0)
			fatal("cannot write %s:", output);
	}
}

/* check_tree_option: --tree names a shape or a file. */
static void
check_tree_option(const Run *r)
{
	int fd = iserver_path(run_root(r), r->o.tree, O_RDONLY);
	Buf shapes = {0};

	if (fd < 0 && errno == ENOENT) {
		for (uint32_t i = 0; i < TREE_FILE; i++)
			buf_printf(&shapes, "%s%s", i ? ", " : "", vms_tree_name[i]);
		fatal("--tree %s: not a shape (%s), and there is no file %s/%s", r->o.tree,
			(char *)shapes.data, run_root(r), r->o.tree);
	}
	if (fd >= 0)
		close(fd);
}

/* read_tree: TREE_FILE's must make sense before anything is made. */
static void
read_tree(Run *r)
{
	if (r->v.tree != TREE_FILE || r->v.processors == 1)
		return;
	if (r->o.tree)
		check_tree_option(r);
	close(open_file(r, r->v.tree_file, O_RDONLY, r->o.tree ? 0 : vms_line(r->written,
		"topology")));
	r->tree_file = xasprintf("%s/%s", run_root(r), r->v.tree_file);
	free(tree_read(r->tree_file, r->v.processors));
}

/* ---- on this host ---- */

static int
run_native(Run *r)
{
	const char *dir = run_directory(&r->o);
	int lock = r->o.locked ? -1 : build_lock(dir);
	const char *program = build_native(&r->arena, r->written, dir);
	char *path = realpath(program, NULL);
	char **argv = xcalloc(r->v.narguments + 8, sizeof *argv);
	int argc = 0, status;
	pid_t pid;

	run_streams(r);
	argv[argc++] = path;
	argv[argc++] = xasprintf("-n%u", r->v.tasks);
	if (r->v.type->relays && r->v.processors > 1)
		argv[argc++] = xasprintf("-p%u", r->v.processors - 1);
	if (r->v.type->steps)
		argv[argc++] = xasprintf("-r%u", r->v.processors - 1);
	if (r->v.type->splits)
		argv[argc++] = xasprintf("-s%u,%u", r->v.degree, r->v.depth);
	argv[argc++] = "--";
	for (uint32_t i = 0; i < r->v.narguments; i++)
		argv[argc++] = (char *)r->v.argument[i];
	pid = fork();
	if (pid < 0)
		fatal("cannot start %s:", path);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(r->in, STDIN_FILENO);
		dup2(r->out, STDOUT_FILENO);
		if (chdir(run_root(r)) == 0)
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

int
run_with(const RunOptions *o, RunSummary *summary)
{
	Run r = {.o = *o, .summary = summary};
	int status;

	read_vms(&r);
	if (o->graph)
		run_graph(&r.v, o->graph);
	monitor_choose(&r.o, &r.v);
	monitor_check(&r.o, &r.v);
	read_tree(&r);
	r.requests = requests_open(r.o.machine.requests);
	interrupt_catch(NULL);
	status = r.o.native ? run_native(&r) : run_machine(&r);
	requests_close(r.requests, r.o.machine.requests);
	free(r.tree_file);
	arena_free(&r.arena);
	buf_free(&r.text);
	return status;
}
