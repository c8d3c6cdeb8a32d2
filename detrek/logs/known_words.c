/* known_words.c - a hash table of words by their addresses, with open addressing. */
#include "known_words.h"

#include "base/base.h"

#include <stdlib.h>

enum { FEW = 16 }; /* slots at first */

/* address_hash: the hash of an address. */
static uint32_t
address_hash(Addr a)
{
	return (a >> 2) * 0x9E3779B1u;
}

/* find_slot: the slot of the word, or the empty slot where it belongs. */
static KnownWord *
find_slot(const Words *w, Addr a)
{
	uint32_t i = address_hash(a) & (w->nslots - 1);

	while (w->slot[i].serial && w->slot[i].addr != a)
		i = (i + 1) & (w->nslots - 1);
	return &w->slot[i];
}

KnownWord *
words_find(const Words *w, Addr a)
{
	KnownWord *k = w->nslots ? find_slot(w, a) : NULL;

	return k && k->serial ? k : NULL;
}

/* enlarge_table: double the table. */
static void
enlarge_table(Words *w)
{
	Words larger = {.nslots = w->nslots ? 2 * w->nslots : FEW, .n = w->n};

	larger.slot = xcalloc(larger.nslots, sizeof *larger.slot);
	for (uint32_t i = 0; i < w->nslots; i++)
		if (w->slot[i].serial)
			*find_slot(&larger, w->slot[i].addr) = w->slot[i];
	free(w->slot);
	*w = larger;
}

KnownWord *
words_add(Words *w, Addr a)
{
	KnownWord *k = words_find(w, a);

	if (k)
		return k;
	if (2 * w->n >= w->nslots)
		enlarge_table(w);
	w->n++;
	k = find_slot(w, a);
	*k = (KnownWord){.addr = a};
	return k;
}

void
words_free(Words *w)
{
	free(w->slot);
	*w = (Words){0};
}
