/*
 * returns.c - gives each path its own return.
 *
 * clang joins all paths through a function in one block that returns. A jump there costs more than
 * a return, and the result passes through a slot; so each path gets a return of its own.
 */
#include "rule.h"

/*
 * only_returns: true if the block contains only phis and a return, of one of them or of an earlier
 * value.
 */
static bool
only_returns(LLVMBasicBlockRef bb)
{
	LLVMValueRef ret = LLVMGetBasicBlockTerminator(bb);

	if (LLVMGetInstructionOpcode(ret) != LLVMRet)
		return false;
	for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v != ret;
		v = LLVMGetNextInstruction(v)) {
		LLVMUseRef u = LLVMGetFirstUse(v);

		if (!LLVMIsAPHINode(v) ? !is_ignored(v)
			: u && (LLVMGetUser(u) != ret || LLVMGetNextUse(u)))
			return false;
	}
	return true;
}

/*
 * reached_by_jumps: true if the block is reached from several blocks, each of which has no other
 * successor.
 */
static bool
reached_by_jumps(LLVMBasicBlockRef bb)
{
	int n = 0;

	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u;
		u = LLVMGetNextUse(u), n++)
		if (!LLVMIsABranchInst(LLVMGetUser(u)) || LLVMIsConditional(LLVMGetUser(u)))
			return false;
	return n > 1;
}

/* result_from: the value returned if the block is reached from `from`; NULL for none. */
static LLVMValueRef
result_from(LLVMBasicBlockRef bb, LLVMBasicBlockRef from)
{
	LLVMValueRef ret = LLVMGetBasicBlockTerminator(bb), v;

	if (LLVMGetNumOperands(ret) == 0)
		return NULL;
	v = LLVMGetOperand(ret, 0);
	if (!LLVMIsAPHINode(v) || LLVMGetInstructionParent(v) != bb)
		return v;
	for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
		if (LLVMGetIncomingBlock(v, i) == from)
			return LLVMGetIncomingValue(v, i);
	return NULL;
}

/* return_early: replace a jump to a block that only returns by a return. */
static void
return_early(LLVMBuilderRef b, LLVMBasicBlockRef bb, LLVMValueRef jump)
{
	LLVMValueRef result = result_from(bb, LLVMGetInstructionParent(jump));

	LLVMPositionBuilderBefore(b, jump);
	LLVMSetCurrentDebugLocation2(b,
		LLVMInstructionGetDebugLoc(LLVMGetBasicBlockTerminator(bb)));
	if (result)
		LLVMBuildRet(b, result);
	else
		LLVMBuildRetVoid(b);
	LLVMInstructionEraseFromParent(jump);
}

void
copy_returns(LLVMBuilderRef b, LLVMValueRef f)
{
	LLVMBasicBlockRef next;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = next) {
		LLVMValueRef block = LLVMBasicBlockAsValue(bb);

		next = LLVMGetNextBasicBlock(bb);
		if (bb == LLVMGetEntryBasicBlock(f) || !only_returns(bb) || !reached_by_jumps(bb))
			continue;
		while (LLVMGetFirstUse(block))
			return_early(b, bb, LLVMGetUser(LLVMGetFirstUse(block)));
		LLVMDeleteBasicBlock(bb);
	}
}
