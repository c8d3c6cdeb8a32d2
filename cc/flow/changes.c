/*
 * changes.c - marks instructions that may change a global or static variable.
 *
 * The address in a store is followed to a variable or a local object. Where that fails, the store
 * may change each variable whose address is taken, that is, used for more than loads, stores and
 * copies. A call of a function that is not part of the program may change these variables, too.
 */
#include "flow.h"

#include <ctype.h>
#include <string.h>

/* ---- variables ---- */

/*
 * c_name: the name in C of a variable that LLVM calls main.count.3 (the third static count in
 * main): count.
 */
static const char *
c_name(Arena *a, const char *name)
{
	size_t n = strlen(name), end = n;

	for (;;) {
		while (n > 0 && isdigit((unsigned char)name[n - 1]))
			n--;
		if (n == 0 || name[n - 1] != '.' || n == end)
			break;
		end = --n;
	}
	for (n = end; n > 0 && name[n - 1] != '.'; n--)
		;
	return arena_strndup(a, name + n, end - n);
}

bool
call_copies(LLVMValueRef call)
{
	return callee_is(call, "llvm.memcpy.") || callee_is(call, "llvm.memmove.")
		|| callee_is(call, "llvm.memset.");
}

/*
 * static_function: the function that declares a static variable, from LLVM's name of the variable:
 * main for main.count.3; NULL if there is none.
 */
static const char *
static_function(Arena *a, const char *name)
{
	const char *dot = strchr(name, '.');

	return dot && !isdigit((unsigned char)dot[1]) ? arena_strndup(a, name, dot - name) : NULL;
}

/* is_address_taken: true if the address is used for more than loads, stores and comparisons. */
static bool
is_address_taken(LLVMValueRef address)
{
	for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		switch (value_opcode(user)) {
		case LLVMLoad: case LLVMICmp:
			break;
		case LLVMStore:
			if (LLVMGetOperand(user, 0) == address)
				return true;
			break;
		case LLVMGetElementPtr: case LLVMBitCast:
			if (is_address_taken(user))
				return true;
			break;
		case LLVMCall:
			if (!call_copies(user))
				return true;
			break;
		default:
			return true;
		}
	}
	return false;
}

/*
 * is_variable: true for a variable that may change; not for a pointer, because what it leads to is
 * not followed.
 */
static bool
is_variable(LLVMValueRef v)
{
	return !LLVMIsDeclaration(v) && !LLVMIsGlobalConstant(v)
		&& LLVMGetTypeKind(LLVMGlobalGetValueType(v)) != LLVMPointerTypeKind;
}

/* add_variables: add the module's variables that may change to the flow. */
static void
add_variables(LLVMModuleRef m, Flow *f)
{
	size_t len;

	for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v)) {
		if (!is_variable(v))
			continue;
		f->variable = arena_more(f->arena, f->variable, f->nvariables, sizeof *f->variable);
		f->is_taken = arena_more(f->arena, f->is_taken, f->nvariables, sizeof *f->is_taken);
		f->is_taken[f->nvariables] = is_address_taken(v);
		f->function = arena_more(f->arena, f->function, f->nvariables,
			sizeof *f->function);
		f->function[f->nvariables] = static_function(f->arena, LLVMGetValueName2(v, &len));
		f->variable[f->nvariables++] = c_name(f->arena, LLVMGetValueName2(v, &len));
	}
}

/* ---- stores ---- */

/* The insertion of calls of __graph_change into a module. */
typedef struct Marker {
	Flow *f;
	LLVMModuleRef m;
	LLVMBuilderRef builder;
	LLVMValueRef mark; /* the function __graph_change */
	LLVMTypeRef type, word; /* types of that function and of its argument */
	bool any_taken; /* the address of some variable is taken */
} Marker;

/* mark_change: insert a call of __graph_change with the variable's number after an instruction. */
static void
mark_change(const Marker *k, LLVMValueRef after, uint32_t variable)
{
	LLVMValueRef argument = LLVMConstInt(k->word, variable, 0);

	LLVMPositionBuilderBefore(k->builder, LLVMGetNextInstruction(after));
	LLVMSetCurrentDebugLocation2(k->builder, LLVMInstructionGetDebugLoc(after));
	LLVMBuildCall2(k->builder, k->type, k->mark, &argument, 1, "");
}

/* mark_unknown_change: mark that an instruction may change any variable whose address is taken. */
static void
mark_unknown_change(const Marker *k, LLVMValueRef after)
{
	if (k->any_taken)
		mark_change(k, after, k->f->nvariables);
}

/* variable_number: the number of a variable in the flow. */
static uint32_t
variable_number(const Marker *k, LLVMValueRef global)
{
	uint32_t i = 0;

	for (LLVMValueRef v = LLVMGetFirstGlobal(k->m); v && v != global; v = LLVMGetNextGlobal(v))
		i += is_variable(v);
	return i;
}

LLVMValueRef
address_object(LLVMValueRef address)
{
	while (value_opcode(address) == LLVMGetElementPtr || value_opcode(address) == LLVMBitCast)
		address = LLVMGetOperand(address, 0);
	return address;
}

