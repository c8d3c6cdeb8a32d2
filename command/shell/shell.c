/*
 * shell.c - trellis shell: executes commands for a network, from a terminal, a script or standard
 * input.
 *
 * Simulated time advances only while a command waits. At a terminal, an error is reported and the
 * shell reads the next command; in a script, an error ends the shell.
 */
#include "shell.h"

#include "base/files.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "detrek/debug/window_source.h"
#include "detrek/target/unaligned_text.h"
#include "sim/past/runs.h"
#include "sim/view/view.h"

#include <errno.h>
#include <getopt.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPT_KERNEL = 256 };

/* ---- ^C ---- */

static volatile sig_atomic_t interrupts; /* 1: ^C was typed */

/* on_interrupt: handler of SIGINT: note that ^C was typed. */
static void
on_interrupt(int signal)
{
	(void)signal;
	interrupts = 1;
}

/*
 * shell_interrupted: callback of the station, called between pieces of the run: show the progress.
 * Returns true if the run is to be interrupted: the event of --break-outside holds, ^C has been
 * typed since the last call, or another signal has arrived.
 */
static bool
shell_interrupted(void *context)
{
	Shell *sh = context;

	progress_show("%.6f s simulated", sh->m.network->now / 1e12);
	if (!sh->m.loading && !sh->stopped && run_events_has_begun(sh->m.events))
		return true;
	if (!interrupts)
		return interrupt_signal != 0;
	interrupts = 0;
	return true;
}

/* ---- the machine ---- */

/* transfer_jobs: save or restore the shell's jobs together with a snapshot. */
static void
transfer_jobs(void *context, Snap *snap)
{
	Shell *sh = context;

	shell_jobs_transfer(snap->reading ? &sh->incoming : &sh->m, snap);
}

/* use_past: let the machine's station run with its past, if there is one. */
static void
use_past(Machine *m)
{
	station_set_past(m->station, m->past);
	if (m->past)
		machine_record_program(m->past, "kernel", station_kernel_file(m->station), NULL);
}

void
machine_record(Shell *sh, Machine *m)
{
	const Setup *s = &sh->setup;
	const char *name = s->machine.record;
	char *another;

	if (!name)
		return;
	another = sh->nrecorded++ == 0 ? xstrdup(name)
		: s->machine.by_default ? runs_new_name(s->net)
					: xasprintf("%s-%u", name, sh->nrecorded);
	m->past = machine_past_in(&s->machine, another, m->network, s->argc, s->argv);
	if (sh->nrecorded > 1 && !s->machine.by_default)
		printf("this run is recorded in %s\n", another);
	free(another);
	if (m->station)
		use_past(m);
}

void
machine_make(Shell *sh, Machine *m, Topology *t, bool recorded)
{
	const Setup *s = &sh->setup;

	m->topology = t;
	m->current = -1;
	m->network = network_new(t);
	machine_apply(&s->machine, m->network);
	if (recorded)
		machine_record(sh, m);
	if (!m->past && s->machine.event && !view_wanted(&s->machine.view))
		m->past = past_new(m->network);
	boot_files_read(&m->files, s->kernel, s->machine.sync_inside != NULL);
	m->station = station_new(m->network, &(StationOptions){
		.files = &m->files,
		.root = s->root,
		.env = s->env.list,
		.quota = s->machine.quota,
		.in = s->in,
		.realtime = machine_realtime(&s->machine),
		.types = &s->machine.types,
		.links = sh->live.links,
		.nlinks = sh->live.nlinks,
		.out = STDOUT_FILENO,
		.err = STDERR_FILENO,
		.log = s->requests,
		.halted = shell_report_halt,
		.interrupted = shell_interrupted,
		.transfer = transfer_jobs,
		.context = sh,
	});
	use_past(m);
	m->sync = observers_begin(&s->machine, m->station);
	if (!view_wanted(&s->machine.view))
		m->events = run_events_begin(m->past, s->machine.event,
			station_kernel_file(m->station));
}

void
machine_free(Machine *m)
{
	shell_jobs_free(m);
	run_events_end(m->events);
	past_free(m->past);
	station_free(m->station);
	boot_files_free(&m->files);
	if (m->network)
		network_free(m->network);
	if (m->topology)
		topology_free(m->topology);
	*m = (Machine){.current = -1};
}

void
shell_open_view(Shell *sh)
{
	const BootPlan *p = station_plan(sh->m.station);
	ViewOptions o = {
		.title = sh->setup.net,
		.kernel = sh->setup.kernel,
		.config = p ? p->config : NULL,
		.past = sh->m.past,
		.event = sh->setup.machine.event,
		.window = true,
		.standing = sh->setup.machine.view.standing,
		.enough = &interrupts,
	};

	sh->view = NULL;
	if (!sh->setup.machine.view.window)
		return;
	view_read_programs(&o);
	sh->view = view_new(sh->m.network, &o);
	station_set_view(sh->m.station, sh->view);
}

