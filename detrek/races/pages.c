/*
 * pages.c - numbers pages of addresses in the order in which they are first seen. There is a hash
 * table; the result of the last look-up is also kept, because most look-ups ask for the same page
 * again.
 */
#define _GNU_SOURCE /* qsort_r */
#include "races.h"

#include <stdlib.h>

uint32_t
pages_add(Pages *p, Arena *a, uint64_t page)
{
	const TableSlot *s;

	if (p->n && p->page[p->last] == page)
		return p->last;
	s = table_find(&p->known, page);
	if (s)
		return p->last = s->number;
	p->known.arena = a;
	table_put(&p->known, page, p->n);
	p->page = arena_grow(a, p->page, p->n, &p->cap, sizeof *p->page);
	p->page[p->n] = page;
	return p->last = p->n++;
}

/* compare_addresses: compare two pages' numbers by the pages' addresses, for qsort_r. */
static int
compare_addresses(const void *pa, const void *pb, void *pages)
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
	qsort_r(order, p->n, sizeof *order, compare_addresses, (void *)p);
	return order;
}
