/* info_code.c - `info line|symbol|source|frame`: how lines, names and addresses correspond. */
#include "commands.h"

#include <string.h>

/* find_loaded: find the program as it is loaded on the selected node; false if it is not. */
static bool
find_loaded(Session *s, const ProgramInfo *program, Loaded *in)
{
	Loaded loaded[MAX_LOADED];
	uint32_t n = target_loaded_programs(s->target, s->node, loaded);

	for (uint32_t i = 0; i < n; i++)
		if (loaded[i].program == program) {
			*in = loaded[i];
			return true;
		}
	return false;
}

/* ---- lines ---- */

/* line_end: the link address after the code of the line that begins at the row. */
static Addr
line_end(const ProgramInfo *p, const LineRow *row)
{
	const LineRow *last = &p->lines[p->nlines - 1], *next = row + 1;

	while (next < last && !next->end
		&& (next->call || (next->place.line == row->place.line
			&& strcmp(next->place.file, row->place.file) == 0)))
		next++;
	return next <= last ? next->addr : row->addr;
}

/* print_line_code: print the addresses of a line's code in one program. */
static void
print_line_code(Session *s, const CodePlace *at)
{
	const ProgramInfo *p = at->program;
	const LineRow *row = program_line_row(p, at->addr);
	SourcePlace place = point_source(at);
	Loaded in;
	Buf b = {0};

	if (!place.file) {
		buf_printf(&b, "%s: no line is known for 0x%x", p->name, at->addr);
	} else {
		buf_printf(&b, "%s: line %d of %s ", p->name, place.line,
			source_name(place.file));
		if (find_loaded(s, p, &in)) {
			buf_printf(&b, "is from ");
			session_address_text(s, row->addr + in.text_moved, &b);
			buf_printf(&b, " up to ");
			session_address_text(s, line_end(p, row) + in.text_moved, &b);
		} else {
			buf_printf(&b, "has code, but is not loaded on node %s",
				TARGET_NODE(s->target, s->node));
		}
	}
	buf_byte(&b, '\n');
	session_print(s, &b);
}

/* info_line: `info line`: print the addresses of a line's code. */
void
info_line(Session *s, const char *argument)
{
	const ChainFrame *f = *argument ? NULL : session_selected_frame(s);
	Point found = {0};

	if (f && !f->program)
		session_fail(s, "the process is in no known program");
	if (f)
		found.places[found.nplaces++] = (CodePlace){f->program, f->pc};
	else
		point_locate(s, argument, &found);
	for (size_t i = 0; i < found.nplaces; i++)
		print_line_code(s, &found.places[i]);
}

/* ---- symbols ---- */

/* append_variable: append the variable at an address of the node; false if there is none. */
static bool
append_variable(Session *s, Addr a, Buf *out)
{
	Loaded loaded[MAX_LOADED];
	uint32_t n = target_loaded_programs(s->target, s->node, loaded);

	for (uint32_t i = 0; i < n; i++) {
		ProgramInfo *p = loaded[i].program;
		const ProgramObject *o = p && a - loaded[i].data < p->data_bytes
			? program_object(p, a - loaded[i].data_moved) : NULL;

		if (!o)
			continue;
		buf_printf(out, "%s", o->variable.name);
		if (a - loaded[i].data_moved != o->addr)
			buf_printf(out, "+%u", a - loaded[i].data_moved - o->addr);
		buf_printf(out, " in the data of %s", loaded[i].name);
		return true;
	}
	return false;
}

/* append_function: append the function at an address of the node; false if there is none. */
static bool
append_function(Session *s, Addr a, Buf *out)
{
	Loaded in;
	Addr at;
	const char *name = target_program_at(s->target, s->node, a, &in)
		? program_symbol(in.program, a - in.text_moved, &at) : NULL;

	if (!name)
		return false;
	buf_printf(out, "%s", name);
	if (a - in.text_moved != at)
		buf_printf(out, "+%u", a - in.text_moved - at);
	buf_printf(out, " in the code of %s", in.name);
	return true;
}

/* info_symbol: `info symbol`: print the variable or function at an address. */
void
info_symbol(Session *s, const char *argument)
{
	Value v;
	Addr a = 0;
	Buf b = {0};

	if (!*argument)
		session_fail(s, "info symbol: an address must follow");
	v = session_eval(s, argument);
	if (type_plain(v.type)->kind == TYPE_FUNCTION)
		a = v.addr;
	else if (type_is_scalar(v.type) && value_known(&v))
		a = value_number(&v);
	else
		session_fail(s, "'%s' is not an address", argument);
	if (!append_function(s, a, &b) && !append_variable(s, a, &b))
		session_fail(s, "no symbol of node %s contains 0x%x",
			TARGET_NODE(s->target, s->node), a);
	buf_byte(&b, '\n');
	session_print(s, &b);
}

/* ---- the selected frame ---- */

/* info_source: `info source`: print the file of the selected frame, and where it was found. */
void
info_source(Session *s, const char *argument)
{
	const ChainFrame *f = session_selected_frame(s);

	(void)argument;
	if (!f->place.file)
		session_fail(s, "no source line is known for this place");
	fprintf(s->out, "%s, of program %s\n", source_name(f->place.file), f->program->name);
	fprintf(s->out, "its lines are read from %s\n",
		source_name(session_source_file(s, f->place.file)));
}

/*
 * info_frame: `info frame`: print the selected frame: addresses, caller and place of the arguments.
 */
void
info_frame(Session *s, const char *argument)
{
	const ChainFrame *f = session_selected_frame(s);
	Buf b = {0};

	(void)argument;
	show_frame(s, s->frame);
	buf_printf(&b, "Iptr ");
	session_address_text(s, f->s.iptr, &b);
	buf_printf(&b, ", Wptr 0x%x", f->s.wptr);
	if (f->cfa)
		buf_printf(&b, ", of the caller 0x%x", f->cfa);
	buf_printf(&b, f->inlined ? "\ninlined\n" : "\n");
	session_print(s, &b);
	if (s->frame + 1 < s->nchain) {
		fprintf(s->out, "called by ");
		show_frame(s, s->frame + 1);
	}
}
