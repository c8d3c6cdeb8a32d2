/*
 * page_store.c - stores pages of memory, each only once even if several snapshots contain it.
 *
 * Most pages of a network are code shared by all nodes, or unchanged since the previous snapshot.
 * Equal pages are found by a hash of their bytes, then compared.
 */
#include "page_store.h"

#include "base/list.h"
#include "base/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A place of the store, for one page. */
typedef struct StoredPage {
	uint64_t hash;  /* of its bytes */
	uint32_t users; /* number of users of the page; 0 if the place is free */
	uint32_t next;  /* in a free place: the next free place; NOWHERE in the last */
	uint8_t *bytes; /* the page */
} StoredPage;

struct PageStore {
	StoredPage *stored; /* [n] places */
	uint32_t n;     /* number of places, including free ones */
	uint32_t free;  /* the first free place; NOWHERE: none */
	Table known;   /* the places of the pages, by hashes of their bytes */
};

/* page_store_new: an empty store. */
PageStore *
page_store_new(void)
{
	PageStore *s = xcalloc(1, sizeof *s);

	s->free = NOWHERE;
	return s;
}

void
page_store_free(PageStore *s)
{
	if (!s)
		return;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->stored[i].users > 0)
			free(s->stored[i].bytes);
	free(s->stored);
	table_free(&s->known);
	free(s);
}

/* allocate_page: the number of an unused page, from the list of free ones or at the end. */
static uint32_t
allocate_page(PageStore *s)
{
	uint32_t i = s->free;

	if (i != NOWHERE) {
		s->free = s->stored[i].next;
		return i;
	}
	s->stored = list_more(s->stored, s->n, sizeof *s->stored);
	return s->n++;
}

uint32_t
page_store_put(PageStore *s, const uint8_t *page)
{
	uint64_t hash = table_hash(page, PAGE);
	const TableSlot *known = table_find(&s->known, hash);
	uint32_t i;

	while (known && memcmp(s->stored[known->number].bytes, page, PAGE) != 0)
		known = table_next(&s->known, known);
	if (known) {
		s->stored[known->number].users++;
		return known->number;
	}
	i = allocate_page(s);
	s->stored[i] = (StoredPage){.hash = hash, .users = 1, .bytes = xmalloc(PAGE)};
	memcpy(s->stored[i].bytes, page, PAGE);
	table_put(&s->known, hash, i);
	return i;
}

const uint8_t *
page_store_get(const PageStore *s, uint32_t page)
{
	assert(page < s->n && s->stored[page].users > 0);
	return s->stored[page].bytes;
}

void
page_store_drop(PageStore *s, uint32_t page)
{
	StoredPage *p = &s->stored[page];
	const TableSlot *known;

	assert(page < s->n && p->users > 0);
	if (--p->users > 0)
		return;
	known = table_find(&s->known, p->hash);
	while (known->number != page)
		known = table_next(&s->known, known);
	table_remove(&s->known, known);
	free(p->bytes);
	*p = (StoredPage){.next = s->free};
	s->free = page;
}

size_t
page_store_size(const PageStore *s)
{
	return (size_t)s->known.n * (PAGE + sizeof(StoredPage));
}
