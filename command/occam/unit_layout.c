/* unit_layout.c - the lines and variables of a compiled unit, from its debugging records. */
#include "unit_layout.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 256 };

/* The state of the walk through the unit's records. */
typedef struct Walk {
	Arena *arena;
	const Unit *unit;
	const char *object; /* for messages */
	Layout l;           /* what was found so far */
	const char *file[MAX_DEPTH]; /* stacks of what is open: files, segments, scopes */
	int segments[MAX_DEPTH], scopes[MAX_DEPTH];
	int nfiles, nsegments, nscopes;
	int32_t line;         /* line of the last line mark */
	int entered;          /* the procedure whose segment comes next, or NONE */
	/* by the position of a record that marks code: the segment and the file of this code */
	int *segment_of_mark;
	const char **file_of_mark;
} Walk;

/* top: the last of the n numbers on the stack; NONE if it is empty. */
static int
top(const int *stack, int n)
{
	return n > 0 ? stack[n - 1] : NONE;
}

/* check_depth: end the program with a message if a stack with n entries has no room for another. */
static void
check_depth(const Walk *w, int n)
{
	if (n >= MAX_DEPTH)
		fatal_at(w->object, 0, "debugging records are nested too deeply");
}

/* begin_procedure: enter the procedure that a record begins, unless it was compiled elsewhere. */
static void
begin_procedure(Walk *w, const DebugRecord *r)
{
	Procedure p = {.name = r->name, .index = r->index, .line = w->line,
		.file = w->file[w->nfiles - 1]};

	if (r->number[0] > 1) /* compiled elsewhere */
		return;
	w->l.procedure = arena_more(w->arena, w->l.procedure, w->l.nprocedures, sizeof p);
	w->l.procedure[w->l.nprocedures] = p;
	w->entered = w->l.nprocedures++;
}

/*
 * begin_segment: enter the segment (a piece of code with a workspace of its own) that a record
 * begins.
 */
static void
begin_segment(Walk *w, const DebugRecord *r)
{
	int around = top(w->segments, w->nsegments);
	Segment s = {.kind = r->number[0], .around = around, .depth = r->number[1]};
	const Segment *outer = around == NONE ? NULL : &w->l.segment[around];

	check_depth(w, w->nsegments);
	if (s.kind == SEGMENT_PROC) {
		s.procedure = w->entered;
		s.around = NONE;
		outer = NULL;
	} else if (outer) {
		s.procedure = outer->procedure;
		s.replicated = outer->replicated;
		s.outside = outer->outside;
	}
	if (s.kind == SEGMENT_SEQ && outer && outer->kind != SEGMENT_PROC)
		s.depth += outer->depth; /* a call in a guard */
	if (s.kind == SEGMENT_REPL) {
		s.replicated = true;
		s.outside = r->number[2];
	}
	w->l.segment = arena_more(w->arena, w->l.segment, w->l.nsegments, sizeof s);
	w->l.segment[w->l.nsegments] = s;
	w->segments[w->nsegments++] = w->l.nsegments++;
}

/* begin_scope: enter the scope that a record begins. */
static void
begin_scope(Walk *w, const DebugRecord *r)
{
	int segment = top(w->segments, w->nsegments);
	Scope s = {top(w->scopes, w->nscopes), NONE, segment, r->index, UINT32_MAX};

	check_depth(w, w->nscopes);
	if (segment != NONE)
		s.procedure = w->l.segment[segment].procedure;
	if (s.around != NONE && w->l.scope[s.around].procedure != s.procedure)
		s.around = NONE;
	w->l.scope = arena_more(w->arena, w->l.scope, w->l.nscopes, sizeof s);
	w->l.scope[w->l.nscopes] = s;
	w->scopes[w->nscopes++] = w->l.nscopes++;
}

/*
 * is_counter_again: true if the variable is the counter of a replicated process, which was
 * recorded just before as a variable of the surrounding workspace.
 */
static bool
is_counter_again(const Walk *w, const Variable *v)
{
	const Variable *last = w->l.nvariables ? &w->l.variable[w->l.nvariables - 1] : NULL;

	return last && v->segment != NONE && w->l.segment[v->segment].kind == SEGMENT_REPL
		&& last->segment == w->l.segment[v->segment].around
		&& strcmp(last->record->name, v->record->name) == 0;
}

/* add_variable: add the variable of a record to the scope and segment entered last. */
static void
add_variable(Walk *w, const DebugRecord *r)
{
	int segment = top(w->segments, w->nsegments), scope = top(w->scopes, w->nscopes);
	Variable v = {r, scope, segment, NONE, w->file[w->nfiles - 1], w->line};

	if (segment == NONE && r->kind == RTL_VARIABLE)
		return; /* a protocol, tag or timer belongs to the whole unit */
	if (segment != NONE)
		v.procedure = w->l.segment[segment].procedure;
	if (scope != NONE && w->l.scope[scope].procedure != v.procedure)
		v.scope = NONE;
	if (is_counter_again(w, &v)) {
		w->l.variable[w->l.nvariables - 1] = v;
		return;
	}
	w->l.variable = arena_more(w->arena, w->l.variable, w->l.nvariables, sizeof v);
	w->l.variable[w->l.nvariables++] = v;
}

