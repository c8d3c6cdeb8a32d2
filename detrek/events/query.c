/*
 * query.c - parses an event over several nodes.
 *
 * 	event:  term | term OPERATOR term ...          one operator: ==, || or ->
 * 	term:   { C expression } @ place
 * 	place:  without blanks; see place.c
 */
#include "events_parts.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

const char *const event_operator_words[NEVENTOPERATORS] = {"simultaneous", "concurrent", "ordered"};
static const char *const operator_symbols[NEVENTOPERATORS] = {"==", "||", "->"};

/* A text being parsed. */
typedef struct QueryReader {
	Arena *arena;
	const char *at;
	char *mistake;
} QueryReader;

bool
event_fail(char mistake[EVENT_MISTAKE], const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(mistake, EVENT_MISTAKE, fmt, ap);
	va_end(ap);
	return false;
}

/* skip_spaces: go to the next character that is not a blank. */
static void
skip_spaces(QueryReader *r)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
}

/*
 * brace_end: the brace that closes the one at s; NULL if there is none. Braces in character
 * constants do not count.
 */
static const char *
brace_end(const char *s)
{
	int depth = 0;

	for (; *s; s++) {
		if (*s == '\'' && s[1]) {
			s += s[1] == '\\' ? 2 : 1;
			while (*s && *s != '\'')
				s++;
			if (!*s)
				return NULL;
		} else if (*s == '{') {
			depth++;
		} else if (*s == '}' && --depth == 0) {
			return s;
		}
	}
	return NULL;
}

/* read_term: read one {expression}@place; false with the mistake if it is wrong. */
static bool
read_term(QueryReader *r, EventTerm *term)
{
	const char *end;

	skip_spaces(r);
	if (*r->at != '{')
		return event_fail(r->mistake,
			"'%.20s': a local event is written {C EXPRESSION}@PLACE", r->at);
	end = brace_end(r->at);
	if (!end)
		return event_fail(r->mistake, "'%.20s': the closing brace is missing", r->at);
	term->expression = arena_strndup(r->arena, r->at + 1, end - r->at - 1);
	r->at = end + 1;
	skip_spaces(r);
	if (*r->at != '@')
		return event_fail(r->mistake,
			"{%s}: @PLACE must follow: a program, root, inner, leaf, nodes or a node's "
			"name",
			term->expression);
	r->at++;
	skip_spaces(r);
	for (end = r->at; *end && !isspace((unsigned char)*end) && !strchr("={}|@", *end)
		&& strncmp(end, "->", 2) != 0;
		end++)
		;
	if (end == r->at)
		return event_fail(r->mistake, "{%s}@: a place must follow", term->expression);
	term->place = arena_strndup(r->arena, r->at, end - r->at);
	r->at = end;
	skip_spaces(r);
	return true;
}

/*
 * read_operator: read an operator; false with the mistake if it is none, or not that of the query.
 */
static bool
read_operator(QueryReader *r, EventQuery *q)
{
	EventOperator op = 0;

	while (op < NEVENTOPERATORS && strncmp(r->at, operator_symbols[op], 2) != 0)
		op++;
	if (op == NEVENTOPERATORS)
		return event_fail(r->mistake,
			"'%.20s': an operator must stand there: == (simultaneous), || "
			"(concurrent), "
			"-> (ordered)",
			r->at);
	if (q->nterms > 1 && q->op != op)
		return event_fail(r->mistake, "'%.20s': one operator joins all local events",
			r->at);
	q->op = op;
	r->at += 2;
	return true;
}

EventQuery *
event_parse(Arena *a, const char *text, char mistake[EVENT_MISTAKE])
{
	EventQuery *q = arena_alloc(a, 1, sizeof *q);
	QueryReader r = {a, arena_strndup(a, text, strlen(text)), mistake};

	q->text = r.at;
	for (;;) {
		if (q->nterms == MAX_EVENT_TERMS) {
			event_fail(mistake, "there are more than %d local events",
				MAX_EVENT_TERMS);
			return NULL;
		}
		if (!read_term(&r, &q->term[q->nterms]))
			return NULL;
		q->nterms++;
		if (!*r.at)
			return q;
		if (!read_operator(&r, q))
			return NULL;
	}
}

EventQuery *
event_parse_stop(Arena *a, const char *text, char mistake[EVENT_MISTAKE])
{
	EventQuery *q = event_parse(a, text, mistake);

	if (!q || q->op == EVENT_SIMULTANEOUS)
		return q;
	event_fail(mistake,
		"'%s': %s events may be over when they are recognised, and cannot stop a run; "
		"'trellis simul --query=EVENT DIR' lists their places in a recording",
		operator_symbols[q->op], event_operator_words[q->op]);
	return NULL;
}
