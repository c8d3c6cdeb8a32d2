/*
 * shell.c - trellis shell: commands for a network from a terminal, a script or standard input.
 *
 * Simulated time goes on only while a command waits. At a terminal a mistake is explained and the
 * next command asked for; in a script it ends the shell.
 */
#include "shell.h"
#include "sim/window/view.h"
#include "tmon/host/monitor_host.h"

#include <errno.h>
#include <getopt.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	OPT_KERNEL = 256,
	OPT_SYNC,
	OPT_FAULT,
	OPT_FAULTS,
	OPT_VIEW,
	OPT_STAND,
	OPT_QUOTA,
};

static const char usage[] =
	"usage: trellis shell [options] NET [SCRIPT]\n"
	"\n"
	"Commands for the network of the topology file NET: boots it, loads programs, asks what they do.\n"
	"They are read from SCRIPT, or from standard input; 'help' there lists them.\n"
	"\n"
	"  -r, --root DIR        files of the programs are below DIR (default: none)\n"
	"      --quota BYTES     the programs may write so much: 64K, 20M, 2G (default 1G)\n"
	"  -i, --input FILE      the programs' standard input (default: none)\n"
	"  -e, --env NAME=VALUE  the programs' environment; may be repeated\n"
	"  -s, --seed N          perturb clock phases\n"
	"      --kernel FILE     boot this kernel instead of the one that came with trellis\n"
	FAULT_USAGE
	"      --sync WAY        windows (default) or lockstep; the run is the same\n"
	"      --view            show the network in a window\n"
	"      --stand           ... which waits for its user to let time pass\n"
	"  -v, --verbose         log each request for files\n"
	"  -h, --help            this text\n";

static const struct option options[] = {
	{"root", required_argument, NULL, 'r'},
	{"quota", required_argument, NULL, OPT_QUOTA},
	{"input", required_argument, NULL, 'i'},
	{"env", required_argument, NULL, 'e'},
	{"seed", required_argument, NULL, 's'},
	{"kernel", required_argument, NULL, OPT_KERNEL},
	{"sync", required_argument, NULL, OPT_SYNC},
	{"fault", required_argument, NULL, OPT_FAULT},
	{"faults", required_argument, NULL, OPT_FAULTS},
	{"view", no_argument, NULL, OPT_VIEW},
	{"stand", no_argument, NULL, OPT_STAND},
	{"verbose", no_argument, NULL, 'v'},
	{"help", no_argument, NULL, 'h'},
	{0},
};

/* ---- ^C ---- */

static volatile sig_atomic_t interrupts;

static void
on_interrupt(int signal)
{
	(void)signal;
	interrupts = 1;
}

bool
shell_interrupted(void *context)
{
	(void)context;
	if (!interrupts)
		return false;
	interrupts = 0;
	return true;
}

/* ---- the machine ---- */

/* pass: jobs belong to a snapshot, too. */
static void
pass(void *context, Snap *snap)
{
	Shell *sh = context;

	shell_jobs_pass(snap->reading ? &sh->incoming : &sh->m, snap);
}

void
machine_make(Shell *sh, Machine *m, Topology *t)
{
	const Setup *s = &sh->setup;

	m->topology = t;
	m->current = -1;
	m->network = network_new(t);
	m->network->sync = s->sync;
	m->station = station_new(m->network, &(StationOptions){
		.kernel = s->kernel,
		.root = s->root,
		.env = s->env.list,
		.quota = s->quota,
		.in = s->in,
		.out = STDOUT_FILENO,
		.err = STDERR_FILENO,
		.log = s->verbose ? stderr : NULL,
		.halted = shell_halted,
		.interrupted = shell_interrupted,
		.pass = pass,
		.context = sh,
	});
}

void
machine_free(Machine *m)
{
	shell_jobs_free(m);
	station_free(m->station);
	if (m->network)
		network_free(m->network);
	if (m->topology)
		topology_free(m->topology);
	*m = (Machine){.current = -1};
}

