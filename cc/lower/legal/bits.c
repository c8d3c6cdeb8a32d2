/*
 * bits.c - counting, swapping, reversing and shifting bits.
 */
#include "rule.h"

/* ---- words ---- */

/* words_in: the number of words of v. */
static unsigned
words_in(LLVMValueRef v)
{
	return (int_width(v) + 31) / 32;
}

/* word_of: build word i of v, with the upper bits of the last word zero. */
static LLVMValueRef
word_of(Rewrite *o, LLVMValueRef v, unsigned i)
{
	if (i > 0)
		v = LLVMBuildLShr(o->b, v, int_constant(LLVMTypeOf(v), 32 * i), "");
	return legal_resize(o, v, int_type(o, 32));
}

/* insert_word: build v with word i, which was 0, replaced. */
static LLVMValueRef
insert_word(Rewrite *o, LLVMValueRef v, LLVMValueRef word, unsigned i)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	word = legal_resize(o, word, t);
	if (i > 0)
		word = LLVMBuildShl(o->b, word, int_constant(t, 32 * i), "");
	return LLVMBuildOr(o->b, v, word, "");
}

/*
 * reverse_words: reverse the bits (or bytes) of x: apply `turn` to each word, in reverse order of
 * words; then shift out the unused bits, now the lowest.
 */
static LLVMValueRef
reverse_words(Rewrite *o, LLVMValueRef (*turn)(Rewrite *o, LLVMValueRef word))
{
	unsigned n = words_in(o->x), unused = 32 * n - int_width(o->x);
	LLVMTypeRef t = int_type(o, 32 * n);
	LLVMValueRef r = int_constant(t, 0);

	for (unsigned i = 0; i < n; i++)
		r = insert_word(o, r, turn(o, word_of(o, o->x, i)), n - 1 - i);
	if (unused > 0)
		r = LLVMBuildLShr(o->b, r, int_constant(t, unused), "");
	return legal_resize(o, r, o->t);
}

/* ---- counting ---- */

/* legal_count_ones: rule for the number of bits that are 1. */
LLVMValueRef
legal_count_ones(Rewrite *o)
{
	LLVMValueRef n = int_constant(int_type(o, 32), 0);

	for (unsigned i = 0; i < words_in(o->x); i++)
		n = legal_machine_op(o, "__t800_bitcnt", n, word_of(o, o->x, i), NULL);
	return legal_resize(o, n, o->t);
}

/* add_constant: build v + n, or v itself if n is 0. */
static LLVMValueRef
add_constant(Rewrite *o, LLVMValueRef v, int32_t n)
{
	return n == 0 ? v : LLVMBuildAdd(o->b, v, LLVMConstInt(LLVMTypeOf(v), n, 1), "");
}

/* select_unless_zero: build a choice: n if the word is non-zero, otherwise `rest`. */
static LLVMValueRef
select_unless_zero(Rewrite *o, LLVMValueRef word, LLVMValueRef n, LLVMValueRef rest)
{
	LLVMValueRef zero =
		LLVMBuildICmp(o->b, LLVMIntEQ, word, int_constant(LLVMTypeOf(word), 0), "");

	return LLVMBuildSelect(o->b, zero, rest, n, "");
}

/* legal_leading_zeros: rule for the number of zeros above the highest 1. */
LLVMValueRef
legal_leading_zeros(Rewrite *o)
{
	int unused = 32 * words_in(o->x) - int_width(o->x), n = words_in(o->x);
	LLVMValueRef count = NULL;

	for (int i = 0; i < n; i++) {
		LLVMValueRef w = word_of(o, o->x, i),
			zeros = legal_machine_op(o, "__t800_clz", w, NULL, NULL);

		zeros = add_constant(o, zeros, 32 * (n - 1 - i) - unused);
		count = count ? select_unless_zero(o, w, zeros, count) : zeros;
	}
	return legal_resize(o, count, o->t);
}

/* reverse_bits: build the bits of a word in reverse order. */
static LLVMValueRef
reverse_bits(Rewrite *o, LLVMValueRef w)
{
	return legal_machine_op(o, "__t800_bitrevword", w, NULL, NULL);
}

/*
 * legal_trailing_zeros: rule for the number of zeros below the lowest 1: count them in the
 * reversed word, where a bit set above the type limits the count.
 */
