/*
 * int.c - rewrites truth values, minima, saturation and overflow as logic, comparisons and selects.
 */
#include "rule.h"

#include <stdlib.h>
#include <string.h>

/* ---- one bit ---- */

/*
 * legal_bit: rule for arithmetic on truth values: compute it by logic, so that the resulting word
 * is 0 or 1. A shift by more than 0 is undefined.
 */
LLVMValueRef
legal_bit(Rewrite *o)
{
	if (int_width(o->v) != 1)
		return NULL;
	switch (LLVMGetInstructionOpcode(o->v)) {
	case LLVMAdd:
	case LLVMSub:
		return LLVMBuildXor(o->b, o->x, o->y, "");
	case LLVMMul:
		return LLVMBuildAnd(o->b, o->x, o->y, "");
	case LLVMURem:
	case LLVMSRem:
		return int_constant(o->t, 0);
	default:
		return o->x;
	}
}

/*
 * legal_address: rule for a truth value converted from an address: it is the lowest bit of the
 * address.
 */
LLVMValueRef
legal_address(Rewrite *o)
{
	if (int_width(o->v) != 1)
		return NULL;
	return LLVMBuildTrunc(o->b, LLVMBuildPtrToInt(o->b, o->x, int_type(o, 32), ""), o->t, "");
}

/* ---- minima and maxima ---- */

/* select_greater: build the choice of x or y, as the predicate compares them. */
static LLVMValueRef
select_greater(Rewrite *o, LLVMIntPredicate p)
{
	return LLVMBuildSelect(o->b, LLVMBuildICmp(o->b, p, o->x, o->y, ""), o->x, o->y, "");
}

/* legal_smax: rule for the greater of two signed integers. */
LLVMValueRef
legal_smax(Rewrite *o)
{
	return select_greater(o, LLVMIntSGT);
}

/* legal_smin: rule for the lesser of two signed integers. */
LLVMValueRef
legal_smin(Rewrite *o)
{
	return select_greater(o, LLVMIntSLT);
}

/* legal_umax: rule for the greater of two unsigned integers. */
LLVMValueRef
legal_umax(Rewrite *o)
{
	return select_greater(o, LLVMIntUGT);
}

/* legal_umin: rule for the lesser of two unsigned integers. */
LLVMValueRef
legal_umin(Rewrite *o)
{
	return select_greater(o, LLVMIntULT);
}

/* legal_absolute: rule for the absolute value of an integer. */
LLVMValueRef
legal_absolute(Rewrite *o)
{
	LLVMValueRef negative = LLVMBuildICmp(o->b, LLVMIntSLT, o->x, int_constant(o->t, 0), "");

	return LLVMBuildSelect(o->b, negative, LLVMBuildNeg(o->b, o->x, ""), o->x, "");
}

/* A result, and whether the exact one is outside the type's range. */
typedef struct Overflow {
	LLVMValueRef value, flag;
} Overflow;

/*
 * unsigned_overflow: build the sum or difference of x and y, and whether it leaves the unsigned
 * range.
 */
static Overflow
unsigned_overflow(Rewrite *o, bool add)
{
	Overflow r;

	if (add) {
		r.value = LLVMBuildAdd(o->b, o->x, o->y, "");
		r.flag = LLVMBuildICmp(o->b, LLVMIntULT, r.value, o->x, "");
	} else {
		r.value = LLVMBuildSub(o->b, o->x, o->y, "");
		r.flag = LLVMBuildICmp(o->b, LLVMIntULT, o->x, o->y, "");
	}
	return r;
}

/*
 * signed_overflow: build the sum or difference of x and y, and whether it leaves the signed range.
 * A sum leaves the range if its sign differs from the signs of both operands. A difference leaves
 * the range if its sign differs from the sign of x, and the signs of x and y differ.
 */
static Overflow
signed_overflow(Rewrite *o, bool add)
{
	LLVMTypeRef t = LLVMTypeOf(o->x);
	LLVMValueRef a, b;
	Overflow r;

	r.value = add ? LLVMBuildAdd(o->b, o->x, o->y, "") : LLVMBuildSub(o->b, o->x, o->y, "");
	a = LLVMBuildXor(o->b, o->x, r.value, "");
	b = LLVMBuildXor(o->b, o->y, add ? r.value : o->x, "");
	r.flag = LLVMBuildICmp(
		o->b, LLVMIntSLT, LLVMBuildAnd(o->b, a, b, ""), int_constant(t, 0), "");
	return r;
}

