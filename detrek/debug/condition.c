/* condition.c - conditions of breakpoints: checked when they are given, evaluated at each hit. */
#include "session.h"

#include <string.h>

/* ---- given ---- */

/* is_local: a variable of the function that has a place, or of a block around it. */
static bool
is_local(const CodePlace *at, const char *name)
{
	const ProgramScope *scope = program_scope(at->program, at->addr);

	for (size_t i = 0; scope && scope->nframes > 0 && i < scope->nvariables[0]; i++)
		if (strcmp(scope->variables[0][i].name, name) == 0)
			return true;
	return false;
}

/* is_known_at: a name has a meaning for processes at a place. */
static bool
is_known_at(const CodePlace *at, const char *name)
{
	const Type *type;
	int64_t n;

	return at->program->debug
		&& (is_local(at, name) || program_global(at->program, name, NULL)
			|| program_function(at->program, name)
			|| program_enumerator(at->program, name, &type, &n));
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
			known = is_known_at(&p->places[i], e->text);
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
point_holds(Session *s, const Point *p, NodeId n, const Loaded *in)
{
	const T800 *c = s->w->nodes[n];
	ChainFrame f = {.program = in->program,
		.s = target_stopped(s->target, n, in, c->r.iptr, c->r.wptr)};
	Scope scope = {.s = s, .node = n, .in = *in, .frame = &f};
	Names names = scope_names(&scope);
	char error[EXPR_ERROR];
	Arena a = {0};
	Expr *e;
	Value v;
	bool holds;

	f.pc = c->r.iptr - in->text_moved;
	f.scope = in->program && in->program->debug ? program_scope(in->program, f.pc) : NULL;
	if (f.scope && f.scope->nframes == 0)
		f.scope = NULL;
	if (f.scope)
		f.place = f.scope->frames[0].place;
	e = expression_parse(&a, p->condition, &names, error);
	holds = !e || !expression_eval(e, &a, &names, &v, error) || !value_read(&v, &a, &names)
		|| !type_is_scalar(v.type) || !value_known(&v);
	if (holds) /* its condition cannot be evaluated: stop and report this */
		s->failed = true;
	else
		holds = type_plain(v.type)->kind == TYPE_REAL ? value_real(&v) != 0
			: value_number(&v) != 0;
	arena_free(&a);
	return holds;
}
