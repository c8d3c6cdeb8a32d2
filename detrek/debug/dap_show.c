/*
 * dap_show.c - requests of the Debug Adapter Protocol that read the stopped machine.
 */
#include "dap.h"

#include "base/number.h"
#include "sim/node/node_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHILDREN = 1000, MAX_DISASSEMBLY = 1000, MAX_MEMORY = 1 << 20 };

/* ---- numbers of the client ---- */

enum { NODE_SHIFT = 16 }; /* a thread number has the node above the process's 16 bits */

int64_t
dap_thread_id(const Session *s, NodeId n, uint32_t number)
{
	(void)s;
	return ((int64_t)n + 1) << NODE_SHIFT | (number & 0xFFFF);
}

NodeId
dap_thread_node(int64_t thread)
{
	return (thread >> NODE_SHIFT) - 1;
}

void
dap_select_process(Dap *d, int64_t thread)
{
	int64_t n = (thread >> NODE_SHIFT) - 1;

	if (n < 0 || n >= d->s->w->nnodes)
		dap_fail(d, "unknown thread %lld", (long long)thread);
	if (d->s->has_thread && d->s->node == n && d->s->number == (thread & 0xFFFF))
		return;
	session_select_process(d->s, n, thread & 0xFFFF);
}

void
dap_forget_numbers(Dap *d)
{
	d->nframes = d->nvariables = 0;
	arena_free(&d->stop);
}

int
dap_client_line(const Dap *d, int line)
{
	return d->lines_from_0 && line > 0 ? line - 1 : line;
}

/* frame_id: store the frame of the session's thread; returns its number for the client. */
static int64_t
frame_id(Dap *d, size_t frame)
{
	if (d->nframes == d->frames_cap) {
		d->frames_cap = d->frames_cap ? 2 * d->frames_cap : 64;
		d->frames = xrealloc(d->frames, d->frames_cap * sizeof *d->frames);
	}
	d->frames[d->nframes++] = (DapFrame){d->s->node, d->s->number, frame};
	return d->nframes;
}

/* select_frame: select the process and frame that a number of the client stands for. */
static void
select_frame(Dap *d, const DapFrame *f)
{
	dap_select_process(d, dap_thread_id(d->s, f->node, f->process));
	if (d->s->nchain > 0)
		session_select_frame(d->s, f->frame);
}

void
dap_select_frame(Dap *d, int64_t id)
{
	if (id == 0)
		return;
	if (id < 1 || id > d->nframes)
		dap_fail(d, "unknown frame %lld", (long long)id);
	select_frame(d, &d->frames[id - 1]);
}

/* variables_reference: a new number by which the client asks for the parts of a value. */
static int64_t
variables_reference(Dap *d, DapKind kind, Value v, const char *expression)
{
	if (d->nvariables == d->variables_cap) {
		d->variables_cap = d->variables_cap ? 2 * d->variables_cap : 64;
		d->variables = xrealloc(d->variables, d->variables_cap * sizeof *d->variables);
	}
	d->variables[d->nvariables++] = (DapVariables){
		kind, {d->s->node, d->s->number, d->s->frame}, v,
		expression ? arena_strndup(&d->stop, expression, strlen(expression)) : NULL, {0}};
	return d->nvariables;
}

/* place_reference: a locationReference, with which the client gets a line of a source. */
static int64_t
place_reference(Dap *d, SourcePlace place)
{
	int64_t reference = variables_reference(d, DAP_PLACE, (Value){0}, NULL);

	d->variables[reference - 1].place = place;
	return reference;
}

json_t *
text_json(const char *text, size_t n)
{
	json_t *s = json_stringn(text, n);
	Buf b = {0};

	if (s)
		return s;
	for (size_t i = 0; i < n; i++)
		buf_byte(&b, text[i] >= ' ' && (unsigned char)text[i] < 127 ? text[i] : '?');
	s = json_stringn((char *)b.data, b.len);
	buf_free(&b);
	return s;
}

json_t *
buf_json(Buf *b)
{
	json_t *s = text_json((char *)b->data, b->len);

	buf_free(b);
	return s;
}

