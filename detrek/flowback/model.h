/*
 * model.h - the data flow of an executed instruction: from which registers and words it computes
 * the registers and words that it changes.
 *
 * This follows from the instruction's head (how many words it pops and pushes) and its accesses to
 * memory. A few instructions only move values or take addresses; model.c lists them.
 *
 * Flags (Error, FP_Error, rounding) and Wptr are not treated as values.
 */
#ifndef MODEL_H
#define MODEL_H

#include "cc/isa/executed.h"

/* The registers of both stacks: Areg, Breg, Creg, FAreg, FBreg and FCreg. */
typedef enum FlowRegister {
	FLOW_A,
	FLOW_B,
	FLOW_C,
	FLOW_FA,
	FLOW_FB,
	FLOW_FC,
	NFLOWREGISTERS,
	FLOW_MADE = NFLOWREGISTERS /* no register: the instruction computes the value */
} FlowRegister;

/*
 * model_source_register: the register that held, before the instruction, the value of register
 * `after`; FLOW_MADE: the instruction computes the value.
 */
FlowRegister model_source_register(const Executed *e, FlowRegister after);

/* The inputs of a value. */
typedef struct Inputs {
	uint8_t values;    /* registers before the instruction, a bit for each */
	uint8_t addresses; /* registers used only as addresses, of the source or the destination */
	bool reads;        /* the memory that the instruction reads is an input */
	bool same;         /* the result is a copy of the memory, or of the only register */
} Inputs;

/*
 * model_keeps_process: true if the same process continues after the instruction: Wptr is unchanged,
 * or the instruction itself changes it. before, after: Wptr with the priority.
 */
bool model_keeps_process(const Executed *e, Word before, Word after);

/*
 * model_is_2d_move: true for a two-dimensional block move, which reads each byte just before it
 * writes it.
 */
bool model_is_2d_move(const Executed *e);

/*
 * model_register_inputs: the inputs from which the instruction computes the registers that it
 * changes.
 */
Inputs model_register_inputs(const Executed *e);
/*
 * model_word_inputs: the inputs from which the instruction computes a word that it writes. at: the
 * offset of the word from Wptr before the instruction; only used if this is `call`.
 */
Inputs model_word_inputs(const Executed *e, int32_t at);

#endif
