/* as.c - the assembler's interface: from source files to an image. */
#include "assembly.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

As *
as_new(const AsOptions *o)
{
	As *as = xcalloc(1, sizeof *as);

	if (o)
		as->options = *o;
	as->chip = o && o->has_chip ? o->chip : CHIP_T800;
	as->has_chip = o && o->has_chip;
	as->has_base = o && o->has_base;
	as->base = as->has_base ? o->base : 0;
	as->sects_end = &as->sects;
	as->named.arena = &as->arena;
	return as;
}

void
as_free(As *as)
{
	if (!as)
		return;
	arena_free(&as->arena);
	buf_free(&as->scratch);
	buf_free(&as->lines_out);
	free(as);
}

void
as_add_source(As *as, const char *name, const char *text, size_t len)
{
	Parser p = {.as = as, .unit = ++as->nunits};

	name = arena_strndup(&as->arena, name, strlen(name));
	lines_begin(
		as, sym_get(as, p.unit, "__debug_line", strlen("__debug_line"), (Where){name, 1}));
	parse_text(&p, name, text, len);
	lines_end(as);
}

void
as_link(As *as, Image *im)
{
	if (!as->has_base)
		as->base = memstart(as->chip);
	layout_predefine_names(as);
	syms_resolve(as);
	if (as->nerrors)
		as_stop(as);
	layout(as);
	emit(as, im);
	if (as->nerrors)
		as_stop(as);
}

void
as_image(Image *im, const char *name, const char *text, size_t len, const AsOptions *o)
{
	As *as = as_new(o);

	as_add_source(as, name, text, len);
	as_link(as, im);
	as_free(as);
}

void
as_error(As *as, Where w, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	as->errors[as->nerrors].where = w;
	as->errors[as->nerrors].text = arena_strndup(&as->arena, text, strlen(text));
	if (++as->nerrors == MAX_ERRORS)
		as_stop(as);
}

void
as_stop(As *as)
{
	int last = as->nerrors - 1;

	fflush(stdout);
	for (int i = 0; i < last; i++)
		fprintf(stderr, "%s:%d: %s\n", as->errors[i].where.file, as->errors[i].where.line,
			as->errors[i].text);
	fatal_at(as->errors[last].where.file, as->errors[last].where.line, "%s",
		 as->errors[last].text);
}
