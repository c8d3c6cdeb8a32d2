/* executable.c - the table of functions that read executables. */
#include "executable.h"

#include <string.h>

const Executables *executables;

bool
executable_is(const Buf *file)
{
	return file->len >= 4 && memcmp(file->data, "\177ELF", 4) == 0;
}
