/*
 * boot.c - `trellis boot`: boot a program over link 0 of the root node, and serve it.
 */
#include "command.h"
#include "cc/cc.h"
#include "sim/fault/fault.h"
#include "sim/host/host.h"
#include "sim/host/iserver/iserver.h"
#include "sim/network/network.h"
#include "sim/past/snapshot.h"
#include "sim/trace/trace.h"
#include "sim/window/view.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	MAX_BOOT = 64 << 20, /* bytes of a boot file */
};

/* What the command line says. */
typedef struct Run {
	const char *topology, *config, *program, *root;
	const char *snapshot, *restore, *analyser, *picture, *trace;
	FaultOptions faults;
	EnvOption env;
	bool raw, hash, stats, host_time, verbose, window, standing, packets;
	bool by_byte, has_seed;
	Sync sync;
	uint64_t seed, slices, quota; /* quota 0: as many bytes as without --quota */
	Time until, snapshot_at, analyse_at, picture_at;
	Trace *events; /* NULL: not written down */
	View *view; /* NULL: nobody looks */
} Run;

/* One node of 4 MB with the host on link 0, on a board that lets programs size the memory. */
static const char single[] = "topology single\n"
			     "node n0 type=T800 mem=4M unmapped=float\n"
			     "host h links=1\n"
			     "wire h.0 n0.0\n"
			     "end\n";

static const char usage[] =
	"usage: trellis boot [options] PROGRAM [arguments]\n"
	"\n"
	"Boots PROGRAM (a boot file, or an ELF image of trellis as and cc) over link 0 of the root\n"
	"node and serves its requests as the INMOS iserver does.\n"
	"\n"
	"  -t, --topo FILE       the machine (default: one T800 with 4 MB)\n"
	"  -c, --config NAME     crossbar settings to make first\n"
	"      --raw             no server: send standard input, print what comes back\n"
	"  -r, --root DIR        files of the program are below DIR (default: none)\n"
	"      --quota BYTES     the programs may write so much: 64K, 20M, 2G (default 1G)\n"
	"  -e, --env NAME=VALUE  the program's environment; may be repeated\n"
	"      --host-time       the host's clock instead of the simulated one: not repeatable\n"
	"  -u, --until TIME      stop at this simulated time: 20ms, 1.5s, 300us\n"
	"  -s, --seed N          perturb clock phases\n"
	"      --sync WAY        windows (default) or lockstep; the run is the same\n"
	"      --events KIND     message (default) or byte; the run is the same\n"
	"      --slices N        cut time into slices of random length; the run is the same\n"
	"      --snapshot FILE@TIME  write the whole state at that time, and go on\n"
	"      --analyse FILE@TIME   then assert Analyse and Reset, and boot FILE\n"
	"      --restore FILE    go on from a snapshot instead of booting (--raw)\n"
	FAULT_USAGE
	"      --view            show the network in a window while it runs\n"
	"      --stand           ... which waits for its user to start it\n"
	"      --picture FILE@TIME   draw it at that time, as PNG\n"
	"      --trace FILE      write down the machine's events (trellis export)\n"
	"      --packets         ... with each packet on the lines\n"
	"      --hash            print a hash of the state at the end\n"
	"      --stats           print what nodes and links did\n"
	"  -v, --verbose         log each request\n"
	"  -h, --help            this text\n";

enum {
	OPT_RAW = 256,
	OPT_HOST_TIME,
	OPT_SYNC,
	OPT_EVENTS,
	OPT_SLICES,
	OPT_SNAPSHOT,
	OPT_RESTORE,
	OPT_ANALYSE,
	OPT_HASH,
	OPT_STATS,
	OPT_VIEW,
	OPT_FAULT,
	OPT_FAULTS,
	OPT_STAND,
	OPT_PICTURE,
	OPT_TRACE,
	OPT_PACKETS,
	OPT_QUOTA,
};

