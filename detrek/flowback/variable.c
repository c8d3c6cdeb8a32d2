/* variable.c - finds names and values of memory by the debugging information. */
#include "variable.h"

#include "model.h"

#include <string.h>

enum { MAX_CALLERS = 12 }; /* calling functions whose variables are considered */

/*
 * read_memory: read n bytes as they were before an event; false if they are not known. A callback
 * for cc/debug.
 */
static bool
read_memory(void *of, Addr a, void *to, Word n)
{
	const EventMemory *m = of;

	return interval_read(m->in, m->event, a, to, n);
}

Stopped
at_stopped(At at, const Loaded *l, EventMemory *memory)
{
	const Step *s = at_step(at);

	return (Stopped){
		read_memory, memory, s->iptr, s->wdesc & ~3u, l->text_moved, l->data_moved};
}

/* found_variable: describe a variable, or its element at byte `at` of its value. */
static Variable
found_variable(const ProgramInfo *p, const DebugVariable *d, const DebugValue *value, Word at,
	Arena *arena)
{
	Variable v = {.parameter = d->is_parameter, .kept = d->artificial,
		.program = p, .file = d->place.file, .line = d->place.line};
	Buf name = {0};
	Word start;

	buf_printf(&name, "%s", d->name);
	v.type = type_path(value->type, at, 0, &start, &name);
	v.addr = value->addr + start;
	v.nbytes = type_plain(v.type)->size;
	v.name = arena_strndup(arena, (char *)name.data, name.len);
	buf_free(&name);
	return v;
}

/* ---- variables ---- */

/*
 * piece_at: if the pieces of a value lie in different places: the piece at an address; NULL if
 * there is none.
 */
static const DebugPiece *
piece_at(const DebugValue *value, Addr a)
{
	for (size_t i = 0; i < value->npieces; i++)
		if (a - value->pieces[i].addr < value->pieces[i].n)
			return &value->pieces[i];
	return NULL;
}

/*
 * is_variable_made: true if the variable exists already: false if its value would lie on both sides
 * of the workspace pointer. This is so for an array of variable length before its declaration,
 * because its place and length are then words that an earlier call has left there.
 */
static bool
is_variable_made(const DebugValue *value, const Stopped *s)
{
	return value->addr == s->wptr
		|| s->wptr - value->addr >= type_plain(value->type)->size;
}

/*
 * is_in_variable: true if the address lies in the variable d; *v is then set to it, or to its
 * element at the address.
 */
static bool
is_in_variable(ProgramInfo *p, const DebugVariable *d, const Stopped *s, Addr a, Arena *arena,
	Variable *v)
{
	DebugValue value;
	const DebugPiece *piece;

	if (!debug_value(p->debug, d, s, arena, &value))
		return false;
	if ((piece = piece_at(&value, a)))
		value.addr = piece->addr - piece->at;
	else if (!value.in_memory || a - value.addr >= type_plain(value.type)->size
		|| !is_variable_made(&value, s))
		return false;
	*v = found_variable(p, d, &value, a - value.addr, arena);
	return !piece || v->addr - piece->addr + v->nbytes <= piece->n;
}

/*
 * variable_in_frame: set *v to the variable that contains address a, among those of the functions
 * that use this frame, also the inlined ones; false if there is none.
 */
static bool
variable_in_frame(ProgramInfo *p, const Stopped *s, Word back, Addr a, Arena *arena, Variable *v)
{
	const ProgramScope *scope = program_scope(p, s->iptr - s->code_moved - back);

	for (size_t i = 0; i < scope->nframes; i++)
		for (size_t k = 0; k < scope->nvariables[i]; k++)
			if (is_in_variable(p, &scope->variables[i][k], s, a, arena, v))
				return true;
	return false;
}

/*
 * variable_in_frames: set *v to the variable that contains address a, among the local ones of the
 * function and its callers; false if there is none.
 */
static bool
variable_in_frames(ProgramInfo *p, Stopped s, Addr a, Arena *arena, Variable *v)
{
	for (int i = 0; i < MAX_CALLERS; i++) {
		if (variable_in_frame(p, &s, i > 0, a, arena, v)) {
			v->local = i == 0;
			v->parameter &= i == 0;
			return true;
		}
		if (!debug_unwind(p->debug, &s) || s.wptr > a + 64 * 1024)
			return false;
	}
	return false;
}

/* has_word: tell if the word at address a had this value before the event. */
static bool
has_word(const Interval *in, uint32_t event, Addr a, Word value)
{
	uint8_t bytes[4];

	return interval_read(in, event, a, bytes, sizeof bytes) && get32(bytes) == value;
}

