/*
 * local.c - evaluates a local event in a process: keeps its expression, the variables in it, and
 * copies of their words.
 *
 * An expression may read variables by name, and their members and elements. A variable is watched
 * as a whole, or only those members that are named. An expression that follows a pointer is
 * refused, because the pointer's target may change.
 */
#include "events_parts.h"

#include <stdio.h>
#include <string.h>

/* number of bytes, at the beginning of a program's code, by which the program is recognised */
enum { MOST_CODE = 256 };

/* ---- names ---- */

/* find_known: the value of `name` that the event already knows; NULL if there is none. */
static const Value *
find_known(const LocalEvent *e, const char *name)
{
	for (uint32_t i = 0; i < e->nnames; i++)
		if (strcmp(e->names[i].name, name) == 0)
			return &e->names[i].value;
	return NULL;
}

/*
 * find_value: find a value that is known, or a variable of the process; false with `why` if none.
 */
static bool
find_value(void *of, Arena *a, const char *name, Value *v, char why[EXPR_ERROR])
{
	const LocalEvent *e = of;
	const Value *known = find_known(e, name);

	if (!known)
		return process_value(&e->process, a, name, NULL, v, why);
	*v = *known;
	*why = '\0';
	return true;
}

/*
 * find_type: callback of Names: the type of this kind and name in the process's program; NULL if
 * there is none.
 */
static const Type *
find_type(void *of, TypeKind kind, const char *name)
{
	const LocalEvent *e = of;

	return process_type(&e->process, kind, name);
}

/*
 * no_register: callback of Names: false, because the expression of an event cannot use registers.
 */
static bool
no_register(void *of, const char *name, Word *w)
{
	(void)of, (void)name, (void)w;
	return false; /* registers are not watched */
}

/* bytes_at: the words of the event that contain a range of memory; NULL: none. */
static const EventBytes *
bytes_at(const LocalEvent *e, Addr a, Word nbytes)
{
	for (uint32_t i = 0; i < e->nbytes; i++) {
		const EventBytes *b = &e->bytes[i];

		if (a - b->low < b->nbytes && nbytes <= b->nbytes - (a - b->low))
			return b;
	}
	return NULL;
}

/*
 * read_bytes: copy n bytes from those that the event keeps; false if it does not keep all of them.
 */
static bool
read_bytes(void *of, Addr a, void *to, Word nbytes)
{
	const LocalEvent *e = of;
	const EventBytes *b = bytes_at(e, a, nbytes);

	if (b)
		memcpy(to, b->bytes + (a - b->low), nbytes);
	return b != NULL;
}

/* event_names: the functions by which the event's expression looks up names. */
static Names
event_names(LocalEvent *e)
{
	return (Names){find_type, find_value, no_register, read_bytes, NULL, e};
}

/* ---- the words ---- */

/* add_bytes: add a range of memory to those whose bytes the event keeps. */
static void
add_bytes(LocalEvent *e, Addr low, Word nbytes)
{
	if (nbytes == 0 || bytes_at(e, low, nbytes))
		return;
	e->bytes = arena_more(&e->arena, e->bytes, e->nbytes, sizeof *e->bytes);
	e->bytes[e->nbytes++] = (EventBytes){low, nbytes, arena_alloc(&e->arena, nbytes, 1)};
}

/* misspelt_name: the program's variable with the most similar name. */
static const char *
misspelt_name(const ProgramInfo *p, const char *name)
{
	Near near = near_word(name, strlen(name));
	GlobalList globals = program_globals(p);

	for (size_t i = 0; i < globals.n; i++)
		near_try_candidate(&near, globals.v[i].name);
	return near_text(&near, "");
}

/* report_no_variable: write into mistake that the name is no variable, and why; returns false. */
static bool
report_no_variable(const LocalEvent *e, const char *name, const char *why,
	char mistake[EVENT_MISTAKE])
{
	const ProgramInfo *p = e->process.in.program;

	if (*why)
		return event_fail(mistake,
			"variable '%s' of %s: %s; compile with -O0 (compile_options of the .vms "
			"file), or "
			"declare it volatile",
			name, e->process.in.name, why);
	if (!p || !p->debug)
		return event_fail(mistake,
			"'%s': %s has no debugging information; compile it with -g", name,
			e->process.in.name);
	return event_fail(mistake,
		"unknown variable '%s' in %s%s it must be a global or static one that the compiler "
		"has "
		"kept (-O0 keeps all); FILE::NAME is that of a file, FUNCTION::NAME a static one "
		"of a function",
		name, e->process.in.name, misspelt_name(p, name));
}

