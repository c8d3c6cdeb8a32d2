/*
 * undo.h - takes a node back to the state that it had at a checkpoint.
 *
 * The registers are copied at that checkpoint; of the memory, each line is copied when it is first
 * stored to. The marks by which stores to translated code are detected (node_code.h) find these
 * stores: a line that has no copy yet is marked, too. So only a translated node can be undone.
 * Detecting a store takes longer than copying a line. So lines that have changed lately are copied
 * beforehand, with the registers.
 */
#ifndef UNDO_H
#define UNDO_H

#include "cpu.h"

/* A line of memory as it was. */
typedef struct UndoLine {
	uint32_t line;
	uint32_t unchanged; /* so many times it was copied beforehand in vain */
	uint8_t bytes[CODE_LINE];
} UndoLine;

typedef struct Undo {
	T800 saved;      /* the node at the checkpoint */
	UndoLine *lines; /* copied; none is marked */
	uint32_t nlines, cap;
} Undo;

/*
 * undo_attach: from now on lines are copied; u is borrowed until undo_detach, or until the node's
 * translations end. undo_free: u may be NULL.
 */
void undo_attach(Undo *u, T800 *c);
void undo_detach(T800 *c);
void undo_free(Undo *u);

/* undo_begin: the node is at the checkpoint to which undo_back takes it. */
void undo_begin(T800 *c);
void undo_back(T800 *c);

/*
 * undo_keep: nbytes are about to be stored. Returns whether a copy of a line was made. Bytes
 * outside of memory are ignored.
 */
bool undo_keep(T800 *c, Addr a, Word nbytes);
/* undo_mark: mark all lines that have no copy; the marks are empty. */
void undo_mark(T800 *c);

#endif
