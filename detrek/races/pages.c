/*
 * pages.c - numbers pages of addresses in the order in which they are first seen. It has a hash
 * table, and remembers the page of the last look-up, because most look-ups ask for the same page
 * again.
 */
#define _GNU_SOURCE /* qsort_r */
#include "races.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 64 };

static uint32_t *
place(const Pages *p, uint64_t page)
{
	uint32_t i = page * 0x9E3779B97F4A7C15u >> 32;

	while (p->slot[i & (p->nslots - 1)] && p->page[p->slot[i & (p->nslots - 1)] - 1] != page)
		i++;
	return &p->slot[i & (p->nslots - 1)];
}

static void
rehash(Pages *p, Arena *a)
{
	p->nslots = p->nslots ? 2 * p->nslots : FIRST_SLOTS;
	p->slot = arena_alloc(a, p->nslots, sizeof *p->slot);
	for (uint32_t i = 0; i < p->n; i++)
		*place(p, p->page[i]) = i + 1;
}

uint32_t
pages_add(Pages *p, Arena *a, uint64_t page)
{
	uint32_t *slot;

	if (p->n && p->page[p->last] == page)
		return p->last;
	if (2 * p->n >= p->nslots)
		rehash(p, a);
	slot = place(p, page);
	if (*slot == 0) {
		p->page = arena_grow(a, p->page, p->n, &p->cap, sizeof *p->page);
		p->page[p->n] = page;
		*slot = ++p->n;
	}
	p->last = *slot - 1;
	return p->last;
}

static int
by_address(const void *pa, const void *pb, void *pages)
{
	const uint64_t *page = ((const Pages *)pages)->page;
	uint64_t a = page[*(const uint32_t *)pa], b = page[*(const uint32_t *)pb];

	return (a > b) - (a < b);
}

uint32_t *
pages_sorted(const Pages *p, Arena *a)
{
	uint32_t *order = arena_alloc(a, p->n, sizeof *order);

	for (uint32_t i = 0; i < p->n; i++)
		order[i] = i;
	qsort_r(order, p->n, sizeof *order, by_address, (void *)p);
	return order;
}
