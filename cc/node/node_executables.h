/* node_executables.h - reads and assembles the programs of nodes, for the simulator too. */
#ifndef NODE_EXECUTABLES_H
#define NODE_EXECUTABLES_H

#include "sim/program/executable.h"

extern const Executables node_executables;

/*
 * program_read: convert an ELF file to the format that the kernel loads; any other file is fatal.
 */
Buf program_read(const char *name);

#endif
