/* why.c - `trellis why`: answers a question about a recorded run, from the command line. */
#include "command.h"
#include "why_failed.h"

#include "base/option.h"
#include "detrek/debug/debug_main.h"
#include "detrek/debug/why_option.h"
#include "detrek/detrek.h"

#include <stdlib.h>
#include <string.h>

enum { OPT_KERNEL = WHY_OPTIONS, OPT_AGAINST };

/* The options and arguments of the command line; strings are argv's. */
typedef struct Question {
	WhyOptions why;
	const char **programs;
	uint32_t nprograms;
	const char *kernel, *folder;
	const char *against; /* NULL: no other recording to compare with */
	/* process, place: NULL if not given */
	const char *recording, *process, *expression, *place;
} Question;

/* ---- the command line ---- */

/* is_process: the text has the form NODE, NODE:PROCESS or NODE.PROCESS. */
static bool
is_process(const char *text)
{
	size_t n = strspn(text, "0123456789");

	if (n > 0 && (text[n] == ':' || text[n] == '.'))
		n += 1 + strspn(text + n + 1, "0123456789");
	return n > 0 && text[n] == '\0';
}

static void
parse_arguments(Question *q, int argc, char **argv)
{
	int i = 0;

	if (argc > 0)
		q->recording = argv[i++];
	if (argc - i > 0 && is_process(argv[i]))
		q->process = argv[i++];
	if (i < argc && argv[i][0] != '@')
		q->expression = argv[i++];
	if (i < argc && argv[i][0] == '@')
		q->place = argv[i++] + 1;
	if (!q->recording || i < argc || (!q->expression && !q->process
		&& (q->place || q->against || q->why.forward)))
		fatal("why: expected RECORDING [NODE[:PROCESS]] EXPRESSION [@PLACE], or RECORDING "
			"[NODE]; see 'trellis why --help'");
}

static void
parse_options(Question *q, int argc, char **argv)
{
	OptionReader r;
	int c;

	*q = (Question){0};
	why_options_begin(&q->why);
	option_reader(&r, &why_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1) {
		if (why_option(&q->why, c, r.argument))
			continue;
		switch (c) {
		case 'p':
			q->programs = xrealloc(q->programs, (q->nprograms
				+ 1) * sizeof *q->programs);
			q->programs[q->nprograms++] = r.argument;
			break;
		case OPT_AGAINST: q->against = r.argument; break;
		case OPT_KERNEL: q->kernel = r.argument; break;
		case 'd': q->folder = r.argument; break;
		}
	}
	why_options_end(&q->why);
	if (q->against && (q->why.forward || q->why.form == WHY_DOT || q->why.form == WHY_HTML))
		fatal("--against: --forward, --dot and --html are without it");
	parse_arguments(q, argc - option_end(&r), argv + option_end(&r));
}

/* ---- the question ---- */

/* place_of: parse a time, "beginning", or a number of instructions executed by the node. */
static Place
place_of(Session *s, const char *text)
{
	uint64_t n;

	if (strcmp(text, "beginning") == 0)
		return place_at(past_beginning(s->past));
	if (number_parse(text, NEVER - 1, &n))
		return place_before(s->node, n);
	if (time_parse(text, &n))
		return place_at(n);
	session_fail(s,
		"'%s' is not a place: a time such as 20ms, a number of instructions, beginning or "
		"end",
		text);
}

/* go_process: choose the node, the process and the place of the question. */
static void
go_process(Session *s, const Question *q)
{
	uint32_t number = 0;
	NodeId n = 0;
	char *process = q->process ? arena_strndup(&s->arena, q->process, strlen(q->process))
		: NULL;

	if (process && strchr(process, ':'))
		*strchr(process, ':') = '.';
	if (process && strchr(process, '.'))
		session_parse_process(s, process, &n, &number);
	else if (process)
		n = session_parse_node(s, process);
	s->node = n;
	if (q->place && strcmp(q->place, "end") != 0 && !session_goto(s, place_of(s, q->place)))
		session_fail(s, "the run has no place '%s'", q->place);
	session_choose(s, n, number);
}

/* go_right_place: the same in the run to compare with; fails in the session of the other one. */
static void
go_right_place(Session *s, Session *right, const Question *q)
{
	if (setjmp(right->escape) != 0)
		session_fail(s, "in RIGHT: %s", right->message);
	go_process(right, q);
}

/* take_node: an expression that is a node's name asks why the node has stopped. */
static void
take_node(const Session *s, Question *q)
{
	if (q->process || !q->expression
		|| topology_node(s->w->topology, q->expression) == NOWHERE)
		return;
	q->process = q->expression;
	q->expression = NULL;
}

