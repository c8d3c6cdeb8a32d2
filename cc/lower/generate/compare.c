/*
 * compare.c - integer comparisons.
 *
 * The machine has gt for signed words and eqc for constants. Unsigned comparisons use the borrow of
 * a long subtraction, or test high bits.
 */
#include "generate.h"

#include <assert.h>

static LLVMIntPredicate
inverse_predicate(LLVMIntPredicate p)
{
	static const LLVMIntPredicate inverses[] = {
		[LLVMIntEQ] = LLVMIntNE, [LLVMIntNE] = LLVMIntEQ,
		[LLVMIntUGT] = LLVMIntULE, [LLVMIntULE] = LLVMIntUGT,
		[LLVMIntUGE] = LLVMIntULT, [LLVMIntULT] = LLVMIntUGE,
		[LLVMIntSGT] = LLVMIntSLE, [LLVMIntSLE] = LLVMIntSGT,
		[LLVMIntSGE] = LLVMIntSLT, [LLVMIntSLT] = LLVMIntSGE,
	};

	return inverses[p];
}

static bool
is_unsigned(LLVMIntPredicate p)
{
	return p >= LLVMIntUGT && p <= LLVMIntULE;
}

/*
 * A comparison "a p b" of operands that are extended by g, as the machine's operations can do it.
 */
typedef struct Compare {
	LLVMIntPredicate p; /* how a and b are compared */
	LLVMValueRef a, b;
	Gen *g; /* pushes an operand */
	bool constant; /* b is a constant with this value, extended */
	int32_t c; /* the value of b if it is constant */
} Compare;

/* compare_of: the operands and the predicate of a comparison; invert: of its opposite. */
static Compare
compare_of(Fn *f, LLVMValueRef v, bool invert)
{
	Compare x = {
		.p = LLVMGetICmpPredicate(v), .a = LLVMGetOperand(v, 0), .b = LLVMGetOperand(v, 1),
	};
	Word w;

	if (invert)
		x.p = inverse_predicate(x.p);
	if (value_const(x.a, &w) && !value_const(x.b, &w)) {
		LLVMValueRef a = x.a;

		x.a = x.b;
		x.b = a;
		if (x.p >= LLVMIntSGT)
			x.p = x.p == LLVMIntSGT ? LLVMIntSLT : x.p == LLVMIntSLT ? LLVMIntSGT
				: x.p == LLVMIntSGE ? LLVMIntSLE : LLVMIntSGE;
		else if (x.p >= LLVMIntUGT)
			x.p = x.p == LLVMIntUGT ? LLVMIntULT : x.p == LLVMIntULT ? LLVMIntUGT
				: x.p == LLVMIntUGE ? LLVMIntULE : LLVMIntUGE;
	}
	x.g = x.p >= LLVMIntSGT ? word_sext : word_zext;
	if (is_unsigned(x.p) && is_natural(f, x.a) && is_natural(f, x.b))
		x.p += LLVMIntSGT - LLVMIntUGT;
	x.constant = value_const(x.b, &w);
	if (x.constant)
		x.c = x.g == word_sext
			? (int32_t)(w << (32 - word_bits(x.b))) >> (32 - word_bits(x.b))
			: (int32_t)w;
	return x;
}

/* push_equal: push whether both operands are equal; clean: as 0 or 1, not just as non-zero. */
static void
push_equal(Fn *f, const Compare *x, bool clean)
{
	bool equals = x->p == LLVMIntEQ;

	if (x->constant && (equals || clean)) {
		x->g(f, x->a);
		ins_direct(f, FN_EQC, x->c);
		if (!equals)
			ins_direct(f, FN_EQC, 0);
		return;
	}
	if (x->constant) {
		x->g(f, x->a);
		if (x->c != 0) {
			word_const(f, x->c);
			ins_oper(f, "diff");
		}
		return;
	}
	word_push_two(f, x->a, x->g, x->b, x->g, true);
	ins_oper(f, "diff");
	if (equals || clean)
		ins_direct(f, FN_EQC, 0);
	if (!equals && clean)
		ins_direct(f, FN_EQC, 0);
}

/* push_greater: push whether a > b as signed words, for two trees whose values g pushes. */
static void
push_greater(Fn *f, LLVMValueRef a, LLVMValueRef b, Gen *g)
{
	word_push_two(f, a, g, b, g, false);
	ins_oper(f, "gt");
}

/*
 * push_signed_const: push a comparison with a constant. By comparing with c or with a constant next
 * to c, a negation is never needed to test the order.
 */
static void
push_signed_const(Fn *f, const Compare *x)
{
	bool up = x->p == LLVMIntSGT || x->p == LLVMIntSGE; /* a > k */
	int64_t k = x->c;

	if (x->p == LLVMIntSGE)
		k--;
	if (x->p == LLVMIntSLE)
		k++;
	if (k != (int32_t)k) { /* the result is always true */
		ins_direct(f, FN_LDC, 1);
		return;
	}
	if (!up && need_as(f, x->g, x->a) < DEPTH - f->depth) {
		word_const(f, k);
		x->g(f, x->a);
	} else {
		x->g(f, x->a);
		word_const(f, k);
		if (!up)
			ins_oper(f, "rev");
	}
	ins_oper(f, "gt");
}

