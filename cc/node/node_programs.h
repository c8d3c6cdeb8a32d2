/* node_programs.h - the programs of nodes, for code that loads, boots and records them. */
#ifndef NODE_PROGRAMS_H
#define NODE_PROGRAMS_H

#include "cc/image/image.h"
#include "sim/program/executable.h"

/*
 * program_read: convert an ELF file to the format that the kernel loads; any other file is fatal.
 */
Buf program_read(const char *name);
/*
 * program_address: callback (FindSymbol): get the address of a variable or function of the program;
 * false if there is none of this name.
 */
bool program_address(const Image *im, const char *name, Addr *addr);
/*
 * program_is_plausible: true if the first block of a complete boot file contains operations, as all
 * such code does, and only valid ones up to the first transfer of control.
 */
bool program_is_plausible(const uint8_t *bytes);
/*
 * program_sources: call `use` with each source file that the debugging information names; a name
 * may be repeated, and the file may no longer exist
 */
void program_sources(const Image *im, void (*use)(void *to, const char *file), void *to);

#endif
