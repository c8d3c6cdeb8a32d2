/* sources.c - a set of C files in the order in which they were added. */
#include "build.h"

#include <string.h>

/* FNV-1a. */
static uint32_t
hash(const char *s)
{
	uint32_t h = 2166136261u;

	for (; *s; s++)
		h = (h ^ (uint8_t)*s) * 16777619u;
	return h;
}

/* place_of: the slot of a name, or the free slot for it. */
static uint32_t *
place_of(const Sources *s, const char *name)
{
	uint32_t i = hash(name);

	while (s->slot[i &= s->nslots - 1] && strcmp(s->name[s->slot[i] - 1], name) != 0)
		i++;
	return &s->slot[i];
}

/* make_room: keep at least half of the slots free. */
static void
make_room(Arena *a, Sources *s)
{
	if (2 * s->n < s->nslots)
		return;
	s->nslots = s->nslots ? 2 * s->nslots : 16;
	s->slot = arena_alloc(a, s->nslots, sizeof *s->slot);
	for (uint32_t i = 0; i < s->n; i++)
		*place_of(s, s->name[i]) = i + 1;
}

static void
add(Arena *a, Sources *s, const char *name, int line)
{
	uint32_t *slot;

	make_room(a, s);
	slot = place_of(s, name);
	if (*slot)
		return;
	s->name = arena_more(a, s->name, s->n, sizeof *s->name);
	s->line = arena_more(a, s->line, s->n, sizeof *s->line);
	s->name[s->n] = name;
	s->line[s->n++] = line;
	*slot = s->n;
}

void
sources_add(Arena *a, Sources *s, const VmsFiles *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		add(a, s, f->name[i], f->line);
}
