/* debug.c - opens a program's debugging information, and maps addresses to places in the source. */
#include "debug_data.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

static bool
has_section(const Image *im, const char *name)
{
	for (size_t i = 0; i < im->nsections; i++)
		if (strcmp(im->sections[i].name, name) == 0)
			return true;
	return false;
}

Debug *
debug_open(const Image *im)
{
	Debug *d;

	if (!has_section(im, ".debug_info"))
		return NULL;
	d = xcalloc(1, sizeof *d);
	d->known.arena = &d->arena;
	d->file = image_elf(im);
	d->code = image_base(im);
	d->code_end = d->code + (im->segments[0].execute ? im->segments[0].size : 0);
	elf_version(EV_CURRENT);
	d->elf = elf_memory((char *)d->file.data, d->file.len);
	d->dwarf = d->elf ? dwarf_begin_elf(d->elf, DWARF_C_READ, NULL) : NULL;
	if (d->dwarf)
		return d;
	debug_close(d);
	return NULL;
}

void
debug_close(Debug *d)
{
	if (!d)
		return;
	dwarf_end(d->dwarf);
	elf_end(d->elf);
	buf_free(&d->file);
	arena_free(&d->arena);
	free(d);
}

Dwarf_Die *
debug_keep_entry(Debug *d, const Dwarf_Die *die)
{
	Dwarf_Die *copy = arena_alloc(&d->arena, 1, sizeof *copy);

	*copy = *die;
	return copy;
}

bool
debug_attribute(Dwarf_Die *die, unsigned at, Dwarf_Word *n)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(die, at, &attribute) && dwarf_formudata(&attribute, n) == 0;
}

void
debug_units(Debug *d, bool (*use)(void *to, Dwarf_Die *unit), void *to)
{
	Dwarf_Off at = 0, next;
	size_t head;
	Dwarf_Die unit;

	for (; dwarf_nextcu(d->dwarf, at, &next, &head, NULL, NULL, NULL) == 0; at = next)
		if (dwarf_offdie(d->dwarf, at + head, &unit) && !use(to, &unit))
			return;
}

/* ---- places ---- */

/*
 * single_line_name: return a file's name, or a substitute if it contains control characters: names
 * are printed in lines of text and on terminals, and foreign debugging information may contain any
 * name.
 */
static const char *
single_line_name(const char *name)
{
	for (const char *c = name; c && *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7F)
			return "(a name with control characters)";
	return name;
}

/* file_name: the name of the unit's source file number `number`; NULL if there is none. */
static const char *
file_name(Dwarf_Die *unit, Dwarf_Word number)
{
	Dwarf_Files *files;
	size_t n;

	if (dwarf_getsrcfiles(unit, &files, &n) != 0 || number >= n)
		return NULL;
	return single_line_name(dwarf_filesrc(files, number, NULL, NULL));
}

/*
 * stated_place: the source place that two attributes of an entry give: a file's number and a line.
 */
static SourcePlace
stated_place(Dwarf_Die *die, unsigned file_at, unsigned line_at)
{
	Dwarf_Word file, line;
	Dwarf_Die unit;

	if (!debug_attribute(die, file_at, &file) || !debug_attribute(die, line_at, &line)
		|| !dwarf_diecu(die, &unit, NULL, NULL))
		return (SourcePlace){0};
	return (SourcePlace){file_name(&unit, file), line};
}

SourcePlace
debug_declared_place(Dwarf_Die *die)
{
	return stated_place(die, DW_AT_decl_file, DW_AT_decl_line);
}

SourcePlace
debug_place(const Debug *d, Addr a)
{
	SourcePlace p = {0};
	Dwarf_Die unit;
	Dwarf_Line *line = dwarf_addrdie(d->dwarf, a, &unit) ? dwarf_getsrc_die(&unit, a) : NULL;

	if (!line || dwarf_lineno(line, &p.line) != 0)
		return (SourcePlace){0};
	p.file = single_line_name(dwarf_linesrc(line, NULL, NULL));
	return p;
}