void
shell_look(Shell *sh)
{
	const BootPlan *p = station_plan(sh->m.station);

	sh->view = NULL;
	if (!sh->setup.window)
		return;
	sh->view = view_new(sh->m.network, &(ViewOptions){
		.title = sh->setup.net,
		.kernel = sh->setup.kernel,
		.config = p ? p->config : NULL,
		.window = true,
		.standing = sh->setup.standing,
		.enough = &interrupts,
	});
	station_look(sh->m.station, sh->view);
}

/* ---- help for commands ---- */

int
shell_option(int argc, char **argv, const char *letters)
{
	int c = getopt(argc, argv, letters);

	if (c == '?')
		fatal("usage: %s %s", argv[0], shell_command(argv[0])->args);
	return c;
}

void
shell_want(int argc, char **argv, int least, int most)
{
	int first = optind > 0 ? optind : 1;

	if (argc - first < least || argc - first > most)
		fatal("usage: %s %s", argv[0], shell_command(argv[0])->args);
}

const NodeSet *
shell_nodes(Shell *sh, const char *text, bool any)
{
	node_set_free(&sh->set);
	node_set_parse(&sh->set, text, station_nodes(sh->m.station));
	if (!any && strcmp(text, "N") == 0)
		station_drop_down(sh->m.station, &sh->set);
	if (!any)
		station_only_up(sh->m.station, &sh->set);
	return &sh->set;
}

/* ---- a command ---- */

/* release: what the last command left. */
static void
release(Shell *sh)
{
	if (sh->asking)
		ask_end(&sh->ask);
	sh->asking = false;
	node_set_free(&sh->set);
	buf_free(&sh->file);
	machine_free(&sh->incoming); /* of a snapshot that could not be read */
}

void
shell_run_line(Shell *sh, const char *text)
{
	const ShellCommand *c;

	release(sh);
	line_cut(&sh->line, text);
	if (sh->line.nwords == 0)
		return;
	c = shell_command(sh->line.words[0]);
	if (!c)
		fatal("there is no command %s; 'help' lists them", sh->line.words[0]);
	if (sh->line.background && c->run != shell_loadgo && c->run != shell_hostmon)
		fatal("%s cannot run in the background: only programs can (loadgo), and hostmon", c->name);
	interrupts = 0;
	optind = 0; /* getopt begins anew */
	opterr = 0;
	c->run(sh, sh->line.nwords, sh->line.words);
	fflush(stdout);
}

/* ---- the loop ---- */

static jmp_buf next_command;

/* to_next: a mistake at a terminal. */
static void
to_next(int status)
{
	if (status == EXIT_INPUT)
		longjmp(next_command, 1);
	exit(status);
}

/* read_line: the next line of input, or NULL. */
static const char *
read_line(Shell *sh, FILE *f, Buf *line)
{
	char prompt[32];
	int c;

	snprintf(prompt, sizeof prompt, "trellis<%d>", sh->line_number);
	if (sh->editor)
		return editor_line(sh->editor, prompt);
	if (sh->terminal)
		fputs(prompt, stdout);
	fflush(stdout);
	line->len = 0;
	while ((c = getc(f)) != EOF && c != '\n')
		buf_byte(line, c);
	if (c == EOF && ferror(f) && sh->terminal) { /* ^C */
		clearerr(f);
		putchar('\n');
		return "";
	}
	if (c == EOF && line->len == 0)
		return NULL;
	if (memchr(line->data, '\0', line->len))
		fatal("a line holds a zero byte: this is no script");
	buf_byte(line, '\0');
	return (const char *)line->data;
}

/* next_line: meanwhile the machine stands, and can be looked at. */
static const char *
next_line(Shell *sh, FILE *f, Buf *line)
{
	const char *text;

	if (!sh->view)
		return read_line(sh, f, line);
	view_rest(sh->view, true);
	text = read_line(sh, f, line);
	view_rest(sh->view, false);
	return text;
}

