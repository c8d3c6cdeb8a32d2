/*
 * run.c - `trellis run`: what is to be run, and as what; on this host it is done here, on the machine by
 * execute.c.
 */
#include "run.h"
#include "sim/host/iserver/iserver.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
	"usage: trellis run [options] APP.vms [--] [arguments]\n"
	"\n"
	"Makes the programs of a virtual-machine application, boots a machine, runs the application on\n"
	"it and prints TrEK's final report. Arguments go to init_master, instead of the file's own.\n"
	"\n"
	"  -t, --topo FILE        the machine (default: one made to fit the application's tree)\n"
	"  -c, --config NAME      its crossbars' setting (default: one is found for the tree)\n"
	"  -n, --nodes N          processors, instead of total_processors\n"
	"  -T, --tree TREE        chain, btree, ttree, boot or a file, instead of topology\n"
	"      --buffers N        instead of total_buffers\n"
	"      --granularity N    instead of granularity\n"
	"  -o, --output FILE      instead of output_stream\n"
	"  -r, --root DIR         the application's files are below DIR (default: the .vms file's)\n"
	"      --quota BYTES      the application may write so much: 64K, 20M, 2G (default 1G)\n"
	"  -b, --build DIR        keep what is compiled there, and compile what has changed\n"
	"      --native           compile for this host, and run the functions there one after the other\n"
	"  -s, --seed N           perturb clock phases\n"
	"  -u, --until TIME       stop at this simulated time: 20ms, 1.5s\n"
	"      --patience TIME    stop when nothing was finished for so long (default 60s; 0s: never)\n"
	"      --sync WAY         windows (default) or lockstep; the run is the same\n"
	"      --view             show the machine in a window while it runs\n"
	"      --stand            ... which waits for its user to start it\n"
	"      --picture FILE@TIME   draw it at that simulated time, as PNG\n"
	"      --stats            print what each node has done\n"
	"      --json FILE        write that as JSON\n"
	"      --record DIR       keep what 'trellis report' needs there\n"
	"      --trace FILE       write a line for each request to the host\n"
	"  -m, --monitor[=T,L,U...]  note what nodes pass to each other; until T us a node unloads at once\n"
	"                         when it has U records, none below L, and in between when it is idle; then\n"
	"                         the next T,L,U hold, the last to the end (default 0,1,1)\n"
	"      --monitor=@FILE    the same from a file\n"
	"      --monitor=outside  the same, noted by the machine itself at no cost\n"
	"      --monitor=off      as outside, but the programs have the monitor's probes\n"
	"      --witness PREFIX   ... what the nodes' monitors note, by the machine, too: the rest was lost\n"
	"  -p, --prefix PREFIX    the monitor's files: PREFIX.all, .config, .tvm, .std, .use, .spf; and\n"
	"                         PREFIX.json, what --json writes\n"
	"      --make             make the programs only (with --build)\n"
	FAULT_USAGE
	"  -v, --verbose          tell each step\n"
	"  -h, --help             this text\n";

enum { OPT_BUFFERS = 256, OPT_GRANULARITY, OPT_NATIVE, OPT_PATIENCE, OPT_SYNC, OPT_STATS, OPT_JSON, OPT_TRACE, OPT_MAKE,
	OPT_VIEW, OPT_STAND, OPT_PICTURE, OPT_RECORD, OPT_FAULT, OPT_FAULTS, OPT_WITNESS, OPT_QUOTA };

