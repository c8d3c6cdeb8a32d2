/*
 * deeds.h - lists the deeds of code that runs on a spare node: calls of the kernel and uses of
 * channels, for which other processes may wait. Each deed is noted and skipped, as if it had
 * succeeded at once.
 */
#ifndef DEEDS_H
#define DEEDS_H

#include "spare.h"

/* A deed is an action of a process that may end the wait of another thread. */
typedef enum DeedKind {
	DEED_CALL, /* a call of the kernel */
	DEED_IN,   /* an input from a channel */
	DEED_OUT,  /* an output to a channel */
	DEED_RESULT, /* a call of TrEK's put_result */
} DeedKind;

typedef struct Deed {
	DeedKind kind;
	Word number;   /* DEED_CALL: number of the kernel call, such as KC_SEND */
	Addr object;   /* the call's first argument, or the channel */
	Word how;      /* the call's second argument */
	uint32_t to;   /* if it sends a message: node number of the receiver */
	int32_t event; /* if it sends a message: the message's event */
	uint32_t type; /* if it sends a message: the message's type */
	Addr at;       /* the program's own instruction that led to the deed; 0: there is none */
} Deed;

/* A call that has not returned: the address of the call instruction, and Wptr there. */
typedef struct DeedCall {
	Addr at, wptr;
} DeedCall;

enum { MAX_DEED_CALLS = 64, MAX_STARTED = 8 }; /* of Deeds.calls and Deeds.started */

/* The deeds of a run on a spare node. */
typedef struct Deeds {
	const Target *target;
	const Loaded *in; /* the program that runs */
	Addr call;        /* address of the program's __kcall; 0 if it has none */
	Addr result;      /* address of the program's put_result; 0 if it has none */
	uint32_t peer;    /* number of the node from which the program receives each message */
	int32_t child;    /* pid of the child process whose end is reported to the program */
	/*
	 * memory that calls may allocate: the room of the kernel's code, which is not executed here
	 */
	Addr room, end; /* the first free address; the end of this memory */
	Word started[MAX_STARTED]; /* [nstarted] descriptors of processes that the code started */
	uint32_t nstarted;
	Arena *arena;
	Deed *deed;       /* [n] the deeds so far, in order */
	uint32_t n;
	DeedCall calls[MAX_DEED_CALLS]; /* [ncalls] the innermost last */
	uint32_t ncalls;
} Deeds;

/*
 * deeds_begin: start an empty list of the deeds (calls of the kernel, uses of channels, results) of
 * a program that is run on a spare node.
 */
void deeds_begin(Deeds *d, const Target *t, const Loaded *in, uint32_t peer, Arena *arena);

/*
 * deeds_is_own: true if the function at a link address is the program's own: it belongs to no
 * library and is not defined in a header.
 */
bool deeds_is_own(ProgramInfo *p, Addr pc);

/* How a run continues after deeds_pass_instruction. */
typedef enum DeedsOutcome {
	DEEDS_STEP,   /* execute the next instruction as it is */
	DEEDS_PASSED, /* the instruction was skipped */
	DEEDS_END,    /* the instructions that follow are not known */
} DeedsOutcome;

/*
 * deeds_run: execute up to `most` instructions from the present one on, and list the deeds (kernel
 * calls and uses of channels) on the way.
 */
void deeds_run(Deeds *d, SpareNode *x, int most);
/*
 * deeds_run_started: also execute the processes that the code has started, and list their deeds
 * (kernel calls and uses of channels).
 */
void deeds_run_started(Deeds *d, SpareNode *x);

/*
 * deeds_pass_instruction: if the result of the next instruction depends on other processes, list
 * the instruction as a deed and skip it. Returns how the run continues.
 */
DeedsOutcome deeds_pass_instruction(Deeds *d, SpareNode *x, const Executed *e);

#endif