/*
 * add_name: find the variable `name` in the process and keep its value; false with the mistake if
 * none.
 */
static bool
add_name(LocalEvent *e, const char *name, char mistake[EVENT_MISTAKE])
{
	char why[EXPR_ERROR] = "";
	Value v = {0};

	if (find_known(e, name))
		return true;
	if (!process_value(&e->process, &e->arena, name, NULL, &v, why))
		return report_no_variable(e, name, why, mistake);
	e->names = arena_more(&e->arena, e->names, e->nnames, sizeof *e->names);
	e->names[e->nnames++] = (EventName){name, v};
	return true;
}

/* is_path: true if the expression is a variable, or a member of one. */
static bool
is_path(const Expr *x)
{
	return x->kind == EXPR_NAME || (x->kind == EXPR_MEMBER && is_path(x->a));
}

/*
 * path_text: the text of a variable with members, "a.b"; NULL if the expression is not of this
 * form.
 */
static const char *
path_text(LocalEvent *e, const Expr *x)
{
	const char *of = x->kind == EXPR_MEMBER ? path_text(e, x->a) : NULL;
	char *text;

	if (!of)
		return x->text;
	text = arena_alloc(&e->arena, strlen(of) + strlen(x->text) + 2, 1);
	sprintf(text, "%s.%s", of, x->text);
	return text;
}

/* add_object: add an object to those that the event names, and its bytes to those it keeps. */
static void
add_object(LocalEvent *e, const char *text, Value v)
{
	for (uint32_t i = 0; i < e->nobjects; i++)
		if (strcmp(e->objects[i].name, text) == 0)
			return;
	e->objects = arena_more(&e->arena, e->objects, e->nobjects, sizeof *e->objects);
	e->objects[e->nobjects++] = (EventName){text, v};
	if (v.object && type_plain(v.type)->kind != TYPE_FUNCTION)
		add_bytes(e, v.addr, type_plain(v.type)->size);
}

/*
 * add_path: add the object that a path names; the whole variable if the path names a bit-field or a
 * member that does not exist. The expression's check refuses the latter.
 */
static bool
add_path(LocalEvent *e, const Expr *path, char mistake[EVENT_MISTAKE])
{
	Names names = event_names(e);
	const Expr *name = path;
	char error[EXPR_ERROR];
	Value v;

	while (name->kind == EXPR_MEMBER)
		name = name->a;
	if (!add_name(e, name->text, mistake))
		return false;
	if (expression_eval(path, &e->arena, &names, &v, error) && v.bits == 0)
		add_object(e, path_text(e, path), v);
	else
		add_object(e, name->text, *find_known(e, name->text));
	return true;
}

/*
 * add_names: keep the values of all variables in an expression; false with the mistake if one is
 * unknown.
 */
static bool
add_names(LocalEvent *e, const Expr *x, char mistake[EVENT_MISTAKE])
{
	if (!x)
		return true;
	if (x->kind == EXPR_REGISTER)
		return event_fail(mistake,
			"$%s: a register is of one moment of one process; name variables", x->text);
	if (is_path(x))
		return add_path(e, x, mistake);
	return add_names(e, x->a, mistake) && add_names(e, x->b, mistake)
		&& add_names(e, x->c, mistake);
}

bool
local_event_reads(const LocalEvent *e, Addr a, Word nbytes)
{
	for (uint32_t i = 0; i < e->nbytes; i++)
		if (a - e->bytes[i].low < e->bytes[i].nbytes || e->bytes[i].low - a < nbytes)
			return true;
	return false;
}