static const struct option options[] = {
	{"topo", required_argument, NULL, 't'},
	{"config", required_argument, NULL, 'c'},
	{"nodes", required_argument, NULL, 'n'},
	{"tree", required_argument, NULL, 'T'},
	{"buffers", required_argument, NULL, OPT_BUFFERS},
	{"granularity", required_argument, NULL, OPT_GRANULARITY},
	{"output", required_argument, NULL, 'o'},
	{"root", required_argument, NULL, 'r'},
	{"quota", required_argument, NULL, OPT_QUOTA},
	{"build", required_argument, NULL, 'b'},
	{"native", no_argument, NULL, OPT_NATIVE},
	{"seed", required_argument, NULL, 's'},
	{"until", required_argument, NULL, 'u'},
	{"patience", required_argument, NULL, OPT_PATIENCE},
	{"sync", required_argument, NULL, OPT_SYNC},
	{"view", no_argument, NULL, OPT_VIEW},
	{"stand", no_argument, NULL, OPT_STAND},
	{"picture", required_argument, NULL, OPT_PICTURE},
	{"record", required_argument, NULL, OPT_RECORD},
	{"stats", no_argument, NULL, OPT_STATS},
	{"json", required_argument, NULL, OPT_JSON},
	{"trace", required_argument, NULL, OPT_TRACE},
	{"fault", required_argument, NULL, OPT_FAULT},
	{"faults", required_argument, NULL, OPT_FAULTS},
	{"monitor", optional_argument, NULL, 'm'},
	{"prefix", required_argument, NULL, 'p'},
	{"witness", required_argument, NULL, OPT_WITNESS},
	{"make", no_argument, NULL, OPT_MAKE},
	{"verbose", no_argument, NULL, 'v'},
	{"help", no_argument, NULL, 'h'},
	{0},
};

/* ---- the command line ---- */

bool
run_parse(RunOptions *o, int argc, char **argv)
{
	int c;

	*o = (RunOptions){.until = NEVER, .patience = 60000000000000ull};
	optind = 0;
	while ((c = getopt_long(argc, argv, "t:c:n:T:o:r:b:s:u:m::p:vh", options, NULL)) != -1) {
		switch (c) {
		case 't': o->topology = optarg; break;
		case 'c': o->config = optarg; break;
		case 'n': o->processors = number_option("nodes", optarg, 1, NODE_LIMIT); break;
		case 'T': o->tree = optarg; break;
		case OPT_BUFFERS: o->buffers = number_option("buffers", optarg, 1, 256); break;
		case OPT_GRANULARITY: o->granularity = number_option("granularity", optarg, 1, 256); break;
		case 'o': o->output = optarg; break;
		case 'r': o->root = optarg; break;
		case OPT_QUOTA: o->quota = size_option("quota", optarg); break;
		case 'b': o->build = optarg; break;
		case OPT_NATIVE: o->native = true; break;
		case 's': o->seed = number_option("seed", optarg, 0, UINT64_MAX); o->has_seed = true; break;
		case 'u': o->until = time_option("until", optarg); break;
		case OPT_PATIENCE: o->patience = time_option("patience", optarg); break;
		case OPT_SYNC: o->sync = sync_option(optarg); break;
		case OPT_VIEW: o->look.window = true; break;
		case OPT_STAND: o->look.window = o->look.standing = true; break;
		case OPT_PICTURE:
			o->look.picture = file_at_option("picture", optarg, &o->look.picture_at);
			break;
		case OPT_STATS: o->stats = true; break;
		case OPT_RECORD: o->record = optarg; break;
		case OPT_JSON:
			file_foresee(optarg);
			o->json = optarg;
			break;
		case OPT_TRACE: o->trace = optarg; break;
		case 'm': monitor_option(o, optarg); break;
		case 'p': o->prefix = optarg; break;
		case OPT_WITNESS: o->witness = optarg; break;
		case OPT_FAULT: fault_option(&o->faults, optarg, false); break;
		case OPT_FAULTS: fault_option(&o->faults, optarg, true); break;
		case OPT_MAKE: o->make_only = true; break;
		case 'v': o->verbose = true; break;
		case 'h': fputs(usage, stdout); return false;
		default: option_fatal(argv[0]);
		}
	}
	if (o->record && o->native)
		fatal("--record: it keeps what a machine does; --native has none");
	if (o->record && !o->prefix)
		o->prefix = xasprintf("%s/data", o->record); /* for the rest of the run */
	if (o->patience == 0)
		o->patience = NEVER;
	if (o->make_only && !o->build)
		fatal("--make: the programs are made in a directory; name it: --build DIR");
	if (optind == argc)
		fatal("which application is to be run? 'trellis run --help' tells more");
	o->vms = argv[optind++];
	if (optind < argc) {
		o->argument = argv + optind;
		o->narguments = argc - optind;
	}
	return true;
}

const char *
run_directory(const RunOptions *o)
{
	if (!o->build)
		return scratch_directory();
	if (mkdir(o->build, 0777) < 0 && errno != EEXIST)
		fatal("cannot make the directory %s:", o->build);
	return o->build;
}

/* ---- the application ---- */

