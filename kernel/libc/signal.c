/*
 * signal.c - signals that a program sends to itself.
 */
#include "lock.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

typedef void Handler(int);

enum { SIGNALS = 32, BY_SIGNAL = 128 /* exit status after a signal, less its number */ };

static struct sigaction actions[SIGNALS];
static sigset_t blocked, pending; /* pending: signals that came while they were blocked */

static int
check(int number)
{
	if (number > 0 && number < SIGNALS)
		return 0;
	errno = EINVAL;
	return -1;
}

int
sigaction(int number, const struct sigaction *restrict now, struct sigaction *restrict before)
{
	struct sigaction old;

	if (check(number) < 0)
		return -1;
	lock_enter(LOCK_SIGNALS);
	old = actions[number];
	if (now)
		actions[number] = *now;
	lock_leave(LOCK_SIGNALS);
	if (before)
		*before = old;
	return 0;
}

/* signal: as in C11: the handler is called once. */
Handler *
signal(int number, Handler *handler)
{
	struct sigaction now = {.sa_handler = handler, .sa_flags = SA_RESETHAND | SA_NODEFER}, before;

	return sigaction(number, &now, &before) < 0 ? SIG_ERR : before.sa_handler;
}

/* take_action: the signal's action; with SA_RESETHAND it is then reset, so that it happens once. */
static struct sigaction
take_action(int number)
{
	struct sigaction a;

	lock_enter(LOCK_SIGNALS);
	a = actions[number];
	if (a.sa_flags & SA_RESETHAND && a.sa_handler != SIG_IGN)
		actions[number].sa_handler = SIG_DFL;
	lock_leave(LOCK_SIGNALS);
	return a;
}

/* block: block also the signals of the set; returns the signals that were blocked before. */
static sigset_t
block(sigset_t set)
{
	sigset_t before;

	lock_enter(LOCK_SIGNALS);
	before = blocked;
	blocked |= set;
	lock_leave(LOCK_SIGNALS);
	return before;
}

/* suspend: true if the signal is blocked; it is then delivered when it is no longer blocked. */
static bool
suspend(int number)
{
	bool is;

	lock_enter(LOCK_SIGNALS);
	is = blocked >> number & 1;
	if (is)
		pending |= 1u << number;
	lock_leave(LOCK_SIGNALS);
	return is;
}

/* next_due: a pending signal that is not blocked any more; 0: none. */
static int
next_due(void)
{
	sigset_t due;

	lock_enter(LOCK_SIGNALS);
	due = pending & ~blocked;
	pending &= ~(due & -due);
	lock_leave(LOCK_SIGNALS);
	return due ? __builtin_ctz(due) : 0;
}

/* The signals that have no effect without a handler. */
enum { HARMLESS = 1u << SIGCHLD | 1u << SIGCONT | 1u << SIGURG | 1u << SIGWINCH };

static void
deliver(int number)
{
	struct sigaction a = take_action(number);
	sigset_t set = a.sa_mask | (a.sa_flags & SA_NODEFER ? 0 : 1u << number), before;

	if (a.sa_handler == SIG_IGN || (a.sa_handler == SIG_DFL && HARMLESS >> number & 1))
		return;
	if (a.sa_handler == SIG_DFL)
		_Exit(BY_SIGNAL + number);
	before = set ? block(set) : 0;
	a.sa_handler(number);
	if (set)
		sigprocmask(SIG_SETMASK, &before, NULL);
}

int
raise(int number)
{
	if (check(number) < 0)
		return -1;
	if (!suspend(number))
		deliver(number);
	return 0;
}

/* ---- sets of signals ---- */

/* sigprocmask: all threads have one set of blocked signals. */
int
sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
	sigset_t old;
	int due;

	lock_enter(LOCK_SIGNALS);
	old = blocked;
	if (set && how == SIG_BLOCK)
		blocked |= *set;
	else if (set && how == SIG_UNBLOCK)
		blocked &= ~*set;
	else if (set)
		blocked = *set;
	lock_leave(LOCK_SIGNALS);
	if (before)
		*before = old;
	while ((due = next_due()) != 0)
		deliver(due);
	return 0;
}

int
sigemptyset(sigset_t *set)
{
	*set = 0;
	return 0;
}

int
sigfillset(sigset_t *set)
{
	*set = ~0u;
	return 0;
}

int
sigaddset(sigset_t *set, int number)
{
	if (check(number) < 0)
		return -1;
	*set |= 1u << number;
	return 0;
}

int
sigdelset(sigset_t *set, int number)
{
	if (check(number) < 0)
		return -1;
	*set &= ~(1u << number);
	return 0;
}

int
sigismember(const sigset_t *set, int number)
{
	return check(number) < 0 ? -1 : (int)(*set >> number & 1);
}

void
__save_blocked(sigjmp_buf env, int save)
{
	env->saved = save != 0;
	env->blocked = block(0);
}

void
siglongjmp(sigjmp_buf env, int value)
{
	if (env->saved)
		sigprocmask(SIG_SETMASK, &env->blocked, NULL);
	longjmp(env->env, value);
}

/* abort: the program ends even if a handler of SIGABRT returns. */
void
abort(void)
{
	raise(SIGABRT);
	_Exit(BY_SIGNAL + SIGABRT);
}