/* ---- frames ---- */

/* source_json: a source file as a Source of the protocol. */
static json_t *
source_json(Dap *d, const char *file)
{
	const char *path = session_source_file(d->s, file), *slash = strrchr(file, '/');

	return json_pack("{s:o, s:o}", "name",
		text_json(slash ? slash + 1 : file, strlen(slash ? slash + 1 : file)), "path",
		text_json(path, strlen(path)));
}

/*
 * frame_source_json: the source of a frame; clients fold frames whose source is not emphasised, and
 * show its origin.
 */
static json_t *
frame_source_json(Dap *d, size_t i)
{
	const ChainFrame *f = &d->s->chain[i];
	json_t *source = source_json(d, f->place.file);

	if (session_is_folded(d->s, i)) {
		json_object_set_new(source, "presentationHint", json_string("deemphasize"));
		json_object_set_new(source, "origin", json_string(part_text(f->part)));
	}
	return source;
}

/* frame_json: the session's frame i as a StackFrame of the protocol. */
static json_t *
frame_json(Dap *d, size_t i)
{
	const ChainFrame *f = &d->s->chain[i];
	char address[20];
	json_t *out;

	snprintf(address, sizeof address, "0x%x", f->pc + f->s.code_moved);
	out = json_pack("{s:I, s:o, s:i, s:i, s:s}", "id", (json_int_t)frame_id(d, i), "name",
		text_json(f->function, strlen(f->function)), "line",
		f->place.file ? dap_client_line(d, f->place.line) : 0, "column", 0,
		"instructionPointerReference", address);
	if (f->place.file)
		json_object_set_new(out, "source", frame_source_json(d, i));
	if (!f->place.file || session_is_folded(d->s, i))
		json_object_set_new(out, "presentationHint", json_string("subtle"));
	return out;
}

json_t *
dap_stack_trace(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	int64_t from = dap_number(d, args, "startFrame", 0),
		most = dap_number(d, args, "levels", 0);
	json_t *out;

	dap_select_process(d, dap_number(d, args, "threadId", INT64_MIN));
	out = dap_new_list(d);
	for (int64_t i = from < 0 ? 0 : from;
		i < (int64_t)s->nchain && (most <= 0 || i - from < most); i++)
		json_array_append_new(out, frame_json(d, i));
	return json_pack("{s:o, s:I}", "stackFrames", out, "totalFrames", (json_int_t)s->nchain);
}

json_t *
dap_scopes(Dap *d, const json_t *args)
{
	static const struct {
		const char *name;
		DapKind kind;
		bool expensive;
	} scopes[] = {{"Locals", DAP_LOCALS, false}, {"Arguments", DAP_ARGUMENTS, false},
		{"Globals", DAP_GLOBALS, true}, {"Registers", DAP_REGISTERS, true}};
	json_t *out;

	dap_session(d);
	dap_select_frame(d, dap_number(d, args, "frameId", INT64_MIN));
	out = dap_new_list(d);
	for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
		json_array_append_new(out,
			json_pack("{s:s, s:I, s:b}", "name", scopes[i].name, "variablesReference",
				(json_int_t)variables_reference(
					d, scopes[i].kind, (Value){0}, NULL),
				"expensive", scopes[i].expensive));
	return json_pack("{s:o}", "scopes", out);
}

/* ---- values ---- */

/*
 * has_parts: tell if values of type t can be opened: structures, arrays, pointers to a known size.
 */
static bool
has_parts(const Type *t)
{
	switch (type_plain(t)->kind) {
	case TYPE_STRUCT: case TYPE_UNION: case TYPE_ARRAY: return true;
	case TYPE_POINTER: return type_plain(type_plain(t)->target)->size > 0;
	default: return false;
	}
}

/* keep_value: keep a value after the request, until the next stop. */
static Value
keep_value(Dap *d, Value v)
{
	Word size = type_plain(v.type)->size;
	uint8_t *bytes;

	v.type = type_keep(&d->stop, v.type);
	if (v.object || !v.bytes)
		return v;
	bytes = arena_alloc(&d->stop, size + 1, 1);
	memcpy(bytes, v.bytes, size);
	v.bytes = bytes;
	if (v.known) {
		bool *known = arena_alloc(&d->stop, size + 1, 1);

		memcpy(known, v.known, size);
		v.known = known;
	}
	return v;
}