static void
serve(Shell *sh, FILE *f)
{
	Buf line = {0};
	const char *text;

	for (sh->line_number = 1; !sh->leaving; sh->line_number++) {
		error_place(sh->script, sh->line_number);
		if (sh->terminal && setjmp(next_command) != 0)
			continue;
		shell_reap(sh);
		text = next_line(sh, f, &line);
		if (!text)
			break;
		shell_run_line(sh, text);
	}
	error_place(NULL, 0);
	release(sh);
	buf_free(&line);
	if (sh->terminal && !sh->leaving)
		putchar('\n');
}

/* ---- the command ---- */

static bool
parse(Setup *s, int argc, char **argv)
{
	int c;

	optind = 0;
	while ((c = getopt_long(argc, argv, "+r:i:e:s:vh", options, NULL)) != -1) {
		switch (c) {
		case 'r': s->root = optarg; break;
		case OPT_QUOTA: s->quota = size_option("quota", optarg); break;
		case 'i': s->in = file_open(optarg); break;
		case 'e': env_option(&s->env, optarg); break;
		case 's': s->seed = number_option("seed", optarg, 0, UINT64_MAX); s->has_seed = true; break;
		case OPT_KERNEL: s->kernel = optarg; break;
		case OPT_FAULT: fault_option(&s->faults, optarg, false); break;
		case OPT_FAULTS: fault_option(&s->faults, optarg, true); break;
		case OPT_SYNC: s->sync = sync_option(optarg); break;
		case OPT_VIEW: s->window = true; break;
		case OPT_STAND: s->window = s->standing = true; break;
		case 'v': s->verbose = true; break;
		case 'h': fputs(usage, stdout); return false;
		default: option_fatal(argv[0]);
		}
	}
	if (argc - optind < 1 || argc - optind > 2)
		fatal("shell reads one topology file and one script; 'trellis shell --help' tells more");
	s->net = argv[optind];
	s->script = argv[optind + 1];
	return true;
}

/* open_input: the script, or standard input. */
static FILE *
open_input(Shell *sh, const Setup *s)
{
	struct sigaction interrupt = {.sa_handler = on_interrupt};
	FILE *f = s->script ? fdopen(file_open(s->script), "r") : stdin;

	if (!f)
		fatal("cannot read %s:", s->script);
	sh->terminal = !s->script && isatty(STDIN_FILENO);
	sh->script = s->script ? s->script : sh->terminal ? NULL : "standard input";
	if (sh->terminal) {
		sigaction(SIGINT, &interrupt, NULL);
		fatal_catch(to_next);
		sh->editor = editor_new();
	}
	return f;
}

int
shell_main(int argc, char **argv)
{
	Setup s = {.in = -1};
	Topology *t;
	Shell *sh;
	FILE *f;
	int status;

	if (!parse(&s, argc, argv))
		return 0;
	if (s.window)
		view_start(argc, argv);
	sh = xcalloc(1, sizeof *sh);
	sh->setup = s;
	t = topology_read(s.net);
	if (s.has_seed)
		t->seed = s.seed;
	machine_make(sh, &sh->m, t);
	fault_options_read(&s.faults, sh->m.network, NULL);
	faults_start(sh->m.network);
	shell_look(sh);
	f = open_input(sh, &s);
	serve(sh, f);
	fatal_catch(NULL);
	status = sh->status;
	if (f != stdin)
		fclose(f);
	editor_free(sh->editor);
	if (sh->collector)
		collector_free(sh->collector);
	view_free(sh->view);
	if ((errno = station_output_error(sh->m.station)) != 0)
		fatal("the programs' output cannot be written:");
	machine_free(&sh->m);
	free(s.env.list);
	free(s.faults.option);
	free(sh);
	return status;
}
