/*
 * lower.h - from the functions of a module to instructions.
 *
 * module/ reads a module and legal/ simplifies it. Then each function passes through select/,
 * generate/, emit/ and, for debugging information, dwarf/. select/ decides which values are
 * computed at their use, as trees, and which of the other values share a workspace slot. generate/
 * orders the blocks and makes the instructions. emit/ assigns offsets to the slots and prints the
 * text. These passes work on the function representation in fn/, and ask unit/ for the names of the
 * whole program. program/ combines the needed parts of all modules.
 */
#ifndef LOWER_H
#define LOWER_H

#include "cc/lower/unit/unit.h"
#include "base/base.h"

/* fn_lower: lower the function f, called `name` in the program, and append its assembly text. */
void fn_lower(Unit *u, const Module *m, LLVMValueRef f, const char *name, Buf *out);

#endif
