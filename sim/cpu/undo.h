/*
 * undo.h - takes a node back to the state that it had at a checkpoint.
 *
 * The registers are copied at that checkpoint; each line of memory is copied before the first store
 * to it. The marks by which stores to translated code are detected (node_code.h) find these stores:
 * a line that has no copy yet is marked, too. So only a translated node can be undone. Detecting a
 * store takes longer than copying a line. So lines that have changed lately are copied beforehand,
 * with the registers.
 */
#ifndef UNDO_H
#define UNDO_H

#include "cpu.h"

/* A line of memory as it was. */
typedef struct UndoLine {
	uint32_t line;      /* number of the line */
	uint32_t unchanged; /* how often it was copied in advance without need */
	uint8_t bytes[CODE_LINE];
} UndoLine;

typedef struct Undo {
	T800 saved;      /* the node at the checkpoint */
	UndoLine *lines; /* the copied lines; none of them is marked */
	uint32_t nlines, cap;
} Undo;

/*
 * undo_attach: copy the lines of a node's memory before they change, from now on. u is borrowed
 * until undo_detach, or until the node's translations end.
 */
void undo_attach(Undo *u, T800 *c);
/* undo_detach: stop copying the lines of a node's memory. */
void undo_detach(T800 *c);
/* undo_free: free the copies of lines; u may be NULL. */
void undo_free(Undo *u);

/* undo_begin: note the node's state at a checkpoint. */
void undo_begin(T800 *c);
/* undo_restore: take the node, registers and memory, back to the state that undo_begin noted. */
void undo_restore(T800 *c);

/*
 * undo_keep: copy the lines of nbytes that are about to be stored, unless there is a copy. Returns
 * whether a line was copied. Bytes outside memory are ignored.
 */
bool undo_keep(T800 *c, Addr a, Word nbytes);
/* undo_mark_lines: mark all lines that have no copy; no line is marked before. */
void undo_mark_lines(T800 *c);

#endif
