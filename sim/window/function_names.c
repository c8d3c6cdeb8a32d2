/* function_names.c - keeps names once: a table by number, and a hash table with linear probing. */
#include "function_names.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 14, SLOTS = 2 * MOST };

struct FunctionNames {
	char *text[MOST];
	uint32_t n; /* numbers in use; 0 is none */
	uint16_t slot[SLOTS];
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
	free(n);
}

uint16_t
function_names_add(FunctionNames *n, const char *name)
{
	uint32_t at = 5381;

	for (const char *c = name; *c; c++)
		at = at * 33 + (uint8_t)*c;
	for (at %= SLOTS; n->slot[at]; at = (at + 1) % SLOTS)
		if (strcmp(n->text[n->slot[at]], name) == 0)
			return n->slot[at];
	if (n->n == MOST)
		return 0;
	n->text[n->n] = xstrdup(name);
	return n->slot[at] = n->n++;
}

const char *
function_names_text(const FunctionNames *n, uint16_t number)
{
	return number ? n->text[number] : NULL;
}
