/* rule.h - rules that rewrite instructions. Private to the files of this folder. */
#ifndef RULE_H
#define RULE_H

#include "legal.h"
#include "cc/lower/module/intrinsic.h"

/* An instruction being replaced; the builder is positioned before it. */
typedef struct Old {
	Module *m;
	LLVMBuilderRef b;
	LLVMContextRef c;
	LLVMValueRef v;
	LLVMTypeRef t;         /* type of its result */
	LLVMValueRef x, y, z;  /* its first operands */
} Old;

/*
 * A rule rewrites the instruction. It returns the new value (undef if it has none), or NULL if the
 * instruction may stay.
 */
typedef LLVMValueRef Rule(Old *o);

static inline LLVMTypeRef
int_type(Old *o, unsigned bits)
{
	return LLVMIntTypeInContext(o->c, bits);
}

static inline LLVMValueRef
int_constant(LLVMTypeRef t, uint64_t n)
{
	return LLVMConstInt(t, n, 0);
}

static inline unsigned
int_width(LLVMValueRef v)
{
	return LLVMGetIntTypeWidth(LLVMTypeOf(v));
}

static inline bool
is_single(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMFloatTypeKind;
}

/* ---- legal.c ---- */

/* legal_library: call a function of the runtime library. */
LLVMValueRef legal_library(Old *o, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
	unsigned n);

/* legal_machine: a machine instruction, as a function of t800.h; unused operands are NULL. */
LLVMValueRef legal_machine(Old *o, const char *name, LLVMValueRef a, LLVMValueRef b,
	LLVMValueRef c);

LLVMValueRef legal_resize(Old *o, LLVMValueRef v, LLVMTypeRef t); /* unsigned */

/* make a variable at the function's entry; leaves the builder there */
LLVMValueRef legal_room(LLVMBuilderRef b, LLVMValueRef function, LLVMTypeRef t);

/* ---- int.c ---- */

Rule legal_bit, legal_address, legal_smax, legal_smin, legal_umax, legal_umin, legal_absolute,
	legal_with_overflow, legal_saturated, legal_choice;

/* ---- bits.c ---- */

Rule legal_count_ones, legal_leading_zeros, legal_trailing_zeros, legal_swap_bytes,
	legal_reverse_bits, legal_funnel_left, legal_funnel_right;

/* ---- vector.c ---- */

Rule legal_freeze, legal_bits_of_vector, legal_reduction;

/* ---- call.c ---- */

Rule legal_set_memory, legal_move_memory, legal_copy_memory, legal_copy_list, legal_mathematics,
	legal_multiply_and_add, legal_first_operand, legal_nothing_known, legal_remainder_real,
	legal_from_integer, legal_to_integer;

/* ---- wide.c ---- */

Rule legal_divide, legal_shift;
LLVMValueRef legal_wide_to_real(Old *o);
LLVMValueRef legal_wide_from_real(Old *o);

/* ---- const.c ---- */

/*
 * legal_expand: expand constant expressions among the operands of v into instructions before it,
 * recursively.
 */
void legal_expand(LLVMBuilderRef b, LLVMValueRef v);

/* ---- struct.c ---- */

/*
 * legal_structures: make copies of f's structure parameters and of the structures among the
 * variable arguments of its calls, so that the callee owns them.
 */
void legal_structures(Module *m, LLVMBuilderRef b, LLVMValueRef f);

Rule legal_variable;

/* ---- returns.c ---- */

void copy_returns(LLVMBuilderRef b, LLVMValueRef f);

/* ---- counter.c ---- */

/* legal_counters: let pointers tell the end of loops. Call it after strength reduction. */
void legal_counters(const Module *m, LLVMBuilderRef b, LLVMValueRef f);

/* ---- jump.c ---- */

/*
 * legal_phis: ensure that computed gotos lead to no phi, and that every phi has several values.
 * Call it after edges have been split.
 */
void legal_phis(LLVMBuilderRef b, LLVMValueRef f);

/* ---- check.c ---- */

/* legal_checks: turn the tests and traps of -fcheck into instructions that set Error. */
void legal_checks(Module *m, LLVMBuilderRef b, LLVMValueRef f);

#endif
