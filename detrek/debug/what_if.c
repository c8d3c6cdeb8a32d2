/*
 * what_if.c - makes branches of the run, which show what would have happened after a change.
 *
 * A session begins with one line of history, the recorded run. Each further line is a branch, which
 * starts at a place of an existing line (sim/past/past.h). All changes by the user are made in
 * branches; the recorded run never changes.
 */
#include "session.h"

#include <stdlib.h>
#include <string.h>

static const char run_line_name[] = "run"; /* the name of the first line */

/* ---- lines ---- */

/*
 * add_line: append a line of history: the run, or a branch that leaves the present line at the
 * place of `past`.
 */
static void
add_line(Session *s, Past *past, const char *name)
{
	s->lines = xrealloc(s->lines, (s->nlines + 1) * sizeof *s->lines);
	s->lines[s->nlines++] = (HistoryLine){
		.name = xstrdup(name), .past = past, .from = s->line, .left = past_place(past)};
}

void
session_lines_begin(Session *s)
{
	add_line(s, s->past, run_line_name);
}

void
session_lines_free(Session *s)
{
	while (s->nlines > 0) {
		free(s->lines[--s->nlines].name);
		if (s->nlines > 0)
			past_free(s->lines[s->nlines].past);
	}
	free(s->lines);
}

/* switch_line: switch to another line of history, at the place where that line is now. */
static void
switch_line(Session *s, uint32_t line)
{
	s->line = line;
	s->past = s->lines[line].past;
	s->w = past_network(s->past);
	target_switch_network(s->target, s->w);
	if (s->flowback) /* the analysis is of the other line of history */
		flowback_free(s->flowback);
	s->flowback = NULL;
	session_refresh(s);
}

/*
 * switch_line_here: switch to a line that is at the same place; the selected process and frame
 * stay.
 */
static void
switch_line_here(Session *s, uint32_t line)
{
	NodeId n = s->node;
	uint32_t number = s->number;
	size_t frame = s->frame;

	switch_line(s, line);
	session_select_process(s, n, number);
	if (frame < s->nchain)
		s->frame = frame;
}

/* ---- branches ---- */

/* new_name: a name that no line has yet. */
static char *
new_name(Session *s)
{
	Buf b = {0};
	char *name;

	buf_printf(&b, "what-if-%u", ++s->last_line);
	name = arena_strndup(&s->arena, (char *)b.data, b.len);
	buf_free(&b);
	return name;
}

void
session_branch(Session *s, const char *name)
{
	for (uint32_t i = 0; name && i < s->nlines; i++)
		if (strcmp(s->lines[i].name, name) == 0) {
			switch_line(s, i);
			return;
		}
	add_line(s, past_branch(s->past), name ? name : new_name(s));
	switch_line_here(s, s->nlines - 1);
}

/* make_changeable: make a branch here, unless the present line of history is one. */
static void
make_changeable(Session *s)
{
	if (s->line == 0)
		session_branch(s, NULL);
}

void
session_change(Session *s, const Change *c)
{
	make_changeable(s);
	if (!past_change(s->past, c))
		session_fail(s, "no memory at 0x%x", c->addr);
	switch_line_here(s, s->line);
}

/* ---- assignments ---- */

/*
 * write_memory: callback of Names: write n bytes of the node's memory, in a branch; false if there
 * is no memory.
 */
static bool
write_memory(void *of, Addr a, const void *bytes, Word n)
{
	const Scope *scope = of;
	Change c = {.node = scope->node, .addr = a, .nbytes = n, .bytes = (uint8_t *)bytes};

	if (!change_is_possible(scope->s->w, &c))
		return false;
	session_change(scope->s, &c);
	return true;
}

/*
 * assign_value: evaluate an assignment; this needs a copy of the frame, because the chain is
 * recomputed when memory changes.
 */
static Value
assign_value(Session *s, const Expr *e, Scope *scope)
{
	ChainFrame frame;
	Names names;
	char error[EXPR_ERROR];
	Value v;

	if (scope->frame) {
		frame = *scope->frame;
		scope->frame = &frame;
	}
	names = scope_names(scope);
	names.write = write_memory;
	if (!expression_eval(e, &s->arena, &names, &v, error) || !value_read(&v, &s->arena, &names))
		session_fail(s, "%s", error);
	return v;
}

