/* point.c - breakpoints, watchpoints and catchpoints: their places. */
#include "session.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

Point *
point_new(Session *s, PointKind kind, const char *text)
{
	Point *p = xcalloc(1, sizeof *p);

	*p = (Point){.number = ++s->last_point, .kind = kind, .enabled = true, .node = NOWHERE,
		.link = NOWHERE, .text = xstrdup(text)};
	s->points = xrealloc(s->points, (s->npoints + 1) * sizeof *s->points);
	s->points[s->npoints++] = p;
	return p;
}

Point *
point_find(Session *s, uint32_t number)
{
	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->number == number)
			return s->points[i];
	return NULL;
}

/* point_free: free a point. */
static void
point_free(Point *p)
{
	free(p->text);
	free(p->condition);
	free(p->log);
	free(p->owner);
	commands_free(p);
	free(p->life);
	event_point_free(p->event);
	arena_free(&p->arena);
	free(p);
}

void
point_delete(Session *s, Point *p)
{
	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i] == p) {
			memmove(s->points + i, s->points + i + 1,
				(s->npoints - i - 1) * sizeof *s->points);
			s->npoints--;
			break;
		}
	point_free(p);
}

void
session_free_points(Session *s)
{
	for (uint32_t i = 0; i < s->npoints; i++)
		point_free(s->points[i]);
	free(s->points);
	s->points = NULL;
	s->npoints = 0;
}

bool
point_concerns_process(const Point *p, NodeId n, Addr wptr)
{
	if (p->node != NOWHERE && p->node != n)
		return false;
	return !p->has_process || wptr - p->low <= p->nbytes;
}

/* ---- places in programs ---- */

/* add_place: add a code address to the point's places, unless it has it or has MAX_PLACES. */
static void
add_place(Point *p, ProgramInfo *program, Addr a, size_t depth)
{
	for (size_t i = 0; i < p->nplaces; i++)
		if (p->places[i].program == program && p->places[i].addr == a)
			return;
	if (p->nplaces < MAX_PLACES)
		p->places[p->nplaces++] = (CodePlace){program, a, depth};
}

/* frame_depth: the depth of the frame, at a place, of a function or, if that is NULL, of a line. */
static size_t
frame_depth(ProgramInfo *program, Addr a, const char *function, const char *file, int line)
{
	const ProgramScope *scope = program->debug ? program_scope(program, a) : NULL;

	for (size_t i = 0; scope && i < scope->nframes; i++) {
		const Frame *f = &scope->frames[i];

		if (function ? strcmp(f->function, function) == 0
			: f->place.line == line && f->place.file
			&& path_ends_with(f->place.file, file))
			return i;
	}
	return 0;
}

/* locate_line: add to the point's places the code of a source line in this program. */
static void
locate_line(ProgramInfo *program, const char *file, int line, Point *p)
{
	Addr places[MAX_PLACES];
	size_t n = program_places(program, file, &line, places);

	for (size_t i = 0; i < n; i++)
		add_place(p, program, places[i], frame_depth(program, places[i], NULL, file, line));
}

/* The arguments of add_inlined. */
typedef struct InProgram {
	Point *p;
	ProgramInfo *program;
	const char *function;
} InProgram;

/* add_inlined: add to the point the place where its function is inlined, at address a. */
static void
add_inlined(void *in, Addr a)
{
	const InProgram *to = in;

	add_place(to->p, to->program, a, frame_depth(to->program, a, to->function, NULL, 0));
}

/*
 * locate_function: add the place after the function's entry code, or its first instruction if that
 * has no lines, and all places where it is inlined.
 */
static void
locate_function(ProgramInfo *program, const char *name, Point *p)
{
	InProgram in = {p, program, name};
	const DebugFunction *f = program_function(program, name);
	const Symbol *symbol = image_symbol(&program->image, name);

	if (f)
		add_inlined(&in, program_body_start(program, f));
	else if (symbol && symbol->addr - program->text < program->text_bytes && !symbol->absolute)
		add_place(p, program, symbol->addr, 0);
	if (program->debug)
		debug_inlined(program->debug, name, f ? f->place.file : NULL, add_inlined, &in);
}

