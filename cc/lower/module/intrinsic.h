/* intrinsic.h - calls that are compiled to instructions, and calls without effect. */
#ifndef INTRINSIC_H
#define INTRINSIC_H

#include "module.h"

/* What a function of t800.h depends on and changes beyond memory; for logs. */
typedef enum IntrinsicKind {
	INTRINSIC_ACTS,       /* depends or acts on links, processes, flags, or others not logged */
	INTRINSIC_CALCULATES, /* depends only on its operands and the Error flag */
	INTRINSIC_CLOCK, /* depends on the priority and clock of the process, which are logged */
	INTRINSIC_NONE,       /* the function is not one of t800.h */
} IntrinsicKind;

/* A function whose calls are compiled to instructions. */
typedef struct Intrinsic {
	const char *name; /* a function of t800.h */
	int args; /* number of arguments */
	bool result; /* true if the function returns a value */
	bool reads, writes; /* accesses memory or anything else beyond its arguments */
	bool real;          /* works on the floating-point stack */
	bool word0;         /* uses the word at Wptr */
	const char *code; /* operations, separated by blanks; '$' is a temp, 'gsb' the data base */
	/* of t800.h: */
	IntrinsicKind kind;
	/*
	 * How the function touches the program's memory. These are numbers of arguments, from 1;
	 * 0: none. The function copies memory from the address in argument `from` to that in `to`,
	 * and stores a word at the address in `stores`: argument `value`, or (0) a word that is no
	 * pointer. A channel counts as memory that holds the message. unknown: true if the function
	 * touches other memory, too.
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
