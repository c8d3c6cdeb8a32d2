/*
 * unaligned.h - where a node's instructions have loaded or stored a word at an address that is not
 * a multiple of four. The processor does not look at the two lowest bits: it takes the word that
 * contains the byte, and the program does not notice. These notes belong to the host; no program
 * sees them, and they are not part of the fingerprint.
 */
#ifndef UNALIGNED_H
#define UNALIGNED_H

#include "base/machine.h"

struct T800;

/* An instruction that has made such accesses, and the first of them. */
typedef struct UnalignedPlace {
	Addr instruction; /* first byte of the instruction, prefixes included */
	Addr address;     /* the address that the instruction used */
	Word wdesc;       /* the process that executed it */
	uint32_t naccesses; /* at most UINT32_MAX */
	uint64_t count;   /* instructions that the node had executed before it */
	Cycles cycles;    /* the node's clock within the instruction */
} UnalignedPlace;

enum { UNALIGNED_PLACES = 8 };

/* The accesses of a node since its reset. */
typedef struct Unaligned {
	UnalignedPlace place[UNALIGNED_PLACES]; /* the first ones, in the order of time */
	uint32_t nplaces;
	Addr address;      /* the address of the access that is about to be made */
	uint64_t nothers;  /* accesses at other places */
} Unaligned;

/* unaligned_note: note that the node's present instruction accesses unaligned.address. */
void unaligned_note(struct T800 *c);

#endif
