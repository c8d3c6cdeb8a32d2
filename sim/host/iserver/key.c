/*
 * key.c - the keyboard: single keys from the server's input.
 *
 * A file or pipe acts as a script: its next byte is the next key, available at once. If a pipe is
 * empty, even a poll waits for it. So a run depends on the script's contents, not on timing.
 *
 * A typist's bytes come before those of the input. While the typist waits for output, a program
 * that waits for a key finds the end of the input, because no other program could write the output.
 *
 * A terminal gives single keys without echo from the first request for a key until the program
 * reads a line (terminal_single_keys), so that keys typed between two requests are not shown
 * either.
 */
#include "services.h"

#include "base/terminal.h"

#include <poll.h>

bool
sp_has_keyboard(const Iserver *s)
{
	return s->interactive || s->o.typist;
}

bool
sp_input_may_be_late(const Iserver *s)
{
	return s->interactive || s->o.live;
}

void
sp_terminal_mode(Iserver *s, bool keys)
{
	if (keys)
		terminal_single_keys(s->o.in);
	else
		terminal_restore();
	s->takes_keys = keys;
}

bool
iserver_has_input(const Iserver *s, int wait)
{
	struct pollfd p = {.fd = s->o.in, .events = POLLIN};

	return poll(&p, 1, wait) > 0; /* a key, or the input's end */
}

/* live_key: read a key as sp_io_read does; returns -2 if there is none and `wait` is false. */
static ssize_t
live_key(const Iserver *s, bool wait, uint8_t *key)
{
	if (!wait && !iserver_has_input(s, 0))
		return -2;
	return sp_io_read(s->o.in, key, 1, true);
}

/*
 * sp_key: the next key.
 *
 * wait     wait for a key; otherwise, on a terminal, the result is RESULT_FAILED if there is none
 * returns  RESULT_END_OF_FILE at the end of the input
 */
ServerResult
sp_key(Iserver *s, bool wait, uint8_t *key)
{
	ssize_t n = typist_read(s->o.typist, key, 1);

	if (n > 0)
		return RESULT_DONE;
	if (typist_is_waiting(s->o.typist))
		return wait ? RESULT_END_OF_FILE : RESULT_FAILED;
	if (s->interactive)
		sp_terminal_mode(s, true);
	if (s->o.in >= 0 && sp_input_may_be_late(s))
		n = live_key(s, wait, key);
	else if (s->o.in >= 0)
		n = sp_io_read(s->o.in, key, 1, true);
	if (n > 0)
		return RESULT_DONE;
	return n == -2 ? RESULT_FAILED : RESULT_END_OF_FILE;
}
