/*
 * struct.c - variables on the stack: copies of structures passed by value, and variables aligned to
 * more than a word.
 */
#include "rule.h"

LLVMValueRef
legal_new_variable(LLVMBuilderRef b, LLVMValueRef function, LLVMTypeRef t)
{
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	return LLVMBuildAlloca(b, t, "");
}

/* copy_structure: build the copy of a structure from one address to another. */
static void
copy_structure(Module *m, LLVMBuilderRef b, LLVMValueRef to, LLVMValueRef from)
{
	LLVMContextRef c = LLVMGetModuleContext(m->ir);
	uint32_t size = type_size(m, LLVMGetElementType(LLVMTypeOf(from)));

	LLVMBuildMemCpy(b, to, 4, from, 4, LLVMConstInt(LLVMInt32TypeInContext(c), size, 0));
}

/*
 * copy_parameters: copy each structure that f's caller passes by pointer to a variable of f, on
 * which f then works.
 */
static void
copy_parameters(Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	unsigned i = 1;

	for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p), i++) {
		LLVMValueRef copy;

		if (!has_attribute(f, i, "byval") || !LLVMGetFirstUse(p))
			continue;
		copy = legal_new_variable(b, f, LLVMGetElementType(LLVMTypeOf(p)));
		LLVMReplaceAllUsesWith(p, copy);
		LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(copy));
		copy_structure(m, b, copy, p);
	}
}

/*
 * copy_arguments: let the caller copy the structures among a call's variable arguments, because
 * va_arg reads them later.
 */
static void
copy_arguments(Module *m, LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);
	unsigned n = LLVMGetNumArgOperands(call);

	if (!LLVMIsFunctionVarArg(type))
		return;
	for (unsigned i = LLVMCountParamTypes(type); i < n; i++) {
		LLVMValueRef from = LLVMGetOperand(call, i), copy;

		if (!call_has_attribute(call, i + 1, "byval"))
			continue;
		copy = legal_new_variable(b, f, LLVMGetElementType(LLVMTypeOf(from)));
		LLVMPositionBuilderBefore(b, call);
		LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
		copy_structure(m, b, copy, from);
		LLVMSetOperand(call, i, copy);
	}
}

enum { WORD_BYTES = 4 };

/*
 * legal_variable: rule for a variable with a large alignment: allocate more memory, so that an
 * aligned place can be found in it.
 */
LLVMValueRef
legal_variable(Rewrite *o)
{
	unsigned align = LLVMGetAlignment(o->v);
	LLVMTypeRef word = int_type(o, 32), byte = int_type(o, 8);
	LLVMValueRef size = int_constant(word, type_size(o->m, LLVMGetAllocatedType(o->v))), p;

	if (align <= WORD_BYTES || int_width(o->x) > 32)
		return NULL;
	size = LLVMBuildMul(o->b, legal_resize(o, o->x, word), size, "");
	size = LLVMBuildAdd(o->b, size, int_constant(word, align - WORD_BYTES), "");
	p = LLVMBuildArrayAlloca(o->b, byte, size, "");
	LLVMSetAlignment(p, WORD_BYTES);
	p = LLVMBuildAdd(o->b, LLVMBuildPtrToInt(o->b, p, word, ""), int_constant(word,
		align - WORD_BYTES), "");
	p = LLVMBuildAnd(o->b, p, int_constant(word, -(uint64_t)align), "");
	return LLVMBuildIntToPtr(o->b, p, o->t, "");
}

void
legal_structures(Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
			if (LLVMGetInstructionOpcode(v) == LLVMCall && !LLVMIsAIntrinsicInst(v))
				copy_arguments(m, b, f, v);
	copy_parameters(m, b, f);
}
