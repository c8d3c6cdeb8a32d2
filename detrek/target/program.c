/* program.c - a program's debugging information in tables. */
#include "program.h"

#include "base/files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The global variables and named types, which are read only if they are needed. */
struct ProgramNames {
	bool read; /* the other fields are valid */
	Arena arena;
	DebugVariable *globals;
	size_t nglobals;
	const Type **types;
	size_t ntypes;
};

/* ---- reading ---- */

/* add_line: append a row of the line table. */
static void
add_line(void *program, const LineRow *row)
{
	ProgramInfo *p = program;

	p->lines = arena_more(&p->arena, p->lines, p->nlines, sizeof *p->lines);
	p->lines[p->nlines++] = *row;
}

/* add_function: append a function. */
static void
add_function(void *program, const DebugFunction *f)
{
	ProgramInfo *p = program;

	p->functions = arena_more(&p->arena, p->functions, p->nfunctions, sizeof *p->functions);
	p->functions[p->nfunctions++] = *f;
}

/*
 * compare_rows: compare two rows by address, for qsort. A row that ends a sequence comes before
 * another row of the same address; other rows of one address keep their order.
 */
static int
compare_rows(const void *a, const void *b)
{
	const LineRow *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return y->end - x->end;
}

/* compare_functions: compare two functions by address, for qsort. */
static int
compare_functions(const void *a, const void *b)
{
	const DebugFunction *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/*
 * drop_call_rows: drop the rows of calls, unless the next row, which has the code, begins at the
 * same address.
 */
static void
drop_call_rows(ProgramInfo *p)
{
	size_t n = 0;
	const LineRow *code = NULL;

	for (size_t i = p->nlines; i > 0; i--) {
		LineRow *row = &p->lines[i - 1];

		if (!row->call)
			code = row;
		if (!row->call || (code && !code->end && code->addr == row->addr))
			p->lines[p->nlines - ++n] = *row;
	}
	p->lines += p->nlines - n;
	p->nlines = n;
}

/*
 * read_tables: read lines and functions from the debugging information, and sort them by address.
 */
static void
read_tables(ProgramInfo *p)
{
	debug_calls(p->debug, add_line, p); /* before the others of the same address */
	debug_lines(p->debug, add_line, p);
	debug_functions(p->debug, add_function, p);
	qsort(p->lines, p->nlines, sizeof *p->lines, compare_rows);
	drop_call_rows(p);
	qsort(p->functions, p->nfunctions, sizeof *p->functions, compare_functions);
}

/* compute_layout: compute where code and data are in the layout of program_flat (cc/image). */
static void
compute_layout(ProgramInfo *p)
{
	const Segment *last = &p->image.segments[p->image.nsegments - 1];

	p->text = image_base(&p->image);
	p->data = last->write ? last->addr : (image_end(&p->image) + 3) & ~3u;
	p->text_bytes = p->data - p->text;
	p->data_bytes = last->write ? (last->size + 3) & ~3u : 0;
}

/* is_elf: true if the bytes begin like an ELF file. */
static bool
is_elf(const Buf *b)
{
	return b->len >= 4 && memcmp(b->data, "\177ELF", 4) == 0;
}

bool
program_is_elf(const char *file)
{
	Buf b = file_read(file, IMAGE_MAX_FILE);
	bool is = is_elf(&b);

	buf_free(&b);
	return is;
}

char *
program_stem(const char *file)
{
	const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;

	return xstrndup(name, strcspn(name, "."));
}

ProgramInfo *
program_open(const char *file, const char *name)
{
	ProgramInfo *p = xcalloc(1, sizeof *p);
	Buf b = file_read(file, IMAGE_MAX_FILE);

	if (!is_elf(&b))
		fatal("%s is not a program; trellis cc makes programs", file);
	image_read(&p->image, file, b.data, b.len);
	if (p->image.nsegments == 0)
		fatal("%s has no code", file);
	p->file = xstrdup(file);
	p->name = name ? xstrdup(name) : program_stem(file);
	p->debug = debug_open(&p->image);
	p->names = xcalloc(1, sizeof *p->names);
	p->scope_at.arena = &p->arena;
	compute_layout(p);
	if (p->debug)
		read_tables(p);
	buf_free(&b);
	return p;
}

void
program_close(ProgramInfo *p)
{
	debug_close(p->debug);
	image_free(&p->image);
	arena_free(&p->arena);
	arena_free(&p->names->arena);
	free(p->names);
	free(p->name);
	free(p->file);
	free(p);
}

/* ---- functions and lines ---- */

const DebugFunction *
program_function_at(const ProgramInfo *p, Addr a)
{
	size_t low = 0, high = p->nfunctions;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (p->functions[middle].addr <= a)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && a - p->functions[low - 1].addr < p->functions[low - 1].size
		? &p->functions[low - 1]
		: NULL;
}

const DebugFunction *
program_function(const ProgramInfo *p, const char *name)
{
	for (size_t i = 0; i < p->nfunctions; i++)
		if (strcmp(p->functions[i].name, name) == 0)
			return &p->functions[i];
	return NULL;
}

/* first_row_from: the index of the first row at or after an address. */
static size_t
first_row_from(const ProgramInfo *p, Addr a)
{
	size_t low = 0, high = p->nlines;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (p->lines[middle].addr < a)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const LineRow *
program_line_row(const ProgramInfo *p, Addr a)
{
	size_t i = first_row_from(p, a + 1);

	return i > 0 && !p->lines[i - 1].end ? &p->lines[i - 1] : NULL;
}

bool
program_is_line_start(const ProgramInfo *p, Addr a)
{
	const LineRow *row = program_line_row(p, a);

	return row && row->addr == a;
}

Addr
program_body_start(const ProgramInfo *p, const DebugFunction *f)
{
	for (size_t i = first_row_from(p, f->addr + 1);
		i < p->nlines && p->lines[i].addr - f->addr < f->size; i++)
		if (!p->lines[i].end)
			return p->lines[i].addr;
	return f->addr;
}

bool
path_ends_with(const char *path, const char *end)
{
	size_t n = strlen(path), m = strlen(end);

	return m > 0 && n >= m && strcmp(path + n - m, end) == 0
		&& (n == m || end[0] == '/' || path[n - m - 1] == '/');
}

bool
program_has_file(const ProgramInfo *p, const char *file)
{
	for (size_t i = 0; i < p->nlines; i++)
		if (p->lines[i].place.file && path_ends_with(p->lines[i].place.file, file))
			return true;
	return false;
}

/* nearest_line: the first line at or after `line` that has code; 0 if none. */
static int
nearest_line(const ProgramInfo *p, const char *file, int line)
{
	int best = 0;

	for (size_t i = 0; i < p->nlines; i++) {
		const LineRow *row = &p->lines[i];

		if (!row->end && row->place.line >= line && (best == 0 || row->place.line < best)
			&& row->place.file && path_ends_with(row->place.file, file))
			best = row->place.line;
	}
	return best;
}

/*
 * Identifies one of the copies of a line's code.
 */
typedef struct LineCopy {
	uint64_t function; /* the copy of the function that contains the code; 0: unknown */
	unsigned copy;     /* number of the line's copy in this function */
} LineCopy;

/*
 * line_copy: the copy of a line to which a row belongs. Its function is not the innermost one at
 * the address if the line's code begins with an inlined call.
 */
static LineCopy
line_copy(const ProgramInfo *p, const LineRow *row)
{
	Frame frames[MAX_FRAMES];
	size_t n = debug_frames(p->debug, row->addr, frames);

	for (size_t i = 0; i < n; i++)
		if (frames[i].place.line == row->place.line && frames[i].place.file
			&& strcmp(frames[i].place.file, row->place.file) == 0)
			return (LineCopy){frames[i].copy, row->copy};
	return (LineCopy){n > 0 ? frames[0].copy : 0, row->copy};
}

size_t
program_places(const ProgramInfo *p, const char *file, int *line, Addr places[MAX_PLACES])
{
	LineCopy copies[MAX_PLACES];
	size_t n = 0;

	*line = nearest_line(p, file, *line);
	for (size_t i = 0; i < p->nlines && n < MAX_PLACES && *line > 0; i++) {
		const LineRow *row = &p->lines[i];
		const DebugFunction *f;
		size_t same = 0;

		if (row->end || row->place.line != *line || !row->place.file
			|| !path_ends_with(row->place.file, file))
			continue;
		copies[n] = line_copy(p, row);
		while (copies[same].function != copies[n].function
			|| copies[same].copy != copies[n].copy)
			same++;
		if (same < n)
			continue;
		f = program_function_at(p, row->addr);
		/* at a function's start, use the address after its entry code */
		places[n++] = f && f->addr == row->addr ? program_body_start(p, f) : row->addr;
	}
	return n;
}

size_t
program_inlined_calls(const ProgramInfo *p, Addr a)
{
	size_t n = 0;

	for (size_t i = first_row_from(p, a); i < p->nlines && p->lines[i].addr == a; i++)
		n += p->lines[i].call;
	return n;
}

/* ---- scopes ---- */

/* The variables that are visible at an address, while they are collected. */
typedef struct Variables {
	Arena *arena;
	Addr at;
	DebugVariable *v;
	size_t n;
} Variables;

/* add_variable: append a variable; artificial ones exist only where they have a value. */
static void
add_variable(void *variables, const DebugVariable *v)
{
	Variables *all = variables;

	if (v->artificial && !debug_is_located(v, all->at))
		return;
	all->v = arena_more(all->arena, all->v, all->n, sizeof *all->v);
	all->v[all->n++] = *v;
}

/* read_scope: read the scope at an address: the variables that are visible there. */
static ProgramScope *
read_scope(ProgramInfo *p, Addr pc)
{
	ProgramScope *s = arena_alloc(&p->arena, 1, sizeof *s);
	Frame frames[MAX_FRAMES];

	s->nframes = p->debug ? debug_frames(p->debug, pc, frames) : 0;
	s->frames = arena_alloc(&p->arena, s->nframes + 1, sizeof *s->frames);
	memcpy(s->frames, frames, s->nframes * sizeof *frames);
	s->variables = arena_alloc(&p->arena, s->nframes + 1, sizeof *s->variables);
	s->nvariables = arena_alloc(&p->arena, s->nframes + 1, sizeof *s->nvariables);
	for (size_t i = 0; i < s->nframes; i++) {
		Variables all = {.arena = &p->arena, .at = pc};

		debug_variables(p->debug, &s->frames[i], add_variable, &all);
		s->variables[i] = all.v;
		s->nvariables[i] = all.n;
	}
	return s;
}

const ProgramScope *
program_scope(ProgramInfo *p, Addr pc)
{
	const TableSlot *s = table_find(&p->scope_at, pc);

	if (s)
		return p->scopes[s->number];
	table_put(&p->scope_at, pc, p->nscopes);
	p->scopes = arena_more(&p->arena, p->scopes, p->nscopes, sizeof *p->scopes);
	p->scopes[p->nscopes] = read_scope(p, pc);
	return p->scopes[p->nscopes++];
}

/* ---- names ---- */

/* add_global: add a global variable to the program's names. */
static void
add_global(void *names, const DebugVariable *v)
{
	struct ProgramNames *all = names;

	all->globals = arena_more(&all->arena, all->globals, all->nglobals, sizeof *all->globals);
	all->globals[all->nglobals++] = *v;
}

/* add_type: add a type to the program's names. */
static void
add_type(void *names, const Type *t)
{
	struct ProgramNames *all = names;

	all->types = arena_more(&all->arena, all->types, all->ntypes, sizeof *all->types);
	all->types[all->ntypes++] = t;
}

/* get_names: the names of the program's global variables and types, read at the first use. */
static const struct ProgramNames *
get_names(const ProgramInfo *p)
{
	if (p->debug && !p->names->read) {
		p->names->read = true;
		debug_globals(p->debug, add_global, p->names);
		debug_types(p->debug, add_type, p->names);
	}
	return p->names;
}

GlobalList
program_globals(const ProgramInfo *p)
{
	const struct ProgramNames *all = p ? get_names(p) : NULL;

	return all ? (GlobalList){all->globals, all->nglobals} : (GlobalList){0};
}

const Type *
program_type(const ProgramInfo *p, TypeKind kind, const char *name)
{
	const struct ProgramNames *all = get_names(p);
	const Type *declared = NULL;

	for (size_t i = 0; i < all->ntypes; i++) {
		const Type *t = all->types[i];

		if (t->kind != kind || strcmp(t->name, name) != 0)
			continue;
		if (!t->open)
			return t;
		declared = t;
	}
	return declared;
}

const DebugVariable *
program_global(const ProgramInfo *p, const char *name, const char *file)
{
	const struct ProgramNames *all = get_names(p);
	const DebugVariable *any = NULL;

	for (size_t i = 0; i < all->nglobals; i++) {
		const DebugVariable *v = &all->globals[i];

		if (strcmp(v->name, name) != 0)
			continue;
		if (file && v->place.file && strcmp(v->place.file, file) == 0)
			return v;
		if (!any)
			any = v;
	}
	return any;
}

bool
program_enumerator(const ProgramInfo *p, const char *name, const Type **type, int64_t *value)
{
	const struct ProgramNames *all = get_names(p);

	for (size_t i = 0; i < all->ntypes; i++) {
		const Type *t = all->types[i];

		for (size_t k = 0; t->kind == TYPE_ENUM && k < t->nvalues; k++)
			if (strcmp(t->values[k].name, name) == 0) {
				*type = t;
				*value = t->values[k].value;
				return true;
			}
	}
	return false;
}

const char *
program_symbol(const ProgramInfo *p, Addr a, Addr *at)
{
	const Symbol *s = a - p->text < p->text_bytes ? image_find(&p->image, a) : NULL;

	if (s)
		*at = s->addr;
	return s ? s->name : NULL;
}

/* ---- sources ---- */

const char *
source_name(const char *path)
{
	static char here[PATH_MAX];
	size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;

	return n > 1 && strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

/*
 * start_file: the file of a program's first C function, which is part of Trellis; NULL if unknown.
 */
static const char *
start_file(const ProgramInfo *p)
{
	static const char *const names[] = {"__start", "__begin"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const DebugFunction *start = program_function(p, names[i]);

		if (start && start->place.file)
			return start->place.file;
	}
	return NULL;
}

/*
 * root_length: length of the path of Trellis's sources, which contain kernel/, trek/ and tmon/; 0
 * if unknown.
 */
static size_t
root_length(const char *start)
{
	const char *kernel = start;
	size_t n = 0;

	while ((kernel = strstr(kernel, "kernel/")))
		n = kernel++ - start;
	return n;
}

ProgramPart
program_part(const ProgramInfo *p, const char *file)
{
	static const struct {
		const char *folder;
		ProgramPart part;
	} folders[] = {
		{"kernel/", PART_LIBRARY},
		{"trek/", PART_TREK},
		{"tmon/", PART_MONITOR},
	};
	const char *start = start_file(p);
	size_t root = start ? root_length(start) : 0;

	if (!start || strncmp(file, start, root) != 0)
		return PART_OWN;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (strncmp(file + root, folders[i].folder, strlen(folders[i].folder)) == 0)
			return folders[i].part;
	return PART_OWN;
}

bool
program_is_system(const ProgramInfo *p, const char *file)
{
	return program_part(p, file) != PART_OWN;
}

const char *
part_text(ProgramPart part)
{
	static const char *const texts[] = {
#define X(name, text) text,
		PROGRAM_PARTS(X)
#undef X
	};

	return texts[part];
}