/* parse_expression: parse an expression in the selected frame. */
static const Expr *
parse_expression(Session *s, const char *text, Scope *scope)
{
	Names names = scope_names(scope);
	char error[EXPR_ERROR];
	const Expr *e = expression_parse(&s->arena, text, &names, error);

	if (!e)
		session_fail(s, "%s", error);
	return e;
}

Value
session_assign(Session *s, const char *text)
{
	Scope scope = session_scope(s);
	const Expr *e = parse_expression(s, text, &scope);

	if (!expression_assigns(e))
		session_fail(s, "'%s' assigns nothing", text);
	return assign_value(s, e, &scope);
}

Value
session_set(Session *s, Value object, const char *value)
{
	Scope scope = session_scope(s);
	const Expr *e = parse_expression(s, value, &scope),
		   to = {.kind = EXPR_VALUE, .value = object};

	return assign_value(s, &(Expr){.kind = EXPR_ASSIGN, .op = '=', .a = &to, .b = e}, &scope);
}

/* ---- calls ---- */

enum {
	CALL_GAP = 64,      /* bytes below the process's workspace that stay unchanged */
	CALL_ARGUMENTS = 16, /* words */
	IN_REGISTERS = 2,   /* the first words are passed in registers */
};

/* A call of a function of the program, by the executing process. */
typedef struct Call {
	const DebugFunction *function;
	Change before;  /* the registers before the call */
	Word words[CALL_ARGUMENTS];
	uint32_t nwords;
	Word gsb;       /* static base of the program, the hidden first argument */
	Addr entry;     /* address of the function on the node */
} Call;

/*
 * frame_for_call: the frame of the selected process, whose instruction the node is at, in a
 * function of a known program; fails otherwise.
 */
static const ChainFrame *
frame_for_call(Session *s)
{
	const ChainFrame *f = session_selected_frame(s);

	if (s->frame != 0 || s->thread.state != THREAD_RUNNING
		|| past_place(s->past).node != s->node)
		session_fail(s,
			"call: only the process before whose instruction the run stands can call; "
			"'stepi' goes to one");
	if (!f->program || f->cfa == 0)
		session_fail(s, "call: the process is in no known function");
	return f;
}

/*
 * find_called_function: the function with a name in the program of frame f; fails the command if
 * there is none.
 */
static const DebugFunction *
find_called_function(Session *s, const ChainFrame *f, const char *name)
{
	const DebugFunction *found = program_function(f->program, name);

	if (!found)
		session_fail(s, "program %s has no function '%s'", f->program->name, name);
	return found;
}

/* add_argument: add a number or pointer to a call's arguments, in one word or two. */
static void
add_argument(Session *s, Call *call, const char *text)
{
	Value v = session_eval(s, text);
	const Type *t = type_plain(v.type);
	uint64_t n;

	if (t->kind == TYPE_ARRAY || t->kind == TYPE_FUNCTION)
		n = v.addr;
	else if (type_is_scalar(t) && value_known(&v) && t->kind != TYPE_REAL)
		n = value_number(&v);
	else
		session_fail(s, "call: '%s' is not an integer or a pointer that is known", text);
	call->words[call->nwords++] = n;
	if (t->size == 8 && t->kind != TYPE_ARRAY && call->nwords < CALL_ARGUMENTS)
		call->words[call->nwords++] = n >> 32;
}

/* add_arguments: add the arguments, which are separated by commas outside of brackets. */
static void
add_arguments(Session *s, Call *call, char *text)
{
	int depth = 0;
	char *from = text;

	for (char *p = text;; p++) {
		bool end = *p == '\0' || (*p == ',' && depth == 0);

		depth += *p == '(' || *p == '[';
		depth -= *p == ')' || *p == ']';
		if (!end)
			continue;
		if (call->nwords + 2 > CALL_ARGUMENTS)
			session_fail(s, "call: at most %d words of arguments", CALL_ARGUMENTS - 1);
		end = *p == '\0';
		*p = '\0';
		if (from[strspn(from, " ")] != '\0' || from != text)
			add_argument(s, call, from);
		if (end)
			return;
		from = p + 1;
	}
}