static const struct option options[] = {
	{"topo", required_argument, NULL, 't'},
	{"config", required_argument, NULL, 'c'},
	{"raw", no_argument, NULL, OPT_RAW},
	{"root", required_argument, NULL, 'r'},
	{"quota", required_argument, NULL, OPT_QUOTA},
	{"env", required_argument, NULL, 'e'},
	{"host-time", no_argument, NULL, OPT_HOST_TIME},
	{"until", required_argument, NULL, 'u'},
	{"seed", required_argument, NULL, 's'},
	{"sync", required_argument, NULL, OPT_SYNC},
	{"events", required_argument, NULL, OPT_EVENTS},
	{"slices", required_argument, NULL, OPT_SLICES},
	{"snapshot", required_argument, NULL, OPT_SNAPSHOT},
	{"analyse", required_argument, NULL, OPT_ANALYSE},
	{"restore", required_argument, NULL, OPT_RESTORE},
	{"hash", no_argument, NULL, OPT_HASH},
	{"stats", no_argument, NULL, OPT_STATS},
	{"view", no_argument, NULL, OPT_VIEW},
	{"fault", required_argument, NULL, OPT_FAULT},
	{"faults", required_argument, NULL, OPT_FAULTS},
	{"stand", no_argument, NULL, OPT_STAND},
	{"picture", required_argument, NULL, OPT_PICTURE},
	{"trace", required_argument, NULL, OPT_TRACE},
	{"packets", no_argument, NULL, OPT_PACKETS},
	{"verbose", no_argument, NULL, 'v'},
	{"help", no_argument, NULL, 'h'},
	{0},
};

/* choose: which of two words an option's value is. */
static bool
choose(const char *option, const char *value, const char *no, const char *yes)
{
	if (strcmp(value, no) != 0 && strcmp(value, yes) != 0)
		fatal("--%s %s: it is %s or %s", option, value, no, yes);
	return strcmp(value, yes) == 0;
}

/* must_come: what is asked for at a time comes before the run's end. */
static void
must_come(const Run *run, const char *option, const char *file, Time at)
{
	if (file && at > run->until)
		fatal("the run ends before that: give --until a later time than --%s", option);
}

/* parse: the options up to the program's name; false: help was asked for. */
static bool
parse(Run *run, int argc, char **argv)
{
	int c;

	*run = (Run){.until = NEVER};
	optind = 0;
	while ((c = getopt_long(argc, argv, "+t:c:r:e:u:s:vh", options, NULL)) != -1) {
		switch (c) {
		case 't': run->topology = optarg; break;
		case 'c': run->config = optarg; break;
		case 'r': run->root = optarg; break;
		case OPT_QUOTA: run->quota = size_option("quota", optarg); break;
		case 'e': env_option(&run->env, optarg); break;
		case 'u': run->until = time_option("until", optarg); break;
		case 's': run->seed = number_option("seed", optarg, 0, UINT64_MAX); run->has_seed = true; break;
		case 'v': run->verbose = true; break;
		case OPT_RAW: run->raw = true; break;
		case OPT_HOST_TIME: run->host_time = true; break;
		case OPT_SYNC: run->sync = sync_option(optarg); break;
		case OPT_EVENTS: run->by_byte = choose("events", optarg, "message", "byte"); break;
		case OPT_SLICES: run->slices = number_option("slices", optarg, 0, UINT64_MAX); break;
		case OPT_SNAPSHOT:
			run->snapshot = file_at_option("snapshot", optarg, &run->snapshot_at);
			break;
		case OPT_ANALYSE:
			run->analyser = file_at_option("analyse", optarg, &run->analyse_at);
			break;
		case OPT_RESTORE: run->restore = optarg; break;
		case OPT_HASH: run->hash = true; break;
		case OPT_STATS: run->stats = true; break;
		case OPT_FAULT: fault_option(&run->faults, optarg, false); break;
		case OPT_FAULTS: fault_option(&run->faults, optarg, true); break;
		case OPT_VIEW: run->window = true; break;
		case OPT_STAND: run->window = run->standing = true; break;
		case OPT_PICTURE:
			run->picture = file_at_option("picture", optarg, &run->picture_at);
			break;
		case OPT_TRACE: run->trace = optarg; break;
		case OPT_PACKETS: run->packets = true; break;
		case 'h': fputs(usage, stdout); return false;
		default: option_fatal(argv[0]);
		}
	}
	if (optind == argc && !run->restore)
		fatal("which program is to be booted? 'trellis boot --help' tells more");
	run->program = argv[optind];
	if ((run->snapshot || run->restore) && !run->raw)
		fatal("a snapshot holds no open files of the host's: it goes with --raw");
	if (run->packets && !run->trace)
		fatal("--packets is about a trace: name its file with --trace");
	must_come(run, "snapshot", run->snapshot, run->snapshot_at);
	must_come(run, "analyse", run->analyser, run->analyse_at);
	must_come(run, "picture", run->picture, run->picture_at);
	return true;
}

