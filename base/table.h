/*
 * table.h - hash tables that find the elements of a list: from keys to the elements' numbers.
 *
 * A key is a number of up to 64 bits. If different elements always have different keys, one call
 * finds an element:
 *
 *	const TableSlot *s = table_find(&t, key);
 *
 *	return s ? &list[s->number] : NULL;
 *
 * For texts and structs the key is a hash of them. Then different elements may have the same key,
 * and the user of the table compares them:
 *
 *	for (const TableSlot *s = table_find(&t, key); s; s = table_next(&t, s))
 *		if (is_same(&list[s->number], x))
 *			return &list[s->number];
 *
 * The table has open addressing with linear probing. The number of its slots is a power of two; it
 * is doubled when half of them are used. A slot has 16 bytes.
 */
#ifndef TABLE_H
#define TABLE_H

#include "arena.h"

#include <stdbool.h>

/* A place of a table, for one element. */
typedef struct TableSlot {
	uint64_t key;
	uint32_t number; /* the number of the element; or any value that the user chooses */
	bool used;
} TableSlot;

/* A table. {0} is empty and on the heap. */
typedef struct Table {
	Arena *arena; /* of the slots, borrowed; NULL: they are on the heap (table_free) */
	TableSlot *slot; /* [nslots] */
	uint32_t n, nslots; /* slots used, and all slots */
} Table;

/*
 * table_find: the first slot with this key; NULL if there is none. Elements with one key come in
 * the order in which they were put. Slots move when an element is put or removed.
 */
const TableSlot *table_find(const Table *t, uint64_t key);
/* table_next: the next slot after s with the same key as s; NULL if there is none. */
const TableSlot *table_next(const Table *t, const TableSlot *s);

/* table_put: add an element, even if there are others with that key. */
void table_put(Table *t, uint64_t key, uint32_t number);

/*
 * table_insert_key: put the key, with number 0, into a set of keys; false: the set had it already.
 */
bool table_insert_key(Table *t, uint64_t key);

/* table_remove: remove the element of a slot that was found. */
void table_remove(Table *t, const TableSlot *s);

/* table_free: free the slots on the heap; the table is empty afterwards. */
void table_free(Table *t);

/* table_hash: a key for n bytes of a text or of a struct without padding. */
uint64_t table_hash(const void *bytes, size_t n);

#endif
