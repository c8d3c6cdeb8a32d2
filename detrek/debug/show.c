/*
 * show.c - prints where and why the machine has stopped, frames, sources, memory, instructions.
 */
#include "session.h"

#include "base/number.h"
#include "cc/isa/isa.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

void
show_time(Time t, Buf *out)
{
	buf_printf(out, "%s", TIME_STRING(t));
}

void
show_place(Session *s, Buf *out)
{
	Place at = past_place(s->past);

	at.time = session_time(s);
	show_place_at(s, at, out);
}

void
show_place_at(Session *s, Place at, Buf *out)
{
	show_time(at.time, out);
	if (at.node != NOWHERE)
		buf_printf(out, ", node %s before instruction %" PRIu64,
			TARGET_NODE(s->target, at.node), at.count);
}

/* thread_function: the function in which the thread stands; NULL if none is known. */
static const char *
thread_function(Session *s, const Thread *t)
{
	static ChainFrame chain[MAX_CHAIN];
	size_t n = target_chain(s->target, t, chain, MAX_CHAIN);

	return n > 0 ? chain[chain_shown_frame(t, chain, n)].function : NULL;
}

void
thread_name(Session *s, const Thread *t, Buf *out)
{
	const char *function = thread_function(s, t);

	buf_printf(out, "%u.%u %s", target_number(s->target, t->node), t->number,
		*t->in.name ? t->in.name : "?");
	if (function)
		buf_printf(out, ":%s", function);
}

void
put_no_process(Session *s, NodeId n, Buf *out)
{
	buf_printf(out, "node %s: no process", TARGET_NODE(s->target, n));
	if (s->w->nodes[n]->stop != STOP_NONE)
		buf_printf(out, "; the node %s", stop_text(s->w->nodes[n]->stop));
}

/* ---- frames ---- */

/* argument_text: append NAME=VALUE of one argument; a structure or array is shown as "...". */
static void
argument_text(Session *s, const ChainFrame *f, const DebugVariable *v, Buf *out)
{
	DebugValue value;
	Arena a = {0};
	const Type *t;

	buf_printf(out, "%s=", v->name);
	if (!debug_value(f->program->debug, v, &f->s, &a, &value)) {
		buf_printf(out, "<optimised away>");
	} else {
		t = type_plain(value.type);
		if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION || t->kind == TYPE_ARRAY)
			buf_printf(out, "...");
		else
			value_text(f->program->debug, &f->s, value.type, value.bytes, value.known,
				out);
	}
	arena_free(&a);
	(void)s;
}

/* arguments_text: append the arguments of a frame: "(NAME=VALUE, ...)". */
static void
arguments_text(Session *s, const ChainFrame *f, Buf *out)
{
	bool first = true;

	for (size_t i = 0; f->scope && i < f->scope->nvariables[f->depth]; i++) {
		const DebugVariable *v = &f->scope->variables[f->depth][i];

		if (!v->is_parameter)
			continue;
		buf_printf(out, first ? "" : ", ");
		first = false;
		argument_text(s, f, v, out);
	}
}

/* show_frame_text: append the frame's function and place, with its arguments if asked for. */
static void
show_frame_text(Session *s, const ChainFrame *f, Buf *out, bool arguments)
{
	buf_printf(out, "%s (", f->function);
	if (arguments)
		arguments_text(s, f, out);
	buf_printf(out, ")");
	if (f->place.file)
		buf_printf(out, " at %s:%d", source_name(f->place.file), f->place.line);
	else if (f->program)
		buf_printf(out, " in %s, 0x%x", f->program->name, f->pc);
	else
		buf_printf(out, " at 0x%x, which is in no known program", f->s.iptr);
}

void
show_frame(Session *s, size_t frame)
{
	Buf b = {0};

	buf_printf(&b, "#%-2zu ", frame);
	show_frame_text(s, &s->chain[frame], &b, true);
	buf_byte(&b, '\n');
	session_print(s, &b);
}

/* show_source_line: print the source line of a frame. */
static void
show_source_line(Session *s, const ChainFrame *f)
{
	const char *line = session_source_line(s, f->place.file, f->place.line);

	if (line)
		fprintf(s->out, "%d\t%s\n", f->place.line, line);
}

