/*
 * bitmap.c - the load and store sets of a running segment: a multilevel bitmap.
 *
 *   used    1 bit for each leaf that is not empty
 *   leaf    used: 1 bit for each of its 16 words; the words of loads and of stores
 *
 * Variables are numbered as they appear, so the variables of a segment lie in few leaves.
 */
#include "races.h"

#include <string.h>

/* widen_bitmap: enlarge a bitmap so that it has room for the given leaf. */
static void
widen_bitmap(Bitmap *b, Arena *a, uint32_t leaf)
{
	uint32_t n = b->nleaves ? b->nleaves : 64;
	Leaf **leaves;
	uint64_t *used;

	while (n <= leaf)
		n *= 2;
	leaves = arena_alloc(a, n, sizeof *leaves);
	used = arena_alloc(a, n / 64, sizeof *used);
	if (b->nleaves) {
		memcpy(leaves, b->leaf, b->nleaves * sizeof *leaves);
		memcpy(used, b->used, b->nleaves / 64 * sizeof *used);
	}
	b->leaf = leaves;
	b->used = used;
	b->nleaves = n;
}

Leaf *
bitmap_leaf(Bitmap *b, Arena *a, uint32_t i)
{
	if (i >= b->nleaves)
		widen_bitmap(b, a, i);
	if (!b->leaf[i])
		b->leaf[i] = arena_alloc(a, 1, sizeof *b->leaf[i]);
	return b->leaf[i];
}

AccessWord *
bitmap_drain(Bitmap *b, Arena *a, AccessWord *w, uint32_t *n, uint32_t *cap)
{
	for (uint32_t g = 0; g < b->nleaves / 64; g++) {
		for (; b->used[g]; b->used[g] &= b->used[g] - 1) {
			uint32_t i = g * 64 + __builtin_ctzll(b->used[g]);
			Leaf *leaf = b->leaf[i];

			for (; leaf->used; leaf->used &= leaf->used - 1) {
				uint32_t k = __builtin_ctzll(leaf->used);

				if (*n == *cap)
					w = arena_grow(a, w, *n, cap, sizeof *w);
				w[(*n)++] = (AccessWord){i * LEAF_WORDS + k, leaf->load[k],
					leaf->store[k]};
				leaf->load[k] = leaf->store[k] = 0;
			}
		}
	}
	return w;
}
