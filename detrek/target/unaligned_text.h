/* unaligned_text.h - reports accesses to words at addresses that are not multiples of four. */
#ifndef UNALIGNED_TEXT_H
#define UNALIGNED_TEXT_H

#include "sim/network/network.h"

#include <stdio.h>

/*
 * unaligned_print: print each place in the programs that has accessed words at addresses not
 * divisible by 4, with the nodes on which it did so; nothing if there is none. The names of places
 * are read from the ELF files of the kernel and of n programs; NULL or a missing file gives none.
 */
void unaligned_print(Network *w, const char *kernel, const char *const *program, uint32_t n,
	FILE *f);

#endif
