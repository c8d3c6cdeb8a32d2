/* taint.c - sets of origins, each of which is stored once, and the sets of a memory's bytes. */
#include "taint.h"

#include "base/list.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

/* A set of origins. */
typedef struct OriginSet {
	const uint32_t *origin; /* [n] ascending, in the arena */
	uint32_t n;
} OriginSet;

/* A union that was computed lately. */
typedef struct CachedUnion {
	TaintSet a, b, both; /* both: the union of a and b */
} CachedUnion;

enum { JOINED = 1 << 10 }; /* size of the cache TaintSets.joined */

struct TaintSets {
	Arena arena;
	OriginSet *sets; /* [n]; number 0 is the empty set */
	uint32_t n;
	Table known; /* the sets by their origins */
	CachedUnion joined[JOINED];
};

TaintSets *
taint_sets_new(void)
{
	TaintSets *t = xcalloc(1, sizeof *t);

	t->n = 1;
	t->sets = xcalloc(t->n, sizeof *t->sets);
	return t;
}

void
taint_sets_free(TaintSets *t)
{
	arena_free(&t->arena);
	table_free(&t->known);
	free(t->sets);
	free(t);
}

/* find_or_add: the number of a set that is not empty; it is added if it is new. */
static TaintSet
find_or_add(TaintSets *t, const uint32_t *origin, uint32_t n)
{
	uint64_t key = table_hash(origin, n * sizeof *origin);
	uint32_t *kept;

	for (const TableSlot *s = table_find(&t->known, key); s; s = table_next(&t->known, s))
		if (t->sets[s->number].n == n
			&& memcmp(t->sets[s->number].origin, origin, n * sizeof *origin) == 0)
			return s->number;
	kept = arena_alloc(&t->arena, n, sizeof *kept);
	memcpy(kept, origin, n * sizeof *kept);
	table_put(&t->known, key, t->n);
	t->sets = list_more(t->sets, t->n, sizeof *t->sets);
	t->sets[t->n] = (OriginSet){kept, n};
	return t->n++;
}

TaintSet
taint_singleton(TaintSets *t, uint32_t origin)
{
	return find_or_add(t, &origin, 1);
}

/* merge_origins: the origins of two sets, in `to`; returns their number. */
static uint32_t
merge_origins(const OriginSet *a, const OriginSet *b, uint32_t *to)
{
	uint32_t i = 0, k = 0, n = 0;

	while (i < a->n || k < b->n) {
		bool first = k == b->n || (i < a->n && a->origin[i] <= b->origin[k]);
		uint32_t origin = first ? a->origin[i] : b->origin[k];

		i += i < a->n && a->origin[i] == origin;
		k += k < b->n && b->origin[k] == origin;
		to[n++] = origin;
	}
	return n;
}

TaintSet
taint_union(TaintSets *t, TaintSet a, TaintSet b)
{
	CachedUnion *known = &t->joined[(a * 31 + b) % JOINED];
	uint32_t *origin, n;

	if (a == b || b == 0)
		return a;
	if (a == 0)
		return b;
	if (known->a == a && known->b == b)
		return known->both;
	origin = xcalloc(t->sets[a].n + t->sets[b].n, sizeof *origin);
	n = merge_origins(&t->sets[a], &t->sets[b], origin);
	*known = (CachedUnion){a, b, find_or_add(t, origin, n)};
	free(origin);
	return known->both;
}

const uint32_t *
taint_origins(const TaintSets *t, TaintSet set, uint32_t *n)
{
	*n = t->sets[set].n;
	return t->sets[set].origin;
}

/* ---- memory ---- */

void
taint_memory_init(TaintMemory *m, uint32_t nbytes)
{
	m->npages = (nbytes + PAGE - 1) / PAGE;
	m->pages = xcalloc(m->npages, sizeof *m->pages);
}

void
taint_memory_free(TaintMemory *m)
{
	for (uint32_t i = 0; i < m->npages; i++)
		free(m->pages[i]);
	free(m->pages);
	*m = (TaintMemory){NULL};
}

TaintSet
taint_get(const TaintMemory *m, Addr a)
{
	uint32_t page = (a - MOSTNEG) / PAGE;

	return page < m->npages && m->pages[page] ? m->pages[page][(a - MOSTNEG) % PAGE] : 0;
}

void
taint_put(TaintMemory *m, Addr a, TaintSet set)
{
	uint32_t page = (a - MOSTNEG) / PAGE;

	if (page >= m->npages || (set == 0 && !m->pages[page]))
		return;
	if (!m->pages[page])
		m->pages[page] = xcalloc(PAGE, sizeof *m->pages[page]);
	m->pages[page][(a - MOSTNEG) % PAGE] = set;
}