void
show_where(Session *s, bool source)
{
	Buf b = {0};

	if (!s->has_thread) {
		put_no_process(s, s->node, &b);
		buf_byte(&b, '\n');
		session_print(s, &b);
		return;
	}
	buf_printf(&b, "[%u.%u %s", target_number(s->target, s->node), s->number,
		*s->thread.in.name ? s->thread.in.name : "?");
	target_put_client(s->target, &s->thread, &b);
	buf_byte(&b, ']');
	if (s->nchain > 0) {
		buf_byte(&b, ' ');
		show_frame_text(s, &s->chain[s->frame], &b, true);
	}
	buf_byte(&b, '\n');
	session_print(s, &b);
	if (source && s->nchain > 0)
		show_source_line(s, &s->chain[s->frame]);
}

void
show_locals(Session *s, const ChainFrame *f, bool parameters, const char *indent)
{
	for (size_t i = 0; f->scope && i < f->scope->nvariables[f->depth]; i++) {
		const DebugVariable *v = &f->scope->variables[f->depth][i];
		DebugValue value;
		Arena a = {0};
		Buf b = {0};

		if (v->is_parameter != parameters)
			continue;
		buf_printf(&b, "%s%s = ", indent, v->name);
		if (debug_value(f->program->debug, v, &f->s, &a, &value))
			value_text(f->program->debug, &f->s, value.type, value.bytes, value.known,
				&b);
		else
			buf_printf(&b, "<optimised away>");
		buf_byte(&b, '\n');
		session_print(s, &b);
		arena_free(&a);
	}
}

/*
 * fold_end: a backtrace shows folded frames (session_is_folded) of one part of the software on one
 * line. Returns the number of the frame behind those that share the line with frame `from`.
 */
static size_t
fold_end(const Session *s, size_t from)
{
	size_t i = from;

	while (i < s->nchain && s->chain[i].part == s->chain[from].part && session_is_folded(s, i))
		i++;
	return i;
}

/*
 * show_fold: print the folded frames from i on: "#1-4 kernel, #5 library", the first time with how
 * to see them; returns their end.
 */
static size_t
show_fold(Session *s, size_t i, bool first)
{
	const char *comma = "";

	for (size_t end; (end = fold_end(s, i)) > i; i = end, comma = ", ") {
		fprintf(s->out, "%s#%zu", comma, i);
		if (end - i > 1)
			fprintf(s->out, "-%zu", end - 1);
		fprintf(s->out, " %s", part_text(s->chain[i].part));
	}
	fprintf(s->out, "%s\n", first ? " ('bt all' shows them)" : "");
	return i;
}

void
show_chain(Session *s, size_t most, bool locals, bool all)
{
	bool folded = false;
	size_t i = 0;

	session_selected_frame(s);
	for (size_t shown = 0; i < s->nchain && shown < most; shown++) {
		if (!all && session_is_folded(s, i)) {
			i = show_fold(s, i, !folded);
			folded = true;
			continue;
		}
		show_frame(s, i);
		if (locals)
			show_locals(s, &s->chain[i], false, "        ");
		i++;
	}
	if (i < s->nchain)
		fprintf(s->out, "(%zu more frames)\n", s->nchain - i);
}

/* ---- why it stands ---- */

/*
 * show_watched: append the change of the watched word, and the new value of the point's variable.
 */
static void
show_watched(Session *s, const Point *p, Buf *b)
{
	const Event *e = &s->event;
	Value v = value_of_object(p->type, p->addr);
	Scope scope = session_scope(s);
	Names names;

	scope.node = p->node;
	names = scope_names(&scope);
	buf_printf(b, ", word 0x%x: 0x%x -> 0x%x", e->addr, e->old, e->new);
	if (value_read(&v, &s->arena, &names)) {
		buf_printf(b, "; %s is ", p->text);
		session_value_text(s, v, 0, b);
	}
}

