/*
 * symbols.h - the toolset's debugging records as an assembly file with DWARF, of which an ELF file
 * is made that debuggers read. The code is that of the program, at the address where it will lie.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include "occam.h"

/*
 * symbols_text: the assembly of a linked unit in the build directory, whose code lies at base: the
 * units of which it consists have lines and variables, library functions have names. The caller
 * frees it.
 */
Buf symbols_text(Occam *o, const char *linked, uint32_t base);

#endif
