/* sources.c - a set of C files in the order in which they were added. */
#include "build.h"

#include <string.h>

/* has_source: true if the list has a source with this name. */
static bool
has_source(const Sources *s, const char *name)
{
	const TableSlot *at = table_find(&s->known, table_hash(name, strlen(name)));

	while (at && strcmp(s->name[at->number], name) != 0)
		at = table_next(&s->known, at);
	return at;
}

/* add_source: append a source, unless the list has it; line: where the .vms file names it. */
static void
add_source(Arena *a, Sources *s, const char *name, int line)
{
	if (has_source(s, name))
		return;
	s->known.arena = a;
	table_put(&s->known, table_hash(name, strlen(name)), s->n);
	s->name = arena_more(a, s->name, s->n, sizeof *s->name);
	s->line = arena_more(a, s->line, s->n, sizeof *s->line);
	s->name[s->n] = name;
	s->line[s->n++] = line;
}

void
sources_add(Arena *a, Sources *s, const VmsFiles *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		add_source(a, s, f->name[i], f->line);
}
