/* interrupt.c - SIGINT and SIGTERM set a flag, which a long run polls. */
#include "interrupt.h"
#include "terminal.h"

#include <signal.h>
#include <time.h>

/* timeout(1) signals the process and then its group. */
enum { SAME_SIGNAL_MS = 300 }; /* ms; two signals within this time count as one */

volatile sig_atomic_t interrupt_signal;

/* Used by the signal handler only. */
static struct timespec first_at; /* when the first signal came */
static bool (*must_end_at_once)(void); /* argument of interrupt_catch */

/* handle_signal: note the first signal; end the process at the second one. */
static void
handle_signal(int signal_number)
{
	struct timespec now;
	bool end;

	clock_gettime(CLOCK_MONOTONIC, &now);
	end = interrupt_signal
		? (now.tv_sec - first_at.tv_sec) * 1000 + (now.tv_nsec - first_at.tv_nsec) / 1000000
			> SAME_SIGNAL_MS
		: must_end_at_once && must_end_at_once();
	if (!interrupt_signal)
		first_at = now;
	interrupt_signal = signal_number;
	if (end) {
		terminal_restore();
		signal(signal_number, SIG_DFL);
		raise(signal_number);
	}
}

/* catch_signal: install the handler, unless the signal is ignored, as for background jobs. */
static void
catch_signal(int signal_number)
{
	struct sigaction action = {.sa_handler = handle_signal}, old;

	if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
		sigaction(signal_number, &action, NULL);
}

void
interrupt_catch(bool (*ends_at_once)(void))
{
	must_end_at_once = ends_at_once;
	catch_signal(SIGINT);
	catch_signal(SIGTERM);
}

void
interrupt_pipe_closed(void)
{
	if (!interrupt_signal)
		interrupt_signal = SIGPIPE;
}

void
interrupt_exit(void)
{
	if (interrupt_signal == SIGPIPE)
		raise(SIGPIPE);
}
