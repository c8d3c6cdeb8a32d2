/*
 * page_store.c - stores pages of memory, each only once even if several snapshots contain it.
 *
 * Most pages of a network are code shared by all nodes, or unchanged since the previous snapshot.
 * Equal pages are found by a hash of their bytes, then compared.
 */
#include "page_store.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_CHAINS = 1 << 10 };

typedef struct Stored {
	uint64_t hash;
	uint32_t users; /* 0 if the place is free */
	uint32_t next;  /* next in its chain, or in the free list; NOWHERE for the last */
	uint8_t *bytes;
} Stored;

struct PageStore {
	Stored *stored;
	uint32_t n, cap;  /* places, including free ones */
	uint32_t free;    /* first free place */
	uint32_t npages;
	uint32_t *chains; /* hash table: the first page of each chain */
	uint32_t nchains; /* a power of two */
};

static void
chains_new(PageStore *s, uint32_t n)
{
	s->nchains = n;
	s->chains = xmalloc(n * sizeof *s->chains);
	memset(s->chains, 0xFF, n * sizeof *s->chains); /* NOWHERE */
}

static uint32_t *
chain_of(const PageStore *s, uint64_t hash)
{
	return &s->chains[hash & (s->nchains - 1)];
}

PageStore *
page_store_new(void)
{
	PageStore *s = xcalloc(1, sizeof *s);

	s->free = NOWHERE;
	chains_new(s, FIRST_CHAINS);
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
	free(s->chains);
	free(s);
}

static void
link_in(PageStore *s, uint32_t i)
{
	uint32_t *first = chain_of(s, s->stored[i].hash);

	s->stored[i].next = *first;
	*first = i;
}

/* grow: enlarge the hash table, so that chains stay short. */
static void
grow(PageStore *s)
{
	if (s->npages < s->nchains)
		return;
	free(s->chains);
	chains_new(s, 2 * s->nchains);
	for (uint32_t i = 0; i < s->n; i++)
		if (s->stored[i].users > 0)
			link_in(s, i);
}

/* place: allocate a place. */
static uint32_t
place(PageStore *s)
{
	uint32_t i = s->free;

	if (i != NOWHERE) {
		s->free = s->stored[i].next;
		return i;
	}
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : FIRST_CHAINS;
		s->stored = xrealloc(s->stored, s->cap * sizeof *s->stored);
	}
	return s->n++;
}

uint32_t
page_store_put(PageStore *s, const uint8_t *page)
{
	uint64_t hash = XXH3_64bits(page, PAGE);
	uint32_t i = *chain_of(s, hash);

	while (i != NOWHERE
		&& (s->stored[i].hash != hash || memcmp(s->stored[i].bytes, page, PAGE) != 0))
		i = s->stored[i].next;
	if (i != NOWHERE) {
		s->stored[i].users++;
		return i;
	}
	grow(s);
	i = place(s);
	s->stored[i] = (Stored){.hash = hash, .users = 1, .bytes = xmalloc(PAGE)};
	memcpy(s->stored[i].bytes, page, PAGE);
	link_in(s, i);
	s->npages++;
	return i;
}

const uint8_t *
page_store_page(const PageStore *s, uint32_t page)
{
	assert(page < s->n && s->stored[page].users > 0);
	return s->stored[page].bytes;
}

void
page_store_drop(PageStore *s, uint32_t page)
{
	Stored *p = &s->stored[page];
	uint32_t *at;

	assert(page < s->n && p->users > 0);
	if (--p->users > 0)
		return;
	for (at = chain_of(s, p->hash); *at != page; at = &s->stored[*at].next)
		continue;
	*at = p->next;
	free(p->bytes);
	*p = (Stored){.next = s->free};
	s->free = page;
	s->npages--;
}

size_t
page_store_size(const PageStore *s)
{
	return (size_t)s->npages * (PAGE + sizeof(Stored));
}
