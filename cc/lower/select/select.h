/*
 * select.h - which values of a function are computed where they are used, and which of the others
 * share a slot.
 */
#ifndef SELECT_H
#define SELECT_H

#include "cc/lower/fn/fn.h"
#include "cc/lower/module/intrinsic.h"

/* ---- select.c ---- */

void fn_scan(Fn *f);   /* fills vals and blocks */
void fn_select(Fn *f); /* decides what is folded */

/*
 * peel: through operations that change no bit of the word (casts of pointers, freeze, trunc).
 * is_cheap: computed again at each use rather than kept.
 */
LLVMValueRef peel(LLVMValueRef v);
bool is_cheap(LLVMValueRef v);

/* leaves: call `use` for each value in a slot that evaluating v reads. */
typedef void UseLeaf(void *to, Val *leaf);
void leaves(Fn *f, LLVMValueRef v, UseLeaf *use, void *to);

/* ---- weight.c ---- */

void fn_weigh(Fn *f);  /* the weights and ranks of the blocks */

/* ---- slots.c ---- */

/* the word after the return address that the caller put it at */
int param_word(Fn *f, const Val *argument);
void fn_webs(Fn *f); /* liveness; gives each value that needs one a slot */

/* ---- flags.c ---- */

void fn_flags(Fn *f); /* fills Val.flags */

/* ---- known.c ---- */

unsigned word_bits(LLVMValueRef v); /* bits of an integer or pointer */

/*
 * is_clean: are the bits above v's type zero? is_natural: is v, zero-extended, not negative as a
 * word?
 */
bool is_clean(Fn *f, LLVMValueRef v);
bool is_natural(Fn *f, LLVMValueRef v);

/*
 * must_not_overflow: the program's behaviour is not defined if the sum v overflows: the way it
 * takes depends on it. So it may set Error then.
 */
bool must_not_overflow(Fn *f, LLVMValueRef v);

#endif
