/*
 * lower.h - from the functions of a module to instructions.
 *
 * module/ reads a module and legal/ simplifies it. Then each function passes through select/ (which
 * values are computed at their use, as trees; which of the others share a workspace slot),
 * generate/ (order of blocks, instructions) and emit/ (slot offsets, text), with dwarf/ for
 * debugging information. These passes work on the function representation in fn/, and ask unit/ for
 * the names of the whole program. program/ combines the needed parts of all modules.
 */
#ifndef LOWER_H
#define LOWER_H

#include "cc/lower/unit/unit.h"
#include "base/base.h"

/* fn_lower: lower the function f, called `name` in the program, and append its assembly text. */
void fn_lower(Unit *u, const Module *m, LLVMValueRef f, const char *name, Buf *out);

#endif
