/* arith.c - arithmetic on words: sums, products, quotients, bits, shifts. */
#include "generate.h"

#include <assert.h>

enum {
	MAX_SHORT = 15, /* the largest operand without prefix; negative ones need a prefix */
	/*
	 * for shifts by at least this many places, a long shift in the opposite direction is faster
	 */
	FAR = 17,
};

void
add_const(Fn *f, int32_t c)
{
	if (c % 4 == 0) {
		ins_direct(f, FN_LDNLP, c / 4);
		return;
	}
	if (c < 0 && c >= -MAX_SHORT) {
		ins_direct(f, FN_LDC, -c);
		ins_oper(f, "diff");
		return;
	}
	ins_direct(f, FN_LDC, c);
	ins_oper(f, "bsub");
}

void
shift_left_const(Fn *f, Word n)
{
	if (n >= FAR && n < 32) { /* shift (x, 0) right and take the low word */
		ins_direct(f, FN_LDC, 0);
		ins_direct(f, FN_LDC, 32 - n);
		ins_oper(f, "lshr");
		f->depth = 1;
		return;
	}
	if (n > 4 && n != 6) {
		ins_direct(f, FN_LDC, n);
		ins_oper(f, "shl");
		return;
	}
	for (; n >= 2; n -= 2)
		ins_oper(f, "bcnt");
	if (n) {
		ins_oper(f, "dup");
		ins_oper(f, "bsub");
	}
}

int
shift_left_const_need(Word n)
{
	return n >= FAR ? DEPTH : 2;
}

/*
 * is_far_constant: true if n, the number of places of a shift, is a constant so large that the
 * shift discards most bits; *c: the constant.
 */
static bool
is_far_constant(LLVMValueRef n, Word *c)
{
	return value_const(n, c) && *c >= FAR && *c < 32;
}

/* apply_constant: apply the operation of v to Areg and the constant c. */
static void
apply_constant(Fn *f, LLVMValueRef v, Word c)
{
	int32_t n = sign_extend(c, word_bits(v));

	switch (value_opcode(v)) {
	case LLVMAdd:
		if (n % 4 != 0 && must_not_overflow(f, v))
			ins_direct(f, FN_ADC, n);
		else
			add_const(f, n);
		break;
	case LLVMSub:
		add_const(f, -(Word)n);
		break;
	case LLVMShl:
		shift_left_const(f, c);
		break;
	case LLVMXor:
		if (word_bits(v) == 1) {
			if (c)
				ins_direct(f, FN_EQC, 0);
			break;
		}
		if (c == 0xFFFFFFFF) {
			ins_oper(f, "not");
			break;
		}
		word_const(f, c);
		ins_oper(f, "xor");
		break;
	case LLVMMul:
		word_const(f, n);
		ins_oper(f, "prod");
		break;
	case LLVMAnd:
		word_const(f, c); /* this also clears the upper bits: see is_clean */
		ins_oper(f, "and");
		break;
	default:
		assert(value_opcode(v) == LLVMOr);
		word_const(f, c);
		ins_oper(f, "or");
	}
}

/* has_constant_operand: true if the second operand of v is a constant. */
static bool
has_constant_operand(LLVMValueRef v, LLVMValueRef *x, Word *c)
{
	switch (value_opcode(v)) {
	case LLVMAdd:
	case LLVMMul:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
		if (value_const(operand(v, 0), c)) {
			*x = operand(v, 1);
			return true;
		}
		/* fall through */
	case LLVMSub:
	case LLVMShl:
		*x = operand(v, 0);
		return value_const(operand(v, 1), c);
	default:
		return false;
	}
}

/* push_binary: push both operands by g, and apply op; commutes: their order may change. */
static void
push_binary(Fn *f, LLVMValueRef v, const char *op, bool commutes, Gen *g)
{
	word_push_two(f, operand(v, 0), g, operand(v, 1), g, commutes);
	ins_oper(f, op);
}

/* has_natural_operands: true if both operands of v, zero-extended, are not negative as words. */
static bool
has_natural_operands(Fn *f, LLVMValueRef v)
{
	return is_natural(f, operand(v, 0)) && is_natural(f, operand(v, 1));
}

/* divide_unsigned: push the quotient, or the remainder, of unsigned words. */
static void
divide_unsigned(Fn *f, LLVMValueRef v, bool remainder)
{
	LLVMValueRef a = operand(v, 0), b = operand(v, 1);
	int tb, ta;

	if (has_natural_operands(f, v)) {
		push_binary(f, v, remainder ? "rem" : "div", false, word_zext);
		return;
	}
	tb = keep_deep(f, b, word_zext, 1);
	ta = keep_deep(f, a, word_zext, 2);
	ins_direct(f, FN_LDC, 0);
	push_kept(f, a, word_zext, ta);
	push_kept(f, b, word_zext, tb);
	ins_oper(f, "ldiv");
	if (remainder)
		ins_oper(f, "rev");
	f->depth = 1; /* the other result is not needed */
}

