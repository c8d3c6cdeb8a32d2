/*
 * alternatives.h - what executions of statements could have given instead of their values: what is
 * tried in branches of the run, to find those with which it gives the right result (value
 * replacement; Jeffrey, Gupta and Gupta, 2008).
 */
#ifndef ALTERNATIVES_H
#define ALTERNATIVES_H

#include "flowback.h"
#include "sim/past/change.h"

enum { ALTERNATIVE_BYTES = 8, ALTERNATIVE_TEXT = 120 };

/* Another value, or the other way of a conditional jump, of one execution. */
typedef struct Alternative {
	const Cause *cause;
	enum {
		INSTEAD_JUMP,   /* the jump goes the other way */
		INSTEAD_RESULT, /* the function returns the value */
		INSTEAD_MEMORY, /* the variable has it after the statement */
	} kind;
	Word nbytes;
	uint8_t bytes[ALTERNATIVE_BYTES];
	char text[ALTERNATIVE_TEXT]; /* "with 40, as elsewhere" */
} Alternative;

typedef struct Alternatives {
	Alternative *list; /* [n] of one execution, the likeliest first */
	uint32_t n;
} Alternatives;

/*
 * alternatives_of: those of a node of the graph: the other values of its statement in the graph, of
 * operations on two of its causes' values, its neighbours, its negation and 0. None: its value is
 * no number, or no instruction of the program has made it. In the arena.
 */
Alternatives alternatives_of(const CauseGraph *g, const Cause *c, Arena *a);

/*
 * alternative_place: before the instruction at which it is put in. alternative_change: how, at that
 * place; false: the node does not do there what the cause says.
 */
Place alternative_place(const Alternative *a);
bool alternative_change(const Alternative *a, const Network *w, Change *c);

#endif