void
dap_put_value(Dap *d, json_t *out, const char *key, Value v, const char *expression)
{
	Session *s = d->s;
	Buf text = {0}, type = {0};
	Value object = v;
	char address[20];

	type_text(v.type, "", &type);
	if (type_plain(v.type)->kind == TYPE_FUNCTION || session_read(s, &v))
		session_value_text(s, v, 0, &text);
	else
		buf_printf(&text, "<no memory at 0x%x>", v.addr);
	json_object_set_new(out, key, buf_json(&text));
	json_object_set_new(out, "type", buf_json(&type));
	json_object_set_new(out, "variablesReference",
		json_integer(has_parts(v.type)
				     ? variables_reference(d, DAP_VALUE, keep_value(d, object),
					     expression)
				     : 0));
	if (type_plain(v.type)->kind == TYPE_ARRAY)
		json_object_set_new(out, "indexedVariables",
			json_integer(type_plain(v.type)->count));
	if (object.object
		|| (type_plain(v.type)->kind == TYPE_POINTER && v.bytes && value_known(&v))) {
		snprintf(address, sizeof address, "0x%x",
			object.object ? object.addr : (Word)value_number(&v));
		json_object_set_new(out, "memoryReference", json_string(address));
	}
}

/* add_expression: append, under a name, the variable that an expression denotes. */
static void
add_expression(Dap *d, json_t *list, const char *name, const char *expression)
{
	char error[EXPR_ERROR];
	json_t *one = json_pack("{s:o, s:o}", "name", text_json(name, strlen(name)), "evaluateName",
		text_json(expression, strlen(expression)));
	Value v;

	if (session_find(d->s, expression, &v, error)) {
		dap_put_value(d, one, "value", v, expression);
	} else {
		const char *reason = strstr(error, "optimised away") ? "<optimised away>" : error;

		json_object_set_new(one, "value", text_json(reason, strlen(reason)));
		json_object_set_new(one, "variablesReference", json_integer(0));
	}
	json_array_append_new(list, one);
}

/*
 * is_postfix_expression: true if a text is a postfix expression, which may be followed by `.` and
 * `[`.
 */
static bool
is_postfix_expression(const char *e)
{
	while (isalnum((unsigned char)*e) || (*e && strchr("_.[]:$", *e)))
		e++;
	return *e == '\0';
}

/*
 * append_part: an expression for a part of the object that the expression `of` denotes; NULL: there
 * is none.
 */
static const char *
append_part(Dap *d, const char *of, const char *name)
{
	bool postfix = of && is_postfix_expression(of);
	Buf b = {0};
	char *text;

	if (!of || *name == '(')
		return NULL;
	buf_printf(&b, *name == '*' ? "*" : "");
	buf_printf(&b, postfix ? "%s" : "(%s)", of);
	if (*name != '*')
		buf_printf(&b, *name == '[' ? "%s" : ".%s", name);
	text = arena_strndup(&d->s->arena, (char *)b.data, b.len);
	buf_free(&b);
	return text;
}

/* add_part: append, under a name, the part v of the value that the expression `of` denotes. */
static void
add_part(Dap *d, json_t *list, const char *of, const char *name, Value v)
{
	json_t *one = json_pack("{s:o}", "name", text_json(name, strlen(name)));
	const char *expression = append_part(d, of, name);

	if (expression)
		json_object_set_new(one, "evaluateName", text_json(expression, strlen(expression)));
	dap_put_value(d, one, "value", v, expression);
	json_array_append_new(list, one);
}

/* value_part: the part, of type t, of a value in memory or in bytes, from its byte `at` on. */
static Value
value_part(const Value *v, const Type *t, Word at)
{
	if (v->object)
		return value_of_object(t, v->addr + at);
	return (Value){.type = t, .bytes = v->bytes + at, .known = v->known ? v->known + at : NULL};
}