/* The callback for rows of debug_lines. */
typedef struct Rows {
	void (*use)(void *to, const LineRow *row);
	void *to; /* first argument of use */
} Rows;

/*
 * visit_lines: callback of debug_units: pass on each row of a unit's line table. Returns true, to
 * go on with the next unit.
 */
static bool
visit_lines(void *to, Dwarf_Die *unit)
{
	Rows *rows = to;
	Dwarf_Lines *lines;
	size_t n;

	if (dwarf_getsrclines(unit, &lines, &n) != 0)
		return true;
	for (size_t i = 0; i < n; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		LineRow row = {.place.file = single_line_name(dwarf_linesrc(line, NULL, NULL))};
		Dwarf_Addr a;

		if (dwarf_lineaddr(line, &a) != 0 || dwarf_lineno(line, &row.place.line) != 0
			|| dwarf_linediscriminator(line, &row.copy) != 0
			|| dwarf_lineendsequence(line, &row.end) != 0)
			continue;
		row.addr = a;
		rows->use(rows->to, &row);
	}
	return true;
}

void
debug_lines(Debug *d, void (*use)(void *to, const LineRow *row), void *to)
{
	Rows rows = {use, to};

	debug_units(d, visit_lines, &rows);
}

static bool
is_function(Dwarf_Die *die)
{
	return dwarf_tag(die) == DW_TAG_subprogram || dwarf_tag(die) == DW_TAG_inlined_subroutine;
}

/*
 * debug_frames: list the scopes around the address, from the innermost out. If a function contains
 * the inlined code, its place is the place of the inlined call.
 */
size_t
debug_frames(Debug *d, Addr a, Frame frames[MAX_FRAMES])
{
	SourcePlace place = debug_place(d, a);
	Dwarf_Die unit, *inner = NULL, *all = NULL;
	const Dwarf_Die *scope = NULL;
	size_t n = 0;
	int depth = 0;

	if (dwarf_addrdie(d->dwarf, a, &unit) && dwarf_getscopes(&unit, a, &inner) > 0)
		depth = dwarf_getscopes_die(inner, &all);
	for (int i = 0; i < depth && n < MAX_FRAMES; i++) {
		Dwarf_Die *die = &all[i];
		const char *name = dwarf_diename(die);

		if (!scope)
			scope = debug_keep_entry(d, die);
		if (!is_function(die))
			continue;
		frames[n++] = (Frame){name ? name : "?", place,
			dwarf_tag(die) != DW_TAG_subprogram, dwarf_dieoffset(die), scope};
		place = stated_place(die, DW_AT_call_file, DW_AT_call_line);
		scope = NULL;
		if (dwarf_tag(die) == DW_TAG_subprogram)
			break;
	}
	free(inner);
	free(all);
	return n;
}

/* ---- definitions ---- */

/* The search for a function's definition. */
typedef struct DefinitionSearch {
	const char *name;
	SourcePlace place; /* file NULL: not found yet */
} DefinitionSearch;

/* is_definition: true if the entry defines a function of this name. */
static bool
is_definition(Dwarf_Die *die, const char *name)
{
	const char *own = dwarf_tag(die) == DW_TAG_subprogram ? dwarf_diename(die) : NULL;

	return own && strcmp(own, name) == 0 && !dwarf_hasattr(die, DW_AT_declaration);
}

/*
 * search_definition: callback of debug_units: search a unit for a function's definition. Returns
 * false, to end the search, if the definition was found.
 */
static bool
search_definition(void *defined, Dwarf_Die *unit)
{
	DefinitionSearch *f = defined;
	Dwarf_Die die;

	if (dwarf_child(unit, &die) != 0)
		return true;
	do
		if (is_definition(&die, f->name))
			f->place = debug_declared_place(&die);
	while (!f->place.file && dwarf_siblingof(&die, &die) == 0);
	return !f->place.file;
}

