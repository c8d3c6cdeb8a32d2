/*
 * signal.h - C11: signals that a program sends to itself. Those of the kernel are in kernel.h.
 */
#ifndef SIGNAL_H
#define SIGNAL_H

typedef int sig_atomic_t;

#define SIGINT 2
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGSEGV 11
#define SIGTERM 15

#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int))-1)

void (*signal(int number, void (*handler)(int)))(int);
int raise(int number); /* without a handler the program ends with 128 + number */

#endif
