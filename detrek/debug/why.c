/* why.c - `why` explains where a value comes from; `reach` shows what was computed from it. */
#include "commands.h"
#include "output_part.h"
#include "why_peers.h"

#include "base/number.h"
#include "detrek/detrek.h"
#include "detrek/flowback/against.h"
#include "detrek/flowback/spectrum.h"

#include <stdlib.h>
#include <string.h>

/* causes that are shown by default: of a value, and of a wait */
enum { SHOWN = 20, SHOWN_WAIT = 10 };

#define LETTERS "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

/* ---- the question ---- */

/* memory_object: the object in memory that an expression denotes; fails if there is none. */
static Value
memory_object(Session *s, const char *expression)
{
	Value v = session_object(s, expression);
	Word nbytes = type_plain(v.type)->size;

	if (!v.object)
		session_fail(s,
			"'%s' is not in memory; ask for a variable, or for memory by an address: "
			"*(int *)0x80001000",
			expression);
	if (nbytes == 0 || type_plain(v.type)->kind == TYPE_FUNCTION)
		session_fail(s, "'%s' has no value", expression);
	return v;
}

/*
 * executed_count: the number of instructions that the selected node has executed until now; NEVER
 * if that is all instructions of the run.
 */
static uint64_t
executed_count(const Session *s)
{
	return past_is_present(s->past) ? NEVER : t800_count(s->w->nodes[s->node]);
}

/* ---- the answer ---- */

/*
 * source_line: the text of a line of a source file; NULL if it is not found; a callback of
 * CauseText.
 */
static const char *
source_line(void *session, const char *file, int line)
{
	return session_source_line(session, file, line);
}

/* node_number: the number by which the kernel of node n knows it; a callback of CauseText. */
static uint32_t
node_number(void *session, NodeId n)
{
	Session *s = session;

	return target_number(s->target, n);
}

CauseText
session_cause_text(Session *s, const WhyOptions *o)
{
	return (CauseText){source_line, node_number, s, o->most, o->flowback.each, o->forward,
		o->own, past_name(s->past)};
}

/* show_causes: print the causes of the first node in the format that the options ask for. */
static void
show_causes(Session *s, const WhyOptions *o, const Flowback *f, const Cause *first)
{
	CauseText t = session_cause_text(s, o);
	const CauseGraph *g = flowback_graph(f);
	Buf out = {0};

	switch (o->form) {
	case WHY_TEXT: causes_text(g, first, &t, &out); break;
	case WHY_DOT: causes_dot(g, first, &t, &out); break;
	case WHY_JSON: causes_json(g, first, &t); break;
	case WHY_HTML: causes_html(g, first, &t, &out); break;
	}
	fwrite(out.data, 1, out.len, s->out);
	buf_free(&out);
	if (o->all && flowback_has_left_out(f))
		warning("the %u executions nearest to the value are shown; for N of them, give -n "
			"N with --all", o->most);
}

/* ---- the questions ---- */

/* warn_of_occurrences: tell the user that the text is in the output several times. */
static void
warn_of_occurrences(const OutputPart *p, uint32_t times)
{
	if (times > 1 && p->nth == 0)
		warning("\"%s\" is in the output %u times; this is the first, and \"%s\"#2 the "
			"second", p->text, times, p->text);
}

/*
 * explain_part: find the cause of a part of the output; returns NULL and says why if there is none.
 */
static const Cause *
explain_part(Session *s, const WhyOptions *o, const OutputPart *p, char why[FLOWBACK_WHY])
{
	const Cause *first;
	uint32_t times = 0;

	switch (p->kind) {
	case PART_PIXEL: return flowback_pixel(s->flowback, &o->flowback, p->x, p->y, why);
	case PART_BYTE: return flowback_output(s->flowback, &o->flowback, p->offset, 1, why);
	case PART_COLUMN:
		return flowback_column(s->flowback, &o->flowback, p->line, p->column, why);
	default: break;
	}
	first = flowback_text(s->flowback, &o->flowback, p->text, p->nth ? p->nth : 1, &times, why);
	warn_of_occurrences(p, times);
	return first;
}

/*
 * explain_stop: find what stopped the session's node or set its Error; NULL, with why, if nothing
 * did.
 */
