/*
 * variable.h - which variable an address is of, at an instruction of a traced interval, and its
 * value there.
 */
#ifndef VARIABLE_H
#define VARIABLE_H

#include "steps.h"

/* A variable, or an element or member of one. */
typedef struct Variable {
	/* "a[2].x", the arena's; NULL: the address is of no variable that is known */
	const char *name;
	const Type *type;   /* of the element; NULL likewise */
	Addr addr;          /* where that begins; else the address itself */
	Word nbytes;        /* 0: not known */
	bool local;         /* of the instruction's own function */
	bool parameter;     /* of that function */
} Variable;

/*
 * variable_at: what the byte at an address is of, as the instruction at `at` sees it; memory is
 * that before the event.
 * behind: at the instruction's end, where a variable may have just got its place.
 */
Variable variable_at(At at, bool behind, uint32_t event, Addr a, Arena *arena);

/*
 * variable_value: as C writes it, with memory before an event; of an unknown type, a word in
 * decimal.
 */
const char *variable_value(At at, uint32_t event, const Variable *v, Arena *arena);

/* value_as: the same of a word that is in a register. */
const char *value_as(At at, const Type *t, Word w, Arena *arena);

/* A reader for cc/debug: memory before an event. */
typedef struct EventMemory {
	const Interval *in;
	uint32_t event;
} EventMemory;

Stopped at_stopped(At at, const Loaded *l, EventMemory *memory);

#endif