void
show_event(Session *s)
{
	const Point *p = s->event.reason == REASON_POINT ? point_find(s, s->event.point) : NULL;
	Buf b = {0};

	switch (s->event.reason) {
	case REASON_POINT:
		buf_printf(&b, "%s%s %u", p->once ? "temporary " : "",
			p->kind == POINT_CODE || p->kind == POINT_EVENT           ? "breakpoint"
				: p->kind == POINT_WATCH || p->kind == POINT_READ ? "watchpoint"
				: "catchpoint",
			p->number);
		if (p->kind == POINT_WATCH && !*s->event.text)
			show_watched(s, p, &b);
		else if (p->kind != POINT_CODE)
			buf_printf(&b, " (%s)", p->text);
		break;
	case REASON_BEGINNING:
		buf_printf(&b, "the beginning of the %s", s->live ? "run" : "recording");
		break;
	case REASON_INTERRUPTED: buf_printf(&b, "interrupted"); break;
	case REASON_END: break;
	default: break;
	}
	if (*s->event.text)
		buf_printf(&b, "%s%s", b.len ? ": " : "", s->event.text);
	if (b.len > 0) {
		buf_printf(&b, ", at ");
		show_place(s, &b);
		buf_byte(&b, '\n');
	}
	if (p && p->kind == POINT_EVENT)
		event_point_text(s, p, &b);
	if (session_is_deadlock(s))
		session_put_waits(s, &b);
	session_print(s, &b);
	if (s->failed && p && p->condition)
		fprintf(s->out, "the condition of breakpoint %u has no value: %s\n", p->number,
			p->condition);
}

/*
 * append_display: append the expression of a display and its value; v NULL: it has no value here,
 * and `<none>` is shown.
 */
static void
append_display(Session *s, const Display *d, const Value *v, Buf *out)
{
	bool instruction = d->format == 'i' && v && type_is_scalar(v->type) && value_known(v);

	buf_printf(out, "%u: %s%s", d->number, instruction ? "x/i " : "", d->text);
	if (instruction) {
		Addr a = value_number(v);

		buf_printf(out, "\n   ");
		session_address_text(s, a, out);
		buf_printf(out, ":\t");
		if (show_instruction(s, a, out) == 0)
			buf_printf(out, "<none>");
	} else if (v) {
		buf_printf(out, " = ");
		session_value_text(s, *v, d->format, out);
	} else {
		buf_printf(out, " = <none>");
	}
	buf_byte(out, '\n');
}

void
show_displays(Session *s)
{
	for (uint32_t i = 0; i < s->ndisplays; i++) {
		Display *d = &s->displays[i];
		char error[EXPR_ERROR];
		Value v;
		Buf b = {0};
		bool read = session_find(s, d->text, &v, error) && session_read(s, &v);

		append_display(s, d, read ? &v : NULL, &b);
		session_print(s, &b);
	}
}

/* ---- sources ---- */

/*
 * print_lines: print source lines, with `>` at line `mark`; fails if the first line does not exist.
 */
static void
print_lines(Session *s, const char *file, int first, int last, int mark)
{
	int line;

	for (line = first < 1 ? 1 : first; line <= last; line++) {
		const char *text = session_source_line(s, file, line);

		if (!text)
			break;
		fprintf(s->out, "%d%s\t%s\n", line, line == mark ? " >" : "", text);
	}
	if (line == (first < 1 ? 1 : first))
		session_fail(s,
			"%s has no line %d, or cannot be read; 'directory DIR' names a folder with "
			"sources",
			source_name(file), line);
	s->list_line = line;
}

/* list_file: print lines of `file` and make it the file that `list` continues in. */
static void
list_file(Session *s, const char *file, int first, int last, int mark)
{
	char *name = xstrdup(file);

	free(s->list_file);
	s->list_file = name;
	print_lines(s, name, first, last, mark);
}

/* list_at: print the ten lines around `line`. */
static void
list_at(Session *s, const char *file, int line, int mark)
{
	list_file(s, file, line - 5, line + 4, mark);
}

/*
 * list_line: print FILE:LINE, even if the line has no code; last 0: the lines around it, else the
 * lines up to `last`. false: the text is something else.
 */
static bool
list_line(Session *s, const char *text, int last)
{
	const char *colon = strrchr(text, ':');
	ProgramInfo *const *programs;
	uint32_t n = target_programs(s->target, &programs);
	char *name;

	if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1))
		return false;
	name = arena_strndup(&s->arena, text, colon - text);
	for (uint32_t i = 0; i < n; i++)
		for (size_t k = 0; k < programs[i]->nlines; k++) {
			const char *file = programs[i]->lines[k].place.file;

			if (!programs[i]->lines[k].end && file && path_ends_with(file, name)) {
				int line = atoi(colon + 1);

				list_file(s, file, last ? line : line - 5, last ? last : line + 4,
					0);
				return true;
			}
		}
	return false;
}

