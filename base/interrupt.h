/* interrupt.h - signals that end a run. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include "base.h"

#include <signal.h>

/*
 * interrupt_catch: from now on SIGINT and SIGTERM only set interrupt_signal, which a run polls. A
 * second signal ends the process. If ends_at_once returns true, the first signal ends it, too;
 * ends_at_once is called in the signal handler, and may be NULL.
 */
void interrupt_catch(bool (*ends_at_once)(void));
extern volatile sig_atomic_t interrupt_signal; /* 0 until a signal arrives */

/*
 * interrupt_pipe_closed: interrupt the run as by a signal, because the reader of standard output
 * has closed the pipe. After cleaning up the process ends by SIGPIPE, unless SIGPIPE was ignored at
 * start.
 */
void interrupt_pipe_closed(void);
/*
 * interrupt_exit: end the process by SIGPIPE if interrupt_pipe_closed was called; the last function
 * at exit.
 */
void interrupt_exit(void);

#endif
