/* check.c - refuses programs whose logs would lack values that their e-blocks depend on. */
#include "log_parts.h"

#include "cc/lower/module/intrinsic.h"

#include <string.h>

/* ---- memory ---- */

/*
 * refuse_unknown_memory: callback of effects_each_touch: refuse a read of memory that unknown code
 * has allocated or declared.
 */
static void
refuse_unknown_memory(void *sets, LLVMValueRef v, unsigned touch)
{
	const Sets *s = sets;

	if (touch & TOUCH_READ && !(touch & TOUCH_CALLED))
		refuse(s->whole, v, "--log: reads memory that unknown code has allocated or "
			"declared, such as argv; it is not logged");
}

/* A variable of a library. */
typedef struct LibraryVariable {
	const Sets *s;
	LLVMValueRef variable;
} LibraryVariable;

/*
 * refuse_static_access: callback of effects_each_touch: refuse a read of a library's variable,
 * which must be a read through a pointer.
 */
static void
refuse_static_access(void *foreign, LLVMValueRef v, unsigned touch)
{
	const LibraryVariable *f = foreign;

	if (touch & TOUCH_READ && !(touch & TOUCH_CALLED))
		refuse(f->s->whole, v, "--log: may read %s, a variable of a library, by a "
			"pointer; it is not logged", name_of(f->variable));
}

/* check_memory: refuse a program that reads memory which the log would lack. */
static void
check_memory(const Sets *s)
{
	for (uint32_t i = 0; i < s->nobjects; i++) {
		const MemoryObject *o = &s->object[i];

		if (o->kind == MEMORY_UNKNOWN)
			effects_each_touch(s->effects, i, refuse_unknown_memory, (void *)s);
		if (sets_is_hidden(s, i))
			effects_each_touch(s->effects, i, refuse_static_access,
				&(LibraryVariable){s, o->value});
	}
}

/* ---- calls ---- */

/*
 * called_back_name: the name of a function of the user's files that f, a function that is not
 * emulated, may call; NULL if there is none.
 */
static const char *
called_back_name(const Sets *s, uint32_t f)
{
	for (uint32_t g = 0; g < s->nobjects; g++)
		if (s->object[g].kind == MEMORY_CODE && s->object[g].own
			&& effects_calls(s->effects, f, g))
			return s->object[g].name;
	return NULL;
}

/*
 * check_outside: refuse a call of a function outside the program through a pointer, or one that may
 * call back.
 */
static void
check_outside(const Sets *s, LLVMValueRef call, uint32_t f)
{
	const char *name = s->object[f].name, *back = called_back_name(s, f);

	if (!LLVMIsAFunction(LLVMGetCalledValue(call)))
		refuse(s->whole, call, "--log: %s() is called through a pointer; call it by its "
			"name", name);
	if (back && !sets_jump_kind(s, f))
		refuse(s->whole, call, "--log: %s() may call %s() while it waits, starts a process "
			"or does input or output", name, back);
}

/*
 * check_pure: refuse a call of a function that is executed again if the call passes a pointer to
 * memory that is not logged.
 */
static void
check_pure(const Sets *s, LLVMValueRef call)
{
	for (uint32_t i = 0; i < s->nobjects; i++)
		for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
			if ((sets_is_hidden(s, i) || s->object[i].kind == MEMORY_UNKNOWN)
				&& effects_may_point(s->effects, LLVMGetOperand(call, k), i))
				refuse(s->whole, call, "--log: an argument may point to memory of "
					"a library or of unknown code, which is not logged");
}

/* check_call: refuse a call that cannot be logged or executed again. */
static void
check_call(const Sets *s, LLVMValueRef call)
{
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
		refuse(s->whole, call, "--log: inline assembly is not supported");
	if (intrinsic_kind(call) == INTRINSIC_ACTS)
		refuse(s->whole, call, "--log: %s() is not supported: links and processes are "
			"not logged", callee_name(call) + strlen("__t800_"));
	if (effects_is_operation(call))
		return;
	for (uint32_t f = 0; f < s->nobjects; f++)
		if (s->object[f].kind == MEMORY_CODE && s->class[f] == CLASS_OUTSIDE
			&& effects_may_call(s->effects, call, f))
			check_outside(s, call, f);
	for (uint32_t f = 0; f < s->nobjects; f++)
		if (s->object[f].kind == MEMORY_CODE && s->class[f] == CLASS_PURE
			&& effects_may_call(s->effects, call, f))
			check_pure(s, call);
}

/* check_instruction: check an instruction's call, or its access to memory. */
static void
check_instruction(const Sets *s, LLVMValueRef f, LLVMValueRef v)
{
	if (LLVMIsACallInst(v))
		check_call(s, v);
	if (sets_is_fixed_access(v))
		refuse(s->whole, v, "--log: reads or writes memory at a fixed address, which is "
			"not logged");
	if (value_opcode(v) == LLVMIndirectBr)
		refuse(s->whole, f, "--log: labels as values are not supported");
}

void
check_supported(const Sets *s)
{
	for (uint32_t f = 0; f < s->nobjects; f++) {
		if (s->object[f].kind != MEMORY_CODE || !s->object[f].own)
			continue;
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->object[f].value); b;
			b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef v = LLVMGetFirstInstruction(b); v;
				v = LLVMGetNextInstruction(v))
				check_instruction(s, s->object[f].value, v);
	}
	check_memory(s);
}
