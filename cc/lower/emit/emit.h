/*
 * emit.h - a function's frame, and its instructions as the assembler's text.
 */
#ifndef EMIT_H
#define EMIT_H

#include "cc/lower/fn/fn.h"

/* ---- frame.c ---- */

void fn_frame(Fn *f); /* places the slots; puts entry code before the instructions */

/* ---- text.c ---- */

void fn_text(Fn *f, Buf *out);

#endif
