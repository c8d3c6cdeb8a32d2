/*
 * legal_bits.c - counting, swapping, reversing and shifting bits.
 */
#include "legal.h"

static LLVMValueRef
low_half(Old *o)
{
	return LLVMBuildTrunc(o->b, o->x, int_type(o, 32), "");
}

static LLVMValueRef
high_half(Old *o)
{
	return LLVMBuildTrunc(o->b, LLVMBuildLShr(o->b, o->x, number(o->t, 32), ""), int_type(o, 32), "");
}

static LLVMValueRef
zero_word(Old *o)
{
	return number(int_type(o, 32), 0);
}

LLVMValueRef
legal_count_ones(Old *o)
{
	LLVMValueRef n;

	if (width(o->x) <= 32) {
		n = legal_machine(o, "__t800_bitcnt", zero_word(o), legal_resize(o, o->x, int_type(o, 32)), NULL);
	} else {
		n = legal_machine(o, "__t800_bitcnt", zero_word(o), low_half(o), NULL);
		n = legal_machine(o, "__t800_bitcnt", n, high_half(o), NULL);
	}
	return legal_resize(o, n, o->t);
}

static LLVMValueRef
is_zero(Old *o, LLVMValueRef v)
{
	return LLVMBuildICmp(o->b, LLVMIntEQ, v, number(LLVMTypeOf(v), 0), "");
}

static LLVMValueRef
plus(Old *o, LLVMValueRef v, int32_t n)
{
	return LLVMBuildAdd(o->b, v, LLVMConstInt(LLVMTypeOf(v), n, 1), "");
}

LLVMValueRef
legal_leading_zeros(Old *o)
{
	LLVMValueRef high, low, n;

	if (width(o->x) <= 32) {
		n = legal_machine(o, "__t800_clz", legal_resize(o, o->x, int_type(o, 32)), NULL, NULL);
		return legal_resize(o, plus(o, n, (int)width(o->x) - 32), o->t);
	}
	high = legal_machine(o, "__t800_clz", high_half(o), NULL, NULL);
	low = plus(o, legal_machine(o, "__t800_clz", low_half(o), NULL, NULL), 32);
	n = LLVMBuildSelect(o->b, is_zero(o, high_half(o)), low, high, "");
	return legal_resize(o, plus(o, n, (int)width(o->x) - 64), o->t);
}

static LLVMValueRef
word_trailing(Old *o, LLVMValueRef w)
{
	return legal_machine(o, "__t800_clz", legal_machine(o, "__t800_bitrevword", w, NULL, NULL), NULL, NULL);
}

LLVMValueRef
legal_trailing_zeros(Old *o)
{
	LLVMTypeRef word = int_type(o, 32);
	LLVMValueRef n, w;

	if (width(o->x) <= 32) { /* a bit above the type stops the count */
		w = legal_resize(o, o->x, word);
		if (width(o->x) < 32)
			w = LLVMBuildOr(o->b, w, number(word, 1u << width(o->x)), "");
		return legal_resize(o, word_trailing(o, w), o->t);
	}
	n = plus(o, word_trailing(o, high_half(o)), 32);
	n = LLVMBuildSelect(o->b, is_zero(o, low_half(o)), n, word_trailing(o, low_half(o)), "");
	return legal_resize(o, n, o->t);
}

static LLVMValueRef
join_halves(Old *o, LLVMValueRef low, LLVMValueRef high)
{
	LLVMTypeRef t = int_type(o, 64);

	high = LLVMBuildShl(o->b, LLVMBuildZExt(o->b, high, t, ""), number(t, 32), "");
	return LLVMBuildOr(o->b, high, LLVMBuildZExt(o->b, low, t, ""), "");
}

static LLVMValueRef
swap_word(Old *o, LLVMValueRef w)
{
	LLVMTypeRef t = LLVMTypeOf(w);
	LLVMValueRef outer, inner;

	outer = LLVMBuildOr(o->b, LLVMBuildShl(o->b, w, number(t, 24), ""),
		LLVMBuildLShr(o->b, w, number(t, 24), ""), "");
	inner = LLVMBuildOr(o->b,
		LLVMBuildAnd(o->b, LLVMBuildShl(o->b, w, number(t, 8), ""), number(t, 0xFF0000), ""),
		LLVMBuildAnd(o->b, LLVMBuildLShr(o->b, w, number(t, 8), ""), number(t, 0xFF00), ""), "");
	return LLVMBuildOr(o->b, outer, inner, "");
}

LLVMValueRef
legal_swap_bytes(Old *o)
{
	unsigned bits = width(o->x);
	LLVMTypeRef word = int_type(o, 32), i64 = int_type(o, 64);
	LLVMValueRef x;

	if (bits <= 32) {
		x = swap_word(o, legal_resize(o, o->x, word));
		return legal_resize(o, LLVMBuildLShr(o->b, x, number(word, 32 - bits), ""), o->t);
	}
	x = join_halves(o, swap_word(o, high_half(o)), swap_word(o, low_half(o)));
	if (bits < 64)
		x = LLVMBuildLShr(o->b, x, number(i64, 64 - bits), "");
	return legal_resize(o, x, o->t);
}

LLVMValueRef
legal_reverse_bits(Old *o)
{
	LLVMTypeRef word = int_type(o, 32);
	LLVMValueRef low, high;

	if (width(o->x) <= 32) {
		low = legal_resize(o, o->x, word);
		return legal_resize(o, legal_machine(o, "__t800_bitrevnbits", low, number(word, width(o->x)), NULL), o->t);
	}
	high = legal_machine(o, "__t800_bitrevword", low_half(o), NULL, NULL);
	low = legal_machine(o, "__t800_bitrevword", high_half(o), NULL, NULL);
	return LLVMBuildTrunc(o->b, LLVMBuildLShr(o->b, join_halves(o, low, high),
		number(int_type(o, 64), 64 - width(o->x)), ""), o->t, "");
}

/* funnel: x above y, shifted by z modulo the width; words by the machine's long shift. */
static LLVMValueRef
funnel(Old *o, bool left)
{
	LLVMTypeRef t = o->t;
	unsigned bits = width(o->x);
	LLVMValueRef size = number(t, bits), n, rest, high, low;

	if ((bits & (bits - 1)) == 0)
		n = LLVMBuildAnd(o->b, o->z, number(t, bits - 1), "");
	else
		n = LLVMBuildURem(o->b, o->z, size, "");
	if (bits == 32)
		return legal_machine(o, left ? "__t800_fshl" : "__t800_fshr", o->x, o->y, n);
	rest = LLVMBuildSub(o->b, number(t, bits - 1), n, ""); /* one less, so that it is a legal shift */
	if (left) {
		high = LLVMBuildShl(o->b, o->x, n, "");
		low = LLVMBuildLShr(o->b, LLVMBuildLShr(o->b, o->y, number(t, 1), ""), rest, "");
	} else {
		low = LLVMBuildLShr(o->b, o->y, n, "");
		high = LLVMBuildShl(o->b, LLVMBuildShl(o->b, o->x, number(t, 1), ""), rest, "");
	}
	return LLVMBuildOr(o->b, high, low, "");
}

LLVMValueRef
legal_funnel_left(Old *o)
{
	return funnel(o, true);
}

LLVMValueRef
legal_funnel_right(Old *o)
{
	return funnel(o, false);
}
