/* map.c - writes the map file, which lists the addresses in a linked program. */
#include "driver.h"

#include "base/files.h"

/* symbol_kind: the kind of a symbol as a word for the map. */
static const char *
symbol_kind(const Symbol *s)
{
	return s->kind == SYMBOL_FUNCTION  ? "function"
		: s->kind == SYMBOL_OBJECT ? "object"
		: "label";
}

void
map_write(const Image *im, const char *name)
{
	Buf out = {0};

	buf_printf(&out, "# address  bytes  section\n");
	for (size_t i = 0; i < im->nsections; i++) {
		const Section *s = &im->sections[i];

		if (s->kind != SECTION_OTHER)
			buf_printf(&out, "%08x %6u  %s\n", s->addr, s->size, s->name);
	}
	buf_printf(&out, "\n# address  bytes  kind      symbol\n");
	for (size_t i = 0; i < im->nsymbols; i++) {
		const Symbol *s = &im->symbols[i];

		if (!s->absolute)
			buf_printf(&out, "%08x %6u  %-8s  %s\n", s->addr, s->size, symbol_kind(s),
				s->name);
	}
	file_write(name, out.data, out.len);
	buf_free(&out);
}
