/*
 * alone_call.h - the format of a file of calls that a user function made in a recorded run;
 * vm/alone/feed.c writes the file, and alone.c reads it.
 *
 * Included by both sides; <stdint.h> only. An AloneCall is followed by its data, then by its
 * changes, each an AloneChange and its bytes. Everything is padded to words.
 */
#ifndef ALONE_CALL_H
#define ALONE_CALL_H

#include <stdint.h>

enum {
	ALONE_ARGS = 6,            /* words of arguments that are noted */
	ALONE_NONE = 0xFF,         /* no argument */
	ALONE_RETURNS = 1,         /* the call returned */
	ALONE_OUTPUT = 2,          /* the data of the call were written to the host's files */
};

/* What an argument was in the run. */
enum AloneKind {
	ALONE_VALUE, /* a value, which is the same on this host */
	ALONE_LOCAL, /* the address of a local variable, which has another address on this host */
	ALONE_CODE,  /* an address in the program's code and constants */
};

typedef struct AloneCall {
	uint32_t name;      /* index of the function */
	uint32_t flags;
	uint32_t result[2]; /* low word first */
	uint32_t nargs;
	uint32_t arg[ALONE_ARGS];
	uint32_t kind[ALONE_ARGS];
	/* index of the argument that points to data, or ALONE_NONE; nbytes: size of the data */
	uint32_t data;
	uint32_t nbytes;
	uint32_t nchanges;
} AloneCall;
_Static_assert(sizeof(AloneCall) == 80, "AloneCall");

typedef struct AloneChange {
	/* index of an ALONE_LOCAL argument, from which addr counts; or ALONE_NONE */
	uint32_t base;
	uint32_t addr;
	uint32_t nbytes;
} AloneChange;
_Static_assert(sizeof(AloneChange) == 12, "AloneChange");

#endif
