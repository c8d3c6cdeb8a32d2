/* why.c - `trellis why`: answers a question about a recorded run, from the command line. */
#include "command.h"
#include "why_asked.h"
#include "why_failed.h"
#include "why_good.h"

#include "base/number.h"
#include "base/option.h"
#include "base/system.h"
#include "detrek/debug/debug_main.h"
#include "detrek/debug/why_option.h"
#include "detrek/detrek.h"

#include <stdlib.h>
#include <string.h>

enum { OPT_KERNEL = WHY_OPTIONS_END, OPT_AGAINST, OPT_EXPECTED, OPT_TIME, OPT_PEERS };
/* For trials: the default time, and limits. */
enum { SECONDS = 30, MOST_SECONDS = 100000, MOST_JOBS = 1000 };

/* The options and arguments of the command line; strings are argv's. */
typedef struct Question {
	WhyOptions why;
	const char **programs;
	uint32_t nprograms;
	const char *kernel, *folder;
	const char *recording; /* the recording of the run */
	WhyQuestion asked;        /* the words of the question */
	/* of --against: another recording, a right value, or both; NULL: not given */
	const char *right_recording, *right_value;
	bool good;          /* --against good: the other run is found among the kept recordings */
	Debugged good_run;  /* the run that was found */
	Session *good_session; /* the session of good_run; NULL: none is open */
} Question;

/* ---- the command line ---- */

/* is_compared: true if the question compares two runs or values (--against). */
static bool
is_compared(const Question *q)
{
	return q->right_recording || q->right_value || q->good;
}

/* asks_about_waits: true if the question is about a process that waits. */
static bool
asks_about_waits(const WhyQuestion *a)
{
	return a->expression && strcmp(a->expression, WHY_WAITS) == 0;
}

/*
 * take_against: note a value of --against: a recording, if there is one of this name; the word for
 * a good run to be found; or a right value.
 */
static void
take_against(Question *q, const char *text)
{
	const char **to = past_is_recording(text) ? &q->right_recording : &q->right_value;

	if (strcmp(text, AGAINST_GOOD) == 0 && !past_is_recording(text)) {
		q->good = true;
		return;
	}
	if (*to)
		fatal("--against: '%s' and '%s': give one recording, one value, or one of each",
			*to, text);
	*to = text;
}

/* parse_arguments: take the recording and the question from the arguments; mistakes are fatal. */
static void
parse_arguments(Question *q, int argc, char **argv)
{
	int n = argc > 0 ? 1 + why_question_parse_words(&q->asked, argc - 1, argv + 1) : 0;
	const WhyQuestion *a = &q->asked;

	q->recording = argv[0];
	if (argc == 0 || n < argc || (!a->expression && !a->process
		&& (a->place || is_compared(q) || q->why.forward)))
		fatal("why: expected RECORDING [NODE[:PROCESS]] EXPRESSION [@PLACE], or RECORDING "
			"[NODE]; see 'trellis why --help'");
}

/* check_options: fatal if options contradict each other. */
static void
check_options(const Question *q)
{
	const WhyOptions *o = &q->why;
	const char *name = o->expected ? "--expected" : is_compared(q) ? "--against"
		: o->peers ? "--peers" : NULL;

	if (name && (o->forward || o->form == WHY_DOT || o->form == WHY_HTML))
		fatal("%s: --forward, --dot and --html are without it", name);
	if (q->good && q->right_recording)
		fatal("--against: '" AGAINST_GOOD "' and '%s': give one recording",
			q->right_recording);
	if (!!o->expected + is_compared(q) + o->peers > 1)
		fatal("--expected, --against and --peers are different questions");
	if (!o->expected && (o->seconds || o->jobs))
		fatal("--time and --jobs are for --expected");
}

