/*
 * probe.h - where the monitor looks on. Compiled in with TREK_MONITOR only; without it a probe is
 * nothing.
 */
#ifndef PROBE_H
#define PROBE_H

#include <stdint.h>

typedef enum Probe {
	PROBE_CALL,    /* a link process is about to receive; peer */
	PROBE_RECV,    /* both messages of a pass have come from peer */
	PROBE_SEND,    /* a pass to peer begins */
	PROBE_START,   /* the user's function begins; peer: enum NodeFunction */
	PROBE_END,     /* it has returned */
} Probe;

#ifdef TREK_MONITOR
/* trek_probe: events of `count` tasks from `task` on, with nothing in between. */
void trek_probe(Probe kind, uint32_t peer, uint32_t task, uint32_t part, uint32_t count);
#else
static inline void
trek_probe(Probe kind, uint32_t peer, uint32_t task, uint32_t part, uint32_t count)
{
	(void)kind, (void)peer, (void)task, (void)part, (void)count;
}
#endif

#endif
