/*
 * symbols.c - names to numbers: an open hash table over names in order of appearance.
 */
#define _GNU_SOURCE /* qsort_r */
#include "input.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>
#include <string.h>

enum {
	FIRST_SLOTS = 64,
	SHORT = 8, /* names up to here are distinguished without comparing their text */
};

Symbols
symbols_new(Arena *a)
{
	return (Symbols){
		.arena = a,
		.slot = arena_alloc(a, FIRST_SLOTS, sizeof(struct SymbolSlot)),
		.nslots = FIRST_SLOTS,
	};
}

/*
 * short_key: the bytes of the name, each at least once; two names of one length have different
 * keys.
 */
static uint64_t
short_key(const char *s, uint32_t len)
{
	uint32_t first, last;

	if (len < 4)
		return len ? (uint8_t)s[0] | (uint8_t)s[len / 2] << 8 | (uint8_t)s[len - 1] << 16
			: 0;
	memcpy(&first, s, 4);
	memcpy(&last, s + len - 4, 4);
	return (uint64_t)last << 32 | first;
}

/* name_key: the key of a name of any length, for the hash table. */
static uint64_t
name_key(const char *s, uint32_t len)
{
	return len <= SHORT ? short_key(s, len) : XXH3_64bits(s, len);
}

/* find_slot: the slot that holds the name, or the empty one where it would go. */
static struct SymbolSlot *
find_slot(const Symbols *t, const char *s, uint32_t len, uint64_t key)
{
	uint32_t mask = t->nslots - 1;
	uint32_t i = ((key + len) * 0x9E3779B97F4A7C15u >> 32) * t->nslots >> 32; /* top bits */

	for (; t->slot[i].number; i = (i + 1) & mask) {
		const struct SymbolSlot *x = &t->slot[i];

		if (x->key == key && x->len == len &&
			(len <= SHORT || memcmp(t->text[x->number - 1], s, len) == 0))
			break;
	}
	return &t->slot[i];
}

/* rehash: double the size of the hash table. */
static void
rehash(Symbols *t)
{
	struct SymbolSlot *old = t->slot;
	uint32_t n = t->nslots;

	t->nslots *= 2;
	t->slot = arena_alloc(t->arena, t->nslots, sizeof *t->slot);
	for (uint32_t i = 0; i < n; i++)
		if (old[i].number)
			*find_slot(t, t->text[old[i].number - 1], old[i].len, old[i].key) = old[i];
}

uint32_t
symbols_add(Symbols *t, const char *s, uint32_t len)
{
	uint64_t key = name_key(s, len);
	struct SymbolSlot *x = find_slot(t, s, len, key);

	if (x->number)
		return x->number - 1;
	if (t->n + t->n / 2 >= t->nslots) {
		rehash(t);
		x = find_slot(t, s, len, key);
	}
	t->text = arena_grow(t->arena, t->text, t->n, &t->cap, sizeof *t->text);
	t->text[t->n] = arena_strndup(t->arena, s, len);
	*x = (struct SymbolSlot){key, len, ++t->n};
	return t->n - 1;
}

uint32_t
symbols_find(const Symbols *t, const char *s, uint32_t len)
{
	return find_slot(t, s, len, name_key(s, len))->number - 1;
}

static int
compare_texts(const void *a, const void *b, void *table)
{
	const Symbols *t = table;

	return strcmp(t->text[*(const uint32_t *)a], t->text[*(const uint32_t *)b]);
}

uint32_t *
symbols_sorted(const Symbols *t, Arena *a)
{
	uint32_t *order = arena_alloc(a, t->n, sizeof *order);

	for (uint32_t i = 0; i < t->n; i++)
		order[i] = i;
	if (t->n)
		qsort_r(order, t->n, sizeof *order, compare_texts, (void *)t);
	return order;
}
