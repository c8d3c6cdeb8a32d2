/*
 * executable.h - programs for nodes, of which the simulator knows neither file formats nor
 * instruction names: who uses it passes a function that finds symbols (cc/node/node_programs.h).
 */
#ifndef EXECUTABLE_H
#define EXECUTABLE_H

#include "base/machine.h"

struct Image; /* a linked program */

/* FindSymbol: get the address of a variable or function; false if there is none of that name. */
typedef bool FindSymbol(const struct Image *im, const char *name, Addr *addr);

/* executable_is: true if these bytes begin like an executable. */
bool executable_is(const Buf *file);
/* executable_file: the same of the file of that name. */
bool executable_file(const char *name);

#endif