/* locate_address: add the place *EXPR: an address in the program that is on the selected node. */
static void
locate_address(Session *s, const char *text, Point *p)
{
	Value v = session_eval(s, text);
	Loaded in;
	Addr a;

	if (type_plain(v.type)->kind == TYPE_FUNCTION)
		a = v.addr;
	else if (type_is_scalar(v.type) && value_known(&v))
		a = value_number(&v);
	else
		session_fail(s, "'%s' is not an address", text);
	if (!target_program_at(s->target, s->node, a, &in))
		session_fail(s, "no program of node %s has the address 0x%x",
			TARGET_NODE(s->target, s->node), a);
	add_place(p, in.program, a - in.text_moved, 0);
}

/* selected_file: the file of the selected frame, to which a line number without a file refers. */
static const char *
selected_file(Session *s)
{
	const ChainFrame *f = session_selected_frame(s);

	if (!f->place.file)
		session_fail(s, "the current file is not known: use FILE:LINE");
	return f->place.file;
}

/* is_number: true if the text consists of digits. */
static bool
is_number(const char *text)
{
	return *text && strspn(text, "0123456789") == strlen(text);
}

void
point_locate(Session *s, const char *text, Point *p)
{
	const char *colons = strstr(text, "::"), *name = colons ? colons + 2 : text,
		*colon = strrchr(name, ':');
	ProgramInfo *const *programs;
	uint32_t n = target_programs(s->target, &programs);

	if (*text == '*') {
		locate_address(s, text + 1, p);
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		if (colons
			&& (strlen(programs[i]->name) != colons - text
				|| strncmp(programs[i]->name, text, colons - text) != 0))
			continue;
		if (is_number(name))
			locate_line(programs[i], selected_file(s), atoi(name), p);
		else if (colon && is_number(colon + 1))
			locate_line(programs[i], arena_strndup(&s->arena, name, colon - name),
				atoi(colon + 1), p);
		else
			locate_function(programs[i], name, p);
	}
	if (p->nplaces == 0)
		session_fail(s,
			is_number(name) || (colon && is_number(colon + 1))
				? "no program has code at or behind line '%s'"
				: "no program has a function '%s'",
			text);
	if (p->nplaces == MAX_PLACES)
		session_fail(s,
			"the code of '%s' is in %d places or more; use one of them: *ADDRESS", text,
			MAX_PLACES);
}

/* ---- words ---- */

enum { MAX_NAMED = 4 }; /* places of a breakpoint that are named */

SourcePlace
point_source(const CodePlace *at)
{
	const ProgramScope *scope = at->program->debug
		? program_scope(at->program, at->addr) : NULL;
	const LineRow *row = program_line_row(at->program, at->addr);

	if (scope && at->depth < scope->nframes)
		return scope->frames[at->depth].place;
	return row ? row->place : (SourcePlace){0};
}

/* place_text: append program, function and line of the place, or its address if it has no line. */
static void
place_text(const CodePlace *at, Buf *out)
{
	const ProgramScope *scope = at->program->debug
		? program_scope(at->program, at->addr) : NULL;
	SourcePlace place = point_source(at);

	buf_printf(out, "%s", at->program->name);
	if (scope && at->depth < scope->nframes)
		buf_printf(out, " %s()", scope->frames[at->depth].function);
	if (place.file)
		buf_printf(out, " at %s:%d", source_name(place.file), place.line);
	else
		buf_printf(out, " at 0x%x", at->addr);
}

void
point_text(Session *s, const Point *p, Buf *out)
{
	static const char *const kinds[NPOINTKINDS] = {
		[POINT_CODE] = "breakpoint",
		[POINT_WATCH] = "watchpoint",
		[POINT_READ] = "read watchpoint",
		[POINT_ERROR] = "catchpoint",
		[POINT_UNALIGNED] = "catchpoint",
		[POINT_STOP] = "catchpoint",
		[POINT_MESSAGE] = "catchpoint",
		[POINT_TASK] = "catchpoint",
		[POINT_EVENT] = "breakpoint",
	};

	buf_printf(out, "%s%s %u", p->once ? "temporary " : "", kinds[p->kind], p->number);
	if (p->kind != POINT_CODE) {
		buf_printf(out, ": %s", p->text);
		if (p->kind == POINT_WATCH || p->kind == POINT_READ)
			buf_printf(out, " (node %s, 0x%x, %u byte%s)",
				TARGET_NODE(s->target, p->node), p->addr, p->size,
				p->size == 1 ? "" : "s");
		return;
	}
	for (size_t i = 0; i < p->nplaces && i < MAX_NAMED; i++) {
		buf_printf(out, i ? "; " : ": ");
		place_text(&p->places[i], out);
	}
	if (p->nplaces > MAX_NAMED)
		buf_printf(out, "; and %zu more places", p->nplaces - MAX_NAMED);
}
