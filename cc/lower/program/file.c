/* file.c - reads the files of a program: bitcode, archives, assembly text. */
#include "program_parts.h"
#include "cc/image/image.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool
ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* unit_new: append an empty unit (a module of the program). */
static Unit *
unit_new(Program *p, const char *name, bool library)
{
	Unit *u = arena_alloc(&p->arena, 1, sizeof *u);

	*u = (Unit){.program = p, .m = {.name = name}, .index = p->nunits, .library = library};
	p->units = arena_more(&p->arena, p->units, p->nunits, sizeof *p->units);
	p->units[p->nunits++] = u;
	return u;
}

/* add_module: add bitcode to the program as a module of its own. */
static void
add_module(Program *p, const char *name, const void *data, size_t n, bool library)
{
	Unit *u = unit_new(p, name, library);

	if (library) {
		u->data = data;
		u->n = n;
		program_read_names(u);
	} else {
		module_read(&u->m, p->context, name, data, n);
	}
	program_define_module(u);
}

static bool
is_name_char(char c)
{
	return isalnum((unsigned char)c) || strchr("_.$", c);
}

const char *
source_next_name(const Source *s, size_t *at, size_t *len)
{
	while (*at < s->len) {
		char c = s->text[*at];

		if (c == '#') {
			while (*at < s->len && s->text[*at] != '\n')
				++*at;
		} else if (c && is_name_char(c)) {
			size_t start = *at;

			while (*at < s->len && s->text[*at] && is_name_char(s->text[*at]))
				++*at;
			*len = *at - start;
			return s->text + start;
		} else {
			++*at;
		}
	}
	return NULL;
}

/*
 * define_source: define the names after .global and .weak, up to the end of the statement, that are
 * labels in the file.
 */
static void
define_source(Program *p, Source *s)
{
	size_t at = 0, len;
	const char *w;

	while ((w = source_next_name(s, &at, &len))) {
		bool weak = len == 5 && strncmp(w, ".weak", 5) == 0;
		size_t end = at;

		if (!weak && !(len == 7 && strncmp(w, ".global", 7) == 0))
			continue;
		while (end < s->len && !strchr("\n;#", s->text[end]))
			end++;
		while (at < end && (w = source_next_name(s, &at, &len)) && w < s->text + end)
			program_define(p, arena_strndup(&p->arena, w, len),
				definition_new(p, (Definition){.source = s, .weak = weak}));
	}
}

/* add_source: add assembly text to the program, and define its names. */
static void
add_source(Program *p, const char *name, const char *text, size_t n, bool library)
{
	Source *s = arena_alloc(&p->arena, 1, sizeof *s);

	*s = (Source){.name = name, .text = text, .len = n, .library = library};
	p->sources = arena_more(&p->arena, p->sources, p->nsources, sizeof *p->sources);
	p->sources[p->nsources++] = s;
	define_source(p, s);
}

static bool
begins_with(const uint8_t *data, size_t n, const char *with, size_t len)
{
	return n >= len && memcmp(data, with, len) == 0;
}

/* An archive being added. */
typedef struct AddedArchive {
	Program *p;
	/* from the bytes of a member that has symbols to its Unit; to 0 before the Unit exists */
	Map *listed;
} AddedArchive;

/*
 * list_member: callback of archive_symbols: note in `listed` that the archive has symbols of this
 * member.
 */
static void
list_member(void *to, const char *symbol, const uint8_t *member)
{
	AddedArchive *a = to;

	(void)symbol;
	map_put(a->listed, member, 0);
}

static bool
is_bitcode(const uint8_t *data, size_t n)
{
	return begins_with(data, n, "BC\xC0\xDE", 4) || begins_with(data, n, "\xDE\xC0\x17\x0B", 4);
}

/*
 * add_member: callback of archive_members: add a member of the library. A module whose symbols the
 * archive lists is not opened yet.
 */
static void
add_member(void *to, char *name, const uint8_t *data, size_t n)
{
	AddedArchive *a = to;
	const char *kept = arena_strndup(&a->p->arena, name, strlen(name));
	intptr_t unit;
	Unit *u;

	free(name);
	if (!is_bitcode(data, n) || !map_get(a->listed, data, &unit)) {
		program_add(a->p, kept, data, n, true);
		return;
	}
	u = unit_new(a->p, kept, true);
	u->data = data;
	u->n = n;
	map_put(a->listed, data, (intptr_t)u);
}

/* define_symbol: define a symbol that the archive lists, in the unit of its member. */
static void
define_symbol(void *to, const char *symbol, const uint8_t *member)
{
	AddedArchive *a = to;
	intptr_t unit = 0;

	map_get(a->listed, member, &unit);
	if (unit)
		program_define(a->p, symbol,
			definition_new(a->p, (Definition){.unit = (Unit *)unit}));
}

/* add_archive: add the members of a library. */
static void
add_archive(Program *p, const char *name, const uint8_t *data, size_t n)
{
	AddedArchive a = {p, map_new()};

	archive_symbols(name, data, n, list_member, &a);
	archive_members(name, data, n, add_member, &a);
	archive_symbols(name, data, n, define_symbol, &a);
	map_free(a.listed);
}

void
program_add(Program *p, const char *name, const uint8_t *data, size_t n, bool library)
{
	if (begins_with(data, n, "!<arch>\n", 8))
		add_archive(p, name, data, n);
	else if (is_bitcode(data, n))
		add_module(p, name, data, n, library);
	else if (begins_with(data, n, "\x7F" "ELF", 4))
		fatal_at(name, 0, "an ELF file of another compiler, or a linked image; "
			"object files of trellis cc hold bitcode");
	else if (library || ends_with(name, ".s"))
		add_source(p, name, (const char *)data, n, library);
	else
		fatal_at(name, 0, "unknown kind of file: C is in .c, assembly in .s, LLVM IR in "
			".ll; bitcode and archives are recognised by their contents");
}

bool
program_assembly(const Program *p, size_t i, const char **name, const char **text, size_t *n)
{
	for (size_t k = 0; k < p->nsources; k++) {
		const Source *s = p->sources[k];

		if (!s->needed || i-- > 0)
			continue;
		*name = s->name;
		*text = s->text;
		*n = s->len;
		return true;
	}
	return false;
}