LLVMValueRef
legal_trailing_zeros(Rewrite *o)
{
	unsigned n = words_in(o->x), used = int_width(o->x) % 32;
	LLVMValueRef count = NULL;

	for (unsigned i = n; i-- > 0;) {
		LLVMValueRef w = word_of(o, o->x, i), zeros;

		if (used && i == n - 1)
			w = LLVMBuildOr(o->b, w, int_constant(LLVMTypeOf(w), 1u << used), "");
		zeros = legal_machine_op(o, "__t800_clz", reverse_bits(o, w), NULL, NULL);
		zeros = add_constant(o, zeros, 32 * i);
		count = count ? select_unless_zero(o, w, zeros, count) : zeros;
	}
	return legal_resize(o, count, o->t);
}

/* ---- turning round ---- */

/* swap_bytes: build the bytes of a word in reverse order. */
static LLVMValueRef
swap_bytes(Rewrite *o, LLVMValueRef w)
{
	LLVMTypeRef t = LLVMTypeOf(w);
	LLVMValueRef outer, inner;

	outer = LLVMBuildOr(o->b, LLVMBuildShl(o->b, w, int_constant(t, 24), ""),
		LLVMBuildLShr(o->b, w, int_constant(t, 24), ""), "");
	inner = LLVMBuildOr(o->b,
		LLVMBuildAnd(o->b, LLVMBuildShl(o->b, w, int_constant(t, 8), ""),
			int_constant(t, 0xFF0000), ""),
		LLVMBuildAnd(o->b, LLVMBuildLShr(o->b, w, int_constant(t, 8), ""),
			int_constant(t, 0xFF00), ""),
		"");
	return LLVMBuildOr(o->b, outer, inner, "");
}

/* legal_swap_bytes: rule for the bytes in reverse order. */
LLVMValueRef
legal_swap_bytes(Rewrite *o)
{
	return reverse_words(o, swap_bytes);
}

/* legal_reverse_bits: rule for the bits in reverse order. */
LLVMValueRef
legal_reverse_bits(Rewrite *o)
{
	LLVMTypeRef word = int_type(o, 32);

	if (int_width(o->x) < 32)
		return legal_resize(o,
			legal_machine_op(o, "__t800_bitrevnbits", legal_resize(o, o->x, word),
				int_constant(word, int_width(o->x)), NULL),
			o->t);
	return reverse_words(o, reverse_bits);
}

/* ---- shifts of two ---- */

/*
 * long_shift: build a shift of the pair x, y by n. The machine needs a cycle for each place, so a
 * shift by a constant above half a word becomes one in the opposite direction.
 */
static LLVMValueRef
long_shift(Rewrite *o, bool left, LLVMValueRef n)
{
	Word places;

	if (value_const(n, &places) && places > 16) {
		n = int_constant(o->t, 32 - places);
		left = !left;
	}
	return legal_machine_op(o, left ? "__t800_fshl" : "__t800_fshr", o->x, o->y, n);
}

/* funnel_shift: build the concatenation of x (high) and y, shifted by z modulo the width. */
static LLVMValueRef
funnel_shift(Rewrite *o, bool left)
{
	LLVMTypeRef t = o->t;
	unsigned bits = int_width(o->x);
	LLVMValueRef size = int_constant(t, bits), n, rest, high, low;

	if ((bits & (bits - 1)) == 0)
		n = LLVMBuildAnd(o->b, o->z, int_constant(t, bits - 1), "");
	else
		n = LLVMBuildURem(o->b, o->z, size, "");
	if (bits == 32)
		return long_shift(o, left, n);
	/* one less, so that the shift is defined */
	rest = LLVMBuildSub(o->b, int_constant(t, bits - 1), n, "");
	if (left) {
		high = LLVMBuildShl(o->b, o->x, n, "");
		low = LLVMBuildLShr(
			o->b, LLVMBuildLShr(o->b, o->y, int_constant(t, 1), ""), rest, "");
	} else {
		low = LLVMBuildLShr(o->b, o->y, n, "");
		high = LLVMBuildShl(
			o->b, LLVMBuildShl(o->b, o->x, int_constant(t, 1), ""), rest, "");
	}
	return LLVMBuildOr(o->b, high, low, "");
}

/* legal_funnel_left: rule for a funnel shift to the left. */
LLVMValueRef
legal_funnel_left(Rewrite *o)
{
	return funnel_shift(o, true);
}

/* legal_funnel_right: rule for a funnel shift to the right. */
LLVMValueRef
legal_funnel_right(Rewrite *o)
{
	return funnel_shift(o, false);
}
