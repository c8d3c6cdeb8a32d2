/*
 * rule.h - rules that say an instruction in less of LLVM's language; private to the legal files.
 */
#ifndef RULE_H
#define RULE_H

#include "legal.h"
#include "cc/lower/module/intrinsic.h"

/* An instruction being replaced; the builder stands before it. */
typedef struct Old {
	Module *m;
	LLVMBuilderRef b;
	LLVMContextRef c;
	LLVMValueRef v;
	LLVMTypeRef t;         /* of its result */
	LLVMValueRef x, y, z;  /* its first operands */
} Old;

/*
 * A rule writes the instruction anew. Returns the new value (undefined for none), or NULL: it may
 * stay.
 */
typedef LLVMValueRef Rule(Old *o);

static inline LLVMTypeRef
int_type(Old *o, unsigned bits)
{
	return LLVMIntTypeInContext(o->c, bits);
}

static inline LLVMValueRef
number(LLVMTypeRef t, uint64_t n)
{
	return LLVMConstInt(t, n, 0);
}

static inline unsigned
width(LLVMValueRef v)
{
	return LLVMGetIntTypeWidth(LLVMTypeOf(v));
}

static inline bool
is_single(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMFloatTypeKind;
}

/* ---- legal.c ---- */

/* legal_library: a call of a function of the runtime library. */
LLVMValueRef legal_library(Old *o, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
	unsigned n);

/*
 * legal_machine: an instruction of the machine, as a function of t800.h; missing operands are NULL.
 */
LLVMValueRef legal_machine(Old *o, const char *name, LLVMValueRef a, LLVMValueRef b,
	LLVMValueRef c);

LLVMValueRef legal_resize(Old *o, LLVMValueRef v, LLVMTypeRef t); /* unsigned */

/* a variable at the entry; the builder is left there */
LLVMValueRef legal_room(LLVMBuilderRef b, LLVMValueRef function, LLVMTypeRef t);

/* ---- int.c ---- */

Rule legal_bit, legal_address, legal_smax, legal_smin, legal_umax, legal_umin, legal_absolute,
	legal_with_overflow, legal_saturated;

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
 * legal_expand: constant expressions among the operands of v become instructions before it, and
 * theirs in turn.
 */
void legal_expand(LLVMBuilderRef b, LLVMValueRef v);

/* ---- struct.c ---- */

/*
 * legal_structures: of f's parameters, and of the variable arguments of its calls, the callee owns
 * copies.
 */
void legal_structures(Module *m, LLVMBuilderRef b, LLVMValueRef f);

Rule legal_variable;

/* ---- returns.c ---- */

void copy_returns(LLVMBuilderRef b, LLVMValueRef f);

/* ---- jump.c ---- */

/*
 * legal_phis: computed gotos lead to no phi, and every phi has several values. After the edges have
 * been split.
 */
void legal_phis(LLVMBuilderRef b, LLVMValueRef f);

/* ---- check.c ---- */

/* legal_checks: what -fcheck compares and traps, as instructions that set Error. */
void legal_checks(Module *m, LLVMBuilderRef b, LLVMValueRef f);

#endif
