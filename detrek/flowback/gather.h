/*
 * gather.h - what has gone into a value: words of memory, and values that called functions have
 * returned. The way there is along the executed instructions, through the registers.
 */
#ifndef GATHER_H
#define GATHER_H

#include "model.h"
#include "steps.h"

/* Something that has gone in. */
typedef struct Source {
	At at;           /* the instruction that has read it */
	/* the value of a register at a function's return, which is `at`; else memory: */
	bool returned;
	FlowRegister reg;
	Addr addr;
	Word nbytes;
	uint32_t event;  /* memory before it */
	bool address;    /* it only said where a value was */
} Source;

typedef struct Gathered {
	Source *source; /* n of them, the arena's */
	size_t n;
	/* something was done with them; else one of them, no address, was passed on as it was */
	bool computed;
	/* the instructions that have put values into registers on the way, nmakers of them */
	At *maker;
	size_t nmakers;
} Gathered;

/* gather_write: what has gone into some bytes that an instruction's event has written. */
Gathered gather_write(Steps *s, At at, uint32_t event, Addr a, Word nbytes, Arena *arena);
/* gather_register: into a register before an instruction. */
Gathered gather_register(Steps *s, At at, FlowRegister reg, Arena *arena);

/*
 * gather_previous: the instruction that the process executed before it; in NULL: it has just been
 * given the processor.
 */
At gather_previous(Steps *s, At at);

/* at_decode: the instruction at `at`; false if there is none. */
bool at_decode(At at, Executed *e);

#endif
