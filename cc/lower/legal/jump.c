/*
 * jump.c - phis whose block is the target of a computed goto.
 *
 * Copies for a phi are made where a block ends with a jump only to the phi's block; other edges get
 * a block of their own (break-crit-edges). This is impossible for edges of a computed goto, because
 * a label's address identifies the block. So a phi at such an edge becomes a variable: every
 * predecessor stores its value, and the phi's block loads it.
 */
#include "rule.h"

/* ends_with_computed_goto: true if the block ends with a computed goto. */
static bool
ends_with_computed_goto(LLVMBasicBlockRef bb)
{
	return LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(bb)) == LLVMIndirectBr;
}

/* is_after_computed_goto: true if a computed goto leads to the block of the phi. */
static bool
is_after_computed_goto(LLVMValueRef phi)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (ends_with_computed_goto(LLVMGetIncomingBlock(phi, i)))
			return true;
	return false;
}

/*
 * is_stored_already: true if an edge before edge i comes from the same block, with the same value.
 */
static bool
is_stored_already(LLVMValueRef phi, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (LLVMGetIncomingBlock(phi, k) == LLVMGetIncomingBlock(phi, i))
			return true;
	return false;
}

/* first_non_phi: the first instruction of the block that is not a phi. */
static LLVMValueRef
first_non_phi(LLVMBasicBlockRef bb)
{
	LLVMValueRef v = LLVMGetFirstInstruction(bb);

	while (LLVMIsAPHINode(v))
		v = LLVMGetNextInstruction(v);
	return v;
}

/* replace_by_variable: make the phi a variable that its predecessors store to. */
static void
replace_by_variable(LLVMBuilderRef b, LLVMValueRef phi)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(phi)), room, value;

	room = legal_new_variable(b, function, LLVMTypeOf(phi));
	LLVMPositionBuilderBefore(b, first_non_phi(LLVMGetInstructionParent(phi)));
	value = LLVMBuildLoad2(b, LLVMTypeOf(phi), room, "");
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		if (is_stored_already(phi, i))
			continue;
		LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi,
			i)));
		LLVMBuildStore(b, LLVMGetIncomingValue(phi, i), room);
	}
	LLVMReplaceAllUsesWith(phi, value);
	LLVMInstructionEraseFromParent(phi);
}

/* only_value_of: the value of a phi if all edges give the same one; NULL otherwise. */
static LLVMValueRef
only_value_of(LLVMValueRef phi)
{
	LLVMValueRef v = LLVMGetIncomingValue(phi, 0);

	return LLVMCountIncoming(phi) == 1 && v != phi ? v : NULL;
}

/* rewrite_phi: replace the phi by its only value, or by a variable after a computed goto. */
static void
rewrite_phi(LLVMBuilderRef b, LLVMValueRef phi)
{
	LLVMValueRef v = only_value_of(phi);

	if (v) {
		LLVMReplaceAllUsesWith(phi, v);
		LLVMInstructionEraseFromParent(phi);
	} else if (is_after_computed_goto(phi)) {
		replace_by_variable(b, phi);
	}
}

void
legal_phis(LLVMBuilderRef b, LLVMValueRef f)
{
	LLVMValueRef next;

	LLVMSetCurrentDebugLocation2(b, NULL);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); LLVMIsAPHINode(v); v = next) {
			next = LLVMGetNextInstruction(v);
			rewrite_phi(b, v);
		}
}