/* add_members: append the members of the structure v, which the expression `of` denotes. */
static void
add_members(Dap *d, json_t *list, const char *of, const Value *v)
{
	const Type *t = type_plain(v->type);

	for (size_t i = 0; i < t->nmembers; i++) {
		const Member *m = &t->members[i];
		Value part = value_part(v, m->type, m->bits ? 0 : m->at);

		if (!m->bits && m->at + (uint64_t)type_plain(m->type)->size > t->size)
			continue;
		part.bit = m->bit;
		part.bits = m->bits;
		if (!m->bits || v->object)
			add_part(d, list, of, *m->name ? m->name : "(unnamed)", part);
	}
}

/*
 * add_elements: append `count` elements, from number `from` on, of the array v, which the
 * expression `of` denotes.
 */
static void
add_elements(Dap *d, json_t *list, const char *of, const Value *v, int64_t from, int64_t count)
{
	const Type *t = type_plain(v->type);
	Word size = type_plain(t->target)->size;

	if (count <= 0 || count > MOST_CHILDREN)
		count = MOST_CHILDREN;
	for (int64_t i = from < 0 ? 0 : from; i < t->count && i - from < count; i++) {
		char name[24];

		snprintf(name, sizeof name, "[%lld]", (long long)i);
		add_part(d, list, of, name, value_part(v, t->target, i * size));
	}
}

/*
 * add_parts: append the parts of v: `count` elements from `from` on, the members, or the pointer's
 * target.
 */
static void
add_parts(Dap *d, json_t *list, const char *of, Value v, int64_t from, int64_t count)
{
	const Type *t = type_plain(v.type);

	if (t->kind == TYPE_ARRAY)
		add_elements(d, list, of, &v, from, count);
	else if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION)
		add_members(d, list, of, &v);
	else if (session_read(d->s, &v) && value_known(&v))
		add_part(d, list, of, "*", value_of_object(t->target, value_number(&v)));
}

/* ---- semaphores ---- */

/* described_value: an entry that describes a semaphore, with a link to the place. */
static json_t *
described_value(Dap *d, const char *name, Buf *text, SourcePlace place)
{
	json_t *out = json_pack("{s:s, s:o, s:i, s:{s:s}}", "name", name, "value", buf_json(text),
		"variablesReference", 0, "presentationHint", "kind", "virtual");

	if (place.file)
		json_object_set_new(out, "valueLocationReference",
			json_integer(place_reference(d, place)));
	return out;
}

/*
 * add_semaphore: add the holder of a semaphore and an entry for its last taker, who is searched for
 * only on request.
 */
static void
add_semaphore(Dap *d, json_t *list, Value v)
{
	Buf text = {0};
	SourcePlace place;

	if (!is_semaphore(&v))
		return;
	place = semaphore_put_holder(d->s, v.addr, &text);
	json_array_append_new(list, described_value(d, "held by", &text, place));
	json_array_append_new(list,
		json_pack("{s:s, s:s, s:I, s:{s:s, s:b}}", "name", "taken last by", "value", "",
			"variablesReference",
			(json_int_t)variables_reference(d, DAP_TAKEN, keep_value(d, v), NULL),
			"presentationHint", "kind", "virtual", "lazy", true));
}

/* add_last_taker: append the line that says which thread took the semaphore v last. */
static void
add_last_taker(Dap *d, json_t *list, Value v)
{
	SemaphoreTaker taken = semaphore_find_taker(d->s, v.addr);
	Buf text = {0};

	buf_printf(&text, "%s", taken.text);
	json_array_append_new(list, described_value(d, "taken last by", &text, taken.place));
}

json_t *
dap_locations(Dap *d, const json_t *args)
{
	int64_t reference = dap_number(d, args, "locationReference", INT64_MIN);
	const DapVariables *v;

	dap_session(d);
	v = reference >= 1 && reference <= d->nvariables ? &d->variables[reference - 1] : NULL;
	if (!v || v->kind != DAP_PLACE)
		dap_fail(d, "unknown locationReference %lld", (long long)reference);
	return json_pack("{s:o, s:i}", "source", source_json(d, v->place.file), "line",
		dap_client_line(d, v->place.line));
}

