/* executed.h - decodes an instruction that a processor executes. */
#ifndef EXECUTED_H
#define EXECUTED_H

#include "isa.h"

/* An executed instruction. */
typedef struct Executed {
	const Instr *instr; /* NULL if undefined; for fpentry, the operation it executes */
	uint32_t fn;        /* the direct function */
	Word operand;       /* with all prefixes */
	Word size;          /* bytes */
	bool taken;         /* cj: it has jumped, because Areg was 0 */
} Executed;

/*
 * executed_decode: decode an instruction from its bytes, given Areg before it. false if the bytes
 * are incomplete.
 */
bool executed_decode(const uint8_t *code, Word nbytes, Word areg, Executed *e);
/* executed_is: true if the instruction is this operation. */
bool executed_is(const Executed *e, Word operation);

#endif
