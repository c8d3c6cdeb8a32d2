/*
 * module_text.c - facts about instructions that LLVM 14's C interface gives only as text.
 *
 * Printing an instruction costs little if it is in no function: LLVM need not number the values
 * there. So the text is that of a copy with undefined operands:
 *
 * 	<badref> = add nuw nsw i32 undef, undef
 * 	<badref> = musttail call i32 undef(i32 undef)
 * 	musttail call void undef()
 */
#include "module.h"

#include <string.h>

/*
 * delete_copy: delete a copy of an instruction: insert it before the original, because LLVM
 * deletes only instructions that are in a block.
 */
static void
delete_copy(LLVMValueRef copy, LLVMValueRef original)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(copy)));

	LLVMPositionBuilderBefore(b, original);
	LLVMInsertIntoBuilder(b, copy);
	LLVMInstructionEraseFromParent(copy);
	LLVMDisposeBuilder(b);
}

/* bare_text: the text of an instruction alone; the caller disposes of it. */
static char *
bare_text(LLVMValueRef v)
{
	LLVMValueRef copy = LLVMInstructionClone(v);
	char *text;

	for (int i = 0; i < LLVMGetNumOperands(copy); i++)
		LLVMSetOperand(copy, i, LLVMGetUndef(LLVMTypeOf(LLVMGetOperand(copy, i))));
	LLVMInstructionSetDebugLoc(copy, NULL);
	text = LLVMPrintValueToString(copy);
	delete_copy(copy, v);
	return text;
}

/* accept_word: true if the text continues with the word, which is skipped. */
static bool
accept_word(const char **p, const char *word)
{
	size_t n = strlen(word);

	while (**p == ' ')
		++*p;
	if (strncmp(*p, word, n) != 0 || (*p)[n] != ' ')
		return false;
	*p += n;
	return true;
}

/* operation_text: the text from the operation's name on. */
static const char *
operation_text(const char *text)
{
	const char *equals = strstr(text, " = ");

	return equals ? equals + 3 : text;
}

bool
is_nsw(LLVMValueRef v)
{
	char *text = bare_text(v);
	const char *p = operation_text(text);
	bool nsw;

	p += strcspn(p, " ");
	accept_word(&p, "nuw");
	nsw = accept_word(&p, "nsw");
	LLVMDisposeMessage(text);
	return nsw;
}

/* returns_next: true if nothing but casts of its result stands between the call and a return. */
static bool
returns_next(LLVMValueRef call)
{
	LLVMValueRef v = call;

	do
		v = LLVMGetNextInstruction(v);
	while (LLVMIsABitCastInst(v));
	return LLVMIsAReturnInst(v);
}

bool
is_musttail(LLVMValueRef call)
{
	bool must;
	char *text;
	const char *p;

	if (!LLVMIsTailCall(call) || !returns_next(call))
		return false;
	text = bare_text(call);
	p = operation_text(text);
	must = accept_word(&p, "musttail");
	LLVMDisposeMessage(text);
	return must;
}
