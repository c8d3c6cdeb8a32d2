/* executable.c - recognises executable files. */
#include "executable.h"

#include "base/files.h"

#include <string.h>

bool
executable_is(const Buf *file)
{
	return file->len >= 4 && memcmp(file->data, "\177ELF", 4) == 0;
}

bool
executable_file(const char *name)
{
	enum { MAX_IMAGE = 64 << 20 }; /* bytes */
	Buf bytes = file_read(name, MAX_IMAGE);
	bool is = executable_is(&bytes);

	buf_free(&bytes);
	return is;
}
