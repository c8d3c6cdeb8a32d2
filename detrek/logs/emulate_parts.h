/* emulate_parts.h - shared by emulate.c and emulate_inside.c. */
#ifndef EMULATE_PARTS_H
#define EMULATE_PARTS_H

#include "logs.h"
#include "known_words.h"

#include "sim/cpu/watcher.h"

enum { WRITTEN_BYTES = 8 };

struct Emulator {
	Network *w;
	Watcher *watcher;
	/* of the present interval: */
	const Log *log;
	const ProgramInfo *program;
	T800 *c;
	const LogBlock *block;
	const EmulateCalls *calls;
	void *of;
	uint64_t count;   /* instructions of the process before the next one */
	uint64_t steps;   /* executed instructions of the interval itself */
	uint32_t item;    /* the next of the interval's */
	bool logged;      /* of a log from inside: the next e-block's code is not executed */
	bool left;        /* a nested interval has begun and does not end */
	bool resumed;     /* the interval's earlier writes are not known */
	/* with a serial; from bit WRITTEN_BYTES on, one for each byte written by an instruction */
	Words written;
};

/* ---- emulate.c ---- */

/*
 * emulator_differs: end the program with a message: the emulation does not agree with the log, as
 * `what` says.
 */
_Noreturn void emulator_differs(const Emulator *e, const char *what);
/* emulator_set: set the registers with which the emulation continues. */
void emulator_set(Emulator *e, const LogState *s);
/* emulator_put: write a word of the emulated memory. */
void emulator_put(Emulator *e, LogWord w);
/* emulator_define: note that the interval has written the word at an address. */
void emulator_define(Emulator *e, Addr a);
/* emulator_decode: decode the next instruction; false: there is none. */
bool emulator_decode(const Emulator *e, Executed *x);
/*
 * emulator_step: execute the next instruction. last: the node may have stopped at it, or before it.
 */
void emulator_step(Emulator *e, bool last);
/*
 * emulator_is_live: true if the word still exists when the e-block has returned: it is not in the
 * workspace of the e-block or of its callees.
 */
bool emulator_is_live(const Emulator *e, Addr a);

/* ---- emulate_inside.c ---- */

/*
 * emulate_inside_begin: set the words at an interval's beginning that a log written by the program
 * lacks.
 */
void emulate_inside_begin(Emulator *e);
/* emulate_inside: emulator_advance for a log that the program has written itself. */
bool emulate_inside(Emulator *e, uint64_t nsteps);

#endif