/*
 * list_function: print FUNCTION or PROGRAM::FUNCTION, even if it has no code of its own; false: the
 * text is something else.
 */
static bool
list_function(Session *s, const char *text)
{
	const char *colons = strstr(text, "::");
	ProgramInfo *const *programs;
	uint32_t n = target_programs(s->target, &programs);
	SourcePlace place;

	for (uint32_t i = 0; i < n; i++) {
		if (colons && (strlen(programs[i]->name) != colons - text
			|| strncmp(programs[i]->name, text, colons - text) != 0))
			continue;
		if (programs[i]->debug && debug_definition(programs[i]->debug,
			colons ? colons + 2 : text, &place)) {
			list_at(s, place.file, place.line, 0);
			return true;
		}
	}
	return false;
}

/*
 * list_range: if the text is a range of lines (FIRST,LAST or FIRST, with a file name and a colon in
 * front, or of the file `here`), print these lines; false: it is something else.
 */
static bool
list_range(Session *s, const char *text, const char *here)
{
	const char *colon = strrchr(text, ':'), *lines = colon ? colon + 1 : text;
	const char *comma = strchr(lines, ',');
	uint64_t first, last;

	if (!comma || !number_parse(arena_strndup(&s->arena, lines, comma - lines), INT32_MAX / 2,
		&first))
		return false;
	if (!comma[1])
		last = first + 9;
	else if (!number_parse(comma + 1, INT32_MAX / 2, &last))
		return false;
	if (colon && !list_line(s, arena_strndup(&s->arena, text, comma - text), last))
		return false;
	if (!colon && !here)
		return false;
	if (!colon)
		list_file(s, here, first, last, 0);
	return true;
}

void
show_list(Session *s, const char *argument)
{
	const ChainFrame *f = s->has_thread && s->nchain > 0 ? &s->chain[s->frame] : NULL;
	const char *here = s->list_file ? s->list_file : f ? f->place.file : NULL;
	Point place = {0};
	SourcePlace at;

	if (*argument) {
		if (strspn(argument, "0123456789") == strlen(argument) && here) {
			list_at(s, here, atoi(argument), 0);
			return;
		}
		if (strcmp(argument, "-") == 0 && s->list_file) {
			print_lines(s, s->list_file, s->list_line - 20, s->list_line - 11, 0);
			return;
		}
		if (list_range(s, argument, here) || list_line(s, argument, 0)
			|| list_function(s, argument))
			return;
		point_locate(s, argument, &place);
		at = point_source(&place.places[0]);
		if (!at.file)
			session_fail(s, "no line is known for '%s'", argument);
		list_at(s, at.file, at.line, 0);
	} else if (s->list_file) {
		print_lines(s, s->list_file, s->list_line, s->list_line + 9, f && f->place.file
			&& strcmp(f->place.file, s->list_file) == 0 ? f->place.line : 0);
	} else {
		f = session_selected_frame(s);
		if (!f->place.file)
			session_fail(s, "no source line is known for this place");
		list_at(s, f->place.file, f->place.line, f->place.line);
	}
}

/* ---- instructions ---- */

Word
show_instruction(Session *s, Addr a, Buf *out)
{
	Word operand = 0;

	for (Word n = 1; n <= 16; n++) {
		uint8_t byte, fn;
		const Instr *i;

		if (!target_read(s->target, s->node, a + n - 1, &byte, 1))
			return 0;
		fn = byte >> 4;
		operand |= byte & 15;
		if (fn == 2 || fn == 6) {
			operand = (fn == 6 ? ~operand : operand) << 4;
			continue;
		}
		i = instr_by_code(fn == 15 ? INSTR_OPER : INSTR_DIRECT, fn == 15 ? operand : fn);
		if (fn == 15 && i)
			buf_printf(out, "%s", i->name);
		else if (fn == 15)
			buf_printf(out, "opr %d", (int32_t)operand);
		else if (fn == 0 || fn == 9 || fn == 10) { /* j, call, cj */
			buf_printf(out, "%s ", i->name);
			session_value_text(s,
				value_of_number(&s->arena, &base_types[BASE_UNSIGNED],
					(Addr)(a + n + operand)),
				'a', out);
		} else {
			buf_printf(out, "%s %d", i ? i->name : "?", (int32_t)operand);
		}
		return n;
	}
	return 0;
}