static void
read_vms(Run *r)
{
	const char *slash = strrchr(r->o.vms, '/');

	r->text = file_read(r->o.vms, VMS_MAX_FILE);
	r->written = vms_parse(&r->arena, r->o.vms, (char *)r->text.data, r->text.len);
	r->home = slash ? arena_strndup(&r->arena, r->o.vms, slash - r->o.vms + (slash == r->o.vms)) : ".";
	r->v = *r->written;
	if (r->o.processors)
		r->v.processors = r->o.processors;
	if (r->o.buffers)
		r->v.buffers = r->o.buffers;
	if (r->o.granularity > 1 && r->v.type == VMS_DCVM)
		fatal("--granularity %u: the tasks of a DCVM travel one by one", r->o.granularity);
	if (r->o.granularity)
		r->v.granularity = r->o.granularity;
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

/* open_file: one of the application's own, which the line of the .vms file names; 0: the command line does. */
static int
open_file(const Run *r, const char *name, int flags, int line)
{
	const char *root = run_root(r);
	int fd = iserver_path(root, name, flags);

	if (line > 0)
		error_place(r->o.vms, line);
	if (fd < 0 && errno == EXDEV)
		fatal("%s leads out of the directory %s", name, root);
	if (fd < 0 && errno == EINVAL)
		fatal("%s/%s is no regular file", root, name);
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

/* read_tree: TREE_FILE's must make sense before anything is made. */
static void
read_tree(Run *r)
{
	if (r->v.tree != TREE_FILE || r->v.processors == 1)
		return;
	close(open_file(r, r->v.tree_file, O_RDONLY, r->o.tree ? 0 : vms_line(r->written, "topology")));
	r->tree_file = xasprintf("%s/%s", run_root(r), r->v.tree_file);
	free(tree_read(r->tree_file, r->v.processors));
}

/* ---- on this host ---- */

static int
run_native(Run *r)
{
	const char *program = build_native(&r->arena, r->written, run_directory(&r->o));
	char *path = realpath(program, NULL);
	char **argv = xcalloc(r->v.narguments + 8, sizeof *argv);
	int argc = 0, status;
	pid_t pid;

	run_streams(r);
	argv[argc++] = path;
	argv[argc++] = xasprintf("-n%u", r->v.tasks);
	if (r->v.type == VMS_DCVM)
		argv[argc++] = xasprintf("-s%u,%u", r->v.degree, r->v.depth);
	argv[argc++] = "--";
	for (uint32_t i = 0; i < r->v.narguments; i++)
		argv[argc++] = (char *)r->v.argument[i];
	pid = fork();
	if (pid < 0)
		fatal("cannot start %s:", path);
	if (pid == 0) {
		dup2(r->in, STDIN_FILENO);
		dup2(r->out, STDOUT_FILENO);
		if (chdir(run_root(r)) == 0)
			execv(path, argv);
		_exit(EXIT_INPUT);
	}
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
	fputs("interrupted\n", stderr);
	exit(EXIT_FOUND);
}

int
run_with(const RunOptions *o, RunSummary *summary)
{
	Run r = {.o = *o, .summary = summary};
	int status;

	read_vms(&r);
	monitor_check(&r.o, &r.v);
	read_tree(&r);
	if (r.o.trace && !(r.trace = fopen(r.o.trace, "w")))
		fatal("cannot write %s:", r.o.trace);
	interrupt_catch(NULL);
	status = r.o.native ? run_native(&r) : run_machine(&r);
	if (r.trace && fclose(r.trace) != 0)
		fatal("cannot write %s:", r.o.trace);
	free(r.tree_file);
	arena_free(&r.arena);
	buf_free(&r.text);
	return status;
}

int
run_main(int argc, char **argv)
{
	RunOptions o;
	char **words = xcalloc(argc + 1, sizeof *words);
	int status;

	memcpy(words, argv, argc * sizeof *argv); /* as they were: options are sorted out of argv */
	if (!run_parse(&o, argc, argv))
		return 0;
	o.words = words;
	o.nwords = argc;
	if (o.look.window || o.look.picture)
		view_start(argc, words);
	if (o.native && o.faults.n > 0)
		fatal("--fault: faults are of the simulated machine; --native has none");
	status = run_with(&o, NULL);
	free(o.faults.option);
	free(words);
	return status;
}
