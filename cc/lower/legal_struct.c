/*
 * legal_struct.c - structures passed by value: pointers to them, and copies.
 */
#include "legal.h"

/* stack_room: a variable at the function's entry. */
static LLVMValueRef
stack_room(LLVMBuilderRef b, LLVMValueRef function, LLVMTypeRef t)
{
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	return LLVMBuildAlloca(b, t, "");
}

static void
copy_structure(Module *m, LLVMBuilderRef b, LLVMValueRef to, LLVMValueRef from)
{
	LLVMContextRef c = LLVMGetModuleContext(m->ir);
	uint32_t size = type_size(m, LLVMGetElementType(LLVMTypeOf(from)));

	LLVMBuildMemCpy(b, to, 4, from, 4, LLVMConstInt(LLVMInt32TypeInContext(c), size, 0));
}

/* own_params: the caller passes a pointer to its structure; the callee works on a copy. */
static void
own_params(Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	unsigned i = 1;

	for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p), i++) {
		LLVMValueRef copy;

		if (!has_attribute(f, i, "byval") || !LLVMGetFirstUse(p))
			continue;
		copy = stack_room(b, f, LLVMGetElementType(LLVMTypeOf(p)));
		LLVMReplaceAllUsesWith(p, copy);
		LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(copy));
		copy_structure(m, b, copy, p);
	}
}

/* own_arguments: variable arguments are read by va_arg later, so the caller makes the copy. */
static void
own_arguments(Module *m, LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);
	unsigned n = LLVMGetNumArgOperands(call);

	if (!LLVMIsFunctionVarArg(type))
		return;
	for (unsigned i = LLVMCountParamTypes(type); i < n; i++) {
		LLVMValueRef from = LLVMGetOperand(call, i), copy;

		if (!call_has_attribute(call, i + 1, "byval"))
			continue;
		copy = stack_room(b, f, LLVMGetElementType(LLVMTypeOf(from)));
		LLVMPositionBuilderBefore(b, call);
		LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
		copy_structure(m, b, copy, from);
		LLVMSetOperand(call, i, copy);
	}
}

void
legal_structures(Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
			if (LLVMGetInstructionOpcode(v) == LLVMCall && !LLVMIsAIntrinsicInst(v))
				own_arguments(m, b, f, v);
	own_params(m, b, f);
}
