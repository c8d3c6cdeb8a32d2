/* call.c - calls of the runtime library for memory blocks, mathematics and rare conversions. */
#include "rule.h"

#include <string.h>

/* ---- memory ---- */

/* legal_set_memory: rule for memset: store a few aligned words, or call the library. */
LLVMValueRef
legal_set_memory(Rewrite *o)
{
	LLVMTypeRef word = int_type(o, 32);
	LLVMValueRef args[3] = {o->x, legal_resize(o, o->y, word), legal_resize(o, o->z, word)};
	LLVMValueRef p, w;
	Word n, c;

	if (!value_const(args[2], &n) || !value_const(o->y, &c) || n > 16 || n % 4
		|| call_alignment(o->v, 1) % 4) {
		legal_call(o, "memset", LLVMTypeOf(o->x), args, 3);
		return LLVMGetUndef(o->t);
	}
	p = LLVMBuildBitCast(o->b, o->x, LLVMPointerType(word, 0), "");
	w = int_constant(word, 0x01010101u * c);
	for (unsigned i = 0; i < n / 4; i++) {
		LLVMValueRef index = int_constant(word, i);

		LLVMSetAlignment(LLVMBuildStore(o->b, w,
			LLVMBuildGEP2(o->b, word, p, &index, 1, "")), 4);
	}
	return LLVMGetUndef(o->t);
}

/* legal_move_memory: rule for memmove. */
LLVMValueRef
legal_move_memory(Rewrite *o)
{
	LLVMValueRef args[3] = {o->x, o->y, legal_resize(o, o->z, int_type(o, 32))};

	legal_call(o, "memmove", LLVMTypeOf(o->x), args, 3);
	return LLVMGetUndef(o->t);
}

/*
 * legal_copy_memory: rule for memcpy: make its length a word, because some passes give it as 64
 * bits.
 */
LLVMValueRef
legal_copy_memory(Rewrite *o)
{
	if (int_width(o->z) == 32)
		return NULL;
	LLVMBuildMemCpy(o->b, o->x, call_alignment(o->v, 1), o->y, call_alignment(o->v, 2),
		legal_resize(o, o->z, int_type(o, 32)));
	return LLVMGetUndef(o->t);
}

/* legal_copy_list: rule for va_copy. */
LLVMValueRef
legal_copy_list(Rewrite *o)
{
	LLVMTypeRef pointer = LLVMTypeOf(o->x);
	LLVMValueRef to = LLVMBuildBitCast(o->b, o->x, LLVMPointerType(pointer, 0), "");
	LLVMValueRef from = LLVMBuildBitCast(o->b, o->y, LLVMPointerType(pointer, 0), "");

	LLVMBuildStore(o->b, LLVMBuildLoad2(o->b, pointer, from, ""), to);
	return LLVMGetUndef(o->t);
}

/* ---- mathematics ---- */

static const struct {
	const char *llvm, *library;
} functions[] = {
	{"floor", "floor"},
	{"ceil", "ceil"},
	{"trunc", "trunc"},
	{"rint", "rint"},
	{"nearbyint", "nearbyint"},
	{"roundeven", "roundeven"},
	{"round", "round"},
	{"sin", "sin"},
	{"cos", "cos"},
	{"exp2", "exp2"},
	{"exp", "exp"},
	{"log2", "log2"},
	{"log10", "log10"},
	{"log", "log"},
	{"powi", "__powi"},
	{"pow", "pow"},
	{"fma", "fma"},
	{"copysign", "copysign"},
	{"minnum", "fmin"},
	{"maxnum", "fmax"},
	{"lround", "lround"},
	{"llround", "llround"},
	{"lrint", "lrint"},
	{"llrint", "llrint"},
};

/*
 * legal_mathematics: rule for an intrinsic such as llvm.sin: call the corresponding function of the
 * C library.
 */
