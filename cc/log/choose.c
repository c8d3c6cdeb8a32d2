/*
 * choose.c - chooses the functions that are e-blocks (Miller and Choi, PPD, section 5.4): the large
 * ones, measured with the turns of their loops and with the functions that they call. The others
 * belong to their callers. In an application of TrEK, the functions that TrEK calls are the
 * e-blocks: each call works on a task, or on a part of one.
 */
#include "log_parts.h"

#include <stdlib.h>

enum {
	LARGE = 1 << 20, /* weight of a function that calls itself, or calls through a pointer */
	TURNS = 8,       /* a loop is estimated to run its body this many times */
	LIBRARY = 10,    /* a call of a library function is estimated as this many instructions */
};

/* The choice of functions that become e-blocks. */
typedef struct Choice {
	Sets *s;
	uint32_t smallest; /* instructions of the smallest e-block */
	uint32_t *weight; /* [nobjects]: of a function; 0: not known yet */
	bool *weighing;   /* [nobjects] the weight is being computed, to detect recursion */
} Choice;

static uint32_t weight_of(Choice *c, uint32_t f);

/* ---- what can be an e-block ---- */

/* is_plain_type: true for a type whose values a log can hold as one or two words. */
static bool
is_plain_type(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(t) <= 32 || LLVMGetIntTypeWidth(t) == 64;
	case LLVMPointerTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return true;
	default:
		return false;
	}
}

/* has_plain_type: true if the result and all parameters of the function have plain types. */
static bool
has_plain_type(LLVMValueRef f)
{
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(f));

	for (unsigned i = 0; i < LLVMCountParams(f); i++)
		if (!is_plain_type(LLVMTypeOf(LLVMGetParam(f, i))))
			return false;
	return LLVMGetTypeKind(result) == LLVMVoidTypeKind || is_plain_type(result);
}

/*
 * can_be_eblock: true if the function can be an e-block: its parameters and its result must have
 * plain types.
 */
static bool
can_be_eblock(LLVMValueRef f)
{
	return !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)) && has_plain_type(f)
		&& !has_attribute(f, LLVMAttributeFunctionIndex, "alwaysinline");
}

/* ---- weights ---- */

/*
 * count_loops: the number of a function's loops: of its jumps from a block to the same block, or to
 * one before it in the function's order.
 */
static uint32_t
count_loops(LLVMValueRef f)
{
	uint32_t n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(b);

		for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
			n += block_number(LLVMGetSuccessor(end, i)) <= block_number(b);
	}
	return n;
}

/* call_weight: about how many instructions a call executes. */
static uint32_t
call_weight(Choice *c, LLVMValueRef call)
{
	LLVMValueRef to = LLVMGetCalledValue(call);
	uint32_t f = LLVMIsAFunction(to) ? sets_function_number(c->s, to) : 0;

	if (!LLVMIsAFunction(to))
		return LARGE;
	if (c->s->object[f].own)
		return weight_of(c, f);
	return effects_is_operation(call) ? 1 : LIBRARY;
}

/* body_weight: about how many instructions the loops and calls in the function itself execute. */
static uint32_t
body_weight(Choice *c, LLVMValueRef f)
{
	uint32_t n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && n < LARGE;
			v = LLVMGetNextInstruction(v))
			if (LLVMIsACallInst(v))
				n += callee_is(v, "llvm.dbg") ? 0 : call_weight(c, v);
			else
				n += !LLVMIsAAllocaInst(v);
	for (uint32_t i = count_loops(f); i > 0 && n < LARGE; i--)
		n *= TURNS;
	return n < LARGE ? n : LARGE;
}

/* weight_of: about how many instructions a call of a function executes; at most LARGE. */
static uint32_t
weight_of(Choice *c, uint32_t f)
{
	if (c->weighing[f])
		return LARGE;
	if (c->weight[f])
		return c->weight[f];
	c->weighing[f] = true;
	c->weight[f] = body_weight(c, c->s->object[f].value);
	c->weighing[f] = false;
	return c->weight[f];
}

bool *
choose_eblocks(Sets *s, uint32_t smallest)
{
	Choice c = {s, smallest, arena_alloc(&s->arena, s->nobjects, sizeof *c.weight),
		arena_alloc(&s->arena, s->nobjects, sizeof *c.weighing)};
	bool *chosen = arena_alloc(&s->arena, s->nobjects, sizeof *chosen);

	for (uint32_t f = 0; f < s->nobjects; f++) {
		const MemoryObject *o = &s->object[f];

		if (o->kind == MEMORY_CODE && o->own)
			chosen[f] = can_be_eblock(o->value) && (sets_is_outermost(s, f)
				|| (!s->has_roots && weight_of(&c, f) >= smallest));
	}
	return chosen;
}
