/*
 * operation.c - which memory is read and written by the operations of LLVM and by the transputer's
 * instructions (intrinsic.c).
 */
#include "effects_parts.h"

#include "cc/lower/module/intrinsic.h"

/* LLVM's operations that copy memory from their second argument to the first one. */
static const char *const copies[] = {"llvm.memcpy.", "llvm.memmove.", "llvm.va_copy"};
/* LLVM's operations that write to memory at their first argument, but no pointers. */
static const char *const writes[] = {"llvm.memset.", "llvm.va_start", "llvm.va_end"};

enum { NCOPIES = sizeof copies / sizeof *copies, NWRITES = sizeof writes / sizeof *writes };

/* is_one_of: true if the name of the called function begins with one of n names. */
static bool
is_one_of(LLVMValueRef call, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (callee_is(call, names[i]))
			return true;
	return false;
}

/* call_argument: argument n of a call, counted from 1. */
static LLVMValueRef
call_argument(LLVMValueRef call, unsigned n)
{
	return LLVMGetOperand(call, n - 1);
}

bool
copies_memory(LLVMValueRef call, LLVMValueRef *from, LLVMValueRef *to)
{
	const Intrinsic *in = intrinsic_of(call);
	bool llvm = is_one_of(call, copies, NCOPIES);

	if (!llvm && !(in && in->to))
		return false;
	*from = call_argument(call, llvm ? 2 : in->from);
	*to = call_argument(call, llvm ? 1 : in->to);
	return true;
}

bool
writes_memory(LLVMValueRef call, LLVMValueRef *to, LLVMValueRef *word)
{
	const Intrinsic *in = intrinsic_of(call);
	bool llvm = is_one_of(call, writes, NWRITES);

	if (!llvm && !(in && in->stores))
		return false;
	*to = call_argument(call, llvm ? 1 : in->stores);
	*word = !llvm && in->value ? call_argument(call, in->value) : NULL;
	return true;
}

bool
is_known_operation(LLVMValueRef call)
{
	const Intrinsic *in = intrinsic_of(call);

	return callee_is(call, "llvm.") || (in && !in->unknown);
}

bool
is_unknown_call(LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);

	return LLVMIsAInlineAsm(f)
		|| (LLVMIsAFunction(f) && LLVMIsDeclaration(f) && !is_known_operation(call)
			&& !call_allocates(call) && !trek_of(call));
}

/* each_structure: call `use` for each structure that a call passes: the call reads it. */
static void
each_structure(LLVMValueRef call, AddressUse *use, void *to)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (call_has_attribute(call, i + 1, "byval"))
			use(to, LLVMGetOperand(call, i), TOUCH_READ);
}

/* each_touch: call `use` for each address that the instruction reads or writes itself. */
void
each_touch(LLVMValueRef v, AddressUse *use, void *to)
{
	LLVMValueRef source, destination, word;

	switch (value_opcode(v)) {
	case LLVMLoad:
	case LLVMVAArg:
		use(to, LLVMGetOperand(v, 0), TOUCH_READ);
		break;
	case LLVMStore:
		use(to, LLVMGetOperand(v, 1), TOUCH_WRITE);
		break;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		use(to, LLVMGetOperand(v, 0), TOUCH_READ | TOUCH_WRITE);
		break;
	case LLVMCall:
		if (copies_memory(v, &source, &destination)) {
			use(to, source, TOUCH_READ);
			use(to, destination, TOUCH_WRITE);
		}
		if (writes_memory(v, &destination, &word))
			use(to, destination, TOUCH_WRITE);
		trek_writes(v, use, to);
		each_structure(v, use, to);
		break;
	default:
		break;
	}
}
