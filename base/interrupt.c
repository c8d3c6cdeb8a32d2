/* interrupt.c - SIGINT and SIGTERM set a flag, which a long run polls. */
#include "interrupt.h"
#include "terminal.h"

#include <signal.h>
#include <time.h>

/* timeout(1) signals the process and then its group. */
enum { TWICE = 300 }; /* ms; two signals within this time count as one */

volatile sig_atomic_t interrupt_signal;

/* Used by the signal handler only. */
static struct timespec first; /* when the first signal came */
static bool (*at_once)(void); /* argument of interrupt_catch */

/* handle_signal: note the first signal; end the process at the second one. */
static void
handle_signal(int signal_number)
{
	struct timespec now;
	bool end;

	clock_gettime(CLOCK_MONOTONIC, &now);
	end = interrupt_signal
		? (now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000
			> TWICE
		: at_once && at_once();
	if (!interrupt_signal)
		first = now;
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
	at_once = ends_at_once;
	catch_signal(SIGINT);
	catch_signal(SIGTERM);
}

void
interrupt_pipe(void)
{
	if (!interrupt_signal)
		interrupt_signal = SIGPIPE;
}

void
interrupt_end(void)
{
	if (interrupt_signal == SIGPIPE)
		raise(SIGPIPE);
}
