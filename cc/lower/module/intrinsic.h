/* intrinsic.h - calls that are compiled to instructions, and calls without effect. */
#ifndef INTRINSIC_H
#define INTRINSIC_H

#include "module.h"

/* What a function of t800.h depends on and changes beyond memory; for logs. */
typedef enum IntrinsicKind {
	INTRINSIC_ACTS,       /* links, processes, flags, and whatever else is not logged */
	INTRINSIC_CALCULATES, /* nothing but its operands, and the Error flag */
	INTRINSIC_CLOCK, /* depends on the priority and clock of its process, which are logged */
	INTRINSIC_NONE,       /* it is not of t800.h */
} IntrinsicKind;

typedef struct Intrinsic {
	const char *name; /* a function of t800.h */
	int args;
	bool result;
	bool reads, writes; /* accesses memory or anything else beyond its arguments */
	bool real;          /* works on the floating-point stack */
	bool word0;         /* uses the word at Wptr */
	const char *code; /* operations, separated by blanks; '$' is a temp, 'gsb' the data base */
	/* of t800.h: */
	IntrinsicKind kind;
	/*
	 * The arguments, counted from 1, that point to memory of the program which the function
	 * touches; 0: none. It copies memory at the address `from` to `to`, and writes a word at
	 * `stores`: `value`, or no pointer. A channel counts as memory that holds the message.
	 * unknown: other memory, too.
	 */
	uint8_t from, to, stores, value;
	bool unknown;
} Intrinsic;

/* intrinsic_of: the row of the intrinsic that is called; NULL for an ordinary call. */
const Intrinsic *intrinsic_of(LLVMValueRef call);
/* intrinsic_kind: what a called function of t800.h depends on; INTRINSIC_NONE for other calls. */
IntrinsicKind intrinsic_kind(LLVMValueRef call);

/* is_ignored: true for a call without effect on the machine (debugging, lifetimes). */
bool is_ignored(LLVMValueRef v);

#endif
