/* code_option.h - options of the commands that assemble and disassemble. */
#ifndef CODE_OPTION_H
#define CODE_OPTION_H

#include "base/machine.h"

/* base_option: parse the value of --base; fatal if it is not the address of a word. */
Addr base_option(const char *text);
/* chip_option: the chip that the value of --chip names; an unknown one is fatal. */
Chip chip_option(const char *name);

#endif
