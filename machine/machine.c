/* machine.c - parses the options that boot, run and shell share. */
#include "machine_options.h"

#include "base/number.h"
#include "base/texts.h"
#include "sim/past/runs.h"
#include "sim/ranks/ranks.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	OPT_SYNC = 512, /* above the option numbers of the commands */
	OPT_ENGINE,
	OPT_AHEAD,
	OPT_THREADS,
	OPT_FAULT,
	OPT_FAULTS,
	OPT_VIEW,
	OPT_PAUSED,
	OPT_PICTURE,
	OPT_SCREEN,
	OPT_MOVIE,
	OPT_PICTURE_SIZE,
	OPT_REQUESTS,
	OPT_TYPE,
	OPT_REALTIME,
	OPT_LINK,
	OPT_LINK_INPUT,
	OPT_LINK_FRAMES,
	OPT_STATS,
	OPT_QUOTA,
	OPT_RECORD,
	OPT_MOMENTS,
	OPT_SYNC_LOG,
	OPT_SYNC_ORDER,
	OPT_DEBUG,
	OPT_DEBUG_SCRIPT,
	OPT_EVENT,
};


const Option machine_options[] = {
	{'s', "seed", "N", "vary what real machines leave undefined: clock phases, host delays"},
	{OPT_SYNC, "sync", "WAY", "windows (default) or lockstep; the run is the same",
		"windows lockstep"},
	{OPT_ENGINE, "engine", "HOW",
		"translate (default, where possible): code that runs often becomes host code; "
		"eager: all code does; interpreter: none; the run is the same",
		"translate eager interpreter"},
	{OPT_AHEAD, "ahead", "CYCLES",
		"nodes may run ahead by this many cycles (default 25000), and are taken back if a "
		"message comes in this time; off: they wait; the run is the same",
		"off"},
	{OPT_THREADS, "threads", "N",
		"execute nodes and links on N threads of the host (default 1); the run is the "
		"same"},
	{OPT_FAULT, "fault", "'FAULT'",
		"inject a fault: 'crash n3 at 12ms'; may be repeated; "
		"help: list the kinds"},
	{OPT_FAULTS, "faults", "FILE", "inject the faults of a script, one per line"},
	{OPT_VIEW, "view", NULL, "show the network in a window"},
	{OPT_PAUSED, "paused", NULL, "show the window and start paused"},
	{OPT_RECORD, "record", "FILE",
		"record the run, for 'trellis debug', 'why', 'report' and others; none: do not "
		"(default: in the cache, where the last 20 runs are; 'last' names the latest)"},
	{OPT_MOMENTS, "moments", "N",
		"with --record: the state after every N million instructions, so that replays can "
		"begin there (default 50; without a FILE none); 0: none"},
	{OPT_SYNC_LOG, "sync-log", "inside:FILE",
		"the kernels log the order of the operations by which threads synchronise, which "
		"takes simulated time"},
	{OPT_SYNC_ORDER, "sync-order", "FILE",
		"do the threads' operations in the order of a file of --sync-log, or of a schedule "
		"that 'trellis order' has written"},
	{OPT_EVENT, "break-outside", "EVENT",
		"stop when expressions of several processes hold together, as in '{n > 3}@n1 == "
		"{busy}@server'; evaluating them costs no simulated time"},
	{OPT_TYPE, "type", "EXPECTED=TEXT",
		"type TEXT when the programs have written EXPECTED, as in 'login: =root\\r'; may "
		"be repeated, in this order; the run is repeatable"},
	{OPT_REALTIME, "realtime", "[FACTOR]",
		"let simulated time pass no faster than the host's clock, times FACTOR, while a "
		"user types"},
	{OPT_LINK, "link", "LINK=PARTNER",
		"join a link of a host or a node with a program outside: h.0=stdio, "
		"exec:COMMAND, unix:PATH, tcp:PORT, udp:PORT, pty; or with a C011, "
		"c011:IN,OUT; may be repeated"},
	{OPT_LINK_INPUT, "link-input", "WHEN",
		"when bytes of partners are sent: epoch (default), each millisecond; idle, when "
		"the machine is idle, repeatable", "epoch idle"},
	{OPT_LINK_FRAMES, "link-frames", "KIND",
		"the packets on these links: none (default); iserver, those of INMOS's server "
		"protocol: faulty and incomplete ones are reported", "none iserver"},
	{OPT_QUOTA, "quota", "BYTES",
		"limit of what programs may write: 64K, 20M, 2G (default "
		"1G)"},
	{OPT_REQUESTS, "requests", "FILE",
		"write a line for each request to the host; - is standard error"},
	{0},
};

