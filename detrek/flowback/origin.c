/*
 * origin.c - where a value comes from: the statement that wrote it, and what went into that.
 *
 * Not every instruction that writes is a statement of its own. What only passes a value on is gone through: parameters,
 * temporaries of the compiler, copies by the kernel, TrEK and libraries. What a library computes belongs to the statement
 * that has called it.
 */
#include "flowback_parts.h"

#include <string.h>

enum { MAX_THROUGH = 20000 }; /* writes that are gone through for one node */

/* Following values from what a node has used. */
typedef struct Following {
	Flowback *f;
	Cause *effect;     /* NULL: the first node is looked for: */
	Cause *first;
	At outside;        /* what is written in a library behind this call belongs to the node; in NULL: there is none */
	struct Through {
		const Interval *in;
		uint32_t event;
		Addr addr;
	} *through;        /* what has been gone through; nthrough */
	size_t nthrough;
} Following;

static void follow_source(Following *g, const Source *s, const char *name);

static Arena *
scratch(Following *g)
{
	return &g->f->scratch;
}

/* ---- nodes ---- */

/* reach: a cause has been found. */
static void
reach(Following *g, Cause *c, DependenceKind kind, const char *name)
{
	if (g->effect)
		graph_depends(&g->f->graph, g->effect, kind, c, name);
	if (!g->first || c->time > g->first->time)
		g->first = c;
}

static const char *
keep(Following *g, const char *text)
{
	return arena_strndup(&g->f->graph.arena, text, strlen(text));
}

static const char *
address_text(Following *g, Addr a)
{
	char text[16];

	return arena_strndup(&g->f->graph.arena, text, snprintf(text, sizeof text, "*0x%x", a));
}

/* outermost: the call of a library by a program's own code that an instruction is executed for; in NULL: none. */
static At
outermost(Flowback *f, At at)
{
	while (at.in && where_system(f, at)) {
		Written entered = control_entry(f, at);
		Executed e;

		if (!entered.known || !at_decode(entered.at, &e) || (e.fn != FN_CALL && !executed_op(&e, OPER_GCALL)))
			return (At){NULL};
		at = entered.at;
	}
	return at;
}

static Cause *
assignment(Following *g, const Written *w, const Variable *v, const char *name)
{
	bool made;
	Cause *c = graph_node(&g->f->graph, (CauseKey){CAUSE_ASSIGNMENT, w->at.in->node, at_count(w->at), v->addr}, &made);
	At shown = outermost(g->f, w->at);

	if (!made)
		return c;
	where_describe(g->f, c, shown.in ? shown : w->at);
	c->nbytes = v->nbytes;
	c->name = v->name ? keep(g, v->name) : *name ? keep(g, name) : address_text(g, v->addr);
	c->value = variable_value(w->at, at_behind(w->at), v, &g->f->graph.arena);
	return c;
}

/* leaf: what was not written by an instruction. */
static Cause *
leaf(Following *g, CauseKind kind, At at, uint32_t event, Addr a, const char *name, const char *note)
{
	Variable v = variable_at(at, false, event, a, scratch(g));
	uint64_t count = kind == CAUSE_INITIAL ? 0 : at_count(at);
	bool made;
	Cause *c = graph_node(&g->f->graph, (CauseKey){kind, at.in->node, count, v.addr}, &made);

	if (!made)
		return c;
	if (kind != CAUSE_INITIAL)
		where_describe(g->f, c, at);
	c->file = "";
	c->line = 0;
	c->nbytes = v.nbytes;
	c->name = v.name ? keep(g, v.name) : *name ? keep(g, name) : address_text(g, v.addr);
	c->value = variable_value(at, event, &v, &g->f->graph.arena);
	c->note = note;
	c->expanded = true;
	return c;
}

/* ---- what a value is passed through ---- */

static bool
went_through(Following *g, const Written *w, Addr a)
{
	for (size_t i = 0; i < g->nthrough; i++)
		if (g->through[i].in == w->at.in && g->through[i].event == w->event && g->through[i].addr == a)
			return true;
	g->through = arena_more(scratch(g), g->through, g->nthrough, sizeof *g->through);
	g->through[g->nthrough++] = (struct Through){w->at.in, w->event, a};
	return g->nthrough > MAX_THROUGH;
}

