/* names.c - values by their names: two lists, and a table that finds a name's number. */
#include "names.h"
#include "base/list.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

struct Names {
	Table table;
	const char **name; /* [table.n] */
	void **value;      /* [table.n] */
};

Names *
names_new(void)
{
	return xcalloc(1, sizeof(Names));
}

void
names_free(Names *n)
{
	table_free(&n->table);
	free(n->name);
	free(n->value);
	free(n);
}

/* find_value: where the value of a name is stored; NULL if the name is unknown. */
static void **
find_value(const Names *n, const char *name)
{
	const TableSlot *s = table_find(&n->table, table_hash(name, strlen(name)));

	while (s && strcmp(n->name[s->number], name) != 0)
		s = table_next(&n->table, s);
	return s ? &n->value[s->number] : NULL;
}

void
names_put(Names *n, const char *name, void *value)
{
	void **known = find_value(n, name);
	uint32_t i = n->table.n;

	if (known) {
		*known = value;
		return;
	}
	n->name = list_more(n->name, i, sizeof *n->name);
	n->value = list_more(n->value, i, sizeof *n->value);
	n->name[i] = name;
	n->value[i] = value;
	table_put(&n->table, table_hash(name, strlen(name)), i);
}

void *
names_get(const Names *n, const char *name)
{
	void **value = find_value(n, name);

	return value ? *value : NULL;
}
