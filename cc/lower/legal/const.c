/*
 * const.c - expands constant expressions into instructions, except addresses with a constant
 * offset.
 */
#include "rule.h"

#include <stdlib.h>

/* has_constant_indices: true if the address has a constant offset. */
static bool
has_constant_indices(LLVMValueRef gep)
{
	for (int i = 1; i < LLVMGetNumOperands(gep); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(gep, i)))
			return false;
	return true;
}

/* has_parts: true for a constant whose operands are its parts. */
static bool
has_parts(LLVMValueRef v)
{
	return LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v) || LLVMIsAConstantVector(v);
}

bool
legal_is_simple(LLVMValueRef v)
{
	if (has_parts(v)) {
		for (int i = 0; i < LLVMGetNumOperands(v); i++)
			if (!legal_is_simple(LLVMGetOperand(v, i)))
				return false;
		return true;
	}
	if (!LLVMIsAConstantExpr(v))
		return true;
	switch (LLVMGetConstOpcode(v)) {
	case LLVMPtrToInt: /* a truth value would be one bit of it */
		if (type_kind(LLVMTypeOf(v)) == KIND_WORD && int_width(v) == 1)
			return false;
		/* fall through */
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
		if (type_kind(LLVMTypeOf(v)) != KIND_WORD)
			return false;
		return legal_is_simple(LLVMGetOperand(v, 0));
	case LLVMGetElementPtr:
		return has_constant_indices(v) && legal_is_simple(LLVMGetOperand(v, 0));
	default:
		return false;
	}
}

/* build_stand_ins: values of the types of v's operands that the builder cannot fold. */
static LLVMValueRef *
build_stand_ins(LLVMBuilderRef b, LLVMValueRef v, int n)
{
	LLVMValueRef *in = xcalloc(n + 1, sizeof(LLVMValueRef));

	for (int i = 0; i < n; i++)
		in[i] = LLVMBuildFreeze(b, LLVMGetUndef(LLVMTypeOf(LLVMGetOperand(v, i))), "");
	return in;
}

/*
 * build_element_address: build the address that v computes, from operands `in`; indices of
 * structures must be constants, so constant indices stay.
 */
static LLVMValueRef
build_element_address(LLVMBuilderRef b, LLVMValueRef v, LLVMValueRef *in, int n)
{
	LLVMValueRef *indices = xcalloc(n, sizeof(LLVMValueRef)), new;

	for (int i = 1; i < n; i++)
		indices[i - 1] = LLVMIsAConstantInt(LLVMGetOperand(v, i)) ? LLVMGetOperand(v, i)
			: in[i];
	new = LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(v), in[0], indices, n - 1, "");
	free(indices);
	return new;
}

/* build_operation: build the operation of v on other operands, `in`. */
static LLVMValueRef
build_operation(LLVMBuilderRef b, LLVMValueRef v, LLVMValueRef *in, int n)
{
	LLVMOpcode op = LLVMGetConstOpcode(v);

	switch (op) {
	case LLVMGetElementPtr:
		return build_element_address(b, v, in, n);
	case LLVMSelect:
		return LLVMBuildSelect(b, in[0], in[1], in[2], "");
	case LLVMICmp:
		return LLVMBuildICmp(b, LLVMGetICmpPredicate(v), in[0], in[1], "");
	case LLVMFCmp:
		return LLVMBuildFCmp(b, LLVMGetFCmpPredicate(v), in[0], in[1], "");
	case LLVMExtractElement:
		return LLVMBuildExtractElement(b, in[0], in[1], "");
	case LLVMInsertElement:
		return LLVMBuildInsertElement(b, in[0], in[1], in[2], "");
	case LLVMFNeg:
		return LLVMBuildFNeg(b, in[0], "");
	case LLVMShuffleVector:
	case LLVMExtractValue:
	case LLVMInsertValue:
		return NULL; /* refuse.c reports it */
	default:
		return n == 1 ? LLVMBuildCast(b, op, in[0], LLVMTypeOf(v), "")
			: LLVMBuildBinOp(b, op, in[0], in[1], "");
	}
}

/*
 * as_instruction: build the operation of the constant expression v as an instruction. The builder
 * gets stand-ins instead of the constant operands, so that it does not fold the operation; then the
 * constants replace the stand-ins. NULL if this is not possible.
 */
static LLVMValueRef
as_instruction(LLVMBuilderRef b, LLVMValueRef v)
{
	int n = LLVMGetNumOperands(v);
	LLVMValueRef *in = build_stand_ins(b, v, n), new = build_operation(b, v, in, n);

	for (int i = 0; i < n; i++) {
		if (new)
			LLVMSetOperand(new, i, LLVMGetOperand(v, i));
		LLVMInstructionEraseFromParent(in[i]);
	}
	free(in);
	return new;
}

/* build_aggregate: build an aggregate or vector part by part; returns the last instruction. */
static LLVMValueRef
build_aggregate(LLVMBuilderRef b, LLVMValueRef v)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
	LLVMValueRef whole = LLVMBuildFreeze(b, LLVMGetUndef(LLVMTypeOf(v)), "");

	for (int i = 0; i < LLVMGetNumOperands(v); i++) {
		LLVMValueRef part = LLVMGetOperand(v, i), made = NULL;

		if (!legal_is_simple(part))
			part = made = has_parts(part) ? build_aggregate(b, part)
						      : as_instruction(b, part);
		if (!part)
			return NULL;
		whole = LLVMIsAConstantVector(v)
			? LLVMBuildInsertElement(b, whole, part, LLVMConstInt(word, i, 0), "")
			: LLVMBuildInsertValue(b, whole, part, i, "");
		if (made)
			legal_expand(b, made);
		LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(whole));
	}
	return whole;
}

/*
 * legal_expand: expand constant expressions among the operands into instructions before v,
 * recursively.
 */
void
legal_expand(LLVMBuilderRef b, LLVMValueRef v)
{
	if (LLVMGetInstructionOpcode(v) == LLVMSwitch || is_ignored(v))
		return;
	for (int i = 0; i < LLVMGetNumOperands(v); i++) {
		LLVMValueRef x = LLVMGetOperand(v, i), new;

		if (legal_is_simple(x))
			continue;
		if (LLVMIsAPHINode(v))
			LLVMPositionBuilderBefore(b,
				LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(v, i)));
		else
			LLVMPositionBuilderBefore(b, v);
		new = has_parts(x) ? build_aggregate(b, x) : as_instruction(b, x);
		if (!new)
			continue;
		LLVMSetOperand(v, i, new);
		legal_expand(b, new);
	}
}