/* is_copy: one value has gone in and was not changed. */
static bool
is_copy(const Gathered *got)
{
	size_t nvalues = 0;

	for (size_t i = 0; i < got->n; i++)
		nvalues += !got->source[i].address;
	return !got->computed && nvalues == 1;
}

/* same_statement: written and read in one execution of a line, as far as the code's order tells. */
static bool
same_statement(Flowback *f, At written, At read)
{
	Addr a, b;
	int line = where_line(written);

	if (!read.in || read.step >= read.in->nsteps || line == 0 || line != where_line(read))
		return false;
	a = at_step(written)->iptr;
	b = at_step(read)->iptr;
	(void)f;
	return a < b && at_step(written)->wdesc == at_step(read)->wdesc;
}

/* passes: the write is no statement of its own for one who reads it at `read`. */
static bool
passes(Following *g, const Written *w, At read, const Variable *v, const Gathered *got)
{
	bool copy = is_copy(got), system = where_system(g->f, w->at);

	if (g->f->options.copies)
		return false;
	if (system && g->outside.in && at_count(w->at) > at_count(g->outside) && w->at.in->node == g->outside.in->node)
		return true;
	if (copy && (system || !v->name || v->parameter))
		return true;
	return !v->name && same_statement(g->f, w->at, read);
}

/* ---- following ---- */

static void
follow_machine(Following *g, const Written *w, Addr a, const char *name)
{
	const StepEvent *e = &w->at.in->events[w->event];

	if (e->kind == ACCESS_FAULT)
		reach(g, leaf(g, CAUSE_FAULT, w->at, w->event + 1, a, name, "a fault has changed it"), DEPENDS_DATA, name);
	else if (e->kind == ACCESS_RECEIVED)
		reach(g, leaf(g, CAUSE_MESSAGE, w->at, w->event + 1, a, name, "received over a link"), DEPENDS_SYNC, name);
	else
		reach(g, leaf(g, CAUSE_INITIAL, w->at, w->event + 1, a, name, "written by the scheduler"), DEPENDS_DATA, name);
}

/* follow_writer: some bytes that one event has written. */
static void
follow_writer(Following *g, const Written *w, At read, uint32_t event, Addr a, Word nbytes, const char *name)
{
	const StepEvent *e;
	Variable v;
	Gathered got;

	if (!w->known) {
		reach(g, leaf(g, CAUSE_INITIAL, read, event, a, name, "not written since the run began"), DEPENDS_DATA, name);
		return;
	}
	e = &w->at.in->events[w->event];
	if (e->machine || w->at.step >= w->at.in->nsteps) {
		follow_machine(g, w, a, name);
		return;
	}
	v = variable_at(w->at, true, w->event + 1, a, scratch(g));
	got = gather_write(g->f->steps, w->at, w->event, a, nbytes, scratch(g));
	if (!passes(g, w, read, &v, &got)) {
		Cause *c = assignment(g, w, &v, name);

		reach(g, c, DEPENDS_DATA, *name || !v.name ? name : v.name);
		return;
	}
	if (went_through(g, w, a))
		return;
	for (size_t i = 0; i < got.n; i++)
		follow_source(g, &got.source[i], name);
}

/* follow_memory: each run of bytes that one event has written. */
static void
follow_memory(Following *g, At read, uint32_t event, Addr a, Word nbytes, const char *name)
{
	for (Word i = 0, n; i < nbytes; i += n) {
		Written w = steps_writer(g->f->steps, read, event, a + i);

		for (n = 1; i + n < nbytes; n++) {
			Written next = steps_writer(g->f->steps, read, event, a + i + n);

			if (next.known != w.known || next.at.in != w.at.in || next.event != w.event)
				break;
		}
		follow_writer(g, &w, read, event, a + i, n, name);
	}
}

/* result_type: what the function that returns there returns; NULL: not known. */
static const Type *
result_type(At ret)
{
	const Loaded *l = at_code(ret);
	const DebugFunction *d = l ? program_function_at(l->program, at_step(ret)->iptr - l->text_moved) : NULL;

	return d ? type_plain(d->type)->target : NULL;
}