/* product_overflow: compute the product in twice the width; up to 64 bits by the library. */
static Overflow
product_overflow(Rewrite *o, bool is_signed)
{
	LLVMTypeRef t = LLVMTypeOf(o->x), twice = int_type(o, 2 * int_width(o->x));
	LLVMValueRef p, back;
	Overflow r;

	if (int_width(o->x) > 32 && int_width(o->x) <= 64) {
		LLVMTypeRef i64 = int_type(o, 64);
		LLVMValueRef args[2], flag;

		args[0] = is_signed ? LLVMBuildSExt(o->b, o->x, i64, "")
			: LLVMBuildZExt(o->b, o->x, i64, "");
		args[1] = is_signed ? LLVMBuildSExt(o->b, o->y, i64, "")
			: LLVMBuildZExt(o->b, o->y, i64, "");
		flag = legal_call(o, is_signed ? "__mulodi" : "__umulodi", int_type(o, 32), args,
			2);
		r.value = LLVMBuildMul(o->b, o->x, o->y, "");
		r.flag = LLVMBuildICmp(o->b, LLVMIntNE, flag, int_constant(int_type(o, 32), 0), "");
		if (int_width(o->x) < 64) {
			p = LLVMBuildMul(o->b, args[0], args[1], "");
			back = is_signed ? LLVMBuildSExt(o->b, r.value, i64, "")
				: LLVMBuildZExt(o->b, r.value, i64, "");
			r.flag = LLVMBuildOr(o->b, r.flag,
				LLVMBuildICmp(o->b, LLVMIntNE, p, back, ""), "");
		}
		return r;
	}
	if (is_signed)
		p = LLVMBuildMul(o->b, LLVMBuildSExt(o->b, o->x, twice, ""),
			LLVMBuildSExt(o->b, o->y, twice, ""), "");
	else
		p = LLVMBuildMul(o->b, LLVMBuildZExt(o->b, o->x, twice, ""),
			LLVMBuildZExt(o->b, o->y, twice, ""), "");
	r.value = LLVMBuildTrunc(o->b, p, t, "");
	back = is_signed ? LLVMBuildSExt(o->b, r.value, twice, "")
		: LLVMBuildZExt(o->b, r.value, twice, "");
	r.flag = LLVMBuildICmp(o->b, LLVMIntNE, p, back, "");
	return r;
}

/* overflow_of: compute what LLVM's intrinsic of this name computes with its overflow flag. */
static Overflow
overflow_of(Rewrite *o, const char *name)
{
	bool is_signed = name[0] == 's';

	if (strncmp(name + 1, "mul", 3) == 0)
		return product_overflow(o, is_signed);
	return is_signed ? signed_overflow(o, name[1] == 'a')
		: unsigned_overflow(o, name[1] == 'a');
}

/*
 * legal_with_overflow: rule for arithmetic that returns a pair of result and overflow. Uses of the
 * pair's parts are replaced at once, so that usually no pair is needed.
 */
LLVMValueRef
legal_with_overflow(Rewrite *o)
{
	Overflow r = overflow_of(o, callee_name(o->v) + strlen("llvm."));
	LLVMUseRef next;

	for (LLVMUseRef u = LLVMGetFirstUse(o->v); u; u = next) {
		LLVMValueRef user = LLVMGetUser(u);

		next = LLVMGetNextUse(u);
		if (LLVMIsAExtractValueInst(user))
			LLVMReplaceAllUsesWith(user, LLVMGetIndices(user)[0] ? r.flag : r.value);
	}
	if (!LLVMGetFirstUse(o->v))
		return LLVMGetUndef(o->t);
	return LLVMBuildInsertValue(o->b,
		LLVMBuildInsertValue(o->b, LLVMGetUndef(o->t), r.value, 0, ""), r.flag, 1, "");
}

/* legal_saturated: rule for a sum or difference that stops at the end of its range. */
LLVMValueRef
legal_saturated(Rewrite *o)
{
	const char *name = callee_name(o->v) + strlen("llvm.");
	Overflow r = overflow_of(o, name);
	LLVMValueRef limit;

	if (name[0] == 'u') {
		limit = name[1] == 'a' ? LLVMConstAllOnes(o->t) : int_constant(o->t, 0);
	} else { /* saturate towards the sign of x */
		LLVMValueRef sign =
			LLVMBuildAShr(o->b, o->x, int_constant(o->t, int_width(o->x) - 1), "");
		LLVMValueRef most = LLVMConstLShr(LLVMConstAllOnes(o->t), int_constant(o->t, 1));

		limit = LLVMBuildXor(o->b, sign, most, "");
	}
	return LLVMBuildSelect(o->b, r.flag, limit, r.value, "");
}

/* ---- choices ---- */

/*
 * changes_operand: true if v is used only here, and is computed from x and another operand, *by, in
 * such a way that v would equal x if *by were 0.
 */
static bool
changes_operand(LLVMValueRef v, LLVMValueRef x, LLVMValueRef *by)
{
	LLVMUseRef first = LLVMGetFirstUse(v);

	if (!LLVMIsABinaryOperator(v) || LLVMGetNextUse(first))
		return false;
	*by = LLVMGetOperand(v, 1);
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAdd:
	case LLVMOr:
	case LLVMXor:
		if (*by == x)
			*by = LLVMGetOperand(v, 0);
		return LLVMGetOperand(v, 0) == x || LLVMGetOperand(v, 1) == x;
	case LLVMSub:
		return LLVMGetOperand(v, 0) == x;
	default:
		return false;
	}
}

/*
 * legal_choice: rule that turns "c ? x ^ y : x" into x ^ (c ? y : 0), and the like with +, - and
 * |: then x has one user, and the choice needs no slot.
 */
LLVMValueRef
legal_choice(Rewrite *o)
{
	LLVMValueRef by, zero;
	LLVMOpcode op;

	if (type_kind(o->t) != KIND_WORD || LLVMGetTypeKind(o->t) != LLVMIntegerTypeKind
		|| int_width(o->v) == 1)
		return NULL;
	zero = int_constant(o->t, 0);
	if (changes_operand(o->y, o->z, &by)) {
		op = LLVMGetInstructionOpcode(o->y);
		by = LLVMBuildSelect(o->b, o->x, by, zero, "");
		return LLVMBuildBinOp(o->b, op, o->z, by, "");
	}
	if (changes_operand(o->z, o->y, &by)) {
		op = LLVMGetInstructionOpcode(o->z);
		by = LLVMBuildSelect(o->b, o->x, zero, by, "");
		return LLVMBuildBinOp(o->b, op, o->y, by, "");
	}
	return NULL;
}