static void
ask_question(Session *s, Question *q)
{
	if (!q->process && !q->expression) {
		why_failed(s, &q->why);
		return;
	}
	take_node(s, q);
	go_process(s, q);
	if (q->why.right)
		go_right_place(s, q->why.right, q);
	q->why.ended = !q->place;
	q->why.any = !q->process || !strpbrk(q->process, ":.");
	q->why.anywhere = !q->process;
	if (!q->why.forward)
		session_why(s, &q->why, q->expression ? q->expression : "");
	else if (q->expression && q->place)
		session_reach(s, &q->why, q->expression);
	else
		session_fail(s, "--forward: an expression and a place are needed, such as 'total "
			"@20ms'");
}

/*
 * put_question: pass the question to a session; false if it has no answer; s->message explains it.
 */
static bool
put_question(Session *s, Question *q)
{
	if (setjmp(s->escape) != 0)
		return false;
	ask_question(s, q);
	return true;
}

static void
open_programs(Session *s, const Question *q)
{
	for (uint32_t i = 0; i < q->nprograms; i++)
		target_program(s->target, program_open(q->programs[i], NULL));
	debugged_kernel(s, q->kernel);
	target_learn(s->target);
	if (q->folder) {
		s->folders = xrealloc(s->folders, sizeof *s->folders);
		s->folders[s->nfolders++] = xstrdup(q->folder);
	}
}

static Session *
open_run(Debugged *d, const char *name, const Question *q)
{
	Session *s = debugged_session(d, debugged_open(d, name));

	open_programs(s, q);
	return s;
}

static int
why_main(int argc, char **argv)
{
	Question q;
	Debugged d = {0}, right = {0};
	Session *s;
	bool answered;

	parse_options(&q, argc, argv);
	s = open_run(&d, q.recording, &q);
	if (q.against)
		q.why.right = open_run(&right, q.against, &q);
	answered = put_question(s, &q);
	if (!answered)
		fprintf(stderr, "trellis: why: %s\n", s->message);
	if (q.why.right) {
		session_free(q.why.right);
		debugged_close(&right);
	}
	session_free(s);
	debugged_close(&d);
	free(q.programs);
	return answered ? 0 : EXIT_INPUT;
}

static const Option options[] = {
	{'n', "nodes", "N", "show N statements (20)"},
	{OPT_DEPTH, "depth", "N", "at most N steps from the value back"},
	{OPT_ALL, "all", NULL, "show all, as far as the run's beginning (10,000)"},
	{OPT_ACTUAL, "actual", NULL, "only what happened, not what was skipped"},
	{OPT_EACH, "each", NULL, "show each execution of a statement, not only the nearest"},
	{OPT_COPIES, "copies", NULL,
		"also statements that only pass a value on, and those of libraries and the kernel"},
	{OPT_FORWARD, "forward", NULL,
		"what was made of the value after the place, up to the run's output"},
	{OPT_AGAINST, "against", "RIGHT",
		"compare with a recording of a run that was right: where do the runs begin to "
		"differ?"},
	{OPT_JSON, "json", NULL, "print JSON"},
	{OPT_DOT, "dot", NULL, "print a graph for DOT"},
	{OPT_HTML, "html", NULL, "print a page for a browser (of 200 statements)"},
	{'p', "program", "FILE",
		"a program that runs on the nodes (a recording has its own); may be repeated"},
	{OPT_KERNEL, "kernel", "FILE",
		"the nodes' kernel (default: the one that came with trellis)"},
	{'d', "directory", "DIR", "look for sources below DIR, too"},
	{0},
};

const Command why_command = {
	"why",
	"where a value comes from: flowback in a recorded run",
	why_main,
	"trellis why [OPTION]... RECORDING [NODE[:PROCESS]] EXPRESSION [@PLACE]\n"
	"trellis why [OPTION]... RECORDING [NODE]",
	"Goes from a variable's value back to the statements, calls, messages and inputs that made "
	"it what it is, "
	"and to the conditions that decided that they were executed.\n"
	"EXPRESSION is C, or a part of what the run has written: stdout~TEXT, stdout:LINE:COLUMN, "
	"stdout:N, a byte, or stdout@X,Y, a pixel.\n"
	"Without an expression: why a node, given by number or name, has set Error or stopped; "
	"without a node: why the run failed, from its first Error, stopped node, deadlock or "
	"printed 'error' on.\n"
	"EXPRESSION 'waits': for whom the process waits, and that one in turn: who holds what it "
	"waits for and where that was taken, who would send or signal, and the jump by which a "
	"thread has passed by that; without a node: a process of any node.\n"
	"With --forward: the statements, messages and output that the value has reached since "
	"PLACE. Values are followed; uses as an address and in conditions are shown.\n"
	"PLACE is a time (20ms), a number of instructions that the node has executed, beginning or "
	"end (the default).",
	{options},
	NULL,
};
