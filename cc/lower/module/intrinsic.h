/*
 * intrinsic.h - calls without a function: those that are instructions, and those without effect.
 */
#ifndef INTRINSIC_H
#define INTRINSIC_H

#include "module.h"

typedef struct Intrinsic {
	const char *name; /* a function of t800.h */
	int args;
	bool result;
	bool reads, writes; /* memory, or anything beyond its arguments */
	bool real;          /* a function of the floating-point stack */
	bool word0;         /* uses the word at Wptr */
	const char *code; /* operations, separated by blanks; '$' is a temp, 'gsb' the data base */
} Intrinsic;

const Intrinsic *intrinsic_of(LLVMValueRef call); /* NULL: an ordinary call */

/* is_ignored: a call that does nothing on the machine (debugging, lifetimes). */
bool is_ignored(LLVMValueRef v);

#endif