void
local_event_store(LocalEvent *e, Addr a, uint8_t byte)
{
	for (uint32_t i = 0; i < e->nbytes; i++)
		if (a - e->bytes[i].low < e->bytes[i].nbytes) {
			e->bytes[i].bytes[a - e->bytes[i].low] = byte;
			e->is_changed = true;
		}
}

/* ---- the process ---- */

/*
 * find_code: find the bytes that show whether a program is on its node, if the node has no kernel.
 */
static void
find_code(LocalEvent *e)
{
	const Segment *code = &e->process.in.program->image.segments[0];

	e->code = code->data;
	e->code_at = code->addr + e->process.in.text_moved;
	e->ncode = code->nbytes < MOST_CODE ? code->nbytes : MOST_CODE;
	add_bytes(e, e->code_at, e->ncode);
}

/* find_process: find the kernel's words by which the event knows whether its process exists. */
static void
find_process(LocalEvent *e)
{
	const ProcessNames *p = &e->process;
	const KernelLayout *k = target_layout(p->target);
	Loaded kernel;

	if (!target_kernel_at(p->target, p->node, &kernel))
		find_code(e);
	if (e->ncode > 0 || p->in.pid == 0)
		return;
	e->entry = k->process_table + kernel.data_moved + 4 * p->in.index;
	e->object = target_word(p->target, p->node, e->entry);
	add_bytes(e, e->entry, 4);
	add_bytes(e, e->object + k->stacks, 4);
	add_bytes(e, e->object + k->ending, 1);
}

/* word_at: the word at address a among the bytes that the event keeps; 0 if it has none. */
static Word
word_at(LocalEvent *e, Addr a)
{
	uint8_t bytes[4] = {0};

	read_bytes(e, a, bytes, sizeof bytes);
	return get32(bytes);
}

/* has_stack: tell if the process still has a stack in the kernel's table. */
static bool
has_stack(LocalEvent *e)
{
	return word_at(e, e->object + target_layout(e->process.target)->stacks) != 0;
}

/* has_code: tell if the program's code is still at its address. */
static bool
has_code(LocalEvent *e)
{
	uint8_t there[MOST_CODE];

	return read_bytes(e, e->code_at, there, e->ncode)
		&& memcmp(there, e->code, e->ncode) == 0;
}

/*
 * does_process_exist: true if the process has had a stack, and the kernel has not begun to end it.
 */
static bool
does_process_exist(LocalEvent *e)
{
	const KernelLayout *k = target_layout(e->process.target);
	uint8_t ending = 0;

	if (e->ncode > 0)
		return has_code(e);
	if (e->object == 0)
		return true;
	read_bytes(e, e->object + k->ending, &ending, 1);
	e->has_ended |= ending != 0 || word_at(e, e->entry) != e->object;
	e->has_begun |= word_at(e, e->object + k->stacks) != 0;
	return e->has_begun && !e->has_ended;
}

void
local_event_load(LocalEvent *e)
{
	for (uint32_t i = 0; i < e->nbytes; i++)
		if (!target_read(e->process.target, e->process.node, e->bytes[i].low,
			e->bytes[i].bytes, e->bytes[i].nbytes))
			/* the node does not have this memory */
			memset(e->bytes[i].bytes, 0, e->bytes[i].nbytes);
	e->has_begun = e->object != 0 && has_stack(e);
	e->is_changed = true;
}

/* ---- the expression ---- */

/*
 * follows_pointer: true if the expression follows a pointer. The types are known only after the
 * operands have been evaluated.
 */
static bool
follows_pointer(LocalEvent *e, const Expr *x)
{
	Names names = event_names(e);
	char error[EXPR_ERROR];
	Arena a = {0};
	Value v;
	bool through = false;

	if (!x || (x->kind == EXPR_UNARY && x->op == '&'))
		return false;
	if ((x->kind == EXPR_UNARY && x->op == '*') || x->kind == EXPR_INDEX)
		through = !expression_eval(x->a, &a, &names, &v, error)
			|| type_plain(v.type)->kind == TYPE_POINTER;
	arena_free(&a);
	return through || follows_pointer(e, x->a) || follows_pointer(e, x->b)
		|| follows_pointer(e, x->c);
}

