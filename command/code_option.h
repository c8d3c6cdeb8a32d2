/* code_option.h - options of the commands that assemble and disassemble. */
#ifndef CODE_OPTION_H
#define CODE_OPTION_H

#include "base/machine.h"

/* base_option: the value of --base, the address of a word. */
Addr base_option(const char *text);
/* chip_option: the value of --chip. */
Chip chip_option(const char *name);

#endif
