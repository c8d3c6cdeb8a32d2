/*
 * mutations.h - lists the mutations of a statement: small changes of its instructions. A run tries
 * one mutation, in every execution of the statement (mutation analysis; Papadakis and Le Traon,
 * 2015).
 */
#ifndef MUTATIONS_H
#define MUTATIONS_H

#include "flowback.h"

enum { MUTATION_TEXT = 80 }; /* bytes of Mutation.text */

/* What a mutation changes. */
typedef enum MutationKind {
	MUTATE_JUMP,     /* a conditional jump goes the other way */
	MUTATE_OPERAND,  /* `more` is added to Areg before the instruction */
	MUTATE_CONSTANT, /* `more` is added to the loaded constant */
	MUTATE_OPERATOR, /* an operation gives the result of another operator */
	MUTATE_STORED,   /* another value is stored */
} MutationKind;

/* What is stored instead of a value: the value plus 1, minus 1, its negation, or 0. */
typedef enum Stored { STORED_MORE, STORED_LESS, STORED_NEGATION, STORED_ZERO, NSTORED } Stored;

/* A change of an instruction, in every execution of it. */
typedef struct Mutation {
	const ProgramInfo *program;
	MutationKind kind;
	Addr at;           /* link address of the instruction */
	Word size;         /* size of the instruction in bytes */
	Word operation;    /* operation of the instruction: an OPER_ of the instruction set */
	int32_t more;      /* MUTATE_OPERAND, MUTATE_CONSTANT: the amount that is added */
	char operator;     /* MUTATE_OPERATOR: the operator used instead */
	Stored stored;     /* MUTATE_STORED: what is stored instead */
	bool by_breg;      /* MUTATE_STORED: the stored value is in Breg */
	char text[MUTATION_TEXT]; /* "each time with + instead of -" */
} Mutation;

/* The mutations of a statement. */
typedef struct Mutations {
	Mutation *list; /* [n], in the arena; the likeliest first */
	uint32_t n;
} Mutations;

/*
 * mutations_of: the mutations of the instructions of a node's line in the node's function; none if
 * the function is not known.
 */
Mutations mutations_of(Flowback *f, const Cause *c, Arena *a);

/*
 * mutation_apply: apply a mutation to a node that is about to execute the mutated instruction or,
 * with after = true, the next one.
 */
void mutation_apply(const Mutation *m, T800 *c, bool after);

#endif
