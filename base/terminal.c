/*
 * terminal.c - lets a terminal give single keys without echo, until lines are wanted again. The
 * terminal's old mode is restored when the process ends, even by a signal, and while the process is
 * stopped.
 */
#include "terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

static int terminal; /* descriptor of the terminal that gives single keys */
static volatile sig_atomic_t gives_keys; /* the terminal gives single keys now */
static struct termios lines, keys; /* the terminal's modes for lines and for single keys */

void
terminal_restore(void)
{
	if (gives_keys)
		tcsetattr(terminal, TCSANOW, &lines);
	gives_keys = false;
}

/* ---- signals ---- */

/* handle_continue: handler of SIGCONT: let the terminal give single keys again. */
static void
handle_continue(int signal_number)
{
	(void)signal_number; /* the handler's type requires it */
	if (gives_keys)
		tcsetattr(terminal, TCSANOW, &keys);
}

/* handle_stop: handler of SIGTSTP: restore the terminal, and stop. */
static void
handle_stop(int signal_number)
{
	(void)signal_number;
	if (gives_keys)
		tcsetattr(terminal, TCSANOW, &lines);
	raise(SIGSTOP); /* handle_continue follows */
}

/* handle_end: handler of signals that end the process: restore the terminal first. */
static void
handle_end(int signal_number)
{
	terminal_restore();
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

/* catch_signal: install a handler, unless the process handles or ignores the signal already. */
static void
catch_signal(int signal_number, void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;

	if (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
		sigaction(signal_number, &action, NULL);
}

/* catch_signals: install the handlers for the signals that stop, continue or end the process. */
static void
catch_signals(void)
{
	static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		catch_signal(ends[i], handle_end);
	catch_signal(SIGTSTP, handle_stop);
	catch_signal(SIGCONT, handle_continue);
}

/* ---- keys ---- */

void
terminal_single_keys(int fd)
{
	static bool before;
	struct termios now;

	if (tcgetattr(fd, &now) != 0 || !(now.c_lflag & (ICANON | ECHO)))
		return;
	if (!before)
		atexit(terminal_restore);
	before = true;
	catch_signals();
	lines = keys = now;
	keys.c_lflag &= ~(ICANON | ECHO);
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	terminal = fd;
	gives_keys = true;
	tcsetattr(fd, TCSANOW, &keys);
}
