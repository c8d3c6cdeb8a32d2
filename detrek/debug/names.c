/*
 * names.c - looks up names in expressions at a place: variables of the function, otherwise those of
 * its program, otherwise those of the application; registers; values printed before.
 */
#include "session.h"

#include "sim/node/node_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

/* read_memory: callback of Names: read n bytes of the scope's node; false if there is no memory. */
static bool
read_memory(void *of, Addr a, void *to, Word n)
{
	const Scope *scope = of;

	return target_read(scope->s->target, scope->node, a, to, n);
}

/* ---- registers ---- */

/*
 * find_register: read register `name` of the scope's node into *w; returns false if it is not known
 * there.
 */
static bool
find_register(void *of, const char *name, Word *w)
{
	const Scope *scope = of;
	const Session *s = scope->s;
	const T800 *c = s->w->nodes[scope->node];
	bool running = s->has_thread && s->thread.node == scope->node
		&& (s->thread.state == THREAD_RUNNING || s->thread.state == THREAD_STOPPED);
	const struct {
		const char *name;
		bool known;
		Word value;
	} registers[] = {
		{"areg", running, c->r.areg},
		{"breg", running, c->r.breg},
		{"creg", running, c->r.creg},
		{"wptr", scope->frame != NULL, scope->frame ? scope->frame->s.wptr : 0},
		{"sp", scope->frame != NULL, scope->frame ? scope->frame->s.wptr : 0},
		{"iptr", scope->frame != NULL, scope->frame ? scope->frame->s.iptr : 0},
		{"pc", scope->frame != NULL, scope->frame ? scope->frame->s.iptr : 0},
		{"error", true, c->error},
		{"node", true, target_number(s->target, scope->node)},
		{"pid", s->has_thread, s->thread.in.pid},
		{"count", true, t800_count(c)},
	};

	for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
		if (registers[i].known && strcmp(registers[i].name, name) == 0) {
			*w = registers[i].value;
			return true;
		}
	return false;
}

/* ---- names ---- */

/* process_names: the names of the process to which the scope belongs. */
static ProcessNames
process_names(const Scope *scope)
{
	return (ProcessNames){scope->s->target, scope->node, scope->in};
}

/*
 * find_type: callback of Names: the type of this kind and name in the scope's program; NULL if
 * there is none.
 */
static const Type *
find_type(void *of, TypeKind kind, const char *name)
{
	ProcessNames p = process_names(of);

	return process_type(&p, kind, name);
}

/* function_variable: a variable of the frame's function or of the blocks around its address. */
static const DebugVariable *
function_variable(const Scope *scope, const char *name)
{
	const ChainFrame *f = scope->frame;

	for (size_t i = 0; f && f->scope && i < f->scope->nvariables[f->depth]; i++)
		if (strcmp(f->scope->variables[f->depth][i].name, name) == 0)
			return &f->scope->variables[f->depth][i];
	return NULL;
}

/*
 * value_in_other_program: find the value of a name that the frame's program lacks and exactly one
 * of the node's other programs has; false, with why, if there is none.
 */
static bool
value_in_other_program(const Scope *scope, Arena *a, const char *name, Value *v,
	char why[EXPR_ERROR])
{
	Loaded loaded[MAX_LOADED];
	uint32_t n = target_loaded_programs(scope->s->target, scope->node, loaded);
	const char *first = NULL;

	for (uint32_t i = 0; i < n; i++) {
		ProcessNames p = {scope->s->target, scope->node, loaded[i]};
		Value found;

		if (loaded[i].text == scope->in.text
			|| !process_value(&p, a, name, NULL, &found, why))
			continue;
		if (first) {
			snprintf(why, EXPR_ERROR, "in several programs: write %s::%s or %s::%s",
				first, name, loaded[i].name, name);
			return false;
		}
		first = arena_strndup(a, loaded[i].name, strlen(loaded[i].name));
		*v = found;
	}
	return first;
}

/*
 * value_in_application: find the value of a name that the frame's program lacks, in the
 * application's own program on the node; false, with why, if there is none.
 */
static bool
value_in_application(const Scope *scope, Arena *a, const char *name, Value *v,
	char why[EXPR_ERROR])
{
	const ChainFrame *own = scope->own;

	if (own) {
		ProcessNames p = {scope->s->target, scope->node, own->in};

		return process_value(&p, a, name, own->place.file, v, why);
	}
	return value_in_other_program(scope, a, name, v, why);
}

/*
 * find_value: find the kept value, local, or global `name`; returns false and says why if there is
 * none.
 */
static bool
find_value(void *of, Arena *a, const char *name, Value *v, char why[EXPR_ERROR])
{
	const Scope *scope = of;
	const DebugVariable *local = function_variable(scope, name);
	ProcessNames p = process_names(scope);

	*why = '\0';
	if (*name == '$')
		return session_find_kept(scope->s, name, v, why);
	if (local)
		return process_variable(scope->frame->program, a, local, &scope->frame->s, v, why);
	return process_value(&p, a, name, scope->frame ? scope->frame->place.file : NULL, v, why)
		|| (!*why && value_in_application(scope, a, name, v, why));
}

Names
scope_names(Scope *scope)
{
	return (Names){find_type, find_value, find_register, read_memory, NULL, scope};
}

