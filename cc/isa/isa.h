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

/* Codes of the functions, FN_LDLP = 1, and of the operations, OPER_LDPI = 0x1B. */
enum {
#include "isa.codes"
};

enum { MAX_INSTR = 8 }; /* bytes: seven prefixes and a function hold any word */

/*
 * What an operation does besides popping and pushing; the last column of the heads of the
 * instruction blocks.
 */
enum {
	PLAIN = 0,
	/* another process may have had both stacks when the next instruction begins */
	YIELDS = 1 << 0,
	ENDS = 1 << 1,   /* the process does not go on behind it */
	AREG = 0, BREG, CREG,
	BY_AREG = 0,     /* bytes: as many as Areg says */
};
/* It stores this many bytes at the address in a register. */
#define STORES(reg, bytes) (1 << 8 | (reg) << 12 | (bytes) << 16)

typedef struct Store {
	bool any;
	int reg;      /* AREG, ... */
	Word nbytes;  /* or BY_AREG */
} Store;

typedef struct Instr {
	const char *name;
	InstrKind kind;
	Word code;
	uint32_t cycles; /* without prefixes; the fixed part, or the usual number */
	uint32_t pops, pushes;
	uint32_t chips; /* set of 1 << Chip */
	bool fpu;       /* occupies the floating-point unit */
	/* of the floating-point stack: a real is pushed first, then so many are popped, pushed */
	uint32_t loads, real_pops, real_pushes;
	uint32_t does;  /* YIELDS | ... */
} Instr;

extern const Instr instrs[];
extern const size_t ninstrs;

const Instr *instr_named(const char *name, size_t len); /* NULL if there is none */
const Instr *instr_coded(InstrKind kind, Word code);    /* NULL: undefined */

Store instr_store(const Instr *in); /* from what it does */

/* instr_encode: the shortest bytes for a function and its operand; returns how many. */
size_t instr_encode(uint8_t out[MAX_INSTR], uint32_t fn, Word operand);
size_t instr_length(Word operand);

#endif