/* instruction_length: length of an instruction; 0 outside memory. */
static Word
instruction_length(Session *s, Addr a)
{
	Buf b = {0};
	Word n = show_instruction(s, a, &b);

	buf_free(&b);
	return n;
}

Addr
skip_instructions(Session *s, Addr a, int64_t skip)
{
	const DebugFunction *f;
	Addr before[1000], at;
	size_t n = 0;
	Loaded in;

	for (; skip > 0; skip--)
		a += instruction_length(s, a) ? instruction_length(s, a) : 1;
	if (skip == 0)
		return a;
	if (!target_program_at(s->target, s->node, a, &in)
		|| !(f = program_function_at(in.program, a - in.text_moved)))
		return a + skip;
	/*
	 * go backwards only by decoding from the function's beginning, because instructions have
	 * variable length
	 */
	for (at = f->addr + in.text_moved; at < a && instruction_length(s, at) > 0; at +=
		instruction_length(s, at))
		before[n++ % 1000] = at;
	if (n > 0 && (uint64_t)-skip <= n && -skip <= 1000)
		return before[(n + skip) % 1000];
	return f->addr + in.text_moved + (skip + (int64_t)n);
}

/*
 * show_instructions: print the instructions from `from` to before `to`, at most `most`; `mark` gets
 * an arrow.
 */
static void
show_instructions(Session *s, Addr from, Addr to, uint32_t most, Addr mark)
{
	for (uint32_t i = 0; i < most && from < to; i++) {
		Buf b = {0};
		Word n;

		buf_printf(&b, "%s ", from == mark ? "=>" : "  ");
		session_value_text(s, value_of_number(&s->arena, &base_types[BASE_UNSIGNED], from),
			'a', &b);
		buf_printf(&b, ":\t");
		n = show_instruction(s, from, &b);
		if (n == 0) {
			buf_free(&b);
			return;
		}
		buf_byte(&b, '\n');
		session_print(s, &b);
		from += n;
	}
}

/* ---- memory ---- */

/* show_unit: print the value of `size` bytes at *a in the format, and advance *a behind it. */
static void
show_unit(Session *s, Addr *a, char format, Word size)
{
	Type t = base_types[size == 1 ? BASE_CHAR
			: size == 2   ? BASE_SHORT
			: size == 8   ? BASE_LONG_LONG
			: BASE_INT];
	Buf b = {0};
	Value v = value_of_object(format == 'f' ? &base_types[size == 8 ? BASE_DOUBLE : BASE_FLOAT]
		: &t, *a);

	if (!session_read(s, &v))
		session_fail(s, "no memory at 0x%x", *a);
	buf_byte(&b, '\t');
	session_value_text(s, v, format, &b);
	session_print(s, &b);
	*a += size;
}

/* show_string: print the string at *a, and advance *a behind it. */
static void
show_string(Session *s, Addr *a)
{
	const Type *t = type_pointer(&s->arena, &base_types[BASE_CHAR]);
	Buf text = {0};
	uint8_t c = 1;
	char *quote;

	session_value_text(s, value_of_number(&s->arena, t, *a), 0, &text);
	buf_byte(&text, 0);
	quote = strchr((char *)text.data, '"');
	fprintf(s->out, "\t%s", quote ? quote : "");
	buf_free(&text);
	while (target_read(s->target, s->node, (*a)++, &c, 1) && c != 0)
		continue;
}

/* parse_format: parse COUNT, letter and size as in `x/8xw`. */
static void
parse_format(Session *s, const char *f, uint32_t *count, char *letter, Word *size)
{
	*count = isdigit((unsigned char)*f) ? strtoul(f, NULL, 10) : 1;
	*letter = 'x';
	*size = 4;
	for (f += strspn(f, "0123456789"); *f; f++)
		switch (*f) {
		case 'b': *size = 1; break;
		case 'h': *size = 2; break;
		case 'w': *size = 4; break;
		case 'g': *size = 8; break;
		case 'x':
		case 'd':
		case 'u':
		case 'o':
		case 't':
		case 'c':
		case 'a':
		case 'f':
		case 's':
		case 'i':
			*letter = *f;
			if (*f == 'c')
				*size = 1;
			break;
		default: session_fail(s, "'%c' is not a format of x: sizes are b h w g, formats x "
			"d u o t c a f s i", *f);
		}
	if (*count == 0 || *count > 10000)
		session_fail(s, "x shows 1 to 10000 elements");
}

