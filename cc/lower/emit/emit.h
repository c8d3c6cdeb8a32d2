/* emit.h - lays out a function's frame, and prints its instructions as assembly text. */
#ifndef EMIT_H
#define EMIT_H

#include "cc/lower/fn/fn.h"

/* ---- frame.c ---- */

/* fn_build_frame: assign offsets to the slots, and insert entry code before the instructions. */
void fn_build_frame(Fn *f);

/* ---- copies.c ---- */

/* fn_number_copies: set Mark.copy of optimised code. */
void fn_number_copies(Fn *f);

/* ---- text.c ---- */

/* fn_put_text: print the instructions of a function as assembly text. */
void fn_put_text(Fn *f, Buf *out);

#endif