/*
 * is_variable_there: true if the program was loaded before an event, so that its variables existed.
 * (An interval lists all programs that were loaded at some time in it.)
 */
static bool
is_variable_there(const Interval *in, uint32_t event, const Loaded *l)
{
	return l->entry == 0 || (has_word(in, event, l->entry, l->process)
		&& has_word(in, event, l->data_word, l->data));
}

const ProgramObject *
variable_object(const Loaded *l, Addr a, Word *moved)
{
	ProgramInfo *p = l->program;

	if (p && a - l->text < p->text_bytes)
		*moved = l->text_moved;
	else if (p && a - l->data < p->data_bytes)
		*moved = l->data_moved;
	else
		return NULL;
	return program_object(p, a - *moved);
}

/*
 * variable_in_data: set *v to the global variable that contains address a; false if there is none.
 */
static bool
variable_in_data(const Loaded *l, Addr a, Arena *arena, Variable *v)
{
	Word moved;
	const ProgramObject *o = variable_object(l, a, &moved);
	DebugValue value;

	if (!o)
		return false;
	value = (DebugValue){.type = o->variable.type, .addr = o->addr + moved};
	*v = found_variable(l->program, &o->variable, &value, a - value.addr, arena);
	return true;
}

Variable
variable_at(At at, bool behind, uint32_t event, Addr a, Arena *arena)
{
	EventMemory memory = {at.in, event};
	const Loaded *l = at_program(at);
	Stopped s = l ? at_stopped(at, l, &memory) : (Stopped){0};
	Variable v = {0};

	if (l && l->program->debug && a - (at_step(at)->wdesc & ~3u) < 1 << 20) {
		if (behind && at.step + 1 < at.in->nsteps)
			s.iptr = at.in->steps[at.step + 1].iptr;
		if ((behind && variable_in_frames(l->program, s, a, arena, &v)) ||
			(s.iptr = at_step(at)->iptr,
				variable_in_frames(l->program, s, a, arena, &v)))
			return v;
	}
	for (uint32_t i = 0; i < at.in->nloaded; i++)
		if (variable_in_data(&at.in->loaded[i], a, arena, &v)
			&& is_variable_there(at.in, event, &at.in->loaded[i]))
			return v;
	return (Variable){.addr = a, .nbytes = 0};
}

/* ---- values ---- */

/* value_to_text: the value of type t as text in the arena. */
static const char *
value_to_text(const Stopped *s, Debug *debug, const Type *t, const uint8_t *bytes, Arena *arena)
{
	Buf text = {0};
	const char *kept;

	value_text(debug, s, t, bytes, NULL, &text);
	kept = arena_strndup(arena, (char *)text.data, text.len);
	buf_free(&text);
	return kept;
}

/* number_text: a number of unknown type; if it looks like an address, it is printed as one. */
static const char *
number_text(Word w, Arena *arena)
{
	char text[16];

	return arena_strndup(arena, text,
		snprintf(text, sizeof text, w - MOSTNEG < 64 << 20 ? "0x%x" : "%d", (int)w));
}

/* real_text: eight bytes of unknown type, which one instruction has written: a double. */
static const char *
real_text(const uint8_t *bytes, Arena *arena)
{
	uint64_t bits = get64(bytes);
	double d;
	char text[32];

	memcpy(&d, &bits, sizeof d);
	return arena_strndup(arena, text, snprintf(text, sizeof text, "%.17g", d));
}

const char *
variable_value(At at, uint32_t event, const Variable *v, Arena *arena)
{
	EventMemory memory = {at.in, event};
	const Loaded *l = at.step < at.in->nsteps ? at_program(at) : NULL;
	Stopped s = l ? at_stopped(at, l, &memory) : (Stopped){.read = read_memory, .of = &memory};
	uint8_t *bytes = arena_alloc(arena, v->nbytes + 4, 1);

	if (!interval_read(at.in, event, v->addr, bytes, v->nbytes))
		return "";
	if (!v->type)
		return v->nbytes == 8 ? real_text(bytes, arena) : number_text(get32(bytes), arena);
	return value_to_text(&s, l ? l->program->debug : NULL, v->type, bytes, arena);
}

const char *
value_text_as(At at, const Type *t, Word w, Arena *arena)
{
	EventMemory memory = {at.in, at_first_event(at)};
	const Loaded *l = at_program(at);
	Stopped s = l ? at_stopped(at, l, &memory) : (Stopped){0};
	uint8_t bytes[4];

	put32(bytes, w);
	if (!l || !t || type_plain(t)->size > sizeof bytes || type_plain(t)->size == 0)
		return number_text(w, arena);
	return value_to_text(&s, l->program->debug, t, bytes, arena);
}
