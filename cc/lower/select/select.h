/*
 * select.h - decides which values of a function are computed at their use, and which of the others
 * share a slot.
 */
#ifndef SELECT_H
#define SELECT_H

#include "cc/lower/fn/fn.h"
#include "cc/lower/module/intrinsic.h"

/* ---- select.c ---- */

/* fn_scan: fill in vals and blocks. */
void fn_scan(Fn *f);
/* fn_select: decide which values are folded into their uses. */
void fn_select(Fn *f);

/* is_cheap: true if v is so cheap that it is computed again at each use. */
bool is_cheap(LLVMValueRef v);

/*
 * is_choice: true for a select that can be part of a tree. It chooses between a word and 0, or
 * between two constants; or it is C's && or ||, where the second operand matters only if the first
 * does not decide.
 */
bool is_choice(LLVMValueRef v);

/* sum_product: the product that v, a sum of wide integers, computes with its lmul; NULL if none. */
LLVMValueRef sum_product(Fn *f, LLVMValueRef v);

/* UseLeaf: use a value in a slot that a tree reads. */
typedef void UseLeaf(void *to, Val *leaf);
/* tree_leaves: call `use` for each value in a slot that is read when v is evaluated. */
void tree_leaves(Fn *f, LLVMValueRef v, UseLeaf *use, void *to);

/* ---- weight.c ---- */

/* fn_weigh: compute weights and ranks of the blocks. */
void fn_weigh(Fn *f);

/* ---- slots.c ---- */

/* param_word: the word of an argument, counted from the return address. */
int param_word(Fn *f, const Val *argument);
/* fn_assign_slots: compute liveness, and assign a slot to each value that needs one. */
void fn_assign_slots(Fn *f);

/* ---- known.c ---- */

/* word_bits: the number of bits of an integer or pointer. */
unsigned word_bits(LLVMValueRef v);

/* is_clean: true if the bits above v's type are zero. */
bool is_clean(Fn *f, LLVMValueRef v);
/* is_natural: true if v, zero-extended, is not negative as a word. */
bool is_natural(Fn *f, LLVMValueRef v);

/*
 * must_not_overflow: true if the program's behaviour is undefined when the sum v overflows, because
 * a branch depends on v. So the operation may set Error then.
 */
bool must_not_overflow(Fn *f, LLVMValueRef v);

#endif
