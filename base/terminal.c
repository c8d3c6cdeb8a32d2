/*
 * terminal.c - single keys of a terminal, without echo, from the first call to the end of the
 * process. Also when the process is stopped and continued, or killed by a signal that it catches.
 */
#include "base.h"

#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

static int terminal = -1;
static struct termios lines, keys;

void
terminal_restore(void)
{
	if (terminal >= 0)
		tcsetattr(terminal, TCSANOW, &lines);
}

static void
continue_keys(int signal_number)
{
	(void)signal_number; /* the handler's type requires it */
	tcsetattr(terminal, TCSANOW, &keys);
}

void
terminal_keys(int fd)
{
	struct sigaction action = {.sa_handler = continue_keys, .sa_flags = SA_RESTART};

	if (terminal >= 0 || tcgetattr(fd, &lines) != 0)
		return;
	keys = lines;
	keys.c_lflag &= ~(ICANON | ECHO);
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	terminal = fd;
	atexit(terminal_restore);
	sigaction(SIGCONT, &action, NULL);
	tcsetattr(fd, TCSANOW, &keys);
}
