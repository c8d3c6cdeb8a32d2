/*
 * flowback_main.c - `trellis flowback`: answers a question about a run from the log of its process,
 * with the machine off.
 */
#include "debug_main.h"
#include "why_option.h"

#include "base/option.h"
#include "detrek/detrek.h"
#include "detrek/logs/logs.h"

#include <stdlib.h>
#include <string.h>

enum { OPT_CHECK = WHY_OPTIONS, OPT_INTERVALS, OPT_GRAPH };

/* The options and arguments of the command line; strings are argv's. */
typedef struct Question {
	WhyOptions why;
	const char *log, *expression, *program, *folder;
	const char *graph; /* a function, or the number of an interval; NULL: not asked for */
	bool check, intervals;
} Question;

static void
parse(Question *q, int argc, char **argv)
{
	OptionReader r;
	int c, first;

	*q = (Question){.expression = ""};
	why_options_begin(&q->why);
	option_reader(&r, &flowback_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1) {
		if (why_option(&q->why, c, r.argument))
			continue;
		switch (c) {
		case OPT_CHECK: q->check = true; break;
		case OPT_GRAPH: q->graph = r.argument; break;
		case OPT_INTERVALS: q->intervals = true; break;
		case 'p': q->program = r.argument; break;
		case 'd': q->folder = r.argument; break;
		}
	}
	why_options_end(&q->why);
	first = option_end(&r);
	if (argc - first < 1 || argc - first > 2)
		fatal("flowback: expected LOG [EXPRESSION]; see 'trellis flowback --help'");
	q->log = argv[first];
	if (argc - first == 2)
		q->expression = argv[first + 1];
	if (strncmp(q->expression, "line ", 5) == 0
		|| strcmp(q->expression, "is this process waiting") == 0)
		fatal("flowback: '%s' needs a recording: ask 'trellis why'", q->expression);
}

/* open_program: the program that was logged, by the hash of its file. */
static ProgramInfo *
open_program(const Log *log, const char *given)
{
	const char *file = given ? given : log->program;
	Buf bytes = file_read(file, IMAGE_MAX_FILE);
	bool same = log_hash(bytes.data, bytes.len) == log->image;

	buf_free(&bytes);
	if (!same)
		fatal("%s is of another build than the program of the log; give the one that ran "
			"with --program", file);
	return program_open(file, NULL);
}

/* ask: print the answer; false if there is none, and s->message says why. */
static bool
ask(Session *s, const Question *q, NodeId n)
{
	if (setjmp(s->escape) != 0)
		return false;
	session_choose(s, n, 0);
	session_why(s, &q->why, q->expression);
	return true;
}

static void
list(Flowback *f, const Log *log)
{
	Buf out = {0};

	flowback_intervals(f, log, &out);
	fwrite(out.data, 1, out.len, stdout);
	buf_free(&out);
}

/* interval_of: an interval by its number, or the last one of a function. */
static uint32_t
interval_of(const Log *log, const ProgramInfo *program, const char *text)
{
	uint64_t n;

	if (number_parse(text, log->nblocks - 1, &n))
		return n;
	for (uint32_t i = log->nblocks; i-- > 0;) {
		const DebugFunction *f = program_function_at(program, log->blocks[i].entered.iptr);

		if (i > 0 && f && strcmp(f->name, text) == 0)
			return i;
	}
	fatal("flowback: --graph %s: neither an interval (0 to %u) nor a function that was "
		"executed; --intervals lists them", text, log->nblocks - 1);
}

static const char *
source_line(void *session, const char *file, int line)
{
	return session_line(session, file, line);
}

static void
draw(Session *s, const Question *q, const Log *log, const ProgramInfo *program)
{
	CauseText t = {.line = source_line, .of = s};
	Buf out = {0};

	flowback_eblock(s->flowback, log, interval_of(log, program, q->graph), &t, &out);
	fwrite(out.data, 1, out.len, stdout);
	buf_free(&out);
}

/* check: true, or the log does not belong to the program, which is fatal. */
static bool
check(const Log *log, ProgramInfo *program)
{
	Emulator *e = emulator_new(log, program);

	log_check(log, e);
	emulator_free(e);
	printf("%u intervals: each emulation ends as its postlog has it\n", log->nblocks);
	program_close(program);
	return true;
}

static bool
answer(const Question *q, const Log *log, ProgramInfo *program)
{
	Flowback *f = flowback_logged(log, program);
	Past *past = past_new(flowback_network(f));
	Session *s = session_new(past, past);
	bool answered = true;

	target_program(s->target, program);
	flowback_target(f, s->target);
	s->flowback = f;
	if (q->folder) {
		s->folders = xrealloc(s->folders, (s->nfolders + 1) * sizeof *s->folders);
		s->folders[s->nfolders++] = xstrdup(q->folder);
	}
	if (q->intervals)
		list(f, log);
	else if (q->graph)
		draw(s, q, log, program);
	else
		answered = ask(s, q, log->node);
	if (answered)
		fprintf(stderr, "%u of %u intervals emulated\n", flowback_emulated(f),
			log->nblocks);
	else
		fprintf(stderr, "trellis: flowback: %s\n", s->message);
	past_free(past);
	session_free(s);
	return answered;
}

static int
flowback_main(int argc, char **argv)
{
	Question q;
	Log log;
	Buf bytes;
	ProgramInfo *program;
	bool answered;

	parse(&q, argc, argv);
	bytes = file_read(q.log, LOG_MAX_FILE);
	log_read(&log, q.log, bytes.data, bytes.len);
	program = open_program(&log, q.program);
	answered = q.check ? check(&log, program) : answer(&q, &log, program);
	log_free(&log);
	buf_free(&bytes);
	return answered ? 0 : EXIT_INPUT;
}

static const Option options[] = {
	{'n', "nodes", "N", "show N statements (20)"},
	{OPT_DEPTH, "depth", "N", "at most N steps from the value back"},
	{OPT_ALL, "all", NULL, "show all, as far as the run's beginning"},
	{OPT_COPIES, "copies", NULL, "also what only passes a value on, and what libraries do"},
	{OPT_JSON, "json", NULL, "print JSON"},
	{OPT_DOT, "dot", NULL, "print a graph for DOT"},
	{OPT_HTML, "html", NULL, "print a page for a browser (of 200 statements)"},
	{OPT_INTERVALS, "intervals", NULL, "list the log: the prelog and postlog of each execution "
	"of a function"},
	{OPT_GRAPH, "graph", "FUNCTION",
		"the dependence graph of its last execution, or of an interval by its number"},
	{OPT_CHECK, "check", NULL, "emulate the whole log, and compare each end with its postlog"},
	{'p', "program", "FILE", "the program that ran (default: the file that the log names)"},
	{'d', "directory", "DIR", "look for sources below DIR, too"},
	{0},
};

const Command flowback_command = {
	"flowback",
	"where a value comes from: flowback from a log, with the machine off",
	flowback_main,
	"trellis flowback [OPTION]... LOG [EXPRESSION]",
	"Goes from a variable's value at the end of a run back to the statements, calls and inputs "
	"that made it what it is, as 'trellis why' does. LOG was written by 'trellis boot --log'; "
	"only the executions of functions that the answer needs are emulated.\n"
	"Without an expression: why the node has stopped.",
	{options},
	NULL,
};
