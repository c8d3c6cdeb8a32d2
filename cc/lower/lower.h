/*
 * lower.h - from the functions of a module to instructions.
 *
 * A module is read by module/ and made simpler by legal/. Then each function goes through: select/
 * (which values are computed where they are used, as trees; which of the others share a workspace
 * slot), generate/ (the order of its blocks, and their instructions), emit/ (where the slots lie;
 * text), with dwarf/ for debugging information. fn/ is the function that these passes work on.
 * program/ puts what is needed of all modules together.
 */
#ifndef LOWER_H
#define LOWER_H

#include "cc/lower/fn/unit.h"
#include "base/base.h"

void fn_lower(Unit *u, const Module *m, LLVMValueRef f, const char *name, Buf *out);

#endif