/*
 * shift_far_right: push the low word of a pair and shift left; the result is the high word.
 */
static void
shift_far_right(Fn *f, Word n)
{
	ins_direct(f, FN_LDC, 32 - n);
	ins_oper(f, "lshl");
	ins_oper(f, "rev");
	f->depth = 1; /* the low word is below */
}

/* shift_logical: push the word shifted right, with zeros from the left. */
static void
shift_logical(Fn *f, LLVMValueRef v)
{
	Word c;
	int t;

	if (!is_far_constant(operand(v, 1), &c)) {
		push_binary(f, v, "shr", false, word_zext);
		return;
	}
	t = keep_deep(f, operand(v, 0), word_zext, DEPTH - 1);
	ins_direct(f, FN_LDC, 0);
	push_kept(f, operand(v, 0), word_zext, t);
	shift_far_right(f, c);
}

/* shift_arithmetic: push the word shifted right, with copies of its sign from the left. */
static void
shift_arithmetic(Fn *f, LLVMValueRef v)
{
	LLVMValueRef a = operand(v, 0), n = operand(v, 1);
	Word c;
	int t;

	if (value_const(n, &c) && c == 31) {
		word_sext(f, a);
		ins_oper(f, "xdble");
		ins_oper(f, "rev");
		f->depth = 1;
		return;
	}
	if (is_far_constant(n, &c)) {
		word_sext(f, a);
		ins_oper(f, "xdble");
		shift_far_right(f, c);
		return;
	}
	t = keep_deep(f, n, word_zext, 1);
	word_sext(f, a);
	ins_oper(f, "xdble");
	push_kept(f, n, word_zext, t);
	ins_oper(f, "lshr");
	f->depth = 1; /* the sign is below */
}

void
word_arithmetic(Fn *f, LLVMValueRef v)
{
	LLVMValueRef x;
	Word c;

	if (has_constant_operand(v, &x, &c)) {
		word_push(f, x);
		apply_constant(f, v, c);
		return;
	}
	switch (value_opcode(v)) {
	case LLVMAdd:
		push_binary(f, v, "bsub", true, word_push);
		break;
	case LLVMSub:
		push_binary(f, v, "diff", false, word_push);
		break;
	case LLVMMul:
		push_binary(f, v, "prod", true, word_push);
		break;
	case LLVMAnd:
		push_binary(f, v, "and", true, word_push);
		break;
	case LLVMOr:
		push_binary(f, v, "or", true, word_push);
		break;
	case LLVMXor:
		push_binary(f, v, "xor", true, word_push);
		break;
	case LLVMShl:
		word_push_two(f, operand(v, 0), word_push, operand(v, 1), word_zext, false);
		ins_oper(f, "shl");
		break;
	case LLVMLShr:
		shift_logical(f, v);
		break;
	case LLVMSDiv:
		push_binary(f, v, "div", false, word_sext);
		break;
	case LLVMSRem:
		push_binary(f, v, "rem", false, word_sext);
		break;
	case LLVMUDiv:
	case LLVMURem:
		divide_unsigned(f, v, value_opcode(v) == LLVMURem);
		break;
	default:
		assert(value_opcode(v) == LLVMAShr);
		shift_arithmetic(f, v);
	}
}

/* ---- how many registers ---- */

/* operands_need: the number of registers needed for both operands of v, extended by g. */
static int
operands_need(Fn *f, LLVMValueRef v, Gen *g)
{
	return need_two(need_as(f, g, operand(v, 0)), need_as(f, g, operand(v, 1)));
}

/*
 * constant_need: the number of registers needed to apply the operation of v to x and the constant
 * c.
 */
static int
constant_need(Fn *f, LLVMValueRef v, LLVMValueRef x, Word c)
{
	int n = word_need(f, x);

	switch (value_opcode(v)) {
	case LLVMAdd:
	case LLVMSub:
		return c % 4 == 0 ? n : max(n, 2);
	case LLVMXor:
		return word_bits(v) == 1 || c == 0xFFFFFFFF ? n : max(n, 2);
	case LLVMShl:
		return max(n, shift_left_const_need(c));
	default:
		return max(n, 2);
	}
}

int
word_arithmetic_need(Fn *f, LLVMValueRef v)
{
	LLVMValueRef x;
	Word c;

	if (has_constant_operand(v, &x, &c))
		return constant_need(f, v, x, c);
	switch (value_opcode(v)) {
	case LLVMUDiv:
	case LLVMURem:
		return has_natural_operands(f, v) ? operands_need(f, v, word_zext) : DEPTH;
	case LLVMSDiv:
	case LLVMSRem:
		return operands_need(f, v, word_sext);
	case LLVMLShr:
		return is_far_constant(operand(v, 1), &c) ? DEPTH : operands_need(f, v, word_zext);
	case LLVMShl:
		return need_two(word_need(f, operand(v, 0)), need_as(f, word_zext, operand(v, 1)));
	case LLVMAShr:
		return DEPTH;
	default:
		return operands_need(f, v, word_push);
	}
}
