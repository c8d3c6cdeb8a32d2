/* rule.h - rules that rewrite instructions. Private to the files of this folder. */
#ifndef RULE_H
#define RULE_H

#include "legal.h"
#include "cc/lower/module/intrinsic.h"

/* An instruction being rewritten; the builder is positioned before it. */
typedef struct Rewrite {
	Module *m;
	LLVMBuilderRef b;      /* positioned before v */
	LLVMContextRef c;
	LLVMValueRef v;        /* the instruction */
	LLVMTypeRef t;         /* type of v's result */
	LLVMValueRef x, y, z;  /* the first operands of v */
} Rewrite;

/*
 * A rule rewrites the instruction. It returns the new value (undef if it has none), or NULL if the
 * instruction may stay.
 */
typedef LLVMValueRef Rule(Rewrite *o);

/* int_type: the integer type with this many bits. */
static inline LLVMTypeRef
int_type(Rewrite *o, unsigned bits)
{
	return LLVMIntTypeInContext(o->c, bits);
}

/* int_constant: the constant n of an integer type. */
static inline LLVMValueRef
int_constant(LLVMTypeRef t, uint64_t n)
{
	return LLVMConstInt(t, n, 0);
}

/* int_width: the number of bits of an integer. */
static inline unsigned
int_width(LLVMValueRef v)
{
	return LLVMGetIntTypeWidth(LLVMTypeOf(v));
}

/* is_single: true for the type float. */
static inline bool
is_single(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMFloatTypeKind;
}

/* ---- legal.c ---- */

/* legal_call: call a function of the runtime library; returns its result. */
LLVMValueRef legal_call(Rewrite *o, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
	unsigned n);

/*
 * legal_machine_op: call a function of t800.h that stands for a machine instruction; unused
 * operands are NULL. Returns its result.
 */
LLVMValueRef legal_machine_op(Rewrite *o, const char *name, LLVMValueRef a, LLVMValueRef b,
	LLVMValueRef c);

/* legal_resize: truncate or zero-extend an integer to type t. */
LLVMValueRef legal_resize(Rewrite *o, LLVMValueRef v, LLVMTypeRef t);

/*
 * legal_new_variable: make a variable of type t at the function's entry; the builder is moved
 * there.
 */
LLVMValueRef legal_new_variable(LLVMBuilderRef b, LLVMValueRef function, LLVMTypeRef t);

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
/* legal_wide_to_real: rule for an integer of more than 64 bits that becomes a real. */
LLVMValueRef legal_wide_to_real(Rewrite *o);
/* legal_wide_from_real: rule for a real that becomes an integer of more than 64 bits. */
LLVMValueRef legal_wide_from_real(Rewrite *o);

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

/* copy_returns: replace jumps to a block that only returns by returns. */
void copy_returns(LLVMBuilderRef b, LLVMValueRef f);

/* ---- counter.c ---- */

/*
 * legal_counters: let loops end by comparing a pointer instead of a counter. Call it after strength
 * reduction.
 */
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
