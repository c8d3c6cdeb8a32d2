/* emit.h - lays out a function's frame, and prints its instructions as assembly text. */
#ifndef EMIT_H
#define EMIT_H

#include "cc/lower/fn/fn.h"

/* ---- frame.c ---- */

/* assigns offsets to the slots, and inserts entry code before the instructions */
void fn_frame(Fn *f);

/* ---- copies.c ---- */

void fn_copies(Fn *f); /* sets Mark.copy of optimised code */

/* ---- text.c ---- */

void fn_text(Fn *f, Buf *out);

#endif