/* examined_address: the address to which an expression leads, or at which `x` continues. */
static Addr
examined_address(Session *s, const char *text)
{
	Value v;

	if (!*text)
		return s->x_any ? s->x_next : session_selected_frame(s)->s.iptr;
	v = session_eval(s, text);
	if (type_plain(v.type)->kind == TYPE_ARRAY || type_plain(v.type)->kind == TYPE_STRUCT
		|| type_plain(v.type)->kind == TYPE_FUNCTION)
		return v.addr;
	if (!type_is_scalar(v.type) || !value_known(&v))
		session_fail(s, "'%s' is not an address", text);
	return value_number(&v);
}

void
show_memory(Session *s, const char *format, const char *argument)
{
	uint32_t count;
	char letter;
	Word size;
	Addr a = examined_address(s, argument);

	parse_format(s, format, &count, &letter, &size);
	s->x_any = true;
	if (letter == 'i') {
		s->x_next = skip_instructions(s, a, count);
		show_instructions(s, a, UINT32_MAX, count,
			s->nchain > 0 && s->frame == 0 ? s->chain[0].s.iptr : 0);
		return;
	}
	for (uint32_t i = 0; i < count;) {
		uint32_t line = letter == 's' ? 1 : size == 1 ? 8 : size == 8 ? 2 : 4;

		fprintf(s->out, "0x%08x:", a);
		for (uint32_t k = 0; k < line && i < count; k++, i++)
			if (letter == 's')
				show_string(s, &a);
			else
				show_unit(s, &a, letter, size);
		fputc('\n', s->out);
	}
	s->x_next = a;
}

/* ---- functions, registers ---- */

void
show_disassembly(Session *s, const char *argument)
{
	const ChainFrame *f = s->has_thread && s->nchain > 0 ? &s->chain[s->frame] : NULL;
	Addr mark = f && s->frame == 0 ? f->s.iptr : 0, a = f ? f->pc + f->s.code_moved : 0;
	const DebugFunction *function;
	Loaded in;
	Value v;

	if (*argument) {
		v = session_eval(s, argument);
		a = type_plain(v.type)->kind == TYPE_FUNCTION       ? v.addr
			: type_is_scalar(v.type) && value_known(&v) ? value_number(&v)
			: 0;
	} else {
		session_selected_frame(s);
	}
	function = target_program_at(s->target, s->node, a, &in)
		? program_function_at(in.program, a - in.text_moved)
		: NULL;
	if (function)
		show_instructions(s, function->addr + in.text_moved,
			function->addr + in.text_moved + function->size, UINT32_MAX, mark);
	else
		show_instructions(s, a, a + 64, 10, mark);
}

void
show_registers(Session *s)
{
	const T800 *c = s->w->nodes[s->node];
	const ChainFrame *f = s->has_thread && s->nchain > 0 ? &s->chain[s->frame] : NULL;
	bool running = s->has_thread
		&& (s->thread.state == THREAD_RUNNING || s->thread.state == THREAD_STOPPED);

	if (running) {
		fprintf(s->out, "Areg\t0x%x\t%d\nBreg\t0x%x\t%d\nCreg\t0x%x\t%d\n", c->r.areg,
			(int32_t)c->r.areg, c->r.breg, (int32_t)c->r.breg, c->r.creg,
			(int32_t)c->r.creg);
		for (int i = 0; i < 3; i++) {
			const Fpu *fpu = &c->fpu[c->priority];
			float single;
			double real;

			memcpy(&single, &fpu->reg[i], 4);
			memcpy(&real, &fpu->reg[i], 8);
			fprintf(s->out, "F%creg\t0x%" PRIx64 "\t%.17g\n", "ABC"[i], fpu -> reg[i],
				fpu -> dbl[i] ? real : single);
		}
	}
	if (f)
		fprintf(s->out, "Iptr\t0x%x\nWptr\t0x%x\n", f->s.iptr, f->s.wptr);
	fprintf(s->out, "Error\t%d\nHaltOnError\t%d\n", c->error, c->haltonerror);
	fprintf(s->out, "clock\t%" PRIu64 " cycles, %" PRIu64 " instructions\n", c->r.cycles,
		t800_count(c));
	if (s->has_thread && !running)
		fprintf(s->out, "(the process %s: its stack registers are not kept)\n",
			thread_state(s->thread.state));
}