LLVMValueRef
legal_mathematics(Rewrite *o)
{
	const char *name = callee_name(o->v) + strlen("llvm.");
	LLVMValueRef args[3] = {o->x, o->y, o->z};
	char with_f[32];

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		size_t n = strlen(functions[i].llvm);

		if (strncmp(name, functions[i].llvm, n) != 0 || name[n] != '.')
			continue;
		snprintf(with_f, sizeof with_f, "%s%s", functions[i].library,
			is_single(LLVMTypeOf(o->x)) ? "f" : "");
		return legal_call(o, with_f, o->t, args, LLVMGetNumArgOperands(o->v));
	}
	return NULL;
}

/* legal_multiply_and_add: rule for an intrinsic that may be computed as a product and a sum. */
LLVMValueRef
legal_multiply_and_add(Rewrite *o)
{
	return LLVMBuildFAdd(o->b, LLVMBuildFMul(o->b, o->x, o->y, ""), o->z, "");
}

/*
 * legal_first_operand: rule for an intrinsic that only gives hints: its result is its first
 * operand.
 */
LLVMValueRef
legal_first_operand(Rewrite *o)
{
	return o->x;
}

/* legal_nothing_known: rule for an intrinsic that asks what the compiler knows: its result is 0. */
LLVMValueRef
legal_nothing_known(Rewrite *o)
{
	return LLVMConstNull(o->t);
}

/* ---- operations the machine does not have ---- */

/* legal_remainder_real: rule for a remainder of reals: call the library. */
LLVMValueRef
legal_remainder_real(Rewrite *o)
{
	LLVMValueRef args[2] = {o->x, o->y};

	return legal_call(o, is_single(o->t) ? "fmodf" : "fmod", o->t, args, 2);
}

/*
 * legal_from_integer: rule for an integer that becomes a real: the library converts 64 bits, the
 * machine words.
 */
LLVMValueRef
legal_from_integer(Rewrite *o)
{
	bool is_signed = LLVMGetInstructionOpcode(o->v) == LLVMSIToFP;
	LLVMTypeRef i64 = int_type(o, 64);
	LLVMValueRef x = o->x;

	if (int_width(x) <= 32)
		return NULL;
	if (int_width(x) > 64)
		return legal_wide_to_real(o);
	if (int_width(x) < 64)
		x = is_signed ? LLVMBuildSExt(o->b, x, i64, "") : LLVMBuildZExt(o->b, x, i64, "");
	if (is_single(o->t))
		return legal_call(o, is_signed ? "__floatdisf" : "__floatundisf", o->t, &x, 1);
	return legal_call(o, is_signed ? "__floatdidf" : "__floatundidf", o->t, &x, 1);
}

/*
 * legal_to_integer: rule for a real that becomes an integer: the library converts to 64 bits, the
 * machine to words.
 */
LLVMValueRef
legal_to_integer(Rewrite *o)
{
	bool is_signed = LLVMGetInstructionOpcode(o->v) == LLVMFPToSI;
	unsigned bits = LLVMGetIntTypeWidth(o->t);
	LLVMTypeRef dbl = LLVMDoubleTypeInContext(o->c);
	LLVMValueRef x = o->x;

	if (bits == 1) /* the values are 0 and -1, or 0 and 1: the lowest bit */
		return LLVMBuildTrunc(o->b, LLVMBuildFPToSI(o->b, x, int_type(o, 32), ""), o->t,
			"");
	if (bits < 32 || (bits == 32 && is_signed))
		return NULL;
	if (bits > 64)
		return legal_wide_from_real(o);
	if (is_single(LLVMTypeOf(x)))
		x = LLVMBuildFPExt(o->b, x, dbl, "");
	if (bits == 32)
		return legal_call(o, "__fixunsdfsi", o->t, &x, 1);
	return legal_resize(o,
		legal_call(o, is_signed ? "__fixdfdi" : "__fixunsdfdi", int_type(o, 64), &x, 1),
		o->t);
}