static bool
is_elf(const Buf *file)
{
	return file->len >= 4 && memcmp(file->data, "\177ELF", 4) == 0;
}

/* boot_bytes: the program as a link takes it; an ELF image gets its bootstrap. */
static Buf
boot_bytes(const char *name)
{
	Buf file = file_read(name, MAX_BOOT), boot;
	Image im = {0};

	if (is_elf(&file)) {
		image_read(&im, name, file.data, file.len);
		boot = image_boot(&im, false);
		image_free(&im);
		buf_free(&file);
		return boot;
	}
	boot_check(name, file.data, file.len);
	return file;
}

/* read_faults: names of variables and functions are those of the program. */
static void
read_faults(const Run *run, Network *w)
{
	FaultNames names = {0};
	Buf program = {0};
	Image im = {0};

	if (run->faults.n > 0 && run->program) {
		program = file_read(run->program, MAX_BOOT);
		if (is_elf(&program)) {
			image_read(&im, run->program, program.data, program.len);
			names.others = &im;
		}
	}
	fault_options_read(&run->faults, w, &names);
	faults_start(w);
	image_free(&im);
	buf_free(&program);
}

/* slice_end: where time is cut next; a counter-based choice of 1 ns to 33 us. */
static Time
slice_end(const Run *run, const Network *w, uint64_t *count)
{
	uint64_t x = (run->slices + ++*count) * 0x9E3779B97F4A7C15ull;

	if (run->slices == 0)
		return NEVER;
	x ^= x >> 29;
	return w->now + 1000 + (x * 0xBF58476D1CE4E5B9ull >> 39);
}

/* run_to: in pieces, behind each of which a trace is written down and a signal is seen. */
static RunEnd
run_to(const Run *run, Network *w, Time until)
{
	uint64_t count = 0;
	RunEnd end = RUN_REACHED;

	if (run->view) {
		while (end == RUN_REACHED && w->now < until && !view_closed(run->view) && !interrupt_signal)
			end = view_run(run->view, until);
		return end;
	}
	while (end == RUN_REACHED && w->now < until && !interrupt_signal) {
		Time slice = slice_end(run, w, &count), piece = w->now + 20 * EPOCH;

		if (piece < slice)
			slice = piece;
		end = network_run(w, slice < until ? slice : until);
	}
	return end;
}

/* report: the run's end, on stderr, so that the program's own output stays whole. */
static void
report(const Run *run, const Network *w, RunEnd end)
{
	fflush(stdout);
	for (NodeId n = 0; n < w->nnodes; n++) {
		const T800 *c = w->nodes[n];

		if (c->stop > STOP_BOOT)
			fprintf(stderr, "node %s %s (%08x, Iptr %08x) at %" PRIu64 " cycles\n",
				w->topology->nodes[n].name, stop_text(c->stop), c->fault, c->r.iptr,
				c->r.cycles);
	}
	faults_tell(w, stderr);
	if (end == RUN_REACHED)
		fputs(interrupt_signal ? "interrupted\n" : w->now < run->until ? "the window was closed\n"
			: "the time asked for is reached\n", stderr);
	else if (end == RUN_QUIET && !run->raw)
		fputs("nothing can happen any more: every process waits\n", stderr);
	fprintf(stderr, "fingerprint %016" PRIx64 "\n", network_fingerprint(w));
	if (run->hash)
		fprintf(stderr, "state %016" PRIx64 "\n", network_hash(w));
	if (run->stats)
		network_stats(w, stderr);
}

static int
exit_status(const Network *w, RunEnd end, const Iserver *s)
{
	int status = 0;

	if (s && (errno = iserver_output_error(s)) != 0)
		fatal("cannot write standard output:");
	if (s && iserver_starved(s)) {
		fputs("the program polls the keyboard for ever, and its input has ended\n", stderr);
		return EXIT_FOUND;
	}
	if (end == RUN_FINISHED && s && iserver_exited(s, &status))
		return status;
	if (end == RUN_FINISHED) {
		fputs("what came over the link is no request: was it a boot file for another "
		      "board, or raw output (--raw)?\n", stderr);
		return EXIT_FOUND;
	}
	for (NodeId n = 0; n < w->nnodes; n++)
		if (w->nodes[n]->stop > STOP_BOOT)
			return EXIT_FOUND;
	return s || interrupt_signal ? EXIT_FOUND : 0;
}

