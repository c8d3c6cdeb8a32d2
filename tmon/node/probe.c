/*
 * probe.c - TrEK's probes are events of the monitor; linked with applications that are compiled for it.
 */
#include "tmon/node/meter.h"
#include "trek/probe.h"

_Static_assert((int)PROBE_CALL == MONITOR_CALL && (int)PROBE_RECV == MONITOR_RECV
	&& (int)PROBE_SEND == MONITOR_SEND && (int)PROBE_START == MONITOR_START
	&& (int)PROBE_END == MONITOR_END, "the same events, in the same order");

void
trek_probe(Probe kind, uint32_t peer, uint32_t task, uint32_t part)
{
	meter_note(&(MonitorRecord){.kind = kind, .peer = peer, .task = task, .part = part});
}
