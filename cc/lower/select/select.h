/*
 * select.h - decides which values of a function are computed at their use, and which of the others
 * share a slot.
 */
#ifndef SELECT_H
#define SELECT_H

#include "cc/lower/fn/fn.h"
#include "cc/lower/module/intrinsic.h"

/* ---- select.c ---- */

void fn_scan(Fn *f);   /* fills in vals and blocks */
void fn_select(Fn *f); /* decides which values are folded */

/* is_cheap: is v so cheap that it is computed again at each use? */
bool is_cheap(LLVMValueRef v);

/*
 * is_choice: a select that is a tree: a word or 0; two constants; or C's && and ||, where the
 * second operand matters only if the first does not decide.
 */
bool is_choice(LLVMValueRef v);

typedef void UseLeaf(void *to, Val *leaf);
/* tree_leaves: call `use` for each value in a slot that is read when v is evaluated. */
void tree_leaves(Fn *f, LLVMValueRef v, UseLeaf *use, void *to);

/* ---- weight.c ---- */

void fn_weigh(Fn *f);  /* computes weights and ranks of the blocks */

/* ---- slots.c ---- */

/* the argument's word, counted from the return address */
int param_word(Fn *f, const Val *argument);
void fn_webs(Fn *f); /* computes liveness; assigns a slot to each value that needs one */

/* ---- known.c ---- */

unsigned word_bits(LLVMValueRef v); /* number of bits of an integer or pointer */

/*
 * is_clean: true if the bits above v's type are zero. is_natural: true if v, zero-extended, is not
 * negative as a word.
 */
bool is_clean(Fn *f, LLVMValueRef v);
bool is_natural(Fn *f, LLVMValueRef v);

/*
 * must_not_overflow: if the sum v overflows, the program's behaviour is undefined, because a branch
 * depends on it. So the operation may set Error then.
 */
bool must_not_overflow(Fn *f, LLVMValueRef v);

#endif