/* is_new_memory: true if the value is the result of a function that allocates memory. */
static bool
is_new_memory(LLVMValueRef v)
{
	static const char *const names[] = {"malloc", "calloc", "kalloc"};
	const char *name = LLVMIsACallInst(v) ? callee_name(v) : NULL;

	for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* mark_store: mark what a store to the address may change. */
static void
mark_store(const Marker *k, LLVMValueRef after, LLVMValueRef address)
{
	LLVMValueRef object = address_object(address);

	if (LLVMIsAAllocaInst(object) || is_new_memory(object))
		return;
	if (!LLVMIsAGlobalVariable(object))
		mark_unknown_change(k, after);
	else if (is_variable(object))
		mark_change(k, after, variable_number(k, object));
}

/* changes_nothing: true for a call that changes no memory of the program. */
static bool
changes_nothing(LLVMValueRef call)
{
	static const char *const quiet[] = {"nsend", "tsend", "ksend", "ntry_send", "ktry_send",
		"getpid", "getroute", "getclock", "kavail", "kfree", "free", "exit", "kexit",
		"panic", "putchar", "puts"};
	const char *name = callee_name(call);

	if (call_has_attribute(call, LLVMAttributeFunctionIndex, "readonly")
		|| call_has_attribute(call, LLVMAttributeFunctionIndex, "readnone"))
		return true;
	for (size_t i = 0; name && i < sizeof quiet / sizeof *quiet; i++)
		if (strcmp(name, quiet[i]) == 0)
			return true;
	if (name && strncmp(name, "__graph_", 8) == 0)
		return strcmp(name, "__graph_fill") != 0;
	return (name && strncmp(name, "llvm.", 5) == 0) || is_new_memory(call);
}

/* Calls of threads, and the operands, one bit each, that point to what they change. */
static const struct Change {
	const char *name;
	unsigned operands; /* bit i: operand i points to what the call changes */
} thread_calls[] = {
	{"sem_init", 1}, {"sem_wait", 1}, {"sem_try", 1}, {"sem_signal", 1},
	{"thread_start", 0}, {"thread_join", 0}, {"kclone", 0}, {"kwait", 2},
	{"lock_init", 1}, {"lock_acquire", 1}, {"lock_try", 1}, {"lock_release", 1},
	{"monitor_init", 1}, {"monitor_enter", 1}, {"monitor_leave", 1}, {"monitor_wait", 1},
	{"monitor_notify", 1}, {"monitor_notify_all", 1}, {"barrier_init", 1},
	{"barrier_wait", 1}, {"rendezvous_init", 1}, {"rendezvous", 1},
	{"thrd_create", 1}, {"thrd_join", 2}, {"thrd_detach", 0}, {"thrd_yield", 0},
	{"thrd_current", 0}, {"mtx_init", 1}, {"mtx_destroy", 0}, {"mtx_lock", 1},
	{"mtx_trylock", 1}, {"mtx_unlock", 1}, {"cnd_init", 1}, {"cnd_destroy", 0},
	{"cnd_wait", 3}, {"cnd_signal", 1}, {"cnd_broadcast", 1},
	{"__t800_in", 3}, {"__t800_out", 2}, {"__t800_outword", 1}, {"__t800_outbyte", 1},
};

/* find_thread_call: the row of a call of a function for threads; NULL for other calls. */
static const struct Change *
find_thread_call(LLVMValueRef call)
{
	const char *name = callee_name(call);

	for (size_t i = 0; name && i < sizeof thread_calls / sizeof *thread_calls; i++)
		if (strcmp(name, thread_calls[i].name) == 0)
			return &thread_calls[i];
	return NULL;
}

/*
 * mark_thread_call: mark the variables that a call of a function for threads may change, as its row
 * c says.
 */
static void
mark_thread_call(const Marker *k, LLVMValueRef call, const struct Change *c)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (c->operands >> i & 1)
			mark_store(k, call, LLVMGetOperand(call, i));
}

/* mark_call: mark the variables that a call may change. */
static void
mark_call(const Marker *k, LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);
	bool ours = LLVMIsAFunction(f) && !LLVMIsDeclaration(f);
	const struct Change *c = ours ? NULL : find_thread_call(call);

	if (c)
		mark_thread_call(k, call, c);
	else if (call_copies(call))
		mark_store(k, call, LLVMGetOperand(call, 0));
	else if (!ours && !changes_nothing(call))
		mark_unknown_change(k, call);
}

/*
 * mark_instruction: mark what an instruction may change in memory, if it is a store, an atomic
 * operation or a call.
 */
static void
mark_instruction(const Marker *k, LLVMValueRef v)
{
	switch (value_opcode(v)) {
	case LLVMStore:
		mark_store(k, v, LLVMGetOperand(v, 1));
		break;
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		mark_store(k, v, LLVMGetOperand(v, 0));
		break;
	case LLVMCall:
		mark_call(k, v);
		break;
	default:
		break;
	}
}

/* mark_function: mark the changes of all instructions of a function. */
static void
mark_function(const Marker *k, LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
			next = LLVMGetNextInstruction(v);
			mark_instruction(k, v);
		}
}

void
changes_mark(LLVMModuleRef m, Flow *f)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	Marker k = {.f = f, .m = m, .word = LLVMInt32TypeInContext(c)};

	add_variables(m, f);
	for (uint32_t i = 0; i < f->nvariables; i++)
		k.any_taken |= f->is_taken[i];
	k.type = LLVMFunctionType(LLVMVoidTypeInContext(c), &k.word, 1, false);
	k.mark = LLVMAddFunction(m, "__graph_change", k.type);
	k.builder = LLVMCreateBuilderInContext(c);
	for (LLVMValueRef g = LLVMGetFirstFunction(m); g; g = LLVMGetNextFunction(g))
		mark_function(&k, g);
	LLVMDisposeBuilder(k.builder);
}
