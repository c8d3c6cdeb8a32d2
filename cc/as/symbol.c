/* symbol.c - the symbols of a program, by file, and its sections. */
#include "assembly.h"

#include <string.h>

/* symbol_key: the key of a name in a file, for the table. */
static uint64_t
symbol_key(int unit, const char *name, size_t len)
{
	return table_hash(name, len) + (uint64_t)unit;
}

Sym *
sym_find(As *as, int unit, const char *name, size_t len)
{
	const TableSlot *at = table_find(&as->named, symbol_key(unit, name, len));

	for (; at; at = table_next(&as->named, at)) {
		Sym *s = as->syms[at->number];

		if (s->unit == unit && strncmp(s->name, name, len) == 0 && !s->name[len])
			return s;
	}
	return NULL;
}

Sym *
sym_make(As *as, int unit, const char *name, size_t len, Where w)
{
	Sym *s = arena_alloc(&as->arena, 1, sizeof *s);

	s->name = arena_strndup(&as->arena, name, len);
	s->unit = unit;
	s->where = w;
	as->syms = arena_more(&as->arena, as->syms, as->nsyms, sizeof *as->syms);
	as->syms[as->nsyms++] = s;
	return s;
}

Sym *
sym_get(As *as, int unit, const char *name, size_t len, Where w)
{
	Sym *s = sym_find(as, unit, name, len);

	if (s)
		return s;
	table_put(&as->named, symbol_key(unit, name, len), as->nsyms);
	return sym_make(as, unit, name, len, w);
}

bool
sym_define(As *as, Sym *s, Where w)
{
	if (s->def != SYM_UNDEFINED) {
		as_error(as, w, "%s is defined a second time; the first is at %s:%d", s->name,
			 s->where.file, s->where.line);
		return false;
	}
	s->where = w;
	return true;
}

void
sym_predefine(As *as, const char *name, Value v)
{
	Sym *s = sym_get(as, 0, name, strlen(name), (Where){"the assembler", 0});

	if (s->def == SYM_UNDEFINED || s->def == SYM_VALUE) {
		s->def = SYM_VALUE;
		s->value = v;
	}
}

/*
 * publish_symbol: make the file's definition visible to all files, unless the name has another
 * definition.
 */
static void
publish_symbol(As *as, Sym *s)
{
	Sym *g = sym_get(as, 0, s->name, strlen(s->name), s->where);

	if (!g->target || (g->target->weak && !s->weak))
		g->target = s;
	else if (!s->weak)
		as_error(as, s->where, "%s is defined a second time; the first is at %s:%d",
			 s->name, g->target->where.file, g->target->where.line);
}

/* find_private_elsewhere: a non-global definition of the name in another file, for a hint. */
static const Sym *
find_private_elsewhere(const As *as, const Sym *s)
{
	for (size_t i = 0; i < as->nsyms; i++)
		if (as->syms[i]->def != SYM_UNDEFINED && !as->syms[i]->global &&
		    strcmp(as->syms[i]->name, s->name) == 0)
			return as->syms[i];
	return NULL;
}

/*
 * report_undefined: report that a symbol is used but not defined, with a hint if another file
 * defines the name.
 */
static void
report_undefined(As *as, const Sym *s)
{
	const Sym *other = find_private_elsewhere(as, s);

	if (other && other->unit != s->unit)
		as_error(as, s->where, "%s is not visible here; %s:%d defines it without .global",
			 s->name, other->where.file, other->where.line);
	else
		as_error(as, s->where, "%s is not defined: no label, .equ or .global of that name",
			 s->name);
}

void
syms_resolve(As *as)
{
	size_t n = as->nsyms; /* publishing adds symbols that need no processing */
	Sym *s, *g;

	for (size_t i = 0; i < n; i++)
		if (as->syms[i]->global && as->syms[i]->unit && as->syms[i]->def != SYM_UNDEFINED)
			publish_symbol(as, as->syms[i]);
	for (size_t i = 0; i < n; i++) {
		s = as->syms[i];
		if (!s->unit || (s->def != SYM_UNDEFINED && !s->weak))
			continue;
		g = sym_find(as, 0, s->name, strlen(s->name));
		if (g && g->target)
			s->target = g->target == s ? NULL : g->target;
		else if (g && g->def == SYM_VALUE)
			s->target = g;
		else if (s->used && s->def == SYM_UNDEFINED)
			report_undefined(as, s);
	}
}

/* section_kind: the kind of a section, by the beginning of its name. */
static SectionKind
section_kind(const char *name, size_t len)
{
	static const char *const heads[] = {
		[SECTION_CODE] = ".text",
		[SECTION_CONST] = ".rodata",
		[SECTION_DATA] = ".data",
		[SECTION_BSS] = ".bss",
	};

	for (int kind = 0; kind < SECTION_OTHER; kind++) {
		size_t n = strlen(heads[kind]);

		if (len >= n && strncmp(name, heads[kind], n) == 0 && (len == n || name[n] == '.'))
			return kind;
	}
	return SECTION_OTHER;
}

Sect *
sect_get(As *as, const char *name, size_t len)
{
	Sect *s = as->sects;

	while (s && (strncmp(s->name, name, len) != 0 || s->name[len]))
		s = s->next;
	if (s)
		return s;
	s = arena_alloc(&as->arena, 1, sizeof *s);
	s->name = arena_strndup(&as->arena, name, len);
	s->kind = section_kind(name, len);
	s->align = s->kind == SECTION_OTHER ? 1 : 4;
	*as->sects_end = s;
	as->sects_end = &s->next;
	return s;
}
