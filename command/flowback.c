/*
 * flowback.c - `trellis flowback`: answers a question about a run from the logs of its processes,
 * without running the machine.
 */
#include "command.h"
#include "recorded.h"

#include "base/files.h"
#include "base/number.h"
#include "base/option.h"
#include "detrek/debug/debug_main.h"
#include "detrek/debug/flowback_logs.h"
#include "detrek/debug/why_option.h"
#include "detrek/detrek.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_VERIFY = WHY_OPTIONS_END, OPT_INTERVALS, OPT_DEPENDENCES, OPT_PROCESS, OPT_OPERATIONS };

/* The options and arguments of the command line; strings are argv's. */
typedef struct Question {
	WhyOptions why;
	char **arguments; /* [narguments]: logs or folders of logs */
	int narguments;
	const char *expression, *program, *folder, *process;
	const char *graph; /* a function, or the number of an interval; NULL: no graph */
	bool check, intervals, sync; /* what to print instead of an answer */
} Question;

/* use_recordings: replace recordings in the arguments by their logs and their program. */
static void
use_recordings(Question *q, int n, char **arguments)
{
	for (int i = 0; i < n; i++) {
		char *name = arguments[i];

		if (file_is_directory(name) || !past_is_recording(name))
			continue;
		arguments[i] = recorded_logs(name); /* for the rest of the command */
		if (!q->program)
			q->program = recorded_program(name);
	}
}

/* parse_options: read the options, the names of the logs and the question. */
static void
parse_options(Question *q, int argc, char **argv)
{
	OptionReader r;
	int c, first;

	*q = (Question){.expression = ""};
	why_options_begin(&q->why);
	option_reader_init(&r, &flowback_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1) {
		if (why_option(&q->why, c, r.argument))
			continue;
		switch (c) {
		case OPT_VERIFY: q->check = true; break;
		case OPT_DEPENDENCES: q->graph = r.argument; break;
		case OPT_INTERVALS: q->intervals = true; break;
		case OPT_OPERATIONS: q->sync = true; break;
		case 'p': q->program = r.argument; break;
		case 'd': q->folder = r.argument; break;
		case OPT_PROCESS: q->process = r.argument; break;
		}
	}
	why_options_end(&q->why);
	first = option_first_argument(&r);
	q->arguments = argv + first;
	use_recordings(q, argc - first, argv + first);
	if (argc - first >= 2 && !logs_is_log(argv[argc - 1]))
		q->expression = argv[--argc];
	q->narguments = argc - first;
	if (q->narguments < 1)
		fatal("flowback: expected RECORDING or LOG... [EXPRESSION]; see 'trellis flowback "
			"--help'");
	if (strncmp(q->expression, "line ", 5) == 0
		|| strcmp(q->expression, "is this process waiting") == 0
		|| strcmp(q->expression, WHY_WAITS) == 0)
		fatal("flowback: '%s' needs a recording: ask 'trellis why'", q->expression);
}

/*
 * chosen_log: the index in l->log of the log of `process` (NODE.PROCESS), or of the only log if
 * `process` is NULL. A missing log is fatal.
 */
static uint32_t
chosen_log(const Logs *l, const char *process)
{
	unsigned node, number;
	int end = 0;

	if (!process && l->n == 1)
		return 0;
	if (!process)
		fatal("flowback: there are the logs of %u processes; choose one with --process, "
			"such as %u.%u", l->n, l->log[0]->log.place.node,
			l->log[0]->log.place.process);
	if (sscanf(process, "%u.%u%n", &node, &number, &end) != 2 || process[end])
		fatal("flowback: --process %s: expected NODE.PROCESS, as in the names of logs",
			process);
	for (uint32_t i = 0; i < l->n; i++)
		if (l->log[i]->log.place.node == node
			&& l->log[i]->log.place.process == number)
			return i;
	fatal("flowback: --process %s: no log of this process was given", process);
}

/*
 * ask_question: print the answer to the question about node n; if there is none, return false with
 * the reason in s->message.
 */
static bool
ask_question(Session *s, const Question *q, NodeId n)
{
	if (setjmp(s->escape) != 0)
		return false;
	session_select_process(s, n, 0);
	session_why(s, &q->why, q->expression);
	return true;
}

/* list_intervals: print the log intervals of a process. */
static void
list_intervals(Flowback *f, const Log *log)
{
	Buf out = {0};

	flowback_intervals(f, log, &out);
	fwrite(out.data, 1, out.len, stdout);
	buf_free(&out);
}

/*
 * find_interval: the number of the interval that the text names: by its number, or by a function,
 * whose last interval is meant; fatal if there is none.
 */
static uint32_t
find_interval(const Log *log, const ProgramInfo *program, const char *text)
{
	uint64_t n;

	if (number_parse(text, log->nblocks - 1, &n))
		return n;
	for (uint32_t i = log->nblocks; i-- > 0;) {
		const DebugFunction *f = program_function_at(program,
			log->blocks[i].entered.iptr - log_code_distance(&log->place, program));

		if (i > 0 && f && strcmp(f->name, text) == 0)
			return i;
	}
	fatal("flowback: --dependences %s: neither an interval (0 to %u) nor a function that was "
		"executed; --intervals lists them", text, log->nblocks - 1);
}

/* source_line: callback of the drawing: the text of a line of a source file. */
static const char *
source_line(void *session, const char *file, int line)
{
	return session_source_line(session, file, line);
}

/* draw_eblock: draw the graph of the e-block that the question names. */
static void
draw_eblock(Session *s, const Question *q, const Log *log, const ProgramInfo *program)
{
	CauseText t = {.line = source_line, .of = s};
	Buf out = {0};

	flowback_eblock_graph(s->flowback, log, find_interval(log, program, q->graph), &t, &out);
	fwrite(out.data, 1, out.len, stdout);
	buf_free(&out);
}

