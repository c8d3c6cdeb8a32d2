/*
 * isa.h - the instruction set, from the heads of the instruction blocks.
 */
#ifndef ISA_H
#define ISA_H

#include "base/machine.h"

typedef enum InstrKind {
	INSTR_DIRECT,  /* code: the function number, the high half of a byte */
	INSTR_OPER,    /* code: the operand of opr */
	INSTR_FPENTRY, /* code: the value in Areg at fpentry */
} InstrKind;

/* Codes of the functions, such as FN_LDLP = 1, and of the operations, such as OPER_LDPI = 0x1B. */
enum {
#include "isa.codes"
};

enum { MAX_INSTR = 8 }; /* bytes: seven prefixes and a function can encode any word */

/*
 * Effects of an operation besides popping and pushing; the last column of the heads of the
 * instruction blocks.
 */
enum {
	PLAIN = 0,       /* none */
	/* other processes may run before the next instruction, and change both stacks */
	YIELDS = 1 << 0,
	ENDS = 1 << 1,   /* the process does not continue after the instruction */
	AREG = 0, BREG, CREG, /* registers, for STORES */
	BY_AREG = 0,     /* the number of bytes is in Areg */
};
/* The operation stores this many bytes at the address in a register. */
#define STORES(reg, bytes) (1 << 8 | (reg) << 12 | (bytes) << 16)

/* What an operation stores, from STORES. */
typedef struct Store {
	bool any;     /* the operation stores at all */
	int reg;      /* AREG, ... */
	Word nbytes;  /* or BY_AREG */
} Store;

/* An instruction: the columns of its head. */
typedef struct Instr {
	const char *name;
	InstrKind kind;
	Word code;
	uint32_t cycles; /* without prefixes; the fixed part, or the typical number */
	uint32_t pops, pushes;
	uint32_t chips; /* set of 1 << Chip */
	bool fpu;       /* uses the floating-point unit */
	/*
	 * on the floating-point stack: `loads` numbers are loaded from memory first, then
	 * real_pops are popped and real_pushes pushed
	 */
	uint32_t loads, real_pops, real_pushes;
	uint32_t does;  /* YIELDS | ... */
} Instr;

extern const Instr instrs[]; /* [ninstrs] all instructions */
extern const size_t ninstrs;

/* instr_named: the instruction with this name; NULL if there is none. */
const Instr *instr_named(const char *name, size_t len);
/* instr_by_code: the instruction of this kind and code; NULL if the code is undefined. */
const Instr *instr_by_code(InstrKind kind, Word code);

/* instr_store: what an operation stores, by its effects. */
Store instr_store(const Instr *in);

/* instr_encode: encode a function and its operand in the fewest bytes; returns how many. */
size_t instr_encode(uint8_t out[MAX_INSTR], uint32_t fn, Word operand);
/* instr_length: the bytes of an instruction with this operand, prefixes included. */
size_t instr_length(Word operand);

#endif
