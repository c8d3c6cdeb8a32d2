/*
 * stream_more.c - what POSIX and BSD add to stdio: streams on file descriptors.
 */
#include "file.h"

#include <errno.h>
#include <sys/types.h>

FILE *
fdopen(int fd, const char *mode)
{
	return __stdio_open(fd, NULL, mode);
}

int
fileno(FILE *f)
{
	if (f->stream != DEVICE)
		return f->stream;
	errno = EBADF;
	return -1;
}

int
fseeko(FILE *f, off_t offset, int origin)
{
	return fseek(f, offset, origin);
}

off_t
ftello(FILE *f)
{
	return ftell(f);
}

void
setbuffer(FILE *f, char *buffer, size_t size)
{
	setvbuf(f, buffer, buffer ? _IOFBF : _IONBF, size);
}

void
setlinebuf(FILE *f)
{
	setvbuf(f, NULL, _IOLBF, 0);
}