/*
 * check_logs: emulate all intervals of all logs, print their number, and close the programs; an
 * interval that does not end as its postlog says is fatal.
 */
static void
check_logs(const Logs *l)
{
	Emulator *e = emulator_new(l->processes[0].log->topology);
	uint64_t nintervals = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		log_check(l->processes[i].log, l->processes[i].program, e);
		nintervals += l->processes[i].log->nblocks;
	}
	emulator_free(e);
	printf("%" PRIu64 " intervals: each emulation ends as its postlog has it\n", nintervals);
	for (uint32_t i = 0; i < l->n; i++)
		if (logs_is_first_of_program(l, i))
			program_close(l->processes[i].program);
}

/* print_operations: print the operations of all logs, in the order of the run. */
static void
print_operations(const Logs *l)
{
	const Log **logs = xcalloc(l->n, sizeof *logs);
	Buf out = {0};

	for (uint32_t i = 0; i < l->n; i++)
		logs[i] = &l->log[i]->log;
	log_operations(logs, l->n, &out);
	fwrite(out.data, 1, out.len, stdout);
	buf_free(&out);
	free(logs);
}

/* answer_question: print the answer from the logs; returns false if there is none. */
static bool
answer_question(const Question *q, const Logs *l)
{
	uint32_t process = chosen_log(l, q->process);
	const Log *log = l->processes[process].log;
	Flowback *f = flowback_logged(l->processes, l->n);
	Past *past = past_new(flowback_network(f));
	Session *s = session_new(past, past);
	bool answered = true;
	uint64_t nintervals = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		nintervals += l->processes[i].log->nblocks;
		if (logs_is_first_of_program(l, i))
			target_add_program(s->target, l->processes[i].program);
	}
	flowback_set_target(f, s->target, process);
	s->flowback = f;
	if (q->folder) {
		s->folders = xrealloc(s->folders, (s->nfolders + 1) * sizeof *s->folders);
		s->folders[s->nfolders++] = xstrdup(q->folder);
	}
	if (q->intervals)
		list_intervals(f, log);
	else if (q->graph)
		draw_eblock(s, q, log, l->processes[process].program);
	else
		answered = ask_question(s, q, log->node);
	if (answered)
		fprintf(stderr, "%u of %" PRIu64 " intervals emulated\n",
			flowback_count_emulated(f), nintervals);
	else
		fprintf(stderr, "trellis: flowback: %s\n", s->message);
	past_free(past);
	session_free(s);
	return answered;
}

/* flowback_main: execute the command `flowback`; returns the exit status. */
static int
flowback_main(int argc, char **argv)
{
	Question q;
	Logs logs;
	bool answered = true;

	parse_options(&q, argc, argv);
	logs_read(&logs, q.arguments, q.narguments);
	if (q.sync) {
		print_operations(&logs);
	} else {
		logs_open_programs(&logs, q.program);
		if (q.check)
			check_logs(&logs);
		else
			answered = answer_question(&q, &logs);
	}
	logs_close(&logs);
	return answered ? 0 : EXIT_INPUT;
}

static const Option options[] = {
	{'n', "statements", "N", "show N statements (20)"},
	{OPT_DEPTH, "depth", "N", "at most N steps from the value back"},
	{OPT_ALL, "all", NULL, "show all executions, back to the run's beginning (10,000)"},
	{OPT_EACH, "each", NULL, "show each execution of a statement, not only the nearest"},
	{OPT_COPIES, "copies", NULL, "also show steps that only copy a value, and those of "
		"libraries"},
	{OPT_JSON, "json", NULL, "print JSON"},
	{OPT_DOT, "dot", NULL, "print a graph for DOT"},
	{OPT_HTML, "html", NULL, "print a page for a browser (of 200 statements)"},
	{OPT_INTERVALS, "intervals", NULL, "list the log: the prelog and postlog of each execution "
	"of a function"},
	{OPT_DEPENDENCES, "dependences", "FUNCTION",
		"print the dependence graph of the function's last execution, or of an interval by "
		"its number"},
	{OPT_OPERATIONS, "operations", NULL,
		"print the operations by which the processes synchronise, in the order of the run, "
		"for 'trellis races'"},
	{OPT_VERIFY, "verify", NULL,
		"emulate the whole log, and compare each end with its postlog"},
	{OPT_PROCESS, "process", "NODE.PROCESS",
		"if there are several logs: the process of the question"},
	{'p', "program", "FILE", "the program that ran (default: the file that the log names)"},
	{'d', "directory", "DIR", "look for sources below DIR, too"},
	{0},
};

static const Option gone_options[] = {
	{-1, "nodes", NULL, "--statements N shows N of them"},
	{-1, "graph", NULL, "--dependences FUNCTION prints it"},
	{-1, "sync", NULL, "--operations prints them"},
	{-1, "check", NULL, "--verify compares each end with its postlog"},
	{0},
};

const Command flowback_command = {
	"flowback",
	"show where a value comes from, using logs of processes without the machine",
	flowback_main,
	"trellis flowback [OPTION]... RECORDING|LOG... [EXPRESSION]",
	"Goes from a variable's value at the end of a run back to the statements, calls and inputs "
	"that determined it, as 'trellis why' does; only the executions of functions that the "
	"answer needs are emulated. The logs of a RECORDING's processes are made at the first "
	"question; each LOG was written by 'trellis export logs' or by the program itself, or is a "
	"directory of logs of one run.\n"
	"Without an expression: why the node has stopped.",
	{options},
	NULL,
	.gone_options = {gone_options},
};
