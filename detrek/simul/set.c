/*
 * set.c - immutable, shared sets of numbers. A set is a list of runs; a run is a number of equal
 * words of 64 bits.
 *
 * Two sets are traversed together, in stretches of words: in a stretch, the words of each set are
 * equal. The representation is unique: each run has bits, and adjacent runs have different bits.
 */
#include "simul.h"

#include <string.h>

enum { BITS = 64 }; /* bits of a word */

/* The runs of a set that have not been traversed yet. */
typedef struct Runs {
	const WordRun *run;
	uint32_t n;
	uint32_t used; /* words of the first run already processed */
} Runs;

/* A stretch of words in which neither of two sets changes. */
typedef struct WordStretch {
	uint32_t index, n; /* its first word, and the number of words */
	uint64_t s, t;     /* the bits of each word in the first and in the second set */
} WordStretch;

/* start_runs: the runs of the set from its first one on; none for NULL. */
static Runs
start_runs(const NodeSet *s)
{
	return s ? (Runs){s->run, s->n, 0} : (Runs){0};
}

/* word_position: the index of the next word of the runs; UINT32_MAX if there is none. */
static uint32_t
word_position(const Runs *r)
{
	return r->n ? r->run->index + r->used : UINT32_MAX;
}

/*
 * bits_at: the bits of the set's word number `index`, which the next run does not precede; *end is
 * lowered to the index at which the bits change.
 */
static uint64_t
bits_at(const Runs *r, uint32_t index, uint32_t *end)
{
	uint32_t at = word_position(r), change = at == index ? r->run->index + r->run->n : at;

	if (change < *end)
		*end = change;
	return at == index ? r->run->bits : 0;
}

/* advance_runs: go on by nwords words of the present run, if it contains word `index`. */
static void
advance_runs(Runs *r, uint32_t index, uint32_t nwords)
{
	if (word_position(r) != index)
		return;
	r->used += nwords;
	if (r->used == r->run->n)
		*r = (Runs){r->run + 1, r->n - 1, 0};
}

/*
 * next_stretch: set *x to the next words with equal bits in both sets, and advance both; false at
 * their ends.
 */
static bool
next_stretch(Runs *s, Runs *t, WordStretch *x)
{
	uint32_t end = UINT32_MAX;

	x->index = word_position(s) < word_position(t) ? word_position(s) : word_position(t);
	if (x->index == UINT32_MAX)
		return false;
	x->s = bits_at(s, x->index, &end);
	x->t = bits_at(t, x->index, &end);
	x->n = end - x->index;
	advance_runs(s, x->index, x->n);
	advance_runs(t, x->index, x->n);
	return true;
}

