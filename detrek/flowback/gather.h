/*
 * gather.h - finds the sources of a value: words of memory, and values returned by called
 * functions. It follows the executed instructions backward through the registers.
 */
#ifndef GATHER_H
#define GATHER_H

#include "model.h"
#include "steps.h"

/* One source of a value. */
typedef struct Source {
	At at;           /* the instruction that read the source */
	/* the source is `reg` when a function returned at `at`; otherwise memory from addr on */
	bool returned;
	FlowRegister reg;
	Addr addr;
	Word nbytes;
	uint32_t event;  /* the source is the memory's value before this event */
	bool address;    /* the source was only used as an address */
} Source;

/* The sources of a value. */
typedef struct Gathered {
	Source *source; /* [n] in the arena */
	size_t n;
	/*
	 * the value was computed from the sources; otherwise one of them, not an address, was
	 * passed on unchanged
	 */
	bool computed;
	/*
	 * the value was copied as part of a block; then the sources used as addresses gave the
	 * block's address or length
	 */
	bool block;
	/* [nmakers] the instructions that have put values into registers on the way */
	At *maker;
	size_t nmakers;
} Gathered;

/* gather_write: the sources of some bytes that an instruction's event has written. */
Gathered gather_write(Steps *s, At at, uint32_t event, Addr a, Word nbytes, Arena *arena);
/* gather_register: the sources of a register before an instruction. */
Gathered gather_register(Steps *s, At at, FlowRegister reg, Arena *arena);

/*
 * gather_previous: the instruction that the process of `at` executed just before; its `in` is NULL
 * if the process has just got the processor.
 */
At gather_previous(Steps *s, At at);

/* at_decode: decode the instruction at `at` into *e; false if there is none. */
bool at_decode(At at, Executed *e);

#endif