static const Cause *
explain_stop(Session *s, const WhyOptions *o, char why[FLOWBACK_WHY])
{
	snprintf(why, FLOWBACK_WHY,
		"node %s has neither set Error nor stopped by an instruction; ask for an "
		"expression", TARGET_NODE(s->target, s->node));
	return flowback_stop(s->flowback, &o->flowback, s->node);
}

/* has_value: true if the expression has a value here. */
static bool
has_value(Session *s, const char *expression)
{
	char error[EXPR_ERROR];
	Value v;

	return session_find(s, expression, &v, error);
}

void
session_go_to_last_existence(Session *s, const char *expression)
{
	const char *name = expression + strcspn(expression, LETTERS);
	NodeId node = s->node;
	uint64_t count;

	name = arena_strndup(&s->arena, name, strspn(name, LETTERS DIGITS));
	if (!s->flowback)
		s->flowback = flowback_new(s->past, s->target);
	count = *name ? flowback_last_scope(s->flowback, node, name) : NEVER;
	if (count == NEVER || !session_goto(s, place_before(node, count)))
		return;
	session_select_process(s, node, 0);
	fprintf(stderr, "trellis: why: '%s' is gone at the end; this is of the last place at which "
		"it existed, %s\n", name, TIME_STRING(session_time(s)));
}

/*
 * explain_object: find the cause of the value of an expression; NULL, with why, if there is none.
 */
static const Cause *
explain_object(Session *s, const WhyOptions *o, const char *expression, char why[FLOWBACK_WHY])
{
	Value v;

	if (o->ended && !has_value(s, expression))
		session_go_to_last_existence(s, expression);
	v = memory_object(s, expression);
	snprintf(why, FLOWBACK_WHY, "no memory at 0x%x", v.addr);
	return flowback_why(s->flowback, &o->flowback, s->node, executed_count(s), v.addr,
		type_plain(v.type)->size);
}

/* ---- is this process waiting; line N was reached ---- */

/*
 * explain_waiting: find what the session's process waits for; NULL, with why, if it does not wait.
 */
static const Cause *
explain_waiting(Session *s, const WhyOptions *o, char why[FLOWBACK_WHY])
{
	const Thread *t = session_thread(s);
	const Cause *first;
	Buf note = {0};

	snprintf(why, FLOWBACK_WHY, "the process does not wait: it %s", thread_state(t->state));
	if (!t->has_place || t->state <= THREAD_READY)
		return NULL;
	snprintf(why, FLOWBACK_WHY, "it is not known where the process began to wait");
	target_put_state(s->target, t, &note);
	first = flowback_wait(s->flowback, &o->flowback, s->node, executed_count(s),
		flowback_wait_word(s->target, t, !o->flowback.copies), (char *)note.data);
	buf_free(&note);
	return first;
}

/*
 * explain_waits: explain for which threads the chosen process (or any process) waits, and for which
 * threads these wait in turn.
 */
static const Cause *
explain_waits(Session *s, const WhyOptions *o, char why[FLOWBACK_WHY])
{
	bool closed = past_is_present(s->past) && past_run_end(s->past) == RUN_QUIET;

	if (!target_kernel(s->target) || !target_layout(s->target)->known)
		session_fail(s, "waits: the kernel's debugging information is not known");
	return flowback_waits(s->flowback, &o->flowback, o->anywhere ? NOWHERE : s->node, o->any
		? 0 : s->number, closed, why);
}

/* print_waiting: print the other threads that wait for ever. */
static void
print_waiting(Session *s, const WhyOptions *o)
{
	const char *others = flowback_other_waits(s->flowback);

	if (others && o->form == WHY_TEXT)
		fprintf(s->out, "also wait for ever: %s\n", others);
}

/*
 * go_last_at_point: go to the last execution, on the selected node, of an instruction at the place;
 * false if there is none.
 */
static bool
go_last_at_point(Session *s, const Point *place, Place *found)
{
	Point *p = point_new(s, POINT_CODE, "");
	uint32_t number = p->number;
	bool *enabled = arena_alloc(&s->arena, s->npoints, sizeof *enabled), there;

	memcpy(p->places, place->places, sizeof p->places);
	p->nplaces = place->nplaces;
	p->node = s->node;
	for (uint32_t i = 0; i < s->npoints; i++) {
		enabled[i] = s->points[i]->enabled;
		s->points[i]->enabled = s->points[i] == p;
	}
	session_go(s, &(Step){STEP_NONE}, true, NEVER);
	there = s->event.reason == REASON_POINT && s->event.point == number;
	*found = past_place(s->past);
	for (uint32_t i = 0; i < s->npoints; i++)
		s->points[i]->enabled = enabled[i];
	point_delete(s, p);
	s->last_point--;
	return there;
}

