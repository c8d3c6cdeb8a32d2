/* map.c - a hash table from pointers to numbers: open addressing, doubled when half full. */
#include "map.h"
#include "base/base.h"

#include <stdlib.h>

typedef struct Pair {
	const void *key; /* NULL if the slot is free */
	intptr_t value;
} Pair;

struct Map {
	Pair *pairs;
	size_t size, used; /* size is a power of two */
};

Map *
map_new(void)
{
	Map *m = xcalloc(1, sizeof *m);

	m->size = 64;
	m->pairs = xcalloc(m->size, sizeof *m->pairs);
	return m;
}

void
map_free(Map *m)
{
	free(m->pairs);
	free(m);
}

static Pair *
find(const Map *m, const void *key)
{
	size_t i = ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15u >> 20;

	for (;; i++) {
		Pair *p = &m->pairs[i & (m->size - 1)];

		if (!p->key || p->key == key)
			return p;
	}
}

static void
grow(Map *m)
{
	Map bigger = {.size = 2 * m->size, .used = m->used};

	bigger.pairs = xcalloc(bigger.size, sizeof *bigger.pairs);
	for (size_t i = 0; i < m->size; i++)
		if (m->pairs[i].key)
			*find(&bigger, m->pairs[i].key) = m->pairs[i];
	free(m->pairs);
	*m = bigger;
}

void
map_put(Map *m, const void *key, intptr_t value)
{
	Pair *p = find(m, key);

	if (!p->key) {
		if (2 * ++m->used > m->size) {
			grow(m);
			p = find(m, key);
		}
		p->key = key;
	}
	p->value = value;
}

bool
map_get(const Map *m, const void *key, intptr_t *value)
{
	const Pair *p = find(m, key);

	if (!p->key)
		return false;
	*value = p->value;
	return true;
}
