/*
 * why.c - `why`: from a value back to what made it.
 */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 20 }; /* nodes, if nothing else is said */

/* ---- what is asked about ---- */

/* object: of an expression, in memory. */
static Value
object(Session *s, const char *expression)
{
	Value v = session_object(s, expression);
	Word nbytes = type_plain(v.type)->size;

	if (!v.object)
		session_fail(s, "'%s' is not in memory; ask for a variable, or for memory by an address: *(int *)0x80001000", expression);
	if (nbytes == 0 || type_plain(v.type)->kind == TYPE_FUNCTION)
		session_fail(s, "'%s' has no value", expression);
	return v;
}

/* here: what the chosen node has executed until where the network is; NEVER: all it ever does. */
static uint64_t
here(const Session *s)
{
	return past_is_present(s->past) ? NEVER : t800_count(s->w->nodes[s->node]);
}

/* ---- the answer ---- */

static const char *
source_line(void *session, const char *file, int line)
{
	return session_line(session, file, line);
}

static uint32_t
node_number(void *session, NodeId n)
{
	Session *s = session;

	return target_number(s->target, n);
}

static void
show_causes(Session *s, const WhyOptions *o, const Cause *first)
{
	CauseText t = {source_line, node_number, s, o->most};
	const CauseGraph *g = flowback_graph(s->flowback);
	Buf out = {0};

	switch (o->form) {
	case WHY_TEXT: causes_text(g, first, &t, &out); break;
	case WHY_DOT: causes_dot(g, first, &t, &out); break;
	case WHY_JSON: causes_json(g, first, &t); break;
	}
	fwrite(out.data, 1, out.len, s->out);
	buf_free(&out);
}

/* go_back: to where the session was before the question. */
static void
go_back(Session *s, Place from, bool present)
{
	Event event = s->event;
	size_t frame = s->frame;

	if (present)
		past_go_present(s->past);
	else if (!past_goto(s->past, from))
		assert(!"the place where the network was is still there");
	session_refresh(s);
	s->event = event;
	if (frame < s->nchain)
		s->frame = frame;
}

void
session_why(Session *s, const WhyOptions *o, const char *expression)
{
	Value v = object(s, expression);
	Place from = past_place(s->past);
	bool present = past_is_present(s->past);
	const Cause *first;

	if (!s->flowback)
		s->flowback = flowback_new(s->past, s->target);
	first = flowback_why(s->flowback, &o->flowback, s->node, here(s), v.addr, type_plain(v.type)->size);
	go_back(s, from, present);
	if (!first)
		session_fail(s, "no memory at 0x%x", v.addr);
	show_causes(s, o, first);
}

void
run_why(Session *s, const char *argument)
{
	WhyOptions o = {.most = SHOWN};
	const char *rest = argument;
	uint64_t n;

	if (*argument == '/') {
		char *word = first_word(s, argument + 1, &rest);

		if (!number_parse(word, 100000, &n) || n == 0)
			session_fail(s, "'%s' is not a number of statements", word);
		o.most = n;
	}
	if (!*rest)
		session_fail(s, "why EXPRESSION");
	o.flowback.most = o.most;
	session_why(s, &o, rest);
}