/*
 * explain_line: explain why a line was last reached before here; the text names the line, or
 * another place, as for `break`. NULL, with why, if it was not reached.
 */
static const Cause *
explain_line(Session *s, const WhyOptions *o, const char *line, char why[FLOWBACK_WHY])
{
	Point place = {.kind = POINT_CODE};
	Event event = s->event;
	NodeId node = s->node;
	uint32_t number = s->number;
	Place found;
	bool there;

	point_locate(s, line, &place);
	there = go_last_at_point(s, &place, &found);
	s->event = event;
	session_select_process(s, node, number);
	snprintf(why, FLOWBACK_WHY, "line %s was not reached on node %s before this place", line,
		TARGET_NODE(s->target, node));
	return there ? flowback_reached(s->flowback, &o->flowback, node, found.count) : NULL;
}

/*
 * parse_line_question: the place in `line N`, perhaps followed by `was reached`; NULL: it is
 * another question.
 */
static const char *
parse_line_question(Session *s, const char *text)
{
	static const char reached[] = " was reached";
	size_t n = strlen(text), end = sizeof reached - 1;

	if (strncmp(text, "line ", 5) != 0)
		return NULL;
	if (n > end && strcmp(text + n - end, reached) == 0)
		n -= end;
	return n > 5 ? arena_strndup(&s->arena, text + 5, n - 5) : NULL;
}

/*
 * find_answer: find the first node of the answer to a question; NULL if there is none, for the
 * reason in why.
 */
static const Cause *
find_answer(Session *s, const WhyOptions *o, const char *expression, char why[FLOWBACK_WHY])
{
	const char *line = parse_line_question(s, expression);
	OutputPart part;

	if (!s->flowback)
		s->flowback = flowback_new(s->past, s->target);
	if (!*expression)
		return explain_stop(s, o, why);
	if (strcmp(expression, "is this process waiting") == 0)
		return explain_waiting(s, o, why);
	if (strcmp(expression, WHY_WAITS) == 0)
		return explain_waits(s, o, why);
	if (line)
		return explain_line(s, o, line, why);
	if (output_part_parse(s, expression, &part))
		return explain_part(s, o, &part, why);
	return explain_object(s, o, expression, why);
}

const Cause *
session_find_answer(Session *s, const WhyOptions *o, const char *expression)
{
	Spot from = session_spot(s);
	char why[FLOWBACK_WHY];
	const Cause *first = find_answer(s, o, expression, why);

	session_return(s, &from);
	if (!first)
		session_fail(s, "%s", why);
	return first;
}

/* ---- against a value that was right ---- */

void
session_compare_causes(Session *s, const WhyOptions *o, const Cause *first, Session *right,
	const Cause *right_first)
{
	CauseText t = {source_line, node_number, s, o->most, true, false, false};
	CauseText right_t = {source_line, node_number, right, o->most, true, false, false};
	AgainstResult x;
	Buf out = {0};

	against_compare(&x, &o->flowback, s->flowback, first, &t, right->flowback, right_first,
		&right_t);
	if (o->form == WHY_JSON)
		against_json(&x, &t, &right_t);
	else
		against_text(&x, &t, &right_t, &out);
	fwrite(out.data, 1, out.len, s->out);
	buf_free(&out);
	against_free(&x);
}

/* ---- against its peers ---- */

/*
 * fail_without_peers: free data and causes, then fail: the same statement has given no other value
 * (peer) to compare with.
 */
static _Noreturn void
fail_without_peers(Session *s, json_t *data, Buf *causes)
{
	json_decref(data);
	buf_free(causes);
	session_fail(s, "--peers: the same statement has written no other output, and no other "
		"element of an array");
}

/*
 * show_peers: print the answer, and then its comparison with those for other values of the same
 * statement (peers), for which the graph grows.
 */
