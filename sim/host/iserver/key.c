/*
 * key.c - the keyboard: single keys of the server's input.
 *
 * A file or pipe is a script: its next byte is the next key, at once, and a pipe that has none yet
 * is waited for, also by a poll. So a run depends on what the script says and not on when.
 *
 * A terminal is a person: it gives single keys, not echoed, and is put back after each request, so
 * that it is in order whenever something ends us.
 */
#include "services.h"

#include <poll.h>
#include <signal.h>
#include <termios.h>

enum { LOOK = 50 }; /* milliseconds between looks for a signal while waiting for a key */

/* Signals that end or stop us, which must not happen while the terminal gives single keys. */
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
 * One try for a key of a terminal, with the signals held back.
 * returns as sp_io_read; -2: no key (without wait), or a signal that is to be let through
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
 * wait     until there is one; otherwise, on a terminal, RESULT_FAILED says that there is none
 * returns  RESULT_END_OF_FILE when there will be none any more
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
