/* file.c - reads the files of a program: bitcode, archives, assembly text. */
#include "definition.h"
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

static void
add_module(Program *p, const char *name, const void *data, size_t n, bool library)
{
	Unit *u = arena_alloc(&p->arena, 1, sizeof *u);

	p->units = arena_more(&p->arena, p->units, p->nunits, sizeof *p->units);
	u->program = p;
	u->index = p->nunits;
	u->library = library;
	if (library) {
		module_open(&u->m, p->context, name, data, n);
		u->data = data;
		u->n = n;
	} else {
		module_read(&u->m, p->context, name, data, n);
	}
	p->units[p->nunits++] = u;
	program_define_module(u);
}

static bool
is_name(char c)
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
		} else if (c && is_name(c)) {
			size_t start = *at;

			while (*at < s->len && s->text[*at] && is_name(s->text[*at]))
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
begins(const uint8_t *data, size_t n, const char *with, size_t len)
{
	return n >= len && memcmp(data, with, len) == 0;
}

static void
add_member(void *to, char *name, const uint8_t *data, size_t n)
{
	Program *p = to;

	program_add(p, arena_strndup(&p->arena, name, strlen(name)), data, n, true);
	free(name);
}

void
program_add(Program *p, const char *name, const uint8_t *data, size_t n, bool library)
{
	if (begins(data, n, "!<arch>\n", 8))
		archive_members(name, data, n, add_member, p);
	else if (begins(data, n, "BC\xC0\xDE", 4) || begins(data, n, "\xDE\xC0\x17\x0B", 4))
		add_module(p, name, data, n, library);
	else if (begins(data, n, "\x7F" "ELF", 4))
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