/* parse_options: read the options and the arguments. */
static void
parse_options(Question *q, int argc, char **argv)
{
	OptionReader r;
	int c;

	*q = (Question){0};
	why_options_begin(&q->why);
	option_reader_init(&r, &why_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1) {
		if (why_option(&q->why, c, r.argument))
			continue;
		switch (c) {
		case 'p':
			q->programs = xrealloc(q->programs, (q->nprograms
				+ 1) * sizeof *q->programs);
			q->programs[q->nprograms++] = r.argument;
			break;
		case OPT_AGAINST: take_against(q, r.argument); break;
		case OPT_PEERS: q->why.peers = true; break;
		case OPT_EXPECTED: q->why.expected = r.argument; break;
		case OPT_TIME:
			q->why.seconds = number_option("time", r.argument, 1, MOST_SECONDS);
			break;
		case 'j': q->why.jobs = number_option("jobs", r.argument, 1, MOST_JOBS); break;
		case OPT_KERNEL: q->kernel = r.argument; break;
		case 'd': q->folder = r.argument; break;
		}
	}
	why_options_end(&q->why);
	check_options(q);
	parse_arguments(q, argc - option_first_argument(&r), argv + option_first_argument(&r));
}

/* ---- runs ---- */

/* open_programs: load the programs that the question names into the session. */
static void
open_programs(Session *s, const Question *q)
{
	for (uint32_t i = 0; i < q->nprograms; i++)
		target_add_program(s->target, program_open(q->programs[i], NULL));
	debugged_add_kernel(s, q->kernel);
	target_store_kernels(s->target);
	if (q->folder) {
		s->folders = xrealloc(s->folders, sizeof *s->folders);
		s->folders[s->nfolders++] = xstrdup(q->folder);
	}
}

/* open_run: open the recording `name`; returns a session with the question's programs. */
static Session *
open_run(Debugged *d, const char *name, const Question *q)
{
	Session *s = debugged_session(d, debugged_open(d, name));

	open_programs(s, q);
	return s;
}

/* ---- the question ---- */

/*
 * take_stopped_node: if the expression is a node's name, change the question to why this node has
 * stopped.
 */
static void
take_stopped_node(const Session *s, WhyQuestion *a)
{
	if (a->process || !a->expression
		|| topology_node(s->w->topology, a->expression) == NOWHERE)
		return;
	a->process = a->expression;
	a->expression = NULL;
}

/* find_answer: go to the place of the question, and find its answer; fails without one. */
static const Cause *
find_answer(Session *s, const WhyOptions *o, const WhyQuestion *a)
{
	WhyOptions asked = why_question_options(o, a);

	why_question_go_to_place(s, a);
	return session_find_answer(s, &asked, a->expression ? a->expression : "");
}

/*
 * find_right_answer: find the answer in the other run; a failure is reported in the session of the
 * question.
 */
static const Cause *
find_right_answer(Session *s, Session *right, const WhyOptions *o, const WhyQuestion *a)
{
	if (setjmp(right->escape) != 0)
		session_fail(s, "in RIGHT: %s", right->message);
	return find_answer(right, o, a);
}

/*
 * right_question: the question about the value with which --against compares; a question about
 * waits fails.
 */
static WhyQuestion
right_question(Session *s, const Question *q)
{
	WhyQuestion other = q->right_value ? why_question_parse_text(s, q->right_value, &q->asked)
		: q->asked;

	if (asks_about_waits(&q->asked) || asks_about_waits(&other))
		session_fail(s, "--against: values are compared, not waits");
	return other;
}

/*
 * ask_against: ask why a value differs from the right one; right: the session of the run with the
 * right value, which may be the same.
 */
static void
ask_against(Session *s, Session *right, const Question *q)
{
	WhyQuestion other = right_question(s, q);
	WhyOptions one = q->why;
	const Cause *first, *right_first;

	one.flowback.most = 1; /* more causes only where the runs differ */
	first = find_answer(s, &one, &q->asked);
	right_first = right == s ? find_answer(s, &one, &other)
		: find_right_answer(s, right, &one, &other);
	session_compare_causes(s, &q->why, first, right, right_first);
}

