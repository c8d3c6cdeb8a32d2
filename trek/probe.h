/*
 * probe.h - the monitor's probes. Without TREK_MONITOR, a probe does nothing.
 */
#ifndef PROBE_H
#define PROBE_H

#include <stdint.h>

typedef enum Probe {
	PROBE_CALL,    /* a link process is about to receive a pass from peer */
	PROBE_RECV,    /* a pass from peer has arrived completely */
	PROBE_SEND,    /* a pass to peer begins */
	PROBE_START,   /* a user function begins; peer: enum NodeFunction */
	PROBE_END,     /* the user function has returned */
} Probe;

#ifdef TREK_MONITOR
/* trek_probe: record an event for each of `count` consecutive tasks, from `task` on. */
void trek_probe(Probe kind, uint32_t peer, uint32_t task, uint32_t part, uint32_t count);
#else
static inline void
trek_probe(Probe kind, uint32_t peer, uint32_t task, uint32_t part, uint32_t count)
{
	(void)kind, (void)peer, (void)task, (void)part, (void)count;
}
#endif

#endif
