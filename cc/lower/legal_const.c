/*
 * legal_const.c - constant expressions become instructions, but for addresses.
 */
#include "legal.h"

/* is_simple: an address that the lowering computes as such, or no expression at all. */
static bool
is_simple(LLVMValueRef v)
{
	if (!LLVMIsAConstantExpr(v))
		return true;
	switch (LLVMGetConstOpcode(v)) {
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
		if (type_kind(LLVMTypeOf(v)) != KIND_WORD)
			return false;
		/* fall through */
	case LLVMGetElementPtr:
		return is_simple(LLVMGetOperand(v, 0));
	default:
		return false;
	}
}

/*
 * as_instruction: the same operation on stand-ins, which the builder cannot fold; then the stand-ins are
 * replaced by the constants.
 */
static LLVMValueRef
as_instruction(LLVMBuilderRef b, LLVMValueRef v)
{
	LLVMValueRef in[3] = {NULL}, new;
	LLVMOpcode op = LLVMGetConstOpcode(v);
	int n = LLVMGetNumOperands(v);

	if (n > 3 || op == LLVMGetElementPtr)
		return NULL;
	for (int i = 0; i < n; i++)
		in[i] = LLVMBuildFreeze(b, LLVMGetUndef(LLVMTypeOf(LLVMGetOperand(v, i))), "");
	if (op == LLVMSelect)
		new = LLVMBuildSelect(b, in[0], in[1], in[2], "");
	else if (op == LLVMICmp)
		new = LLVMBuildICmp(b, LLVMGetICmpPredicate(v), in[0], in[1], "");
	else if (op == LLVMFCmp)
		new = LLVMBuildFCmp(b, LLVMGetFCmpPredicate(v), in[0], in[1], "");
	else if (n == 1)
		new = LLVMBuildCast(b, op, in[0], LLVMTypeOf(v), "");
	else
		new = LLVMBuildBinOp(b, op, in[0], in[1], "");
	for (int i = 0; i < n; i++) {
		LLVMSetOperand(new, i, LLVMGetOperand(v, i));
		LLVMInstructionEraseFromParent(in[i]);
	}
	return new;
}

/* legal_expand: constant expressions among the operands become instructions before v, and theirs in turn. */
void
legal_expand(LLVMBuilderRef b, LLVMValueRef v)
{
	if (LLVMGetInstructionOpcode(v) == LLVMSwitch || is_ignored(v))
		return;
	for (int i = 0; i < LLVMGetNumOperands(v); i++) {
		LLVMValueRef x = LLVMGetOperand(v, i), new;

		if (is_simple(x))
			continue;
		if (LLVMIsAPHINode(v))
			LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(v, i)));
		else
			LLVMPositionBuilderBefore(b, v);
		new = as_instruction(b, x);
		if (!new)
			continue;
		LLVMSetOperand(v, i, new);
		legal_expand(b, new);
	}
}
