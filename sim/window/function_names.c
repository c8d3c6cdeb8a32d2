/* function_names.c - stores each name once, and gives it a number. */
#include "function_names.h"

#include "base/base.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 1 << 14 }; /* names at most */

struct FunctionNames {
	char *text[MAX_NAMES];
	uint32_t n; /* numbers in use; 0 is none */
	Table known; /* the numbers by hashes of the names */
};

FunctionNames *
function_names_new(void)
{
	FunctionNames *n = xcalloc(1, sizeof *n);

	n->n = 1;
	return n;
}

void
function_names_free(FunctionNames *n)
{
	for (uint32_t i = 1; i < n->n; i++)
		free(n->text[i]);
	table_free(&n->known);
	free(n);
}

uint16_t
function_names_add(FunctionNames *n, const char *name)
{
	uint64_t key = table_hash(name, strlen(name));

	for (const TableSlot *s = table_find(&n->known, key); s; s = table_next(&n->known, s))
		if (strcmp(n->text[s->number], name) == 0)
			return s->number;
	if (n->n == MAX_NAMES)
		return 0;
	table_put(&n->known, key, n->n);
	n->text[n->n] = xstrdup(name);
	return n->n++;
}

const char *
function_names_text(const FunctionNames *n, uint16_t number)
{
	return number ? n->text[number] : NULL;
}
