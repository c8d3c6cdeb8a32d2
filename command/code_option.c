/* code_option.c - parses the options of `as` and `dis` about a machine. */
#include "code_option.h"

#include "base/base.h"
#include "base/number.h"

#include <string.h>

Addr
base_option(const char *text)
{
	uint64_t addr;

	if (!number_parse(text, UINT32_MAX, &addr) || addr & 3)
		fatal("--base %s: expected the address of a word, such as 0x80000070", text);
	return addr;
}

Chip
chip_option(const char *name)
{
	Chip chip;

	if (!chip_named(name, strlen(name), &chip))
		fatal("unknown chip %s; a chip is " CHIP_NAMES, name);
	return chip;
}