const Option machine_run_options[] = {
	{'t', "topo", "FILE", "the machine (default: one made to fit)"},
	{'c', "config", "NAME", "the configuration of its crossbars"},
	{'u', "until", "TIME", "stop at this simulated time: 20ms, 1.5s, 300us"},
	{OPT_PICTURE, "picture", "FILE@TIME", "draw the network at that simulated time, as PNG"},
	{OPT_SCREEN, "screen", "FILE@TIME",
		"draw the nodes' frame buffers at that simulated time, as PNG"},
	{OPT_MOVIE, "movie", "FILE", "make a movie of the run, .webm or .gif; needs ffmpeg"},
	{OPT_PICTURE_SIZE, "picture-size", "WIDTHxHEIGHT",
		"in pixels, of a picture of the network or a movie (default 1280x800)"},
	{OPT_STATS, "stats", NULL, "print statistics of nodes and links"},
	{OPT_DEBUG, "debug", NULL,
		"debug the live run, forward and back, with the commands of 'trellis debug'"},
	{OPT_DEBUG_SCRIPT, "debug-script", "FILE",
		"debug the live run, and first run the debugger's commands in a file"},
	{0},
};

const Option machine_gone_options[] = {
	{-1, "trace", NULL,
		"record the run, then 'trellis export FORMAT RECORDING'; the format 'trace' is the "
		"trace itself"},
	{-1, "packets", NULL, "'trellis export --packets FORMAT RECORDING' has them"},
	{-1, "log", NULL,
		"record the run, then 'trellis flowback RECORDING', or 'trellis export logs -o DIR "
		"RECORDING'"},
	{0},
};

/* text_after_prefix: the text after the prefix; NULL if it does not begin with the prefix. */
static const char *
text_after_prefix(const char *prefix, const char *text)
{
	size_t n = strlen(prefix);

	return strncmp(text, prefix, n) == 0 ? text + n : NULL;
}

/*
 * sync_log_option: store the value of --sync-log, inside:FILE: the file for the order that the
 * kernels log.
 */
static void
sync_log_option(MachineOptions *m, const char *argument)
{
	m->sync_inside = text_after_prefix("inside:", argument);
	if (!m->sync_inside)
		fatal("--sync-log takes inside:FILE, what the kernels log; for the order as it is "
			"seen from outside record the run, then 'trellis export sync -o FILE "
			"RECORDING'");
}

void
picture_size_option(ViewOptions *v, const char *argument)
{
	enum { LEAST = 320, MOST = 8192 };
	int end = 0;

	if (sscanf(argument, "%dx%d%n", &v->width, &v->height, &end) != 2 || argument[end] != '\0'
		|| v->width < LEAST || v->width > MOST || v->height < LEAST || v->height > MOST)
		fatal("--picture-size %s: expected WIDTHxHEIGHT, each from %d to %d", argument,
			LEAST, MOST);
}

bool
machine_option(MachineOptions *m, int id, char *argument)
{
	switch (id) {
	case 't': m->topology = argument; break;
	case 'c': m->config = argument; break;
	case 'u': m->until = time_option("until", argument); break;
	case 's':
		m->seed = number_option("seed", argument, 0, UINT64_MAX);
		m->has_seed = true;
		break;
	case OPT_SYNC: m->sync = sync_option(argument); break;
	case OPT_ENGINE:
		m->engine = engine_option(argument);
		m->has_engine = true;
		break;
	case OPT_AHEAD:
		m->ahead = ahead_option(argument);
		m->has_ahead = true;
		break;
	case OPT_THREADS: m->threads = threads_option(argument); break;
	case OPT_FAULT: fault_option(&m->faults, argument, false); break;
	case OPT_FAULTS: fault_option(&m->faults, argument, true); break;
	case OPT_VIEW: m->view.window = true; break;
	case OPT_PAUSED: m->view.window = m->view.standing = true; break;
	case OPT_PICTURE:
		m->view.picture = file_at_option("picture", argument, &m->view.picture_at);
		break;
	case OPT_SCREEN:
		m->view.screen = file_at_option("screen", argument, &m->view.screen_at);
		break;
	case OPT_MOVIE: m->view.movie = argument; break;
	case OPT_PICTURE_SIZE: picture_size_option(&m->view, argument); break;
	case OPT_REQUESTS: m->requests = argument; break;
	case OPT_TYPE: type_option(&m->types, argument); break;
	case OPT_REALTIME: realtime_option(&m->realtime, argument); break;
	case OPT_LINK: link_option(&m->links, argument); break;
	case OPT_LINK_FRAMES: link_frames_option(&m->links, argument); break;
	case OPT_LINK_INPUT: link_input_option(&m->links, argument); break;
	case OPT_QUOTA: m->quota = size_option("quota", argument); break;
	case OPT_STATS: m->stats = true; break;
	case OPT_RECORD: m->record = argument; break;
	case OPT_MOMENTS:
		m->moments = number_option("moments", argument, 0, 1000000);
		m->has_moments = true;
		break;
	case OPT_EVENT: m->event = m->view.event = argument; break;
	case OPT_DEBUG: m->debug = true; break;
	case OPT_DEBUG_SCRIPT:
		m->debug = true;
		m->script = argument;
		break;
	case OPT_SYNC_LOG: sync_log_option(m, argument); break;
	case OPT_SYNC_ORDER: m->sync_order = argument; break;
	default: return false;
	}
	return true;
}

