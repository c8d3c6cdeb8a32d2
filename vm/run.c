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

enum {
	OPT_BUFFERS = 256,
	OPT_GRANULARITY,
	OPT_NATIVE,
	OPT_PATIENCE,
	OPT_JSON,
	OPT_MAKE,
	OPT_GRAPH,
	OPT_REFERENCE,
	OPT_BREAK,
	OPT_HITS,
	OPT_ONLY,
	OPT_MONOTONIC,
};

/* ---- the command line ---- */

static BreakOnly
break_only(const char *word)
{
	if (strcmp(word, "evaluate") == 0)
		return BREAK_ONLY_EVALUATE;
	if (strcmp(word, "carry") != 0)
		fatal("--break-only %s: expected evaluate or carry", word);
	return BREAK_ONLY_CARRY;
}

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
	case 'p':
		o->prefix = argument;
		o->prefix_chosen = true;
		break;
	case OPT_REFERENCE: o->reference = argument; break;
	case OPT_MAKE: o->make_only = true; break;
	case OPT_GRAPH: o->graph = argument; break;
	case OPT_BREAK: o->brk = argument; break;
	case OPT_HITS: o->hits = number_option("break-hits", argument, 1, 1 << 30); break;
	case OPT_ONLY: o->only = break_only(argument); break;
	case OPT_MONOTONIC: o->monotonic = true; break;
	case 'v': o->verbose = true; break;
	case 'a': o->all = true; break;
	}
}

/* check: contradicting options are fatal. */
static void
check(const RunOptions *o)
{
	machine_check(&o->machine);
	if (o->machine.debug && (o->make_only || o->native))
		fatal("--debug cannot be combined with --make or --native");
	if (o->machine.record && o->native)
		fatal("--record and --native cannot be combined");
	if (o->machine.event && o->native)
		fatal("--break-outside and --native cannot be combined");
	if (o->brk && (o->machine.event || o->native))
		fatal("--break cannot be combined with --break-outside or --native");
	if (!o->brk && (o->hits || o->only || o->monotonic))
		fatal("--break-hits, --break-only and --monotonic need --break");
	if (o->make_only && !o->build)
		fatal("--make needs a directory for the programs: add --build DIR");
}

void
run_parse(RunOptions *o, int argc, char **argv)
{
	OptionReader r;
	int id;

	*o = (RunOptions){.machine.until = NEVER, .patience = 60000000000000ull};
	option_reader(&r, &run_command, OPTIONS_ANYWHERE, argc, argv);
	while ((id = option_next(&r)) != -1)
		if (!machine_option(&o->machine, id, r.argument))
			set_option(o, id, r.argument);
	check(o);
	if (o->machine.record && !o->prefix)
		o->prefix = xasprintf("%s/data", o->machine.record); /* for the rest of the run */
	if (o->patience == 0)
		o->patience = NEVER;
	argc -= option_end(&r);
	argv += option_end(&r);
	if (argc == 0)
		fatal("run: missing APP.vms; see 'trellis run --help'");
	o->vms = argv[0];
	if (argc > 1) {
		o->argument = argv + 1;
		o->narguments = argc - 1;
	}
}

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
	status = programs_input(o.vms) ? run_programs(&o) : run_with(&o, NULL);
	free(o.machine.faults.option);
	free(words);
	return status;
}

static const Option options[] = {
	{'n', "nodes", "N", "processors, instead of total_processors"},
	{'T', "tree", "TREE", "chain, btree, ttree, boot or a file, instead of topology"},
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
		"what this costs"},
	{OPT_GRAPH, "graph", "FILE",
		"only write the graph of the processes' messages, for trellis simul"},
	{OPT_MAKE, "make", NULL, "build the programs only (with --build)"},
	{OPT_NATIVE, "native", NULL,
		"compile for this host and run the functions there, without a simulation"},
	{OPT_PATIENCE, "patience", "TIME",
		"stop when no task has finished for this simulated time (default 60s; 0s: never)"},
	{OPT_JSON, "stats-json", "FILE", "write statistics of each node as JSON"},
	{'m', "monitor", "[T,L,U...]",
		"record what nodes pass to each other: until T us a node unloads at once if it has "
		"U "
		"records, not at all below L, and in between when it is idle; then the next T,L,U "
		"hold, "
		"the last to the end (default 0,1,1)\n"
		"@FILE: the same from a file\n"
		"outside: the same, recorded by the machine itself at no cost; with --record, this "
		"is the default\n"
		"off: as outside, but the programs have the monitor's probes\n"
		"none: record nothing"},
	{OPT_REFERENCE, "reference", "PREFIX",
		"with --monitor: also record in the machine itself which events the monitors have "
		"noted, to count what was lost"},
	{'p', "prefix", "PREFIX",
		"prefix of the monitor's files: PREFIX.all, .config, .tvm, .std, .use, .spf and "
		".json"},
	{'a', "all", NULL, "after a bad end, list all nodes, not only one of each place"},
	{'v', "verbose", NULL, "report each step"},
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
};
