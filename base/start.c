/*
 * start.c - what every program does first, so that its environment cannot break its files.
 */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>

/*
 * open_standard: a standard stream that is closed would give its number to the next file that is
 * opened, and messages would go there. In its place input is empty, output cannot be written, and
 * messages are dropped.
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
	signal(SIGXFSZ, SIG_IGN); /* the write fails instead, with a reason */
	atexit(interrupt_end); /* registered first, it is called last */
}