/* close_good: close the good run's session if one is open. */
static void
close_good(Question *q)
{
	if (!q->good_session)
		return;
	session_free(q->good_session);
	debugged_close(&q->good_run);
	q->good_session = NULL;
}

/*
 * open_good_answer: the answer of the open good run, if it has another value; NULL if it has none,
 * or the run has failed.
 */
static const Cause *
open_good_answer(const Question *q, const WhyQuestion *other, const WhyOptions *one,
	const Cause *first)
{
	Session *right = q->good_session;
	const Cause *found;

	if (setjmp(right->escape) != 0 || !has_ended_well(right))
		return NULL;
	found = find_answer(right, one, other);
	return strcmp(found->value, first->value) != 0 ? found : NULL;
}

/*
 * find_good: find the latest good run that has another value, and leave it open; fails if there is
 * none.
 */
static const Cause *
find_good(Session *s, Question *q, const WhyQuestion *other, const WhyOptions *one,
	const Cause *first)
{
	const Cause *right = NULL;
	const char *name;
	GoodRuns g;

	good_runs_begin(&g, s);
	while (!right && (name = good_runs_next(&g))) {
		close_good(q);
		q->good_session = open_run(&q->good_run, name, q);
		right = open_good_answer(q, other, one, first);
	}
	good_runs_end(&g);
	if (!right)
		session_fail(s,
			"--against " AGAINST_GOOD ": of the runs that are kept, none of the same "
			"command ended without a failure and has another value there; give a "
			"recording");
	fprintf(stderr, "trellis: why: RIGHT is %s, the latest run of this command that ended "
		"without a failure and has another value there\n",
		past_name(q->good_session->past));
	return right;
}

/*
 * ask_against_good: print the causes of the asked value against those of the same value in a good
 * run.
 */
static void
ask_against_good(Session *s, Question *q)
{
	WhyQuestion other = right_question(s, q);
	WhyOptions one = q->why;
	const Cause *first, *right_first;

	one.flowback.most = 1; /* as in ask_against */
	first = find_answer(s, &one, &q->asked);
	right_first = find_good(s, q, &other, &one, first);
	session_compare_causes(s, &q->why, first, q->good_session, right_first);
}

/* ask_expected: find a change with which the expression has the expected value (--expected). */
static void
ask_expected(Session *s, WhyOptions *o, const WhyQuestion *a)
{
	if (!a->expression || asks_about_waits(a))
		session_fail(s, "--expected: a value is expected of an expression, or of a part of "
			"the output");
	if (!o->seconds)
		o->seconds = SECONDS;
	if (!o->jobs)
		o->jobs = host_processors();
	session_show_replacements(s, o, a->expression);
}

/*
 * ask_question: print the answer to a question, with what --against or --expected asks; right: the
 * session of the run with the right value, which may be the same.
 */
static void
ask_question(Session *s, Session *right, Question *q)
{
	const WhyQuestion *a = &q->asked;
	WhyOptions o;

	if (!a->process && !a->expression) {
		why_failed(s, &q->why);
		return;
	}
	take_stopped_node(s, &q->asked);
	if (q->good)
		ask_against_good(s, q);
	else if (is_compared(q))
		ask_against(s, right, q);
	if (is_compared(q))
		return;
	why_question_go_to_place(s, a);
	o = why_question_options(&q->why, a);
	if (o.expected)
		ask_expected(s, &o, a);
	else if (!o.forward)
		session_why(s, &o, a->expression ? a->expression : "");
	else if (a->expression && a->place)
		session_reach(s, &o, a->expression);
	else
		session_fail(s, "--forward: an expression and a place are needed, such as 'total "
			"@20ms'");
}

/*
 * try_question: ask a question in a session; false if it has no answer, which s->message explains.
 */
static bool
try_question(Session *s, Session *right, Question *q)
{
	if (setjmp(s->escape) != 0)
		return false;
	ask_question(s, right, q);
	return true;
}

