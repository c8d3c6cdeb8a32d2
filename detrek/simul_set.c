/*
 * simul_set.c - sets of numbers that are made once and shared: ranges, in order.
 *
 * Of any two ranges the lower ends below the upper's first less one: there is one way only to
 * write a set.
 */
#include "simul.h"

#include <string.h>

static NodeSet *
set_new(Arena *a, uint32_t nranges)
{
	NodeSet *s = arena_alloc(a, 1, sizeof *s + nranges * sizeof s->range[0]);

	s->n = nranges;
	return s;
}

/* The first range that ends at item or later. */
static uint32_t
find(const NodeSet *s, uint32_t item)
{
	uint32_t low = 0, high = s->n;

	while (low < high) {
		uint32_t mid = (low + high) / 2;

		if (s->range[mid].last < item)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

bool
nodeset_meets(const NodeSet *s, uint32_t first, uint32_t last)
{
	uint32_t i;

	if (!s || first > last)
		return false;
	i = find(s, first);
	return i < s->n && s->range[i].first <= last;
}

bool
nodeset_has(const NodeSet *s, uint32_t item)
{
	return nodeset_meets(s, item, item);
}

/* Whether s has all of t. */
static bool
covers(const NodeSet *s, const NodeSet *t)
{
	uint32_t i = find(s, t->range[0].first);

	for (uint32_t k = 0; k < t->n; k++) {
		while (i < s->n && s->range[i].last < t->range[k].last)
			i++;
		if (i == s->n || s->range[i].first > t->range[k].first)
			return false;
	}
	return true;
}

/* The range after those of the set, which it may touch or overlap. */
static void
append(NodeSet *s, ItemRange r)
{
	ItemRange *last = s->n ? &s->range[s->n - 1] : NULL;

	if (!last || last->last + 1 < r.first)
		s->range[s->n++] = r;
	else if (last->last < r.last)
		last->last = r.last;
}

const NodeSet *
nodeset_union(Arena *a, const NodeSet *s, const NodeSet *t)
{
	NodeSet *u;

	if (s == t || !t)
		return s;
	if (!s || covers(t, s))
		return t;
	if (covers(s, t))
		return s;
	u = set_new(a, s->n + t->n);
	u->n = 0;
	for (uint32_t i = 0, k = 0; i < s->n || k < t->n;) {
		bool froms = k == t->n || (i < s->n && s->range[i].first < t->range[k].first);

		append(u, froms ? s->range[i++] : t->range[k++]);
	}
	return u;
}

/* Halves first: the large sets are made only once. */
const NodeSet *
nodeset_union_all(Arena *a, const NodeSet **s, uint32_t n)
{
	if (n == 0)
		return NULL;
	if (n == 1)
		return s[0];
	return nodeset_union(a, nodeset_union_all(a, s, n / 2),
		nodeset_union_all(a, s + n / 2, n - n / 2));
}

const NodeSet *
nodeset_add(Arena *a, const NodeSet *s, uint32_t item)
{
	NodeSet *one;

	if (nodeset_has(s, item))
		return s;
	one = set_new(a, 1);
	one->range[0] = (ItemRange){item, item};
	return nodeset_union(a, s, one);
}

const NodeSet *
nodeset_without(Arena *a, const NodeSet *s, uint32_t first, uint32_t last)
{
	NodeSet *u;

	if (!nodeset_meets(s, first, last))
		return s;
	u = set_new(a, s->n + 1);
	u->n = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		ItemRange r = s->range[i];

		if (r.last < first || r.first > last) {
			append(u, r);
			continue;
		}
		if (r.first < first)
			append(u, (ItemRange){r.first, first - 1});
		if (r.last > last)
			append(u, (ItemRange){last + 1, r.last});
	}
	return u->n ? u : NULL;
}

bool
nodeset_same(const NodeSet *s, const NodeSet *t)
{
	if (s == t)
		return true;
	return s && t && s->n == t->n && memcmp(s->range, t->range, s->n * sizeof *s->range) == 0;
}

uint32_t
nodeset_list(const NodeSet *s, uint32_t *list)
{
	uint32_t n = 0;

	for (uint32_t i = 0; s && i < s->n; i++)
		for (uint32_t k = s->range[i].first; k <= s->range[i].last; k++)
			list[n++] = k;
	return n;
}