/* visit_record: handle debugging record i: update the stacks of files, segments and scopes. */
static void
visit_record(Walk *w, uint32_t i)
{
	const DebugRecord *r = &w->unit->record[i];

	switch (r->kind) {
	case RTL_FILENAME:
		check_depth(w, w->nfiles);
		w->file[w->nfiles++] = r->name;
		break;
	case RTL_ENDFILE:
		if (w->nfiles > 1)
			w->nfiles--;
		break;
	case RTL_LINEMARK:
		w->line = r->number[0];
		w->segment_of_mark[i] = top(w->segments, w->nsegments);
		w->file_of_mark[i] = w->file[w->nfiles - 1];
		break;
	case RTL_PROCEDURE: begin_procedure(w, r); break;
	case RTL_WORKSPACE:
		begin_segment(w, r);
		w->segment_of_mark[i] = top(w->segments, w->nsegments);
		break;
	case RTL_ENDSEG:
		if (w->nsegments > 0)
			w->nsegments--;
		break;
	case RTL_BEGSCOPE: begin_scope(w, r); break;
	case RTL_ENDSCOPE:
		if (w->nscopes > 0)
			w->l.scope[w->scopes[--w->nscopes]].to = r->index;
		break;
	case RTL_VARIABLE: add_variable(w, r); break;
	case RTL_CONSTANT:
		if (r->name[0] != '$') /* a size that the compiler has noted */
			add_variable(w, r);
		break;
	default: break;
	}
}

/* record_with: the position in u->record of the record with this index; NONE if there is none. */
static int
record_with(const Unit *u, int32_t index)
{
	uint32_t low = 0, high = u->n;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if ((int64_t)u->record[middle].index < index)
			low = middle + 1;
		else
			high = middle;
	}
	return low < u->n && u->record[low].index == (uint32_t)index ? (int)low : NONE;
}

/* compare_addresses: for qsort: order pieces of code by address. */
static int
compare_addresses(const void *x, const void *y)
{
	const Piece *a = x, *b = y;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

/*
 * add_pieces: add the pieces of code that the marks separate, in the order of addresses; of
 * several marks at one address the last counts. The marks belong to line marks, or in libraries to
 * workspaces.
 */
static void
add_pieces(Walk *w)
{
	Layout *l = &w->l;
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->unit->n; i++) {
		const DebugRecord *r = &w->unit->record[i];
		int mark = r->kind == RTL_CODEMARK ? record_with(w->unit, r->number[0]) : NONE;

		if (mark == NONE)
			continue;
		if (r->number[1] < 0 || (uint32_t)r->number[1] > w->unit->code)
			fatal_at(w->object, 0, "a code mark outside the code");
		l->piece = arena_more(w->arena, l->piece, l->npieces, sizeof *l->piece);
		l->piece[l->npieces++] = (Piece){w->unit->code - r->number[1],
			w->unit->record[mark].index, NONE, 0, ""};
		if (w->unit->record[mark].kind == RTL_LINEMARK) {
			l->piece[l->npieces - 1].line = w->unit->record[mark].number[0];
			l->piece[l->npieces - 1].file = w->file_of_mark[mark];
		}
		if (w->unit->record[mark].kind == RTL_LINEMARK
			|| w->unit->record[mark].kind == RTL_WORKSPACE)
			l->piece[l->npieces - 1].segment = w->segment_of_mark[mark];
	}
	if (l->npieces > 0)
		qsort(l->piece, l->npieces, sizeof *l->piece, compare_addresses);
	for (uint32_t i = 0; i < l->npieces; i++)
		if (i + 1 == l->npieces || l->piece[i + 1].at != l->piece[i].at)
			l->piece[n++] = l->piece[i];
	l->npieces = n;
}

/* compare_low: order two procedures for qsort by their first address. */
static int
compare_low(const void *x, const void *y)
{
	const Procedure *const *a = x, *const *b = y;

	return (*a)->low < (*b)->low ? -1 : (*a)->low > (*b)->low;
}

/* place_procedures: set the end of each procedure: the address of the next one. */
static void
place_procedures(Walk *w)
{
	Layout *l = &w->l;
	Procedure **order = arena_alloc(w->arena, l->nprocedures + 1, sizeof *order);
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->unit->n; i++) {
		const DebugRecord *r = &w->unit->record[i];

		if (r->kind != RTL_ADDRESS_FIX)
			continue;
		for (uint32_t k = 0; k < l->nprocedures; k++)
			if (l->procedure[k].index == (uint32_t)r->number[0]
				&& (uint32_t)r->number[1] <= w->unit->code) {
				l->procedure[k].low = w->unit->code - r->number[1];
				order[n++] = &l->procedure[k];
			}
	}
	if (n > 0)
		qsort(order, n, sizeof *order, compare_low);
	for (uint32_t i = 0; i < n; i++)
		order[i]->high = i + 1 < n ? order[i + 1]->low : w->unit->code;
}

Layout
layout_of(Arena *a, const Unit *u, const char *file)
{
	Walk w = {.arena = a, .unit = u, .object = file, .file = {""}, .nfiles = 1,
		.entered = NONE};

	w.segment_of_mark = arena_alloc(a, u->n + 1, sizeof *w.segment_of_mark);
	w.file_of_mark = arena_alloc(a, u->n + 1, sizeof *w.file_of_mark);
	for (uint32_t i = 0; i < u->n; i++)
		visit_record(&w, i);
	add_pieces(&w);
	place_procedures(&w);
	return w.l;
}
