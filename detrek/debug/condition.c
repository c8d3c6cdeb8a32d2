/* condition.c - conditions of breakpoints: checked when they are given, evaluated at each hit. */
#include "session.h"

#include <string.h>

/* ---- given ---- */

/*
 * frame_at: a frame for evaluating a condition in a process that is stopped at a breakpoint's
 * place.
 */
static ChainFrame
frame_at(const CodePlace *at, Stopped stopped)
{
	ProgramInfo *p = at->program;
	ChainFrame f = {.program = p, .s = stopped, .pc = at->addr, .depth = at->depth};

	f.scope = p && p->debug ? program_scope(p, at->addr) : NULL;
	if (f.scope && at->depth >= f.scope->nframes)
		f.scope = NULL;
	if (f.scope)
		f.place = f.scope->frames[at->depth].place;
	return f;
}

/* is_known_at: true if a name has a meaning at a place, even if it has no value there. */
static bool
is_known_at(Session *s, const CodePlace *at, const char *name)
{
	Loaded in = {.program = at->program};
	ChainFrame f = frame_at(at, target_stopped(s->target, s->node, &in, at->addr, 0));
	Scope scope = {.s = s, .node = s->node, .in = in, .frame = &f};
	Names names = scope_names(&scope);
	char why[EXPR_ERROR];
	Value v;

	return names.value(names.of, &s->arena, name, &v, why) || *why;
}

/* check_names: refuse a name that has no meaning at any of the places. */
static void
check_names(Session *s, const Point *p, const Expr *e)
{
	bool known = false;

	if (!e)
		return;
	if (e->kind == EXPR_NAME && *e->text != '$' && !strstr(e->text, "::")) {
		for (size_t i = 0; i < p->nplaces && !known; i++)
			known = is_known_at(s, &p->places[i], e->text);
		if (!known)
			session_fail(s, "no symbol \"%s\" at the breakpoint", e->text);
	}
	check_names(s, p, e->a);
	check_names(s, p, e->b);
	check_names(s, p, e->c);
}

void
point_check_condition(Session *s, const Point *p, const char *text)
{
	Scope scope = {.s = s, .node = s->node};
	Names names = scope_names(&scope);
	char error[EXPR_ERROR];
	Expr *e;

	if (p->nplaces > 0)
		scope.in.program = p->places[0].program;
	e = expression_parse(&s->arena, text, &names, error);
	if (!e)
		session_fail(s, "%s", error);
	check_names(s, p, e);
}

/* ---- at a hit ---- */

bool
point_holds(Session *s, const Point *p, const CodePlace *at, NodeId n, const Loaded *in)
{
	const T800 *c = s->w->nodes[n];
	ChainFrame f = frame_at(at, target_stopped(s->target, n, in, c->r.iptr, c->r.wptr));
	Scope scope = {.s = s, .node = n, .in = *in, .frame = &f};
	Names names = scope_names(&scope);
	char error[EXPR_ERROR];
	Arena a = {0};
	Expr *e;
	Value v;
	bool holds;

	e = expression_parse(&a, p->condition, &names, error);
	holds = !e || !expression_eval(e, &a, &names, &v, error) || !value_read(&v, &a, &names)
		|| !type_is_scalar(v.type) || !value_known(&v);
	if (holds) /* the condition has no value: stop and report this */
		s->failed = true;
	else
		holds = type_plain(v.type)->kind == TYPE_REAL ? value_real(&v) != 0
			: value_number(&v) != 0;
	arena_free(&a);
	return holds;
}