static void
follow_return(Following *g, const Source *s)
{
	FlowRegister reg = s->reg < FLOW_FA ? FLOW_A : FLOW_FA;
	const Type *type = result_type(s->at);
	bool made;
	Cause *c = graph_node(&g->f->graph, (CauseKey){CAUSE_CALL, s->at.in->node, at_count(s->at), reg}, &made);

	if (made) {
		where_describe(g->f, c, s->at);
		c->name = c->function;
		if (reg == FLOW_A && type && type_plain(type)->size <= 4)
			c->value = value_as(s->at, type, at_step(s->at)->areg, &g->f->graph.arena);
	}
	reach(g, c, DEPENDS_DATA, "%0");
}

/* in_library: a return from a function that is part of what the node stands for. */
static bool
in_library(const Following *g, const Source *s)
{
	return g->outside.in && g->outside.in->node == s->at.in->node && at_count(s->at) > at_count(g->outside)
		&& where_system(g->f, s->at) && !g->f->options.copies;
}

/* is_base: the word from which a function takes the address of the program's data. */
static bool
is_base(Flowback *f, const Source *s)
{
	enum { GSB = 4 }; /* from Wptr at the entry */
	Addr entry;

	return s->address && control_function(f, s->at, &entry) && s->addr == entry + GSB;
}

static void
follow_source(Following *g, const Source *s, const char *name)
{
	if (s->returned && in_library(g, s)) {
		Written as = {s->at, NO_EVENT - s->reg, true};
		Gathered got;

		if (went_through(g, &as, 0))
			return;
		got = gather_register(g->f->steps, s->at, s->reg, scratch(g));
		for (size_t i = 0; i < got.n; i++)
			follow_source(g, &got.source[i], "");
	} else if (s->returned) {
		follow_return(g, s);
	} else {
		Variable v = variable_at(s->at, false, s->event, s->addr, scratch(g));

		if (!is_base(g->f, s))
			follow_memory(g, s->at, s->event, s->addr, s->nbytes, *name || !v.name ? name : v.name);
	}
}

static void
follow_gathered(Following *g, const Gathered *got)
{
	for (size_t i = 0; i < got->n; i++)
		follow_source(g, &got->source[i], "");
}

/* ---- nodes' causes ---- */

/* expand_writes: of all bytes of the variable that the instruction has written. */
static void
expand_writes(Following *g, At at)
{
	const Cause *c = g->effect;

	for (uint32_t i = at_first(at); i < at_behind(at); i++) {
		const StepEvent *e = &at.in->events[i];
		Addr low = e->addr > c->key.addr ? e->addr : c->key.addr;
		Addr end = e->addr + e->nbytes < c->key.addr + c->nbytes ? e->addr + e->nbytes : c->key.addr + c->nbytes;
		Gathered got;

		if (e->kind != ACCESS_WRITE || low >= end)
			continue;
		got = gather_write(g->f->steps, at, i, low, end - low, scratch(g));
		follow_gathered(g, &got);
	}
}

static void
expand_register(Following *g, At at, FlowRegister reg)
{
	Gathered got = gather_register(g->f->steps, at, reg, scratch(g));

	follow_gathered(g, &got);
}

/* expand_return: a value of more than a word is in two registers. */
static void
expand_return(Following *g, At at)
{
	FlowRegister reg = g->effect->key.addr;
	const Type *type = result_type(at);

	expand_register(g, at, reg);
	if (reg == FLOW_A && type && type_plain(type)->size > 4)
		expand_register(g, at, FLOW_B);
}

void
origin_expand(Flowback *f, Cause *c)
{
	At at = steps_at(f->steps, c->key.node, c->key.count), decided = at;
	Following g = {.f = f, .effect = c};

	if (!f->options.copies && where_system(f, at)) {
		g.outside = outermost(f, at);
		if (g.outside.in)
			decided = g.outside;
	}
	switch (c->key.kind) {
	case CAUSE_ASSIGNMENT: expand_writes(&g, at); break;
	case CAUSE_PREDICATE: expand_register(&g, at, FLOW_A); break;
	case CAUSE_CALL: expand_return(&g, at); break;
	default: break;
	}
	control_expand(f, c, decided);
}

Cause *
origin_first(Flowback *f, At at, Addr a, Word nbytes)
{
	Following g = {.f = f};
	bool copies = f->options.copies;

	f->options.copies = true; /* what is asked for is shown, whatever wrote it */
	follow_memory(&g, at, at_first(at), a, nbytes, "");
	f->options.copies = copies;
	return g.first;
}
