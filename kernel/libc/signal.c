/*
 * signal.c - signals that a program sends to itself.
 */
#include "lock.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

typedef void Handler(int);

enum { SIGNALS = 32, BY_SIGNAL = 128 /* added to the number: the status of a program that one ends, as a shell shows it */ };

static Handler *handlers[SIGNALS];

Handler *
signal(int number, Handler *handler)
{
	Handler *old;

	if (number <= 0 || number >= SIGNALS) {
		errno = EINVAL;
		return SIG_ERR;
	}
	lock_enter(LOCK_SIGNALS);
	old = handlers[number];
	handlers[number] = handler;
	lock_leave(LOCK_SIGNALS);
	return old;
}

/* take_handler: the signal's handler, which is reset, because it is called once. */
static Handler *
take_handler(int number)
{
	Handler *h;

	lock_enter(LOCK_SIGNALS);
	h = handlers[number];
	if (h != SIG_IGN)
		handlers[number] = SIG_DFL;
	lock_leave(LOCK_SIGNALS);
	return h;
}

int
raise(int number)
{
	Handler *h;

	if (number <= 0 || number >= SIGNALS)
		return -1;
	h = take_handler(number);
	if (h == SIG_IGN)
		return 0;
	if (h == SIG_DFL)
		_Exit(BY_SIGNAL + number);
	h(number);
	return 0;
}

/* abort: the program ends even if a handler of SIGABRT returns. */
void
abort(void)
{
	raise(SIGABRT);
	_Exit(BY_SIGNAL + SIGABRT);
}
