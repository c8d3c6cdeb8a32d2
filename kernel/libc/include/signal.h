/*
 * signal.h - C11, POSIX: signals that a program sends to itself. Those of the kernel are in kernel.h.
 */
#ifndef SIGNAL_H
#define SIGNAL_H

typedef int sig_atomic_t;

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGPOLL 29
#define SIGSYS 31

#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int))-1)

void (*signal(int number, void (*handler)(int)))(int);
/* raise: without a handler most signals end the program, with status 128 + number. */
int raise(int number);

/* POSIX */
typedef unsigned sigset_t; /* a bit for each signal */

struct sigaction {
	void (*sa_handler)(int);
	sigset_t sa_mask; /* further signals that are blocked while the handler works */
	int sa_flags;
};

#define SA_RESETHAND 1 /* the handler is called once */
#define SA_NODEFER 2 /* the signal itself is not blocked */
#define SA_RESTART 4 /* without effect: no signal comes while a call waits */

#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2

int sigaction(int number, const struct sigaction *__restrict now,
	struct sigaction *__restrict before);
int sigprocmask(int how, const sigset_t *__restrict set, sigset_t *__restrict before);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);

#endif