Scope
session_scope(Session *s)
{
	Scope scope = {.s = s, .node = s->node};
	Loaded loaded[MAX_LOADED];
	size_t own;

	if (s->has_thread && s->nchain > 0) {
		own = chain_own_frame(s->chain, s->nchain, s->frame);
		scope.frame = &s->chain[s->frame];
		scope.in = scope.frame->in;
		scope.own = own < s->nchain ? &s->chain[own] : NULL;
	} else if (s->has_thread) {
		scope.in = s->thread.in;
	} else if (target_loaded_programs(s->target, s->node, loaded) > 0) {
		scope.in = loaded[0];
	}
	return scope;
}

bool
session_find(Session *s, const char *text, Value *v, char error[EXPR_ERROR])
{
	Scope scope = session_scope(s);
	Names names = scope_names(&scope);
	Expr *e = expression_parse(&s->arena, text, &names, error);

	return e && expression_eval(e, &s->arena, &names, v, error);
}

bool
session_read(Session *s, Value *v)
{
	Scope scope = session_scope(s);
	Names names = scope_names(&scope);

	return value_read(v, &s->arena, &names);
}

Value
session_object(Session *s, const char *text)
{
	char error[EXPR_ERROR];
	Value v;

	if (!session_find(s, text, &v, error))
		session_fail(s, "%s", error);
	return v;
}

Value
session_eval(Session *s, const char *text)
{
	Value v = session_object(s, text);

	if (type_plain(v.type)->kind != TYPE_FUNCTION && !session_read(s, &v))
		session_fail(s, "no memory at 0x%x", v.addr);
	return v;
}

/* ---- printing ---- */

/* append_binary: append n in binary, without leading zeros. */
static void
append_binary(uint64_t n, Buf *out)
{
	int bit = 63;

	while (bit > 0 && !(n >> bit & 1))
		bit--;
	for (; bit >= 0; bit--)
		buf_byte(out, '0' + (n >> bit & 1));
}

void
session_address_text(Session *s, Addr a, Buf *out)
{
	Loaded in;
	const char *name;
	Addr at;

	buf_printf(out, "0x%x", a);
	if (!target_program_at(s->target, s->node, a, &in)
		|| !(name = program_symbol(in.program, a - in.text_moved, &at)))
		return;
	buf_printf(out, a - in.text_moved == at ? " <%s>" : " <%s+%u>", name,
		a - in.text_moved - at);
}

/* append_number: append a number or pointer in a format of `print`. */
static void
append_number(Session *s, const Value *v, char format, Buf *out)
{
	Word size = type_plain(v->type)->size;
	int64_t n = type_plain(v->type)->kind == TYPE_REAL ? (int64_t)value_real(v)
		: value_number(v);
	uint64_t u = size < 8 ? (uint64_t)n & (((uint64_t)1 << 8 * size) - 1) : (uint64_t)n;

	switch (format) {
	case 'x': buf_printf(out, "0x%llx", (unsigned long long)u); break;
	case 'd': buf_printf(out, "%lld", (long long)n); break;
	case 'u': buf_printf(out, "%llu", (unsigned long long)u); break;
	case 'o': buf_printf(out, "0%llo", (unsigned long long)u); break;
	case 't': append_binary(u, out); break;
	case 'c':
		buf_printf(out, "%d '%c'", (int)(int8_t)u,
			(u & 0xFF) >= 32 && (u & 0xFF) < 127 ? (int)(u & 0xFF) : '?');
		break;
	case 'a': session_address_text(s, u, out); break;
	default: buf_printf(out, "%.17g", value_real(v));
	}
}

/* append_string: append the string to which a pointer to characters points. */
static void
append_string(Session *s, Addr a, Buf *out)
{
	enum { MOST = 200 };
	uint8_t c;

	buf_byte(out, '"');
	for (int i = 0; i < MOST; i++) {
		if (!target_read(s->target, s->node, a + i, &c, 1) || c == 0)
			break;
		if (c == '"' || c == '\\')
			buf_printf(out, "\\%c", c);
		else if (c == '\n')
			buf_printf(out, "\\n");
		else if (c >= 32 && c < 127)
			buf_byte(out, c);
		else
			buf_printf(out, "\\%03o", c);
		if (i == MOST - 1)
			buf_printf(out, "\"...");
	}
	if (out->data[out->len - 1] != '.')
		buf_byte(out, '"');
}

void
session_value_text(Session *s, Value v, char format, Buf *out)
{
	Scope scope = session_scope(s);
	const Type *t = type_plain(v.type), *to;
	Stopped stopped = target_stopped(s->target, s->node, &scope.in, 0, 0);

	if (t->kind == TYPE_FUNCTION) {
		buf_byte(out, '{');
		type_text(v.type, "", out);
		buf_printf(out, "} ");
		session_address_text(s, v.addr, out);
		return;
	}
	if (format && format != 's' && type_is_scalar(t) && value_known(&v)) {
		append_number(s, &v, format, out);
		return;
	}
	value_text(scope.in.program ? scope.in.program->debug : NULL, &stopped, v.type, v.bytes,
		v.known, out);
	to = t->kind == TYPE_POINTER ? type_plain(t->target) : NULL;
	if (to && to->kind == TYPE_CHAR && value_known(&v)
		&& node_memory(s->w->nodes[s->node], value_number(&v), 1)) {
		buf_byte(out, ' ');
		append_string(s, value_number(&v), out);
	}
}
