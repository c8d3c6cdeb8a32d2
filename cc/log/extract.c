/*
 * extract.c - makes functions of loops, with LLVM's pass for it.
 *
 * The pass deletes the description (a call of llvm.dbg.declare) of a variable that is declared in
 * the loop, even if the function around the loop keeps the variable. So all descriptions are first
 * copied to the function's beginning; afterwards the superfluous ones are removed.
 */
#include "log_parts.h"

/* ---- descriptions of variables ---- */

/*
 * described_variable: the variable (alloca) that v declares, if v is a call of llvm.dbg.declare;
 * NULL if it is not, or if the variable is not in the function's workspace.
 */
static LLVMValueRef
described_variable(LLVMValueRef v)
{
	LLVMValueRef of, variable = NULL;

	if (!LLVMIsACallInst(v) || !callee_is(v, "llvm.dbg.declare"))
		return NULL;
	of = LLVMGetOperand(v, 0);
	if (LLVMGetMDNodeNumOperands(of) == 1)
		LLVMGetMDNodeOperands(of, &variable);
	return variable && LLVMIsAAllocaInst(variable) ? variable : NULL;
}

/* is_in_function: true if the instruction belongs to function f. */
static bool
is_in_function(LLVMValueRef instruction, LLVMValueRef f)
{
	return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)) == f;
}

/*
 * copy_descriptions: copy to the end of the first block those calls of llvm.dbg.declare in other
 * blocks that describe the first block's variables.
 */
static void
copy_descriptions(LLVMValueRef f, LLVMBuilderRef b)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f), at = entry;

	while ((at = LLVMGetNextBasicBlock(at)) != NULL)
		for (LLVMValueRef v = LLVMGetFirstInstruction(at); v;
			v = LLVMGetNextInstruction(v)) {
			LLVMValueRef variable = described_variable(v);

			if (!variable || LLVMGetInstructionParent(variable) != entry)
				continue;
			LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(entry));
			LLVMInsertIntoBuilder(b, LLVMInstructionClone(v));
		}
}

/* is_described: true if the block has a call of llvm.dbg.declare for the variable. */
static bool
is_described(LLVMBasicBlockRef b, LLVMValueRef variable)
{
	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
		if (described_variable(v) == variable)
			return true;
	return false;
}

/*
 * remove_descriptions: remove calls of llvm.dbg.declare for another function's variables. Also
 * remove calls outside the first block if the first block declares the variable, too.
 */
static void
remove_descriptions(LLVMValueRef f)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);

	for (LLVMBasicBlockRef at = entry; at; at = LLVMGetNextBasicBlock(at))
		for (LLVMValueRef v = LLVMGetFirstInstruction(at), next; v; v = next) {
			LLVMValueRef variable = described_variable(v);

			next = LLVMGetNextInstruction(v);
			if (variable && (!is_in_function(variable, f)
				|| (at != entry && is_described(entry, variable))))
				LLVMInstructionEraseFromParent(v);
		}
}

/* ---- functions ---- */

/*
 * calls_setjmp: true if the function calls setjmp: longjmp can return to the function only while it
 * has not returned.
 */
static bool
calls_setjmp(LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v;
			v = LLVMGetNextInstruction(v))
			if (LLVMIsACallInst(v) && callee_is(v, "setjmp"))
				return true;
	return false;
}

bool
extract_is_possible(LLVMValueRef f)
{
	return !LLVMIsDeclaration(f) && !calls_setjmp(f);
}

/* optnone_attribute: LLVM's attribute of a function that its passes leave as it is. */
static LLVMAttributeRef
optnone_attribute(LLVMModuleRef program)
{
	static const char name[] = "optnone";

	return LLVMCreateEnumAttribute(LLVMGetModuleContext(program),
		LLVMGetEnumAttributeKindForName(name, sizeof name - 1), 0);
}

void
extract_loops(LLVMModuleRef program, bool (*chosen)(void *of, LLVMValueRef f), void *of)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(program));
	LLVMAttributeRef stays = optnone_attribute(program);
	unsigned kind = LLVMGetEnumAttributeKind(stays);

	for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && chosen(of, f))
			copy_descriptions(f, b);
		else
			LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, stays);
	log_run_passes(program, "function(loop-simplify),loop-extract");
	for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f)) {
		LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind);
		if (!LLVMIsDeclaration(f))
			remove_descriptions(f);
	}
	LLVMDisposeBuilder(b);
}

/* ---- each loop ---- */

/* is_possible: callback of extract_loops: true if the loops of f may be made functions. */
static bool
is_possible(void *unused, LLVMValueRef f)
{
	(void)unused;
	return extract_is_possible(f);
}

void
log_extract_loops(LLVMModuleRef program)
{
	extract_loops(program, is_possible, NULL);
}