/* ---- help for commands ---- */

int
shell_next_option(int argc, char **argv, const char *letters)
{
	int c = getopt(argc, argv, letters);

	if (c == '?')
		fatal("usage: %s %s", argv[0], shell_find_command(argv[0])->args);
	return c;
}

void
shell_check_count(int argc, char **argv, int least, int most)
{
	int first = optind > 0 ? optind : 1;

	if (argc - first < least || argc - first > most)
		fatal("usage: %s %s", argv[0], shell_find_command(argv[0])->args);
}

const NodeSet *
shell_set_nodes(Shell *sh, const char *text, bool any)
{
	node_set_free(&sh->set);
	node_set_parse(&sh->set, text, station_nnodes(sh->m.station));
	if (!any && strcmp(text, "N") == 0)
		station_drop_down_nodes(sh->m.station, &sh->set);
	if (!any)
		station_check_all_up(sh->m.station, &sh->set);
	return &sh->set;
}

/* ---- a command ---- */

/* release_command: free the data of the last command. */
static void
release_command(Shell *sh)
{
	if (sh->asking)
		ask_end(&sh->ask);
	sh->asking = false;
	node_set_free(&sh->set);
	buf_free(&sh->file);
	sh->m.loading = false;
	machine_free(&sh->incoming); /* left from a snapshot that could not be read */
}

/* shell_run_line: execute the command in a line of text. */
static void
shell_run_line(Shell *sh, const char *text)
{
	const ShellCommand *c;

	release_command(sh);
	line_split(&sh->line, text);
	if (sh->line.nwords == 0)
		return;
	c = shell_find_command(sh->line.words[0]);
	if (sh->line.background && !c->background)
		fatal("%s cannot run in the background: only loadgo and hostmon can", c->name);
	interrupts = 0;
	progress_begin();
	optind = 0; /* getopt: start a new scan */
	opterr = 0;
	c->run(sh, sh->line.nwords, sh->line.words);
	progress_clear();
	fflush(stdout);
}

/* ---- the loop ---- */

static jmp_buf next_command;

/* escape_to_next_command: after an error at a terminal, continue with the next command. */
static void
escape_to_next_command(int status)
{
	if (status == EXIT_INPUT)
		longjmp(next_command, 1);
	exit(status);
}

/* read_line: read the next line of input; NULL at its end. */
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
		fatal("not a script: it contains a zero byte");
	buf_byte(line, '\0');
	return (const char *)line->data;
}

/*
 * next_line: wait for a line of input; meanwhile the user may inspect the halted machine in the
 * window.
 */
static const char *
next_line(Shell *sh, FILE *f, Buf *line)
{
	const char *text;

	if (!sh->view)
		return read_line(sh, f, line);
	view_set_resting(sh->view, true);
	text = read_line(sh, f, line);
	view_set_resting(sh->view, false);
	return text;
}

/*
 * stop_at_event: if the event of --break-outside holds, report it. A script ends then; at a
 * terminal, the user can continue without the event.
 */
static void
stop_at_event(Shell *sh)
{
	if (sh->stopped || !run_events_has_begun(sh->m.events))
		return;
	run_events_print(sh->m.events, stderr);
	sh->stopped = true;
	sh->status = EXIT_FOUND;
	sh->leaving |= !sh->terminal;
}

/* serve_lines: execute the commands of file f, line by line. */
static void
serve_lines(Shell *sh, FILE *f)
{
	Buf line = {0};
	const char *text;

	for (sh->line_number = 1; !sh->leaving && !interrupt_signal; sh->line_number++) {
		error_place(sh->script, sh->line_number);
		if (sh->terminal && setjmp(next_command) != 0)
			continue;
		shell_report_ended_jobs(sh);
		text = next_line(sh, f, &line);
		if (!text)
			break;
		shell_run_line(sh, text);
		stop_at_event(sh);
	}
	error_place(NULL, 0);
	release_command(sh);
	buf_free(&line);
	if (sh->terminal && !sh->leaving)
		putchar('\n');
}

/* ---- the command ---- */

