/*
 * debug.c - `trellis debug`: debugs a recorded run, or the network of a snapshot, forward and
 * backward.
 */
#include "command.h"

#include "base/interrupt.h"
#include "base/number.h"
#include "base/option.h"
#include "detrek/debug/debug_main.h"

#include <stdlib.h>

enum { OPT_BATCH = 256, OPT_KERNEL, OPT_TASK, OPT_DAP, OPT_PORT };

/* The options and arguments of the command line; strings are argv's. */
typedef struct DebugOptions {
	struct DebugFirst {
		bool script;      /* `text` is the name of a file of commands */
		const char *text; /* the file, or a command */
	} *first;             /* scripts and commands in order */
	uint32_t nfirst;
	const char **programs;
	uint32_t nprograms;
	const char *kernel;
	const char *task;     /* NULL: debug the whole run */
	const char **folders;
	uint32_t nfolders;
	bool batch, dap;
	uint16_t port;        /* 0: standard input and output */
	const char *what;     /* the recording, snapshot or program */
} DebugOptions;

/* add_string: append a string to a list. */
static void
add_string(const char ***list, uint32_t *n, const char *s)
{
	*list = xrealloc(*list, (*n + 1) * sizeof **list);
	(*list)[(*n)++] = s;
}

/* add_first_command: append a command, or (script) a file of commands, to those executed first. */
static void
add_first_command(DebugOptions *o, bool script, const char *text)
{
	o->first = xrealloc(o->first, (o->nfirst + 1) * sizeof *o->first);
	o->first[o->nfirst].script = script;
	o->first[o->nfirst++].text = text;
}

/* parse_options: read the options and the files to debug. */
static void
parse_options(DebugOptions *o, int argc, char **argv)
{
	OptionReader r;
	int c;

	*o = (DebugOptions){0};
	option_reader_init(&r, &debug_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1) {
		switch (c) {
		case 'x': add_first_command(o, true, r.argument); break;
		case 'e': add_first_command(o, false, r.argument); break;
		case OPT_BATCH: o->batch = true; break;
		case 'p': add_string(&o->programs, &o->nprograms, r.argument); break;
		case OPT_KERNEL: o->kernel = r.argument; break;
		case 'd': add_string(&o->folders, &o->nfolders, r.argument); break;
		case OPT_TASK: o->task = r.argument; break;
		case OPT_DAP: o->dap = true; break;
		case OPT_PORT:
			o->port = number_option("port", r.argument, 1, 65535);
			o->dap = true;
			break;
		}
	}
	if (option_first_argument(&r) < argc - 1 || (option_first_argument(&r) == argc && !o->dap))
		fatal("debug: expected one RECORDING or SNAPSHOT; see 'trellis debug --help'");
	o->what = argv[option_first_argument(&r)];
}

/*
 * add_programs: load the programs and the kernel that the options name, and note the folders of
 * sources.
 */
static void
add_programs(Session *s, const DebugOptions *o)
{
	for (uint32_t i = 0; i < o->nprograms; i++)
		target_add_program(s->target, program_open(o->programs[i], NULL));
	debugged_add_kernel(s, o->kernel);
	for (uint32_t i = 0; i < o->nfolders; i++) {
		s->folders = xrealloc(s->folders, (s->nfolders + 1) * sizeof *s->folders);
		s->folders[s->nfolders++] = xstrdup(o->folders[i]);
	}
}

/* run_first_commands: execute the commands of the command line; false if one has failed. */
static bool
run_first_commands(Session *s, const DebugOptions *o)
{
	for (uint32_t i = 0; i < o->nfirst && !s->quit; i++) {
		if (o->first[i].script ? session_script(s, o->first[i].text, true)
			: session_command(s, o->first[i].text))
			continue;
		printf("%s\n", s->message);
		if (o->batch)
			return false;
	}
	return true;
}

/*
 * go_to_failure: if the kernel has ended a process because of Error, go to the instruction that set
 * it, and print the failure and the place; otherwise false.
 */
static bool
go_to_failure(Session *s)
{
	char why[MAX_MESSAGE];

	if (!debugged_go_to_error(s, why))
		return false;
	printf("%s; the session begins before the instruction that set it, %s\n", why,
		TIME_STRING(session_time(s)));
	show_where(s, true);
	return true;
}

/* debug_at_terminal: debug at the terminal; returns the exit status. */
static int
debug_at_terminal(Debugged *d, bool recorded, const DebugOptions *o)
{
	Session *s = debugged_session(d, recorded);
	bool good, failed;

	add_programs(s, o);
	target_store_kernels(s->target);
	if (d->whole_recording) {
		printf("%s\n", d->alone.what);
		session_goto(s, d->alone.from);
		show_where(s, true);
	}
	session_refresh(s);
	interrupt_catch(NULL);
	failed = recorded && !d->whole_recording && go_to_failure(s);
	good = run_first_commands(s, o);
	if (!o->batch && good && recorded && !d->whole_recording && !failed && o->nfirst == 0)
		printf("at the end of the recorded run, %s; 'goto beginning' goes to its "
			"beginning\n", TIME_STRING(past_present(d->past)));
	if (!o->batch && good)
		session_terminal(s);
	session_free(s);
	return good ? 0 : EXIT_INPUT;
}

/*
 * debug_with_options: debug at the terminal or with a script, as the options say; returns the exit
 * status.
 */
static int
debug_with_options(const DebugOptions *o)
{
	Debugged d = {0};
	bool recorded = debugged_open(&d, o->what);
	char why[MAX_MESSAGE];
	int status;

	if (o->task && !recorded)
		fatal("--task: %s is a snapshot; tasks are found in recordings", o->what);
	if (o->task && !debugged_isolate_task(&d, o->task, false, why))
		fatal("--task: %s", why);
	status = debug_at_terminal(&d, recorded, o);
	debugged_close(&d);
	return status;
}

/* debug_main: execute the command `debug`; returns the exit status. */
static int
debug_main(int argc, char **argv)
{
	DebugOptions o;
	int status;

	parse_options(&o, argc, argv);
	status = o.dap ? dap_main(o.what, o.port, commands_main) : debug_with_options(&o);
	free(o.first);
	free(o.programs);
	free(o.folders);
	return status;
}

int
debug_task(const char *dir, const char *task)
{
	return debug_with_options(&(DebugOptions){.what = dir, .task = task});
}

static const Option options[] = {
	{'x', "script", "FILE", "first run the commands of a file"},
	{'e', "execute", "COMMAND", "first run this command; may be repeated"},
	{OPT_BATCH, "batch", NULL, "end after these commands"},
	{'p', "program", "FILE",
		"a program that runs on the nodes (a recording has its own); may be repeated"},
	{OPT_KERNEL, "kernel-file", "FILE", "the nodes' kernel (default: the installed one)"},
	{'d', "directory", "DIR", "look for sources below DIR, too"},
	{OPT_TASK, "task", "TASK[.SUBTASK]",
		"debug only the function that works on the task, on its node alone; compute, "
		"split, join, generator or receiver after the task selects the function"},
	{OPT_DAP, "dap", NULL, "speak the Debug Adapter Protocol on standard input and output"},
	{OPT_PORT, "port", "N", "speak this protocol with a client that connects to this TCP port"},
	{0},
};

const Command debug_command = {
	"debug", "debug the programs of nodes, forward and backward in time",
	debug_main, "trellis debug [OPTION]... RECORDING | SNAPSHOT",
	"Debugs the programs of a recorded run (a directory) or of a snapshot, forward and "
	"backward in time. 'help' at the prompt lists the commands.",
	{options}, NULL,
};
