/*
 * model.h - what an executed instruction makes of what: registers and words that go into registers
 * and words.
 *
 * It follows from the instruction's head (what it pops and pushes) and its accesses to memory. A
 * few instructions only move values or take addresses; these are named in model.c.
 *
 * Flags (Error, FP_Error, rounding) are not values here, nor is Wptr.
 */
#ifndef MODEL_H
#define MODEL_H

#include "cc/isa/isa.h"

typedef enum FlowRegister {
	FLOW_A,
	FLOW_B,
	FLOW_C,
	FLOW_FA,
	FLOW_FB,
	FLOW_FC,
	NFLOWREGISTERS,
	FLOW_MADE = NFLOWREGISTERS
} FlowRegister;

/* An instruction of code. */
typedef struct Executed {
	const Instr *instr; /* NULL: undefined; of fpentry, what it enters */
	uint32_t fn;
	Word operand;
	Word size;          /* bytes */
	bool taken;         /* of cj: it has jumped, as Areg was 0 */
} Executed;

/* model_decode: from its bytes, and Areg before it. false: they are not a whole instruction. */
bool model_decode(const uint8_t *code, Word nbytes, Word areg, Executed *e);
bool executed_op(const Executed *e, Word operation);

/*
 * model_from: the register before it whose value one has after it; FLOW_MADE: the instruction makes
 * it.
 */
FlowRegister model_from(const Executed *e, FlowRegister after);

/* What goes into a value. */
typedef struct Inputs {
	uint8_t values;    /* registers before the instruction, a bit for each */
	uint8_t addresses; /* those that only say where the value was, or where it goes */
	bool reads;        /* what the instruction reads */
	bool same;         /* ... or the one register's, unchanged */
} Inputs;

Inputs model_made(const Executed *e);                /* of registers that it makes */
/* of a word; at: bytes from Wptr before it, for call */
Inputs model_written(const Executed *e, int32_t at);

#endif