/* find_run: the index of the first run that ends at the given word or after it. */
static uint32_t
find_run(const NodeSet *s, uint32_t word)
{
	uint32_t low = 0, high = s->n;

	while (low < high) {
		uint32_t mid = (low + high) / 2;

		if (s->run[mid].index + s->run[mid].n <= word)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/*
 * range_bits: the bits that the items from first to last have in a word; the word must contain some
 * of these items.
 */
static uint64_t
range_bits(uint32_t word, uint32_t first, uint32_t last)
{
	uint64_t bits = UINT64_MAX;

	if (first / BITS == word)
		bits &= UINT64_MAX << first % BITS;
	if (last / BITS == word)
		bits &= UINT64_MAX >> (BITS - 1 - last % BITS);
	return bits;
}

bool
nodeset_intersects(const NodeSet *s, uint32_t first, uint32_t last)
{
	if (!s || first > last)
		return false;
	for (uint32_t i = find_run(s, first / BITS); i < s->n; i++) {
		const WordRun *r = &s->run[i];
		uint32_t low = first / BITS > r->index ? first / BITS : r->index;
		uint32_t high = last / BITS < r->index + r->n ? last / BITS : r->index + r->n - 1;

		if (low > high)
			return false;
		/* a word between the two is completely inside */
		if (high - low > 1 || r->bits & range_bits(low, first, last) ||
			r->bits & range_bits(high, first, last))
			return true;
	}
	return false;
}

bool
nodeset_has(const NodeSet *s, uint32_t item)
{
	return nodeset_intersects(s, item, item);
}

/* does_cover: true if s contains all items of t. */
static bool
does_cover(const NodeSet *s, const NodeSet *t)
{
	uint32_t skip = find_run(s, t->run[0].index);
	Runs rs = {s->run + skip, s->n - skip, 0}, rt = start_runs(t);
	WordStretch x;

	while (rt.n && next_stretch(&rs, &rt, &x))
		if (x.t & ~x.s)
			return false;
	return true;
}

/* union_bits: the items that are in one set or in both. */
static uint64_t
union_bits(const WordStretch *x)
{
	return x->s | x->t;
}

/* first_only_bits: the items that are in the first set only. */
static uint64_t
first_only_bits(const WordStretch *x)
{
	return x->s & ~x->t;
}

/*
 * combine_runs: compute the runs of a combination, written to out unless that is NULL; returns
 * their number.
 */
static uint32_t
combine_runs(Runs s, Runs t, uint64_t (*bits)(const WordStretch *), WordRun *out)
{
	WordRun last = {0};
	uint32_t n = 0;
	WordStretch x;

	while (next_stretch(&s, &t, &x)) {
		uint64_t b = bits(&x);

		if (!b)
			continue;
		if (n && last.bits == b && last.index + last.n == x.index)
			last.n += x.n;
		else
			n++, last = (WordRun){b, x.index, x.n};
		if (out)
			out[n - 1] = last;
	}
	return n;
}

/* combine_sets: the set of the items that bits() chooses from two sets; NULL if it is empty. */
static const NodeSet *
combine_sets(Arena *a, Runs s, Runs t, uint64_t (*bits)(const WordStretch *))
{
	uint32_t n = combine_runs(s, t, bits, NULL);
	NodeSet *u;

	if (n == 0)
		return NULL;
	u = arena_alloc(a, 1, sizeof *u + n * sizeof u->run[0]);
	u->n = combine_runs(s, t, bits, u->run);
	return u;
}

const NodeSet *
nodeset_union(Arena *a, const NodeSet *s, const NodeSet *t)
{
	if (s == t || !t)
		return s;
	if (!s || does_cover(t, s))
		return t;
	if (does_cover(s, t))
		return s;
	return combine_sets(a, start_runs(s), start_runs(t), union_bits);
}

/* Halves are combined first, so that large sets are made only once. */
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
	WordRun one = {(uint64_t)1 << item % BITS, item / BITS, 1};

	if (nodeset_has(s, item))
		return s;
	return combine_sets(a, start_runs(s), (Runs){&one, 1, 0}, union_bits);
}

const NodeSet *
nodeset_without(Arena *a, const NodeSet *s, uint32_t first, uint32_t last)
{
	uint32_t low = first / BITS, high = last / BITS, n = 0;
	WordRun range[3];

	if (!nodeset_intersects(s, first, last))
		return s;
	range[n++] = (WordRun){range_bits(low, first, last), low, 1};
	if (high - low > 1)
		range[n++] = (WordRun){UINT64_MAX, low + 1, high - low - 1};
	if (high > low)
		range[n++] = (WordRun){range_bits(high, first, last), high, 1};
	return combine_sets(a, start_runs(s), (Runs){range, n, 0}, first_only_bits);
}

bool
nodeset_equal(const NodeSet *s, const NodeSet *t)
{
	if (s == t)
		return true;
	return s && t && s->n == t->n && memcmp(s->run, t->run, s->n * sizeof *s->run) == 0;
}

uint32_t
nodeset_list(const NodeSet *s, uint32_t *list)
{
	uint32_t n = 0;

	for (uint32_t i = 0; s && i < s->n; i++)
		for (uint32_t w = s->run[i].index; w < s->run[i].index + s->run[i].n; w++)
			for (uint64_t b = s->run[i].bits; b; b &= b - 1)
				list[n++] = w * BITS + __builtin_ctzll(b);
	return n;
}