/* change_words: write n words to address a of the session's node. */
static void
change_words(Session *s, Addr a, const Word *words, uint32_t n)
{
	uint8_t bytes[4 * CALL_ARGUMENTS];

	for (uint32_t i = 0; i < n; i++)
		put32(bytes + 4 * i, words[i]);
	if (n > 0)
		session_change(
			s, &(Change){.node = s->node, .addr = a, .nbytes = 4 * n, .bytes = bytes});
}

/*
 * start_call: act like the instruction `call`, with a return to the present instruction. Returns
 * the workspace in the function.
 */
static Addr
start_call(Session *s, const Call *call)
{
	uint32_t more = call->nwords > IN_REGISTERS ? call->nwords - IN_REGISTERS : 0;
	Addr wptr = (call->before.wptr & ~3u) - CALL_GAP - 4 * more;
	Word row[4] = {call->before.iptr, call->gsb, call->words[0], call->words[1]};
	Change now = call->before;

	change_words(s, wptr, call->words + IN_REGISTERS, more);
	change_words(s, wptr - CALL_BYTES, row, 4);
	now.areg = call->before.iptr;
	now.wptr = wptr - CALL_BYTES;
	now.iptr = call->entry;
	session_change(s, &now);
	return wptr;
}

/* returned_value: convert Areg to the function's type. */
static Value
returned_value(Session *s, const Call *call)
{
	const Type *t = type_plain(call->function->type->target ? call->function->type->target
								: &base_types[BASE_VOID]);
	const T800 *c = s->w->nodes[s->node];
	uint64_t n = c->r.areg | (t->size == 8 ? (uint64_t)c->r.breg << 32 : 0);

	if (t->kind == TYPE_VOID || !type_is_scalar(t) || t->kind == TYPE_REAL)
		return (Value){.type = &base_types[BASE_VOID]};
	return value_of_number(&s->arena, call->function->type->target, n);
}

/* run_function: run until the function has returned. */
static void
run_function(Session *s, const Call *call, Addr wptr)
{
	Step step = {.kind = STEP_OUT,
		.node = s->node,
		.low = s->thread.low,
		.nbytes = s->thread.nbytes,
		.desc = s->thread.desc,
		.program = s->chain[0].program,
		.back_wptr = wptr};

	step.back = call->before.iptr - s->chain[0].s.code_moved;
	session_go(s, &step, false, NEVER);
	if (s->event.reason != REASON_STEP)
		session_fail(s,
			"%s() has not returned; the process has stopped inside it; 'branch run' "
			"goes back to the run",
			call->function->name);
}

Value
session_call(Session *s, const char *text)
{
	size_t n = strcspn(text, "( ");
	char *name = arena_strndup(&s->arena, text, n), *arguments;
	const char *open = text + n + strspn(text + n, " ");
	const ChainFrame *f = frame_for_call(s);
	const T800 *c = s->w->nodes[s->node];
	Call call = {.before = {.node = s->node,
		.registers = true,
		.areg = c->r.areg,
			.breg = c->r.breg,
			.creg = c->r.creg,
				.wptr = c->r.wptr,
				.iptr = c->r.iptr}};
	Value v;

	if (*open != '(' || open[strlen(open) - 1] != ')')
		session_fail(s, "call: expected FUNCTION(ARGUMENT, ...), not '%s'", text);
	call.function = find_called_function(s, f, name);
	call.entry = call.function->addr + f->s.code_moved;
	call.gsb = target_word(s->target, s->node, f->cfa - 12);
	arguments = arena_strndup(&s->arena, open + 1, strlen(open) - 2);
	add_arguments(s, &call, arguments);
	run_function(s, &call, start_call(s, &call));
	v = returned_value(s, &call);
	session_change(s, &call.before);
	return v;
}
