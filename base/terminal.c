/*
 * terminal.c - single keys of a terminal, without echo, until lines are wanted again, also when the
 * process is stopped and continued. The terminal is as before when the process ends.
 */
#include "base.h"

#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

static int terminal = -1;
static volatile sig_atomic_t gives_keys;
static struct termios lines, keys;

void
terminal_restore(void)
{
	if (gives_keys)
		tcsetattr(terminal, TCSANOW, &lines);
	gives_keys = false;
}

static void
continue_keys(int signal_number)
{
	(void)signal_number; /* the handler's type requires it */
	if (gives_keys)
		tcsetattr(terminal, TCSANOW, &keys);
}

/* prepare: note how the terminal is, and what is to be changed for keys. */
static bool
prepare(int fd)
{
	struct sigaction action = {.sa_handler = continue_keys, .sa_flags = SA_RESTART};

	if (tcgetattr(fd, &lines) != 0)
		return false;
	keys = lines;
	keys.c_lflag &= ~(ICANON | ECHO);
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	terminal = fd;
	atexit(terminal_restore);
	sigaction(SIGCONT, &action, NULL);
	return true;
}

void
terminal_keys(int fd)
{
	if (gives_keys || (terminal < 0 && !prepare(fd)))
		return;
	gives_keys = true;
	tcsetattr(terminal, TCSANOW, &keys);
}
