/* intrinsic.h - calls that are compiled to instructions, and calls without effect. */
#ifndef INTRINSIC_H
#define INTRINSIC_H

#include "module.h"

typedef struct Intrinsic {
	const char *name; /* a function of t800.h */
	int args;
	bool result;
	bool reads, writes; /* accesses memory or anything else beyond its arguments */
	bool real;          /* works on the floating-point stack */
	bool word0;         /* uses the word at Wptr */
	const char *code; /* operations, separated by blanks; '$' is a temp, 'gsb' the data base */
} Intrinsic;

const Intrinsic *intrinsic_of(LLVMValueRef call); /* NULL for an ordinary call */

/* is_ignored: a call without effect on the machine (debugging, lifetimes). */
bool is_ignored(LLVMValueRef v);

#endif
