/*
 * key.c - the keyboard: single keys from the server's input.
 *
 * A file or pipe acts as a script: its next byte is the next key, available at once. If a pipe is
 * empty, even a poll waits for it. So a run depends on the script's contents, not on timing.
 *
 * A terminal is switched to unbuffered input without echo for each request, and restored
 * afterwards, so that it is in its normal state whenever the process ends.
 */
#include "services.h"

#include <poll.h>
#include <signal.h>
#include <termios.h>

enum { LOOK = 50 }; /* milliseconds between checks for a signal while waiting for a key */

/* Signals that end or stop the process; they are blocked while the terminal is switched. */
static const int held[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

enum { NHELD = sizeof held / sizeof *held };

static bool
signal_arrived(void)
{
	sigset_t pending;

	sigpending(&pending);
	for (int i = 0; i < NHELD; i++)
		if (sigismember(&pending, held[i]) == 1)
			return true;
	return false;
}

/*
 * Try once to read a key from a terminal, with the signals blocked. Returns as sp_io_read; -2: no
 * key (without wait), or a signal is pending and must be let through
 */
static ssize_t
try_key(int fd, bool wait, uint8_t *key)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	struct termios lines, single;
	bool ready = false;
	ssize_t n = -2;

	if (tcgetattr(fd, &lines) != 0)
		return -1;
	single = lines;
	single.c_lflag &= ~(ICANON | ECHO);
	single.c_cc[VMIN] = 1;
	single.c_cc[VTIME] = 0;
	tcsetattr(fd, TCSANOW, &single);
	do
		ready = poll(&p, 1, wait ? LOOK : 0) > 0;
	while (wait && !ready && !signal_arrived());
	if (ready)
		n = sp_io_read(fd, key, 1, true);
	tcsetattr(fd, TCSANOW, &lines);
	return n;
}

static ssize_t
terminal_key(int fd, bool wait, uint8_t *key)
{
	sigset_t signals, old;
	ssize_t n;

	sigemptyset(&signals);
	for (int i = 0; i < NHELD; i++)
		sigaddset(&signals, held[i]);
	sp_io_wait();
	do {
		pthread_sigmask(SIG_BLOCK, &signals, &old);
		n = try_key(fd, wait, key);
		pthread_sigmask(SIG_SETMASK, &old, NULL);
	} while (wait && n == -2);
	sp_io_waited();
	return n;
}

/*
 * sp_key: the next key.
 *
 * wait     wait for a key; otherwise, on a terminal, the result is RESULT_FAILED if there is none
 * returns  RESULT_END_OF_FILE at the end of the input
 */
Result
sp_key(Iserver *s, bool wait, uint8_t *key)
{
	ssize_t n = 0;

	if (s->interactive)
		n = terminal_key(s->o.in, wait, key);
	else if (s->o.in >= 0)
		n = sp_io_read(s->o.in, key, 1, true);
	if (n > 0)
		return RESULT_DONE;
	return n == -2 ? RESULT_FAILED : RESULT_END_OF_FILE;
}
