/*
 * executable.h - programs for nodes. The simulator does not know their file formats, so its callers
 * pass a function that finds symbols (cc/node/node_programs.h).
 */
#ifndef EXECUTABLE_H
#define EXECUTABLE_H

#include "base/machine.h"

struct Image; /* a linked program */

/* FindSymbol: get the address of a variable or function; false if there is none with this name. */
typedef bool FindSymbol(const struct Image *im, const char *name, Addr *addr);

/* executable_is: true if these bytes begin like an executable. */
bool executable_is(const Buf *file);
/* executable_file: true if a file begins like an executable. */
bool executable_file(const char *name);

#endif
