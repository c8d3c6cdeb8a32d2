/* start.c - initialisation that protects every program's files from its environment. */
#include "interrupt.h"
#include "system.h"
#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>

/*
 * open_standard: open a standard stream that was closed at the start of the program. Otherwise the
 * next file opened would get its descriptor, and messages would go into that file. The replacement
 * input is empty; writing to the replacement output fails; messages to the replacement of stderr
 * are dropped.
 */
static void
open_standard(int fd)
{
	static const int flags[] = {O_RDONLY, O_RDONLY, O_WRONLY};

	if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", flags[fd]) != fd)
		_Exit(EXIT_OURS);
}

void
program_start(void)
{
	for (int fd = 0; fd < 3; fd++)
		open_standard(fd);
	signal(SIGXFSZ, SIG_IGN); /* writes fail with an error instead */
	progress_begin();
	atexit(interrupt_exit); /* registered first, so it is called last */
}