/* why_main: execute the command `why`; returns the exit status. */
static int
why_main(int argc, char **argv)
{
	Question q;
	Debugged d = {0}, other = {0};
	Session *s, *right;
	bool answered;

	parse_options(&q, argc, argv);
	s = open_run(&d, q.recording, &q);
	right = q.right_recording ? open_run(&other, q.right_recording, &q) : s;
	answered = try_question(s, right, &q);
	if (!answered)
		fprintf(stderr, "trellis: why: %s\n", s->message);
	close_good(&q);
	if (right != s) {
		session_free(right);
		debugged_close(&other);
	}
	session_free(s);
	debugged_close(&d);
	free(q.programs);
	return answered ? 0 : EXIT_INPUT;
}

static const Option options[] = {
	{'n', "statements", "N", "show N statements (20)"},
	{OPT_DEPTH, "depth", "N", "at most N steps from the value back"},
	{OPT_ALL, "all", NULL, "show all executions, back to the run's beginning (10,000)"},
	{OPT_ACTUAL, "actual", NULL, "show only executed causes, not skipped ones"},
	{OPT_EACH, "each", NULL, "show each execution of a statement, not only the nearest"},
	{OPT_COPIES, "copies", NULL,
		"also statements that only pass a value on, and those of libraries and the kernel"},
	{OPT_FORWARD, "forward", NULL,
		"show what was computed from the value after the place, up to the run's output"},
	{OPT_AGAINST, "against", "RIGHT",
		"compare with a right value, in a recording or in the same run, such as @3,4 for "
		"another pixel: where do the two begin to differ? good: take the latest kept run "
		"of the same command that ended without a failure"},
	{OPT_PEERS, "peers", NULL,
		"compare with other values that the same statement has written: which statements "
		"differ?"},
	{OPT_EXPECTED, "expected", "VALUE",
		"the right value: which statements would have given it, with another value, a "
		"condition decided otherwise or another operation?"},
	{OPT_TIME, "time", "SECONDS", "--expected: try changes for this time (30)"},
	{'j', "jobs", "N", "--expected: in N processes at a time (one for each processor)"},
	{OPT_JSON, "json", NULL, "print JSON"},
	{OPT_DOT, "dot", NULL, "print a graph for DOT"},
	{OPT_HTML, "html", NULL, "print a page for a browser (of 200 statements)"},
	{'p', "program", "FILE",
		"a program that runs on the nodes (a recording has its own); may be repeated"},
	{OPT_KERNEL, "kernel-file", "FILE",
		"the nodes' kernel (default: the one that came with trellis)"},
	{'d', "directory", "DIR", "look for sources below DIR, too"},
	{0},
};

static const Option gone_options[] = {
	{-1, "nodes", NULL, "--statements N shows N of them"},
	{0},
};

const Command why_command = {
	"why",
	"show where a value comes from, using a recorded run",
	why_main,
	"trellis why [OPTION]... RECORDING [NODE[:PROCESS]] EXPRESSION [@PLACE]\n"
	"trellis why [OPTION]... RECORDING [NODE]",
	"Goes from a variable's value back to the statements, calls, messages and inputs that "
	"determined it, and to the conditions under which these were executed.\n"
	"EXPRESSION is C, or a part of what the run has written: stdout~TEXT, stdout:LINE:COLUMN, "
	"stdout:N, a byte, or stdout@X,Y, a pixel.\n"
	"Without an expression: why a node, given by number or name, has set Error or stopped; "
	"without a node: why the run failed, from its first Error, stopped node, deadlock or "
	"printed 'error' on.\n"
	"EXPRESSION 'waits': for which process the process waits, and for which that process waits "
	"in turn: the holder of the object and where it was taken, the thread that would send or "
	"signal, and the jump by which a thread skipped this; without a node: for a waiting "
	"process of any node.\n"
	"With --forward: the statements, messages and output that the value has reached since "
	"PLACE. Values are followed; uses as an address and in conditions are shown.\n"
	"PLACE is a time (20ms), a number of instructions that the node has executed, beginning or "
	"end (the default).",
	{options},
	NULL,
	.gone_options = {gone_options},
};
