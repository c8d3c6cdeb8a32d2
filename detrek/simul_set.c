/*
 * simul_set.c - sets of nodes that are made once and shared: sorted words of 64 bits, or another
 * set with a range taken out and one node put in.
 */
#include "simul.h"

enum {
	BITS = 64,
	SMALL = 4, /* words up to which a set is rather copied than used as a base */
};

static NodeSet *
set_new(Arena *a, uint32_t nwords)
{
	NodeSet *s = arena_alloc(a, 1, sizeof *s + nwords * sizeof s->word[0]);

	s->n = nwords;
	return s;
}

/* The first word with an index of at least index. */
static uint32_t
find(const NodeSet *s, uint32_t index)
{
	uint32_t low = 0, high = s->n;

	while (low < high) {
		uint32_t mid = (low + high) / 2;

		if (s->word[mid].index < index)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The bits of word index that stand for nodes from first to last; the word has some. */
static uint64_t
range_bits(uint32_t index, uint32_t first, uint32_t last)
{
	uint64_t bits = UINT64_MAX;

	if (first / BITS == index)
		bits &= UINT64_MAX << first % BITS;
	if (last / BITS == index)
		bits &= UINT64_MAX >> (BITS - 1 - last % BITS);
	return bits;
}

static bool
plain_meets(const NodeSet *s, uint32_t first, uint32_t last)
{
	if (first > last)
		return false;
	for (uint32_t i = find(s, first / BITS); i < s->n && s->word[i].index <= last / BITS; i++)
		if (s->word[i].bits & range_bits(s->word[i].index, first, last))
			return true;
	return false;
}

bool
nodeset_meets(const NodeSet *s, uint32_t first, uint32_t last)
{
	if (!s)
		return false;
	if (!s->base)
		return plain_meets(s, first, last);
	if (s->plus >= first && s->plus <= last)
		return true;
	if (s->first > s->last || s->last < first || s->first > last)
		return plain_meets(s->base, first, last);
	return (s->first > first && plain_meets(s->base, first, s->first - 1)) ||
		(s->last < last && plain_meets(s->base, s->last + 1, last));
}

bool
nodeset_has(const NodeSet *s, uint32_t node)
{
	return nodeset_meets(s, node, node);
}

/* A plain set of the same nodes. */
static const NodeSet *
flatten(Arena *a, const NodeSet *s)
{
	const NodeSet *base = s->base;
	uint32_t n = 0, extra = s->plus;
	NodeSet *u;

	if (!base)
		return s;
	u = set_new(a, base->n + 1);
	for (uint32_t i = 0; i < base->n; i++) {
		struct NodeWord w = base->word[i];

		if (s->first <= s->last && w.index >= s->first / BITS && w.index <= s->last / BITS)
			w.bits &= ~range_bits(w.index, s->first, s->last);
		if (extra != NONE && extra / BITS < w.index) {
			u->word[n++] = (struct NodeWord){extra / BITS, (uint64_t)1 << extra % BITS};
			extra = NONE;
		}
		if (extra != NONE && extra / BITS == w.index) {
			w.bits |= (uint64_t)1 << extra % BITS;
			extra = NONE;
		}
		if (w.bits)
			u->word[n++] = w;
	}
	if (extra != NONE)
		u->word[n++] = (struct NodeWord){extra / BITS, (uint64_t)1 << extra % BITS};
	u->n = n;
	return n ? u : NULL;
}

/* s changed: as a set with a base, or plain when that is no larger. */
static const NodeSet *
derive(Arena *a, const NodeSet *base, uint32_t first, uint32_t last, uint32_t plus)
{
	NodeSet s = {.base = base, .first = first, .last = last, .plus = plus};
	NodeSet *u;

	if (base->n <= SMALL)
		return flatten(a, &s);
	if (plus == NONE && !nodeset_meets(&s, 0, NONE - 1))
		return NULL;
	u = set_new(a, 0);
	*u = s;
	return u;
}

const NodeSet *
nodeset_add(Arena *a, const NodeSet *s, uint32_t node)
{
	NodeSet *u;

	if (s && nodeset_has(s, node))
		return s;
	if (s && s->base && s->plus == NONE)
		return derive(a, s->base, s->first, s->last, node);
	if (s)
		return derive(a, flatten(a, s), 1, 0, node);
	u = set_new(a, 1);
	u->word[0] = (struct NodeWord){node / BITS, (uint64_t)1 << node % BITS};
	return u;
}

const NodeSet *
nodeset_without(Arena *a, const NodeSet *s, uint32_t first, uint32_t last)
{
	bool plus;

	if (!nodeset_meets(s, first, last))
		return s;
	if (!s->base)
		return derive(a, s, first, last, NONE);
	plus = s->plus != NONE && (s->plus < first || s->plus > last);
	if (s->first > s->last)
		return derive(a, s->base, first, last, plus ? s->plus : NONE);
	return derive(a, flatten(a, s), first, last, NONE);
}

/* How many words the union has; *sall, *tall: whether s (t) has all of it. */
static uint32_t
union_size(const NodeSet *s, const NodeSet *t, bool *sall, bool *tall)
{
	uint32_t i = 0, j = 0, n = 0;

	*sall = *tall = true;
	for (; i < s->n && j < t->n; n++) {
		uint64_t both;

		if (s->word[i].index != t->word[j].index) {
			if (s->word[i].index < t->word[j].index)
				i++, *tall = false;
			else
				j++, *sall = false;
			continue;
		}
		both = s->word[i].bits | t->word[j].bits;
		*sall &= both == s->word[i++].bits;
		*tall &= both == t->word[j++].bits;
	}
	*tall &= i == s->n;
	*sall &= j == t->n;
	return n + s->n - i + t->n - j;
}

const NodeSet *
nodeset_union(Arena *a, const NodeSet *s, const NodeSet *t)
{
	bool sall, tall;
	uint32_t i = 0, j = 0, n;
	NodeSet *u;

	if (s == t || !t)
		return s;
	if (!s)
		return t;
	s = flatten(a, s);
	t = flatten(a, t);
	n = union_size(s, t, &sall, &tall);
	if (sall || tall)
		return sall ? s : t;
	u = set_new(a, n);
	for (uint32_t k = 0; k < n; k++) {
		bool fromt = i == s->n || (j < t->n && t->word[j].index < s->word[i].index);
		bool both = i < s->n && j < t->n && s->word[i].index == t->word[j].index;

		u->word[k] = fromt ? t->word[j] : s->word[i];
		if (both)
			u->word[k].bits |= t->word[j].bits;
		i += !fromt;
		j += fromt || both;
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

bool
nodeset_same(Arena *a, const NodeSet *s, const NodeSet *t)
{
	if (s == t)
		return true;
	if (!s || !t)
		return false;
	if (s->base && s->base == t->base && s->first == t->first && s->last == t->last &&
		s->plus == t->plus)
		return true;
	s = flatten(a, s);
	t = flatten(a, t);
	if (s->n != t->n)
		return false;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->word[i].index != t->word[i].index || s->word[i].bits != t->word[i].bits)
			return false;
	return true;
}

uint32_t
nodeset_list(const NodeSet *s, uint32_t *list)
{
	const NodeSet *p = s && s->base ? s->base : s;
	uint32_t n = 0, extra = s && s->base ? s->plus : NONE;

	for (uint32_t i = 0; p && i < p->n; i++) {
		for (uint64_t b = p->word[i].bits; b; b &= b - 1) {
			uint32_t node = p->word[i].index * BITS + __builtin_ctzll(b);

			if (p != s && node >= s->first && node <= s->last)
				continue;
			if (extra < node) {
				list[n++] = extra;
				extra = NONE;
			}
			if (node != extra)
				list[n++] = node;
		}
	}
	if (extra != NONE)
		list[n++] = extra;
	return n;
}
