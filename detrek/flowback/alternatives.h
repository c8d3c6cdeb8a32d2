/*
 * alternatives.h - lists other values that an execution of a statement could have given. A branch
 * of the run tries each value; a value with which the result is right points to the wrong statement
 * (value replacement; Jeffrey, Gupta and Gupta, 2008).
 */
#ifndef ALTERNATIVES_H
#define ALTERNATIVES_H

#include "flowback.h"
#include "sim/past/change.h"

enum { ALTERNATIVE_BYTES = 8, ALTERNATIVE_TEXT = 120 };

/* A change of one execution: another value, or the other way of a conditional jump. */
typedef struct Alternative {
	const Cause *cause;
	enum {
		INSTEAD_JUMP,   /* the jump goes the other way */
		INSTEAD_RESULT, /* the function returns the value */
		INSTEAD_MEMORY, /* the variable has the value after the statement */
	} kind;
	Word nbytes;
	uint8_t bytes[ALTERNATIVE_BYTES]; /* [nbytes] the value that is used instead */
	char text[ALTERNATIVE_TEXT]; /* "with 40, as elsewhere" */
} Alternative;

/* The alternatives of one execution. */
typedef struct Alternatives {
	Alternative *list; /* [n] the likeliest first */
	uint32_t n;
} Alternatives;

/*
 * alternatives_of: the alternatives of a node: the values of other executions of its statement, the
 * results of operations on the values of two of its causes, the value plus and minus 1, its
 * negation, and 0. The list, in the arena, is empty if the node's value is not a number, or was not
 * computed by an instruction of the program.
 */
Alternatives alternatives_of(const CauseGraph *g, const Cause *c, Arena *a);

/*
 * alternative_place: the place, before an instruction, at which a run is changed to the
 * alternative.
 */
Place alternative_place(const Alternative *a);
/*
 * alternative_change: the change that makes the alternative happen; it must be made at
 * alternative_place. false if the node does not execute the cause's instruction there.
 */
bool alternative_change(const Alternative *a, const Network *w, Change *c);

#endif
