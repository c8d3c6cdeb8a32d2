/* table.c - hash tables with open addressing, linear probing and keys of 64 bits. */
#include "table.h"
#include "base.h"

#include <assert.h>
#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_SLOTS = 16 };

/*
 * home_slot: the slot where the search for a key begins: the top bits of the key times 2^64 /
 * 1.618.
 */
static uint32_t
home_slot(const Table *t, uint64_t key)
{
	return (key * 0x9E3779B97F4A7C15u >> 32) * t->nslots >> 32;
}

/* next_slot: the index of the slot after slot i, in a circle. */
static uint32_t
next_slot(const Table *t, uint32_t i)
{
	return (i + 1) & (t->nslots - 1);
}

/* find_from: the first slot with the key from slot i on, up to a free slot. */
static const TableSlot *
find_from(const Table *t, uint32_t i, uint64_t key)
{
	for (; t->slot[i].used; i = next_slot(t, i))
		if (t->slot[i].key == key)
			return &t->slot[i];
	return NULL;
}

const TableSlot *
table_find(const Table *t, uint64_t key)
{
	return t->n > 0 ? find_from(t, home_slot(t, key), key) : NULL;
}

const TableSlot *
table_next(const Table *t, const TableSlot *s)
{
	return find_from(t, next_slot(t, s - t->slot), s->key);
}

/* place_element: store an element in the first free slot; there is one. */
static void
place_element(Table *t, uint64_t key, uint32_t number)
{
	uint32_t i = home_slot(t, key);

	while (t->slot[i].used)
		i = next_slot(t, i);
	t->slot[i] = (TableSlot){key, number, true};
}

/* slots_new: n free slots, in the arena or on the heap. */
static TableSlot *
slots_new(Arena *a, uint32_t n)
{
	return a ? arena_alloc(a, n, sizeof(TableSlot)) : xcalloc(n, sizeof(TableSlot));
}

/*
 * double_slots: double the number of slots. The elements are moved in the order of their slots,
 * beginning after a free slot, so that elements with the same key stay in their order.
 */
static void
double_slots(Table *t)
{
	Table old = *t;
	uint32_t first = 0;

	assert(old.nslots <= UINT32_MAX / 2);
	t->nslots = old.nslots ? 2 * old.nslots : FIRST_SLOTS;
	t->slot = slots_new(t->arena, t->nslots);
	while (first < old.nslots && old.slot[first].used)
		first++;
	for (uint32_t i = 0; i < old.nslots; i++) {
		const TableSlot *s = &old.slot[(first + i) & (old.nslots - 1)];

		if (s->used)
			place_element(t, s->key, s->number);
	}
	if (!t->arena)
		free(old.slot);
}

void
table_put(Table *t, uint64_t key, uint32_t number)
{
	if (2 * t->n >= t->nslots)
		double_slots(t);
	place_element(t, key, number);
	t->n++;
}

bool
table_insert_key(Table *t, uint64_t key)
{
	if (table_find(t, key))
		return false;
	table_put(t, key, 0);
	return true;
}

/* The elements after the gap move back, unless they would be before their home slot. */
void
table_remove(Table *t, const TableSlot *s)
{
	uint32_t gap = s - t->slot, mask = t->nslots - 1;

	for (uint32_t i = next_slot(t, gap); t->slot[i].used; i = next_slot(t, i)) {
		uint32_t from_home = (i - home_slot(t, t->slot[i].key)) & mask;

		if (from_home < ((i - gap) & mask))
			continue;
		t->slot[gap] = t->slot[i];
		gap = i;
	}
	t->slot[gap] = (TableSlot){0};
	t->n--;
}

void
table_free(Table *t)
{
	if (!t->arena)
		free(t->slot);
	*t = (Table){.arena = t->arena};
}

uint64_t
table_hash(const void *bytes, size_t n)
{
	return XXH3_64bits(bytes, n);
}
