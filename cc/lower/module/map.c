/* map.c - numbers by pointers: a list, and a table that finds a pointer's place in it. */
#include "map.h"
#include "base/list.h"
#include "base/table.h"

#include <stdlib.h>

struct Map {
	Table table;
	intptr_t *value; /* [table.n] */
};

Map *
map_new(void)
{
	return xcalloc(1, sizeof(Map));
}

void
map_free(Map *m)
{
	table_free(&m->table);
	free(m->value);
	free(m);
}

void
map_put(Map *m, const void *key, intptr_t value)
{
	const TableSlot *s = table_find(&m->table, (uintptr_t)key);
	uint32_t i = m->table.n;

	if (s) {
		m->value[s->number] = value;
		return;
	}
	m->value = list_more(m->value, i, sizeof *m->value);
	m->value[i] = value;
	table_put(&m->table, (uintptr_t)key, i);
}

bool
map_get(const Map *m, const void *key, intptr_t *value)
{
	const TableSlot *s = table_find(&m->table, (uintptr_t)key);

	if (!s)
		return false;
	*value = m->value[s->number];
	return true;
}
