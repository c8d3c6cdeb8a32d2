/*
 * signal.c - signals to processes: those without a handler have no effect, except the ones below.
 *
 * SIGNAL_DIE ends the process, as SIGNAL_FUSE does; SIGNAL_ARREST stops it until SIGNAL_RELEASE;
 * handlers run in the process when it next enters or leaves the kernel; a waiting call returns
 * KE_INTR.
 *
 * Source: trollius.md, section 6.
 */
#include "node.h"

/* arrest_process: let p run only to its next call. If p waits in a call, the answer is delayed. */
static void
arrest_process(Process *p)
{
	p->arrested = true;
	p->pending |= 1u << SIGNAL_ARREST;
	caller_suspect(p);
}

/* release_process: end the arrest of p. */
static void
release_process(Process *p)
{
	p->arrested = false;
	p->pending &= ~(1u << SIGNAL_ARREST);
	while (p->parked) {
		KCall *c = p->parked;

		p->parked = c->next;
		__t800_runp(c->wdesc);
	}
}

int
process_signal(Process *p, int signal)
{
	if (signal <= 0 || signal >= NSIGNALS)
		return KE_INVAL;
	if (signal == SIGNAL_DIE || (signal == SIGNAL_FUSE && !(p->handled >> signal & 1))) {
		process_end(p, EXIT_DOOMED, signal);
		return 0;
	}
	if (signal == SIGNAL_ARREST)
		arrest_process(p);
	if (signal == SIGNAL_RELEASE)
		release_process(p);
	if (p->handled >> signal & 1) {
		p->pending |= 1u << signal;
		caller_suspect(p);
		waiters_signal(p);
	}
	return 0;
}
