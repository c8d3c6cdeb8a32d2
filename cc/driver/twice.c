/*
 * twice.c - objects of the heap in functions that call setjmp, or another function that returns
 * twice.
 *
 * C11 7.13.2.1: at a longjmp all objects keep their values, except automatic ones that setjmp's
 * function has changed. LLVM 14 does not respect this for an object to which only one pointer
 * leads. It assumes that the call that ends in longjmp does not change the object. So it replaces
 * loads after the second return by the value that was stored before the first return. It recognises
 * such an object by the call that returns its address (malloc), by a restrict parameter, or by
 * alloca().
 *
 * So, before LLVM's passes run, each such address is stored in a volatile variable and read again,
 * which hides its origin. This is done in the functions that call setjmp, and in those that could
 * be inlined into them.
 */
#include "driver.h"

#include <string.h>

/* attribute_kind: LLVM's number for the attribute of this name. */
static unsigned
attribute_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

bool
twice_is_needed(const Buf *bitcode)
{
	LLVMContextRef context = LLVMContextCreate();
	Module m = {0};
	bool found = false;

	module_open(&m, context, "bitcode", bitcode->data, bitcode->len);
	for (LLVMValueRef f = LLVMGetFirstFunction(m.ir); f; f = LLVMGetNextFunction(f))
		found = found || LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
			attribute_kind("returns_twice"));
	module_free(&m);
	LLVMContextDispose(context);
	return found;
}

/* next_instruction: the instruction after v in its function, or the first one; NULL at the end. */
static LLVMValueRef
next_instruction(LLVMValueRef f, LLVMValueRef v)
{
	LLVMBasicBlockRef b;

	if (v && LLVMGetNextInstruction(v))
		return LLVMGetNextInstruction(v);
	b = v ? LLVMGetNextBasicBlock(LLVMGetInstructionParent(v)) : LLVMGetFirstBasicBlock(f);
	while (b && !LLVMGetFirstInstruction(b))
		b = LLVMGetNextBasicBlock(b);
	return b ? LLVMGetFirstInstruction(b) : NULL;
}

/* is_call: true if the instruction is a call. */
static bool
is_call(LLVMValueRef v)
{
	return LLVMGetInstructionOpcode(v) == LLVMCall
		&& !LLVMIsAInlineAsm(LLVMGetCalledValue(v));
}

/* calls_returns_twice: true if the function calls one that may return twice, such as setjmp. */
static bool
calls_returns_twice(LLVMValueRef f)
{
	for (LLVMValueRef v = NULL; (v = next_instruction(f, v));)
		if (is_call(v) && call_has_attribute(v, LLVMAttributeFunctionIndex,
				"returns_twice"))
			return true;
	return false;
}

/*
 * is_unaliased: true if LLVM may assume that no other pointer leads to the memory to which this
 * value points.
 */
static bool
is_unaliased(LLVMValueRef v)
{
	LLVMValueRef callee;

	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind)
		return false;
	if (LLVMIsAAllocaInst(v)) /* the count of a variable is 1 */
		return !LLVMIsConstant(LLVMGetOperand(v, 0))
			|| LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)) != 1;
	if (!is_call(v) || is_musttail(v))
		return false;
	callee = LLVMGetCalledValue(v);
	if (call_has_attribute(v, LLVMAttributeReturnIndex, "noalias"))
		return true;
	return LLVMIsAFunction(callee) && LLVMIsDeclaration(callee)
		&& LLVMGetIntrinsicID(callee) == 0;
}

/*
 * hide_value: replace all uses of v, an instruction, by reads of a volatile variable that gets its
 * value.
 */
static void
hide_value(LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef variable, store, load;

	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
	variable = LLVMBuildAlloca(b, t, "");
	LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(v));
	load = LLVMBuildLoad2(b, t, variable, "");
	LLVMSetVolatile(load, true);
	LLVMReplaceAllUsesWith(v, load);
	LLVMPositionBuilderBefore(b, load);
	store = LLVMBuildStore(b, v, variable);
	LLVMSetVolatile(store, true);
}

/*
 * hide_pointers: apply hide_value to the pointers of a function that come from malloc and the like.
 */
static void
hide_pointers(LLVMValueRef f)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(
		LLVMGetModuleContext(LLVMGetGlobalParent(f)));

	for (LLVMValueRef v = NULL; (v = next_instruction(f, v));)
		if (is_unaliased(v))
			hide_value(b, f, v);
	LLVMDisposeBuilder(b);
}

/*
 * forget_restrict: remove `restrict` from the function's parameters, because the functions that it
 * calls may also change the memory to which they point.
 */
static void
forget_restrict(LLVMValueRef f)
{
	for (unsigned i = 1; i <= LLVMCountParams(f); i++)
		LLVMRemoveEnumAttributeAtIndex(f, i, attribute_kind("noalias"));
}

/*
 * mark_called: mark f and all functions with a body that it calls by name, directly or indirectly.
 */
static void
mark_called(Map *marked, LLVMValueRef f)
{
	intptr_t value;

	if (LLVMIsDeclaration(f) || map_get(marked, f, &value))
		return;
	map_put(marked, f, 0);
	for (LLVMValueRef v = NULL; (v = next_instruction(f, v));)
		if (is_call(v) && LLVMIsAFunction(LLVMGetCalledValue(v)))
			mark_called(marked, LLVMGetCalledValue(v));
}

void
twice_hide(LLVMModuleRef ir)
{
	Map *marked = map_new();
	intptr_t value;

	for (LLVMValueRef f = LLVMGetFirstFunction(ir); f; f = LLVMGetNextFunction(f))
		if (calls_returns_twice(f)) {
			forget_restrict(f);
			mark_called(marked, f);
		}
	for (LLVMValueRef f = LLVMGetFirstFunction(ir); f; f = LLVMGetNextFunction(f))
		if (map_get(marked, f, &value))
			hide_pointers(f);
	map_free(marked);
}
