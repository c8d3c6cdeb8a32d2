/*
 * isa.h - the instruction set, from the heads of the instruction blocks.
 */
#ifndef ISA_H
#define ISA_H

#include "base/machine.h"

typedef enum InstrKind {
	INSTR_DIRECT,  /* code: the function, the high half of a byte */
	INSTR_OPER,    /* code: operand of opr */
	INSTR_FPENTRY, /* code: Areg at fpentry */
} InstrKind;

/* The sixteen functions. */
enum {
	FN_J, FN_LDLP, FN_PFIX, FN_LDNL, FN_LDC, FN_LDNLP, FN_NFIX, FN_LDL,
	FN_ADC, FN_CALL, FN_CJ, FN_AJW, FN_EQC, FN_STL, FN_STNL, FN_OPR,
};

enum {
	OP_LDPI = 0x1B,
	OP_FPENTRY = 0xAB,
	MAX_INSTR = 8, /* bytes: seven prefixes and a function hold any word */
};

typedef struct Instr {
	const char *name;
	InstrKind kind;
	Word code;
	uint32_t cycles; /* without prefixes; the fixed part, or the usual number */
	uint32_t pops, pushes;
	uint32_t chips; /* set of 1 << Chip */
	bool fpu;       /* occupies the floating-point unit */
} Instr;

extern const Instr instrs[];
extern const size_t ninstrs;

const Instr *instr_named(const char *name, size_t len); /* NULL: none */
const Instr *instr_coded(InstrKind kind, Word code);    /* NULL: undefined */

/* instr_encode: the shortest bytes for a function and its operand; returns how many. */
size_t instr_encode(uint8_t out[MAX_INSTR], uint32_t fn, Word operand);
size_t instr_length(Word operand);

#endif