/* parse_options: read the shell's options and the name of its script. */
static void
parse_options(Setup *s, int argc, char **argv)
{
	OptionReader r;
	char **words;
	int id;

	option_reader_init(&r, &shell_command, OPTIONS_FIRST, argc, argv);
	while ((id = option_next(&r)) != -1) {
		if (machine_option(&s->machine, id, r.argument))
			continue;
		switch (id) {
		case 'r': s->root = r.argument; break;
		case 'i': s->in = file_open(r.argument); break;
		case 'e': env_option(&s->env, r.argument); break;
		case OPT_KERNEL: s->kernel = r.argument; break;
		}
	}
	words = argv + option_first_argument(&r);
	if (s->kernel && s->machine.sync_inside)
		fatal("shell: --sync-log inside: boots a kernel that logs; leave out "
			"--kernel-file");
	if (!words[0] || (words[1] && words[2]))
		fatal("shell: expected NET and perhaps SCRIPT; see 'trellis shell --help'");
	for (uint32_t i = 0; i < s->machine.links.n && !words[1]; i++)
		if (strcmp(s->machine.links.options[i].where, "stdio") == 0)
			fatal("shell: --link %s=stdio: the commands come from standard input; "
				"give a SCRIPT", s->machine.links.options[i].link);
	if (s->in >= 0 && s->machine.types.n > 0)
		fatal("shell: --type and --input cannot be combined");
	s->net = words[0];
	s->script = words[1];
}

/*
 * each_name: callback of the editor: call `use` with each command's name if the word to complete is
 * the first of the line.
 */
static void
each_name(void *nothing, const char *line, size_t n, size_t word, EditorName *use, void *to)
{
	const ShellCommand *c;

	(void)nothing, (void)line, (void)n;
	for (uint32_t i = 0; word == 0 && (c = shell_command_at(i)); i++)
		use(to, c->name);
}

/* open_input: open the script, or use standard input. */
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
		fatal_catch(escape_to_next_command);
		sh->editor = editor_new(each_name, NULL);
	}
	return f;
}

/* shell_main: execute the command `shell`; returns the exit status. */
static int
shell_main(int argc, char **argv)
{
	Setup s = {.in = -1};
	Topology *t;
	Shell *sh;
	FILE *f;
	int status, kept;

	parse_options(&s, argc, argv);
	machine_check(&s.machine);
	machine_record_default(&s.machine, s.net);
	s.argc = argc;
	s.argv = argv;
	if (s.machine.view.window)
		view_start(argc, argv);
	s.requests = requests_open(s.machine.requests);
	sh = xcalloc(1, sizeof *sh);
	sh->setup = s;
	t = link_topology(&s.machine.links, topology_read(s.net));
	if (s.machine.has_seed)
		t->seed = s.machine.seed;
	live_links_open(&sh->live, &s.machine.links, t, false);
	machine_make(sh, &sh->m, t, true);
	fault_options_read(&s.machine.faults, sh->m.network, NULL);
	faults_start(sh->m.network);
	shell_open_view(sh);
	f = open_input(sh, &s);
	serve_lines(sh, f);
	fatal_catch(NULL);
	shell_set_stuck_status(sh);
	unaligned_print(sh->m.network, station_kernel_file(sh->m.station),
		(const char *const *)sh->programs, sh->nprograms, stderr);
	station_report_input(sh->m.station, stderr);
	if (!sh->stopped)
		run_events_print(sh->m.events, stderr);
	status = sh->status;
	if (f != stdin)
		fclose(f);
	editor_free(sh->editor);
	if (sh->collector)
		collector_free(sh->collector);
	view_free(sh->view);
	if ((errno = station_output_error(sh->m.station)) != 0)
		fatal("the programs' output cannot be written:");
	kept = observers_end(sh->m.sync, sh->m.station);
	if (status == 0)
		status = kept;
	machine_free(&sh->m);
	live_links_close(&sh->live);
	if (status != 0)
		machine_print_recording(&s.machine);
	requests_close(s.requests, s.machine.requests);
	for (uint32_t i = 0; i < sh->nprograms; i++)
		free(sh->programs[i]);
	free(sh->programs);
	free(s.env.list);
	free(s.machine.faults.option);
	type_options_free(&s.machine.types);
	link_options_free(&s.machine.links);
	free(sh);
	return status;
}

static const Option options[] = {
	{'r', "root", "DIR", "directory of the programs' files (default: no file access)"},
	{'i', "input", "FILE", "the programs' standard input (default: none)"},
	{'e', "env", "NAME=VALUE", "a variable of the programs' environment; may be repeated"},
	{OPT_KERNEL, "kernel-file", "FILE", "boot this kernel instead of the installed one"},
	{0},
};

const Command shell_command = {
	"shell", "boot a network and run programs on its nodes", shell_main,
	"trellis shell [OPTION]... NET [SCRIPT]",
	"Reads commands from SCRIPT or standard input to boot the network of the topology file "
	"NET, load programs and control them. The command 'help' lists the commands.",
	{options, machine_options}, NULL, {machine_gone_options},
};