/* ---- scopes ---- */

/*
 * add_frame_variables: append the parameters, or the other local variables, of the selected frame.
 */
static void
add_frame_variables(Dap *d, json_t *list, bool parameters)
{
	const ChainFrame *f = d->s->nchain > 0 ? &d->s->chain[d->s->frame] : NULL;

	for (size_t i = 0; f && f->scope && i < f->scope->nvariables[f->depth]; i++) {
		const DebugVariable *v = &f->scope->variables[f->depth][i];

		if (v->is_parameter == parameters && *v->name)
			add_expression(d, list, v->name, v->name);
	}
}

/* add_globals: add the global variables of the frame's source file. */
static void
add_globals(Dap *d, json_t *list)
{
	const ChainFrame *f = d->s->nchain > 0 ? &d->s->chain[d->s->frame] : NULL;
	GlobalList globals = program_globals(f ? f->program : NULL);

	for (size_t i = 0; i < globals.n; i++) {
		const DebugVariable *v = &globals.v[i];

		if (v->place.file && f->place.file && strcmp(v->place.file, f->place.file) == 0)
			add_expression(d, list, v->name, v->name);
	}
}

/* add_registers: append the registers of the selected frame. */
static void
add_registers(Dap *d, json_t *list)
{
	static const char *const names[] = {
		"areg", "breg", "creg", "wptr", "iptr", "error", "count"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char expression[20];

		snprintf(expression, sizeof expression, "$%s", names[i]);
		add_expression(d, list, names[i], expression);
	}
}

/* member_named: find the member of a structure or union with a name; false if there is none. */
static bool
member_named(const Value *v, const char *name, Value *part)
{
	const Type *t = type_plain(v->type);

	for (size_t i = 0; i < t->nmembers; i++) {
		const Member *m = &t->members[i];

		if (strcmp(m->name, name) != 0)
			continue;
		*part = value_part(v, m->type, m->bits ? 0 : m->at);
		part->bit = m->bit;
		part->bits = m->bits;
		return true;
	}
	return false;
}

bool
dap_find_part(Dap *d, Value v, const char *name, Value *part)
{
	const Type *t = type_plain(v.type);
	long long i;

	if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION)
		return member_named(&v, name, part);
	if (t->kind == TYPE_ARRAY && sscanf(name, "[%lld]", &i) == 1 && i >= 0 && i < t->count)
		*part = value_part(&v, t->target, i * type_plain(t->target)->size);
	else if (t->kind == TYPE_POINTER && strcmp(name, "*") == 0
		&& session_read(d->s, &v) && value_known(&v))
		*part = value_of_object(t->target, value_number(&v));
	else
		return false;
	return true;
}

DapVariables
dap_variables_of(Dap *d, const json_t *args)
{
	int64_t reference = dap_number(d, args, "variablesReference", INT64_MIN);

	dap_session(d);
	if (reference < 1 || reference > d->nvariables)
		dap_fail(d, "unknown variablesReference %lld", (long long)reference);
	select_frame(d, &d->variables[reference - 1].frame);
	return d->variables[reference - 1];
}

json_t *
dap_variables(Dap *d, const json_t *args)
{
	DapVariables v = dap_variables_of(d, args);
	json_t *list;

	list = dap_new_list(d);
	switch (v.kind) {
	case DAP_LOCALS: add_frame_variables(d, list, false); break;
	case DAP_ARGUMENTS: add_frame_variables(d, list, true); break;
	case DAP_GLOBALS: add_globals(d, list); break;
	case DAP_REGISTERS: add_registers(d, list); break;
	case DAP_VALUE:
		add_parts(d, list, v.expression, v.value, dap_number(d, args, "start", 0),
			dap_number(d, args, "count", 0));
		add_semaphore(d, list, v.value);
		break;
	case DAP_TAKEN: add_last_taker(d, list, v.value); break;
	case DAP_PLACE: break;
	}
	return json_pack("{s:o}", "variables", list);
}

