/*
 * simul_set.c - sets of nodes that are made once and shared: sorted words of 64 bits, or another
 * set with a range taken out and a few nodes put in.
 */
#include "simul.h"

#include <string.h>

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

/* Whether what is left of the base has any node from first to last. */
static bool
base_meets(const NodeSet *s, uint32_t first, uint32_t last)
{
	if (s->first > s->last || s->last < first || s->first > last)
		return plain_meets(s->base, first, last);
	return (s->first > first && plain_meets(s->base, first, s->first - 1)) ||
		(s->last < last && plain_meets(s->base, s->last + 1, last));
}

bool
nodeset_meets(const NodeSet *s, uint32_t first, uint32_t last)
{
	if (!s)
		return false;
	if (!s->base)
		return plain_meets(s, first, last);
	for (uint32_t i = 0; i < s->nmore; i++)
		if (s->more[i] >= first && s->more[i] <= last)
			return true;
	return base_meets(s, first, last);
}

bool
nodeset_has(const NodeSet *s, uint32_t node)
{
	return nodeset_meets(s, node, node);
}

/* The nodes of more from *k on that are in the word of an index, as bits. */
static uint64_t
more_bits(const NodeSet *s, uint32_t *k, uint32_t index)
{
	uint64_t bits = 0;

	for (; *k < s->nmore && s->more[*k] / BITS == index; ++*k)
		bits |= (uint64_t)1 << s->more[*k] % BITS;
	return bits;
}

/* A plain set of the same nodes. */
static const NodeSet *
flatten(Arena *a, const NodeSet *s)
{
	const NodeSet *base = s->base;
	uint32_t n = 0, k = 0;
	NodeSet *u;

	if (!base)
		return s;
	u = set_new(a, base->n + s->nmore);
	for (uint32_t i = 0; i < base->n || k < s->nmore;) {
		bool frombase = i < base->n &&
			(k == s->nmore || base->word[i].index <= s->more[k] / BITS);
		struct NodeWord w = {.index = frombase ? base->word[i].index : s->more[k] / BITS};

		if (frombase) {
			w.bits = base->word[i++].bits;
			if (s->first <= s->last && w.index >= s->first / BITS &&
				w.index <= s->last / BITS)
				w.bits &= ~range_bits(w.index, s->first, s->last);
		}
		w.bits |= more_bits(s, &k, w.index);
		if (w.bits)
			u->word[n++] = w;
	}
	u->n = n;
	return n ? u : NULL;
}

/* s, which has a base, kept: as it is, or plain when that is no larger. */
static const NodeSet *
keep(Arena *a, const NodeSet *s)
{
	NodeSet *u;

	if (s->base->n <= SMALL)
		return flatten(a, s);
	if (s->nmore == 0 && !base_meets(s, 0, NONE))
		return NULL;
	u = set_new(a, 0);
	*u = *s;
	return u;
}

static const NodeSet *
one(Arena *a, uint32_t node)
{
	NodeSet *u = set_new(a, 1);

	u->word[0] = (struct NodeWord){node / BITS, (uint64_t)1 << node % BITS};
	return u;
}

/* s as the start of a set with a base. */
static NodeSet
derive(Arena *a, const NodeSet *s, bool room)
{
	if (s->base && room)
		return *s;
	return (NodeSet){.base = flatten(a, s), .first = 1, .last = 0};
}

const NodeSet *
nodeset_add(Arena *a, const NodeSet *s, uint32_t node)
{
	NodeSet u;
	uint32_t i;

	if (!s)
		return one(a, node);
	if (nodeset_has(s, node))
		return s;
	u = derive(a, s, s->nmore < NODESET_MORE);
	for (i = u.nmore++; i > 0 && u.more[i - 1] > node; i--)
		u.more[i] = u.more[i - 1];
	u.more[i] = node;
	return keep(a, &u);
}

const NodeSet *
nodeset_without(Arena *a, const NodeSet *s, uint32_t first, uint32_t last)
{
	NodeSet u;
	uint32_t n = 0;

	if (!nodeset_meets(s, first, last))
		return s;
	/* a second range can only be taken out of a plain set */
	u = derive(a, s, s->first > s->last || !s->base || !base_meets(s, first, last));
	if (base_meets(&u, first, last)) {
		u.first = first;
		u.last = last;
	}
	for (uint32_t i = 0; i < u.nmore; i++)
		if (u.more[i] < first || u.more[i] > last)
			u.more[n++] = u.more[i];
	u.nmore = n;
	return keep(a, &u);
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

/* The only node of a plain set, or NONE. */
static uint32_t
single(const NodeSet *s)
{
	if (s->base || s->n != 1 || s->word[0].bits & (s->word[0].bits - 1))
		return NONE;
	return s->word[0].index * BITS + __builtin_ctzll(s->word[0].bits);
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
	if (single(t) != NONE)
		return nodeset_add(a, s, single(t));
	if (single(s) != NONE)
		return nodeset_add(a, t, single(s));
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
		s->nmore == t->nmore && memcmp(s->more, t->more, s->nmore * sizeof *s->more) == 0)
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
	const NodeSet *base = s && s->base ? s->base : s;
	uint32_t n = 0, k = 0;

	for (uint32_t i = 0; base && i < base->n; i++) {
		for (uint64_t b = base->word[i].bits; b; b &= b - 1) {
			uint32_t node = base->word[i].index * BITS + __builtin_ctzll(b);

			if (base != s && node >= s->first && node <= s->last)
				continue;
			while (base != s && k < s->nmore && s->more[k] < node)
				list[n++] = s->more[k++];
			list[n++] = node;
		}
	}
	while (base != s && k < s->nmore)
		list[n++] = s->more[k++];
	return n;
}