bool
debug_definition(Debug *d, const char *name, SourcePlace *place)
{
	DefinitionSearch f = {.name = name};

	debug_units(d, search_definition, &f);
	*place = f.place;
	return f.place.file != NULL;
}

/* ---- inlined functions ---- */

/* The search for inlined copies of a function. */
typedef struct InlinedSearch {
	const char *name, *file;
	void (*use)(void *to, Addr a);
	void *to; /* first argument of use */
} InlinedSearch;

/* is_wanted_function: true if the entry has the wanted name and, if required, file. */
static bool
is_wanted_function(const InlinedSearch *in, Dwarf_Die *die)
{
	const char *name = dwarf_diename(die);
	SourcePlace place;

	if (!name || strcmp(name, in->name) != 0)
		return false;
	place = debug_declared_place(die);
	return !in->file || (place.file && strcmp(place.file, in->file) == 0);
}

/*
 * first_address: set *a to the address of a function's first instruction, even if its code is in
 * several pieces; false if it has no code.
 */
static bool
first_address(Dwarf_Die *die, Addr *a)
{
	Dwarf_Addr base, begin, end;
	bool any = dwarf_entrypc(die, &begin) == 0 || dwarf_ranges(die, 0, &base, &begin, &end) > 0;

	*a = any ? begin : 0;
	return any;
}

/*
 * may_have_calls: true if the entry may contain the code of inlined calls; types and variables,
 * which are most entries, cannot.
 */
static bool
may_have_calls(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return tag == DW_TAG_compile_unit || tag == DW_TAG_lexical_block || is_function(die);
}

/* walk_calls: call `use` for each inlined call within an entry, the outer ones first. */
static void
walk_calls(Dwarf_Die *die, int depth, void (*use)(void *to, Dwarf_Die *call, Addr a), void *to)
{
	Dwarf_Die child;
	Addr a;

	if (depth > MAX_NESTING || !may_have_calls(die))
		return;
	if (dwarf_tag(die) == DW_TAG_inlined_subroutine && first_address(die, &a))
		use(to, die, a);
	if (dwarf_child(die, &child) != 0)
		return;
	do
		walk_calls(&child, depth + 1, use, to);
	while (dwarf_siblingof(&child, &child) == 0);
}

/*
 * visit_inlined: callback of walk_calls: pass on the address if the call is of the wanted function.
 */
static void
visit_inlined(void *inlined, Dwarf_Die *call, Addr a)
{
	const InlinedSearch *in = inlined;

	if (is_wanted_function(in, call))
		in->use(in->to, a);
}

/*
 * walk_inlined: callback of debug_units: call visit_inlined for each inlined call in a unit.
 * Returns true, to go on with the next unit.
 */
static bool
walk_inlined(void *inlined, Dwarf_Die *unit)
{
	walk_calls(unit, 0, visit_inlined, inlined);
	return true;
}

void
debug_inlined(Debug *d, const char *name, const char *file, void (*use)(void *to, Addr a),
	void *to)
{
	InlinedSearch in = {name, file, use, to};

	debug_units(d, walk_inlined, &in);
}

/* use_call_row: callback of walk_calls: pass on the row of an inlined call at address a. */
static void
use_call_row(void *to, Dwarf_Die *call, Addr a)
{
	const Rows *rows = to;
	LineRow row = {.addr = a, .place = stated_place(call, DW_AT_call_file, DW_AT_call_line),
		.call = true};

	if (row.place.file)
		rows->use(rows->to, &row);
}

/*
 * walk_call_rows: callback of debug_units: pass a row for each inlined call in a unit. Returns
 * true, to go on with the next unit.
 */
static bool
walk_call_rows(void *rows, Dwarf_Die *unit)
{
	walk_calls(unit, 0, use_call_row, rows);
	return true;
}

void
debug_calls(Debug *d, void (*use)(void *to, const LineRow *row), void *to)
{
	Rows rows = {use, to};

	debug_units(d, walk_call_rows, &rows);
}