/* push_signed_order: push the result of a signed comparison. */
static void
push_signed_order(Fn *f, const Compare *x)
{
	if (x->constant) {
		push_signed_const(f, x);
		return;
	}
	if (x->p == LLVMIntSGT || x->p == LLVMIntSLE)
		push_greater(f, x->a, x->b, x->g);
	else
		push_greater(f, x->b, x->a, x->g);
	if (x->p == LLVMIntSLE || x->p == LLVMIntSGE)
		ins_direct(f, FN_EQC, 0);
}

/* push_borrow: push 1 if a < b as unsigned words, otherwise 0; the stack must be empty before. */
static void
push_borrow(Fn *f, LLVMValueRef a, LLVMValueRef b, Gen *g)
{
	int ta, tb;

	assert(f->depth == 0);
	tb = keep_deep(f, b, g, 1);
	ta = keep_deep(f, a, g, 2);
	ins_direct(f, FN_LDC, 0);
	push_kept(f, a, g, ta);
	push_kept(f, b, g, tb);
	ins_oper(f, "ldiff");
	ins_oper(f, "rev");
	f->depth = 1; /* the difference is not needed */
}

/*
 * is_below_power: true if the comparison with a constant is equivalent to a test of the bits from a
 * power of 2 upwards. *mask becomes these bits. *above becomes true if the comparison is true when
 * any of them is set.
 */
static bool
is_below_power(const Compare *x, Word *mask, bool *above)
{
	/* a < limit, or its negation */
	Word limit = x->c + (x->p == LLVMIntUGT || x->p == LLVMIntULE);

	*above = x->p == LLVMIntUGE || x->p == LLVMIntUGT;
	*mask = -limit;
	return x->constant && limit != 0 && (limit & (limit - 1)) == 0;
}

/* push_unsigned_order: push the result of an unsigned comparison; clean: as 0 or 1. */
static void
push_unsigned_order(Fn *f, const Compare *x, bool clean)
{
	bool above;
	Word mask;

	if (is_below_power(x, &mask, &above)) {
		x->g(f, x->a);
		word_const(f, mask);
		ins_oper(f, "and");
		if (!above || clean)
			ins_direct(f, FN_EQC, 0);
		if (above && clean)
			ins_direct(f, FN_EQC, 0);
		return;
	}
	if (x->p == LLVMIntULT || x->p == LLVMIntUGE)
		push_borrow(f, x->a, x->b, x->g);
	else
		push_borrow(f, x->b, x->a, x->g);
	if (x->p == LLVMIntUGE || x->p == LLVMIntULE)
		ins_direct(f, FN_EQC, 0);
}

void
word_icmp(Fn *f, LLVMValueRef v, bool invert, bool clean)
{
	Compare x;

	if (type_kind(LLVMTypeOf(LLVMGetOperand(v, 0))) == KIND_WIDE) {
		wide_icmp(f, v, invert);
		return;
	}
	x = compare_of(f, v, invert);
	if (x.p == LLVMIntEQ || x.p == LLVMIntNE)
		push_equal(f, &x, clean);
	else if (is_unsigned(x.p))
		push_unsigned_order(f, &x, clean);
	else
		push_signed_order(f, &x);
}

int
icmp_need(Fn *f, LLVMValueRef v)
{
	Compare x;
	bool above;
	Word mask;
	int a;

	if (type_kind(LLVMTypeOf(LLVMGetOperand(v, 0))) == KIND_WIDE)
		return DEPTH;
	x = compare_of(f, v, false);
	if (is_unsigned(x.p) && !is_below_power(&x, &mask, &above))
		return DEPTH;
	a = need_as(f, x.g, x.a);
	if (x.constant)
		return a > 2 ? a : 2;
	return need_two(a, need_as(f, x.g, x.b));
}

bool
icmp_negates(Fn *f, LLVMValueRef v, bool invert)
{
	bool above;
	Compare x;
	Word mask;

	if (type_kind(LLVMTypeOf(LLVMGetOperand(v, 0))) == KIND_WIDE)
		return false;
	x = compare_of(f, v, invert);
	switch (x.p) {
	case LLVMIntEQ:
		return !x.constant || x.c == 0;
	case LLVMIntSGE:
	case LLVMIntSLE:
		return !x.constant;
	case LLVMIntUGE:
	case LLVMIntULE:
		return !is_below_power(&x, &mask, &above) || !above;
	case LLVMIntUGT:
	case LLVMIntULT:
		return is_below_power(&x, &mask, &above) && !above;
	default:
		return false;
	}
}
