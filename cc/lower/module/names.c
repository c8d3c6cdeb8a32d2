/* names.c - a hash table from strings to pointers: open addressing, doubled when half full. */
#include "names.h"
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct Entry {
	const char *name; /* NULL if the slot is free */
	void *value;
} Entry;

struct Names {
	Entry *entries;
	size_t size, used; /* size is a power of two */
};

Names *
names_new(void)
{
	Names *n = xcalloc(1, sizeof *n);

	n->size = 256;
	n->entries = xcalloc(n->size, sizeof *n->entries);
	return n;
}

void
names_free(Names *n)
{
	free(n->entries);
	free(n);
}

static Entry *
find(const Names *n, const char *name)
{
	uint32_t h = 2166136261u; /* FNV-1a */

	for (const char *p = name; *p; p++)
		h = (h ^ (uint8_t)*p) * 16777619u;
	for (;; h++) {
		Entry *e = &n->entries[h & (n->size - 1)];

		if (!e->name || strcmp(e->name, name) == 0)
			return e;
	}
}

static void
grow(Names *n)
{
	Names bigger = {.size = 2 * n->size, .used = n->used};

	bigger.entries = xcalloc(bigger.size, sizeof *bigger.entries);
	for (size_t i = 0; i < n->size; i++)
		if (n->entries[i].name)
			*find(&bigger, n->entries[i].name) = n->entries[i];
	free(n->entries);
	*n = bigger;
}

void
names_put(Names *n, const char *name, void *value)
{
	Entry *e = find(n, name);

	if (!e->name) {
		if (2 * ++n->used > n->size) {
			grow(n);
			e = find(n, name);
		}
		e->name = name;
	}
	e->value = value;
}

void *
names_get(const Names *n, const char *name)
{
	return find(n, name)->value;
}