static Iserver *
make_server(const Run *run, const Topology *t, int argc, char **argv)
{
	IserverOptions o = {
		.root = run->root,
		.words = argv,
		.nwords = argc,
		.nserver = optind + 1,
		.env = run->env.list,
		.quota = run->quota,
		.boardsize = t->nodes[0].mem,
		.host_time = run->host_time,
		.in = STDIN_FILENO,
		.out = STDOUT_FILENO,
		.err = STDERR_FILENO,
		.log = run->verbose ? stderr : NULL,
	};

	return iserver_new(&o);
}

int
boot_main(int argc, char **argv)
{
	Run run;
	Topology *t;
	Network *w;
	Host *h;
	Iserver *s = NULL;
	Buf boot = {0}, input = {0}, analyser = {0};
	RunEnd end;
	int status;

	if (!parse(&run, argc, argv))
		return 0;
	if (run.window || run.picture)
		view_start(argc, argv);
	t = run.topology  ? topology_read(run.topology)
		: run.restore ? snapshot_topology(run.restore)
			      : topology_parse(single, sizeof single - 1, "(the built-in machine)");
	if (run.has_seed)
		t->seed = run.seed;
	if (t->nhosts == 0 || t->hosts[0].nlinks == 0)
		fatal_at(t->file, 0, "has no host link to boot over; add a host and a wire");
	if (run.program)
		boot = boot_bytes(run.program);
	if (run.analyser)
		analyser = boot_bytes(run.analyser);
	if (run.raw)
		input = file_read("-", MAX_BOOT);
	else
		s = make_server(&run, t, argc, argv);
	w = network_new(t);
	w->sync = run.sync;
	w->by_byte = run.by_byte;
	h = host_new(w, &(HostOptions){
		.mode = run.raw ? HOST_RAW : HOST_ISERVER,
		.config = run.config ? topology_config(t, run.config) : NULL,
		.boot = boot.data,
		.nboot = boot.len,
		.input = input.data,
		.ninput = input.len,
		.output = stdout,
		.iserver = s,
		.idle = run.restore != NULL,
	});
	if (run.restore) {
		snapshot_read(w, run.restore);
		if (host_deaf(h))
			fatal("%s was made by trellis shell: restore it there", run.restore);
		if (!run.program && host_boots(h))
			fatal("%s was made before anything was booted; name the program, too", run.restore);
	}
	read_faults(&run, w);
	if (run.trace) {
		run.events = trace_open(run.trace, t, run.packets);
		network_trace(w, run.events);
	}
	if (run.window || run.picture)
		run.view = view_new(w, &(ViewOptions){
			.title = run.program ? run.program : run.restore,
			.config = run.config ? topology_config(t, run.config) : NULL,
			.window = run.window,
			.standing = run.standing,
			.picture = run.picture,
			.picture_at = run.picture_at,
		});
	interrupt_catch(iserver_waits);
	if (run.snapshot && run_to(&run, w, run.snapshot_at) != RUN_FINISHED && !interrupt_signal)
		snapshot_write(w, run.snapshot);
	if (run.analyser && run_to(&run, w, run.analyse_at) != RUN_FINISHED && !interrupt_signal) {
		network_reset(w, true);
		host_boot(h, w, w->now, analyser.data, analyser.len);
	}
	end = run_to(&run, w, run.until);
	if (run.view && !interrupt_signal)
		end = view_stay(run.view);
	report(&run, w, end);
	if (run.events) {
		network_trace(w, NULL);
		trace_close(run.events);
	}
	status = exit_status(w, end, s);
	if (run.view)
		view_free(run.view);
	host_free(h);
	network_free(w);
	if (s)
		iserver_free(s);
	topology_free(t);
	buf_free(&boot);
	buf_free(&input);
	buf_free(&analyser);
	free(run.env.list);
	free(run.faults.option);
	return status;
}
