/*
 * emulate_parts.h - the state of the emulation of e-blocks, shared by emulate.c and
 * emulate_inside.c.
 */
#ifndef EMULATE_PARTS_H
#define EMULATE_PARTS_H

#include "logs.h"
#include "known_words.h"

#include "sim/cpu/watcher.h"

/* Lowest bit of KnownWord.serial that marks a written byte; see Emulator.written. */
enum { WRITTEN_SHIFT = 8 };

struct Emulator {
	Network *w;
	Watcher *watcher;
	/* the fields below belong to the interval that is emulated now */
	const Log *log;
	const ProgramInfo *program;
	T800 *c;          /* the node's processor */
	const LogBlock *block;
	const EmulateCalls *calls;
	void *of;         /* context of `calls` */
	uint64_t count;   /* instructions that the process has executed so far */
	uint64_t steps;   /* instructions that the interval itself has executed so far */
	uint32_t item;    /* index of the interval's next item */
	/*
	 * if the program wrote the log: the run logged the next e-block, so that it is skipped and
	 * its postlog applied
	 */
	bool logged;
	bool left;        /* the emulation has reached a nested interval that the run did not end */
	/*
	 * emulation began within the interval (emulator_resume), so its earlier writes are not
	 * known
	 */
	bool resumed;
	/*
	 * the words that the interval has written; a word's serial has, from bit WRITTEN_SHIFT on,
	 * a bit for each byte that an instruction has written
	 */
	Words written;
};

/* ---- emulate.c ---- */

/*
 * emulator_differs: end the program with a message: the emulation differs from the log; `what` says
 * how.
 */
_Noreturn void emulator_differs(const Emulator *e, const char *what);
/* emulator_set_registers: set the registers with which the emulation continues. */
void emulator_set_registers(Emulator *e, const LogState *s);
/* emulator_put_word: write a word of the emulated memory. */
void emulator_put_word(Emulator *e, LogWord w);
/* emulator_note_write: note that the interval has defined (written) the word at an address. */
void emulator_note_write(Emulator *e, Addr a);
/* emulator_decode: decode the next instruction; false: there is none. */
bool emulator_decode(const Emulator *e, Executed *x);
/*
 * emulator_step: execute the next instruction. last: the run may have stopped at this instruction,
 * or before it.
 */
void emulator_step(Emulator *e, bool last);
/*
 * emulator_is_live: true if the word still exists after the e-block has returned, because it is not
 * in the workspace of the e-block or of its callees.
 */
bool emulator_is_live(const Emulator *e, Addr a);

/* ---- emulate_inside.c ---- */

/*
 * emulate_inside_begin: set, at an interval's beginning, the words that are missing in a log that
 * the program has written.
 */
void emulate_inside_begin(Emulator *e);
/* emulate_inside: emulator_advance for a log that the program has written itself. */
bool emulate_inside(Emulator *e, uint64_t nsteps);

#endif