/* parse_expression: parse the expression; NULL with the mistake if it is wrong. */
static const Expr *
parse_expression(LocalEvent *e, const char *text, char mistake[EVENT_MISTAKE])
{
	Names names = event_names(e);
	char error[EXPR_ERROR];
	const Expr *x = expression_parse(&e->arena, text, &names, error);

	if (!x)
		event_fail(mistake, "{%s}: %s", text, error);
	else if (expression_assigns(x))
		event_fail(mistake, "{%s}: an event changes nothing; '==' compares", text);
	else if (!add_names(e, x, mistake))
		return NULL;
	else if (follows_pointer(e, x))
		event_fail(mistake,
			"{%s}: what lies behind a pointer may be elsewhere at another time, and is "
			"not watched; name "
			"variables, their members and elements",
			text);
	else
		return x;
	return NULL;
}

/*
 * fill_words: set all bytes of the event's words to `byte`. An expression that has a value for
 * some contents has one if all bits are 0, or if all bits are 1.
 */
static void
fill_words(LocalEvent *e, uint8_t byte)
{
	for (uint32_t i = 0; i < e->nbytes; i++)
		memset(e->bytes[i].bytes, byte, e->bytes[i].nbytes);
}

/*
 * has_value: evaluate the expression, with zeros and then with ones in unknown bytes; false, with
 * the reason in error, if it has no value.
 */
static bool
has_value(LocalEvent *e, Arena *a, Value *v, char error[EXPR_ERROR])
{
	Names names = event_names(e);
	bool has = expression_eval(e->expression, a, &names, v, error);

	if (has)
		return true;
	fill_words(e, 0xFF);
	has = expression_eval(e->expression, a, &names, v, (char[EXPR_ERROR]){0});
	fill_words(e, 0);
	return has;
}

/*
 * is_number: tell if the expression's value is a number or pointer; false with the mistake if not.
 */
static bool
is_number(LocalEvent *e, const EventTerm *text, char mistake[EVENT_MISTAKE])
{
	char error[EXPR_ERROR];
	Arena a = {0};
	Buf type = {0};
	bool good = true;
	Value v;

	if (!has_value(e, &a, &v, error)) {
		good = event_fail(mistake, "{%s}: %s", text->expression, error);
	} else if (!type_is_scalar(v.type)) {
		type_text(v.type, "", &type);
		good = event_fail(mistake,
			"{%s}: it is a %.*s; an event is a number, true if it is not 0",
			text->expression, (int)type.len, (char *)type.data);
	}
	buf_free(&type);
	arena_free(&a);
	return good;
}

bool
local_event_open(LocalEvent *e, uint32_t term, const ProcessNames *p, const EventTerm *text,
	const EventPlace *place, char mistake[EVENT_MISTAKE])
{
	*e = (LocalEvent){.term = term, .process = *p};
	e->expression = parse_expression(e, text->expression, mistake);
	if (!e->expression || !is_number(e, text, mistake))
		return false;
	e->nshown = e->nobjects;
	find_process(e);
	if (!place->role)
		return true;
	e->role = parse_expression(e, place->role, mistake);
	if (!e->role)
		event_fail(mistake,
			"%s: %s is not a program of TrEK's, whose processes have roles",
			text->place, p->in.name);
	return e->role != NULL;
}

void
local_event_close(LocalEvent *e)
{
	arena_free(&e->arena);
}

/* is_expression_true: tell if the value of the expression is not 0. */
static bool
is_expression_true(LocalEvent *e, const Expr *x)
{
	Names names = event_names(e);
	char error[EXPR_ERROR];
	Arena a = {0};
	Value v;
	bool is = false;

	if (expression_eval(x, &a, &names, &v, error) && value_read(&v, &a, &names)
		&& value_known(&v))
		is = type_plain(v.type)->kind == TYPE_REAL ? value_real(&v) != 0
			: value_number(&v) != 0;
	arena_free(&a);
	return is;
}

void
local_event_evaluate(LocalEvent *e)
{
	e->is_changed = false;
	e->is_there = does_process_exist(e) && (!e->role || is_expression_true(e, e->role));
	e->holds = e->is_there && is_expression_true(e, e->expression);
}
