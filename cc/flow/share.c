/*
 * share.c - makes accesses to memory volatile that the threads of a process may share, so that
 * LLVM's passes do not assume that they know its values. Not volatile are accesses to a thread's
 * own objects, and to variables to which nothing stores.
 */
#include "flow.h"

#include <string.h>

/* Calls that start a thread or process, and the number of the operand that becomes its argument. */
static const struct Starter {
	const char *name;
	unsigned argument; /* number of the operand */
} starters[] = {{"thread_start", 1}, {"thrd_create", 2}, {"kclone", 1}};

/* find_starter: the row of the called function, if the call starts a thread; otherwise NULL. */
static const struct Starter *
find_starter(LLVMValueRef call)
{
	const char *name = LLVMIsACallInst(call) ? callee_name(call) : NULL;

	for (size_t i = 0; name && i < sizeof starters / sizeof *starters; i++)
		if (strcmp(name, starters[i].name) == 0)
			return &starters[i];
	return NULL;
}

/* ---- whose an object is ---- */

static bool is_shared(LLVMValueRef address);

/* may_share: true if the instruction `user` may give the address to another thread. */
static bool
may_share(LLVMValueRef user, LLVMValueRef address)
{
	const struct Starter *s = find_starter(user);
	LLVMValueRef callee;

	switch (value_opcode(user)) {
	case LLVMLoad: case LLVMICmp:
		return false;
	case LLVMStore:
		return LLVMGetOperand(user, 0) == address;
	case LLVMGetElementPtr: case LLVMBitCast:
		return is_shared(user);
	case LLVMCall:
		callee = LLVMGetCalledValue(user);
		return s ? LLVMGetOperand(user, s->argument) == address
			: !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee);
	default:
		return true;
	}
}

/* is_shared: true if another thread may get the address. */
static bool
is_shared(LLVMValueRef address)
{
	for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
		if (may_share(LLVMGetUser(u), address))
			return true;
	return false;
}

/* is_stored: true if something may store to the variable, or its address may get anywhere. */
static bool
is_stored(LLVMValueRef address)
{
	for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		LLVMOpcode op = value_opcode(user);

		if (op == LLVMGetElementPtr || op == LLVMBitCast ? is_stored(user)
			: op != LLVMLoad && op != LLVMICmp)
			return true;
	}
	return false;
}

/*
 * is_unshared: true if the address lies in a variable that no other thread can change: a local
 * one, or one that is never written.
 */
static bool
is_unshared(LLVMValueRef address)
{
	LLVMValueRef object = address_object(address);

	if (LLVMIsAAllocaInst(object))
		return !is_shared(object);
	return LLVMIsAGlobalVariable(object)
		&& (LLVMIsGlobalConstant(object) || !is_stored(object));
}

/* ---- instructions ---- */

/* make_copy_volatile: make llvm.memcpy and the like volatile, by their last operand. */
static void
make_copy_volatile(LLVMValueRef call)
{
	unsigned last = LLVMGetNumArgOperands(call) - 1;
	bool from = !callee_is(call, "llvm.memset.") && !is_unshared(LLVMGetOperand(call, 1));

	if (from || !is_unshared(LLVMGetOperand(call, 0)))
		LLVMSetOperand(call, last,
			LLVMConstInt(LLVMTypeOf(LLVMGetOperand(call, last)), 1, 0));
}

/* make_volatile: make the instruction's accesses volatile, unless the memory is unshared. */
static void
make_volatile(LLVMValueRef v)
{
	if (LLVMIsALoadInst(v) && !is_unshared(LLVMGetOperand(v, 0)))
		LLVMSetVolatile(v, 1);
	if (LLVMIsAStoreInst(v) && !is_unshared(LLVMGetOperand(v, 1)))
		LLVMSetVolatile(v, 1);
	if (LLVMIsACallInst(v) && call_copies(v))
		make_copy_volatile(v);
}

/* starts_threads: true if the module calls a function that starts a thread. */
static bool
starts_threads(LLVMModuleRef m)
{
	for (size_t i = 0; i < sizeof starters / sizeof *starters; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(m, starters[i].name);

		if (f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f))
			return true;
	}
	return false;
}

void
memory_mark_shared(LLVMModuleRef m)
{
	if (!starts_threads(m))
		return;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
			b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef v = LLVMGetFirstInstruction(b); v;
				v = LLVMGetNextInstruction(v))
				make_volatile(v);
}