static void
show_peers(Session *s, const WhyOptions *o, const char *expression, const Cause *first)
{
	CauseText t = session_cause_text(s, o);
	Buf causes = {0}, out = {0};
	json_t *data = NULL;
	Spectrum x;

	if (o->form == WHY_JSON)
		data = causes_data(flowback_graph(s->flowback), first, &t);
	else
		causes_text(flowback_graph(s->flowback), first, &t, &causes);
	session_spectrum(s, o, expression, first, &x);
	if (x.npeers == 0)
		fail_without_peers(s, data, &causes);
	if (data) {
		json_object_set_new(data, "compared", spectrum_json(&x, &t));
		report_json(data);
	} else {
		spectrum_text(&x, &t, &out);
	}
	fwrite(out.data, 1, out.len, s->out);
	fwrite(causes.data, 1, causes.len, s->out);
	spectrum_free(&x);
	buf_free(&causes);
	buf_free(&out);
}

/*
 * show_found_answer: print the causes of the expression's value; with --peers also their comparison
 * with those of other values of the same statement.
 */
static void
show_found_answer(Session *s, const WhyOptions *o, const char *expression)
{
	const Cause *first = session_find_answer(s, o, expression);

	if (o->peers)
		show_peers(s, o, expression, first);
	else
		show_causes(s, o, s->flowback, first);
}

/* session_waits: do session_why for questions about which threads wait for which (WHY_WAITS). */
static void
session_waits(Session *s, const WhyOptions *asked)
{
	WhyOptions o = *asked;

	if (o.peers)
		session_fail(s, "--peers: values are compared, not waits");
	o.own = o.usual && o.form == WHY_TEXT;
	if (o.own)
		o.most = o.flowback.most = SHOWN_WAIT;
	show_found_answer(s, &o, WHY_WAITS);
	print_waiting(s, &o);
}

void
session_why(Session *s, const WhyOptions *o, const char *expression)
{
	if (strcmp(expression, WHY_WAITS) == 0)
		session_waits(s, o);
	else
		show_found_answer(s, o, expression);
}

/* ---- what a value reaches ---- */

/* print_reach: print how much of what the value reaches is not shown, or could not be followed. */
static void
print_reach(Session *s, const FlowbackReach *told)
{
	if (told->other > 0)
		fprintf(s->out, "also %u byte%s for the host that %s not of standard output\n",
			told->other, told->other == 1 ? "" : "s", told->other == 1 ? "is" : "are");
	if (told->lost)
		fputs("a fault or a reset has broken a message with the value; its bytes were not "
			"followed\n", s->out);
}

void
session_reach(Session *s, const WhyOptions *o, const char *expression)
{
	Spot from = session_spot(s);
	Flowback *f;
	FlowbackReach told;
	const Cause *first;
	Value v;

	if (past_is_present(s->past))
		session_fail(s, "nothing comes after the end; go to an earlier place");
	v = memory_object(s, expression);
	f = flowback_new(s->past, s->target);
	first = flowback_reach(f, &o->flowback, s->node, v.addr, type_plain(v.type)->size, &told);
	session_return(s, &from);
	if (first)
		show_causes(s, o, f, first);
	if (first && o->form == WHY_TEXT)
		print_reach(s, &told);
	flowback_free(f);
	if (!first)
		session_fail(s, "no memory at 0x%x", v.addr);
}

/* ---- commands ---- */

/*
 * parse_options: the options of the command in the argument, such as /N; *rest: the text behind
 * them.
 */
static WhyOptions
parse_options(Session *s, const char *argument, const char **rest)
{
	WhyOptions o = {.most = SHOWN, .usual = true};
	uint64_t n;

	*rest = argument;
	if (*argument == '/') {
		char *word = first_word(s, argument + 1, rest);

		if (!number_parse(word, 100000, &n) || n == 0)
			session_fail(s, "'%s' is not a number of statements", word);
		o.most = n;
		o.usual = false;
	}
	o.flowback.most = o.most;
	return o;
}

/* run_why: the command `why`: explain where a value comes from. */
void
run_why(Session *s, const char *argument)
{
	const char *expression;
	WhyOptions o = parse_options(s, argument, &expression);

	session_why(s, &o, expression);
}

/* run_reach: the command `reach`: show what a value influences. */
void
run_reach(Session *s, const char *argument)
{
	const char *expression;
	WhyOptions o = parse_options(s, argument, &expression);

	o.forward = true;
	session_reach(s, &o, expression);
}