json_t *
dap_source(Dap *d, const json_t *args)
{
	const char *path = dap_string(d, json_object_get(args, "source"), "path", NULL);
	Buf b = {0};
	const char *line;

	for (int i = 1; (line = session_source_line(dap_session(d), path, i)); i++)
		buf_printf(&b, "%s\n", line);
	if (b.len == 0)
		dap_fail(d, "cannot read %s", path);
	return json_pack("{s:o}", "content", buf_json(&b));
}

/* ---- memory ---- */

/* parse_address: the address in a request's memoryReference and offset. */
static Addr
parse_address(Dap *d, const json_t *args)
{
	uint64_t a;

	if (!number_parse(dap_string(d, args, "memoryReference", NULL), UINT32_MAX, &a))
		dap_fail(d, "a memoryReference is a number");
	return a + dap_number(d, args, "offset", 0);
}

json_t *
dap_read_memory(Dap *d, const json_t *args)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	Session *s = dap_session(d);
	Addr a = parse_address(d, args);
	int64_t n = dap_number(d, args, "count", INT64_MIN), there = 0;
	char address[20];
	Buf b = {0};
	uint8_t p[3];

	if (n < 0 || n > MAX_MEMORY)
		dap_fail(d, "readMemory gives up to %d bytes", MAX_MEMORY);
	while (there < n && node_memory(s->w->nodes[s->node], a + there, 1))
		there++;
	for (int64_t i = 0; i < there; i += 3) {
		memset(p, 0, sizeof p);
		target_read(s->target, s->node, a + i, p, there - i < 3 ? there - i : 3);
		buf_byte(&b, digits[p[0] >> 2]);
		buf_byte(&b, digits[(p[0] & 3) << 4 | p[1] >> 4]);
		buf_byte(&b, there - i > 1 ? digits[(p[1] & 15) << 2 | p[2] >> 6] : '=');
		buf_byte(&b, there - i > 2 ? digits[p[2] & 63] : '=');
	}
	snprintf(address, sizeof address, "0x%x", a);
	return json_pack("{s:s, s:I, s:o}", "address", address, "unreadableBytes",
		(json_int_t)(n - there), "data", buf_json(&b));
}

json_t *
dap_disassemble(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	Addr a = parse_address(d, args);
	int64_t count = dap_number(d, args, "instructionCount", INT64_MIN),
		skip = dap_number(d, args, "instructionOffset", 0);
	json_t *out;

	if (count < 0 || count > MAX_DISASSEMBLY || skip < -MAX_DISASSEMBLY
		|| skip > MAX_DISASSEMBLY)
		dap_fail(d, "disassemble returns at most %d instructions", MAX_DISASSEMBLY);
	out = dap_new_list(d);
	a = skip_instructions(s, a, skip);
	for (int64_t i = 0; i < count; i++) {
		Buf text = {0}, bytes = {0};
		Word n = show_instruction(s, a, &text);
		char address[20];

		snprintf(address, sizeof address, "0x%x", a);
		if (n == 0)
			buf_printf(&text, "(no memory)");
		for (Word k = 0; k < n; k++)
			buf_printf(&bytes, k ? " %02x" : "%02x",
				target_word(s->target, s->node, a + k) & 0xFF);
		json_array_append_new(out,
			json_pack("{s:s, s:o, s:o}", "address", address, "instruction",
				buf_json(&text), "instructionBytes", buf_json(&bytes)));
		a += n ? n : 1;
	}
	return json_pack("{s:o}", "instructions", out);
}

json_t *
dap_exception_info(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	const char *text = s->event.text, *error = strstr(text, "Error: ");
	Buf waits = {0};
	json_t *info = json_pack("{s:s, s:s, s:s}", "exceptionId",
		error ? error + strlen("Error: ") : *text ? text : "stopped", "description", text,
		"breakMode", "always");

	(void)args;
	if (session_is_deadlock(s)) {
		session_put_waits(s, &waits);
		json_object_set_new(info, "details", json_pack("{s:s, s:o}", "message", text,
			"stackTrace", buf_json(&waits)));
	}
	return info;
}
