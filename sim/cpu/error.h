/*
 * error.h - where the Error flag was set: notes about a node's processor. They belong to the host;
 * no program sees them, and they are not part of the fingerprint.
 *
 * Software looks at the flag later than the instruction that sets it, and often in another process:
 * the nodes' kernel does so at the next call. The notes name the instruction.
 */
#ifndef ERROR_H
#define ERROR_H

#include "base/machine.h"

struct T800;

/* Why an instruction has set Error, and the text for messages. */
#define ERROR_CAUSES(X) \
	X(BY_ZERO, "division by zero") \
	X(OVERFLOW, "overflow of checked arithmetic") \
	X(RANGE, "a number that does not fit its type") \
	X(INDEX, "an index or count out of bounds") \
	X(FLOAT, "an invalid floating-point operation") \
	X(SETERR, "the instruction seterr")
typedef enum ErrorCause {
#define X(name, text) ERROR_##name,
	ERROR_CAUSES(X)
#undef X
	NERRORCAUSES
} ErrorCause;

/* An instruction that has set Error while Error was clear. */
typedef struct ErrorRise {
	uint64_t count;   /* instructions that the node had executed before it */
	Cycles cycles;    /* the node's clock within the instruction */
	Addr instruction; /* first byte of the instruction, prefixes included */
	Word wdesc;       /* the process that executed it */
	uint32_t cause;   /* ErrorCause */
	/*
	 * Wptr of the last process of high priority that has found the flag set by testerr, as the
	 * nodes' kernel does; 0: none has
	 */
	Addr finder;
	Word kept[4];     /* data that T800.keep_error has kept for this rise */
} ErrorRise;

enum { ERROR_RISES = 4 }; /* the number of rises that are kept */

/* The last rises of a node since its reset. */
typedef struct Errors {
	ErrorRise rise[ERROR_RISES]; /* number n, from 1, at [(n - 1) % ERROR_RISES] */
	uint32_t nrises;
	/*
	 * the number of the rise that set the flag, and of the one that set the flag in the saved
	 * status of an interrupted process; 0: not known, or the flag is clear
	 */
	uint32_t present, saved;
	uint32_t cause; /* the cause (ERROR_...) of an instruction that is about to set the flag */
} Errors;

/* error_set: set Error, which was clear, and note its rise for errors.cause. */
void error_set(struct T800 *c);
/*
 * error_clear: clear Error as testerr does, and note in its rise which process of high priority has
 * found it.
 */
void error_clear(struct T800 *c);

/* error_rise: rise number n of a node; NULL if it is no longer kept, or has not happened. */
const ErrorRise *error_rise(const Errors *e, uint32_t n);
/*
 * error_last: the last rise whose flag is still set or was found by testerr; NULL if there is none.
 */
const ErrorRise *error_last(const Errors *e);
/* error_rise_text: the cause of a rise (a setting of Error) as text. */
const char *error_rise_text(const ErrorRise *r);

#endif