int
machine_input(const MachineOptions *m, int in)
{
	return m->types.n == 0 || (in >= 0 && isatty(in)) ? in : -1;
}

Realtime
machine_realtime(const MachineOptions *m)
{
	bool typed = m->types.n > 0 && m->links.n == 0 && !isatty(STDIN_FILENO);

	return typed ? (Realtime){0} : m->realtime;
}

bool
machine_is_synced(const MachineOptions *m)
{
	return m->sync_inside || m->sync_order;
}

/* refuse_ranks: refuse options that several processes cannot execute. */
static void
refuse_ranks(const MachineOptions *m)
{
	const struct {
		bool is_set;
		const char *option;
	} options[] = {
		{m->view.window, "--view"},
		{m->view.picture, "--picture"},
		{m->view.screen, "--screen"},
		{m->view.movie, "--movie"},
		{m->record, "--record"},
		{m->debug, "--debug"},
		{m->sync_inside, "--sync-log"},
		{m->sync_order, "--sync-order"},
		{m->event, "--break-outside"},
		{m->links.n > 0, "--link"},
		{m->realtime.factor > 0, "--realtime"},
	};

	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (options[i].is_set)
			ranks_refuse(options[i].option);
}

void
machine_check(const MachineOptions *m)
{
	refuse_ranks(m);
	if (m->view.picture && m->view.picture_at > m->until)
		fatal("--picture: the run ends before that time; use a later --until");
	if (m->view.screen && m->view.screen_at > m->until)
		fatal("--screen: the run ends before that time; use a later --until");
	if (machine_is_synced(m) && (m->debug || m->view.window))
		fatal("--sync-log and --sync-order cannot be combined with --debug or --view");
	if (m->event && (machine_is_synced(m) || m->debug))
		fatal("--break-outside cannot be combined with --sync-log, --sync-order or "
			"--debug");
	if (m->realtime.factor > 0 && view_wanted(&m->view))
		fatal("--realtime: leave out --view, --picture, --screen and --movie");
	if (m->debug && view_wanted(&m->view))
		fatal("--debug cannot be combined with --view, --picture, --screen or --movie");
	if (m->script && access(m->script, R_OK) != 0)
		fatal("cannot open %s:", m->script);
}

void
machine_apply(const MachineOptions *m, Network *w)
{
	bool is_asked = m->has_engine || getenv("TRELLIS_ENGINE");

	w->sync = m->sync;
	w->ahead = m->has_ahead ? m->ahead : AHEAD_DEFAULT;
	if (m->has_engine)
		network_set_engine(w, m->engine);
	if (m->threads > 0)
		network_set_threads(w, m->threads);
	else if (!getenv("TRELLIS_THREADS") && ranks_number() == 1 && m->realtime.factor == 0)
		network_choose_threads(w);
	if (m->threads > 1 && w->nnodes == 1)
		fprintf(stderr, "trellis: one thread is used: there is only one node\n");
	if (is_asked && w->engine != ENGINE_INTERPRETER && !w->translator)
		fprintf(stderr, "trellis: code cannot be translated here: all is interpreted\n");
	ranks_attach(w);
}

void
machine_record_default(MachineOptions *m, const char *what)
{
	const char *wish = getenv("TRELLIS_RECORD");
	bool none = wish && strcmp(wish, "none") == 0;

	if (!m->record && !none && ranks_number() == 1) {
		m->by_default = true;
		m->record = runs_new_name(what); /* for the rest of the run */
		if (!m->has_moments)
			m->has_moments = true; /* moments stays 0 */
	} else if (m->record && strcmp(m->record, "none") == 0) {
		m->record = NULL;
	}
	if (!m->record && m->moments > 0)
		fatal("--moments needs a recording: add --record FILE");
}

void
machine_print_recording(const MachineOptions *m)
{
	if (m->by_default && access(m->record, F_OK) == 0)
		fprintf(stderr, "the run is recorded in %s; ask 'trellis why " RUNS_LAST
			"', 'debug', 'report', 'races'\n", m->record);
}

Past *
machine_past(const MachineOptions *m, Network *w, int argc, char **argv)
{
	return machine_past_in(m, m->record, w, argc, argv);
}

Past *
machine_past_in(const MachineOptions *m, const char *record, Network *w, int argc, char **argv)
{
	Buf command = {0};
	Past *p;

	if (!record && !m->debug && !m->event)
		return NULL;
	p = past_new(w);
	if (!record)
		return p;
	buf_command(&command, argc, argv);
	buf_byte(&command, '\0');
	past_record(p, record, (char *)command.data,
		m->has_moments ? m->moments * 1000000 : RECORD_EVERY, m->by_default);
	buf_free(&command);
	return p;
}

FILE *
requests_open(const char *name)
{
	FILE *f;

	if (!name || strcmp(name, "-") == 0)
		return name ? stderr : NULL;
	f = fopen(name, "w");
	if (!f)
		fatal("cannot write %s:", name);
	return f;
}

void
requests_close(FILE *f, const char *name)
{
	if (f && f != stderr && fclose(f) != 0)
		fatal("cannot write %s:", name);
}
