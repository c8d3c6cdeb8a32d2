/* log_parts.h - shared by the files of cc/log. */
#ifndef LOG_PARTS_H
#define LOG_PARTS_H

#include "log.h"

#include "base/arena.h"

/* How the calls of a function are emulated. */
typedef enum CallClass {
	CLASS_OWN,     /* a function of the user's files, which may be an e-block */
	CLASS_PURE,    /* a library function that depends on memory only: it is executed again */
	CLASS_OUTSIDE, /* a library function that is not emulated */
} CallClass;

/* What an e-block, or a call that is not emulated, may use or change. */
typedef struct ValueSet {
	bool *global;     /* [nobjects]: variables with a fixed place */
	bool stack, heap, entered; /* whether all used memory of this region belongs to the set */
} ValueSet;

/* The analysed program, from which the sets of e-blocks and calls are computed. */
typedef struct Sets {
	const Module *whole;
	const Effects *effects;
	const MemoryObject *object;
	uint32_t nobjects;
	CallClass *class; /* [nobjects] the class of each function */
	uint32_t *home;   /* [nobjects]: the function in which an object is local */
	/* [nobjects] for each function, the objects that a call of it may change (sets.c) */
	bool **changed;
	bool has_roots;   /* true for an application of TrEK, whose functions TrEK calls */
	Arena arena;
} Sets;

/* ---- sets.c ---- */

/* sets_init: analyse the program; `own` is as for effects_new. */
void sets_init(Sets *s, const Module *whole, const Map *own);
void sets_free(Sets *s);
/* sets_function_number: the number of a function of the whole program. */
uint32_t sets_function_number(const Sets *s, LLVMValueRef function);
/* sets_used: what a function of the user's files, with all that it calls, may use. */
ValueSet sets_used(Sets *s, uint32_t function);
/* sets_defined: what a function of the user's files, with all that it calls, may change. */
ValueSet sets_defined(Sets *s, uint32_t function);
/* sets_changed_by_call: the variables that a call of a function that is not emulated may change. */
ValueSet sets_changed_by_call(Sets *s, uint32_t called);
/*
 * sets_is_hidden: true if the object is a variable of a library that the user's files cannot name.
 */
bool sets_is_hidden(const Sets *s, uint32_t object);
/* sets_is_outermost: true for main, and for a function that TrEK calls. */
bool sets_is_outermost(const Sets *s, uint32_t function);
/* Whether a function is setjmp (JUMP_SET) or longjmp (JUMP_LEAVE). */
typedef enum JumpCall {
	JUMP_NONE,
	JUMP_SET,
	JUMP_LEAVE,
} JumpCall;

/* sets_jump_kind: whether the function is setjmp or longjmp, whose calls are emulated. */
JumpCall sets_jump_kind(const Sets *s, uint32_t function);
/* sets_is_fixed_access: true if the instruction reads or writes memory at a fixed address. */
bool sets_is_fixed_access(LLVMValueRef instruction);
/* sets_share_cycle: true if both functions call each other, or are the same. */
bool sets_share_cycle(const Sets *s, uint32_t a, uint32_t b);

/* ---- messages.c ---- */

/* A call of the kernel's library that sends or receives a message. */
typedef struct MessageCall {
	const char *name;
	/* the call receives into its argument `received`; otherwise it changes no memory */
	bool receives;
	bool body;         /* the call receives the body, too; otherwise only the head */
	unsigned received; /* number of the argument into which it receives */
} MessageCall;

/* message_call: the row of a function that sends or receives messages; NULL for others. */
const MessageCall *message_call(const Sets *s, uint32_t function);

/* ---- trek.c ---- */

/* trek_call: the row of a function of TrEK; NULL if it is none. */
const TrekCall *trek_call(const Sets *s, uint32_t function);
/* root_of: the row of a function that TrEK calls; NULL if TrEK does not call it. */
const Root *root_of(const Sets *s, uint32_t function);

/* ---- choose.c ---- */

/*
 * choose_eblocks: choose the e-blocks. Returns an array, [nobjects], in the arena: true for a
 * function that is an e-block.
 */
bool *choose_eblocks(Sets *s, uint32_t smallest);

/* ---- check.c ---- */

/* check_supported: refuse a program that uses values which its log would lack. */
void check_supported(const Sets *s);

/* ---- extract.c ---- */

/* extract_is_possible: true if a part of the function can become a function. */
bool extract_is_possible(LLVMValueRef f);
/* extract_loops: make a function of each outermost loop of the chosen functions. */
void extract_loops(LLVMModuleRef program, bool (*chosen)(void *of, LLVMValueRef f), void *of);

/* ---- optimise.c ---- */

/* log_run_passes: run LLVM's passes of these names. */
void log_run_passes(LLVMModuleRef program, const char *passes);

/* name_of: the name of a function or variable. */
static inline const char *
name_of(LLVMValueRef v)
{
	size_t len;

	return LLVMGetValueName2(v, &len);
}

#endif
