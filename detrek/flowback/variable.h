/*
 * variable.h - finds the variable that contains an address, and the variable's value, as an
 * instruction of a traced interval sees them.
 */
#ifndef VARIABLE_H
#define VARIABLE_H

#include "steps.h"

/* A variable, or an element or member of one. */
typedef struct Variable {
	/* "a[2].x", in the arena; NULL if the address belongs to no known variable */
	const char *name;
	const Type *type;   /* type of the element; NULL if no variable is known */
	Addr addr;          /* start of the element; otherwise the address itself */
	Word nbytes;        /* 0 if unknown */
	/* the program that has the variable; NULL: no known variable */
	const ProgramInfo *program;
	const char *file;   /* the file that declares the variable; NULL if unknown */
	int line;           /* of its declaration; 0 if unknown */
	bool local;         /* it belongs to the instruction's own function */
	bool parameter;     /* it is a parameter of that function */
	/* it is a copy of another variable's part, which a loop keeps (docs/compiler.md) */
	bool kept;
} Variable;

/*
 * variable_at: the variable that contains the byte at an address: at the beginning of instruction
 * `at`, with the memory before the event. behind: at the end of the instruction, where a variable
 * may have just got its location.
 */
Variable variable_at(At at, bool behind, uint32_t event, Addr a, Arena *arena);

/*
 * variable_object: the global variable or constant of a loaded program that contains an address;
 * NULL if there is none. *moved becomes the address's distance from its link address.
 */
const ProgramObject *variable_object(const Loaded *l, Addr a, Word *moved);

/*
 * variable_value: the value of a variable in C syntax, from the memory before an event. If the type
 * is unknown, a word is printed in decimal, and eight bytes as a double.
 */
const char *variable_value(At at, uint32_t event, const Variable *v, Arena *arena);

/* value_text_as: the text of a word in a register, as a value of a type, in C syntax. */
const char *value_text_as(At at, const Type *t, Word w, Arena *arena);

/* The context of a function that reads memory for cc/debug, as it was before an event. */
typedef struct EventMemory {
	const Interval *in;
	uint32_t event;
} EventMemory;

/* at_stopped: the state of the process before an instruction, in the form that cc/debug needs. */
Stopped at_stopped(At at, const Loaded *l, EventMemory *memory);

#endif
