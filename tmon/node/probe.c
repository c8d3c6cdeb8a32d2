/*
 * probe.c - makes monitor events at the probes of TrEK and of the user. It is linked with
 * applications that were compiled for the monitor.
 */
#include "tmon/node/meter.h"
#include "trek/probe.h"
#include "trek/trek.h"

_Static_assert((int)PROBE_CALL == MONITOR_CALL && (int)PROBE_RECV == MONITOR_RECV
	&& (int)PROBE_SEND == MONITOR_SEND && (int)PROBE_START == MONITOR_START
	&& (int)PROBE_END == MONITOR_END, "the same events, in the same order");

void
trek_probe(Probe kind, uint32_t peer, uint32_t task, uint32_t part, uint32_t count)
{
	meter_note(&(MonitorRecord){.kind = kind, .peer = peer, .task = task, .part = part}, count);
}

void
note_event(uint16_t code, uint32_t value) /* record an application's event */
{
	meter_note(&(MonitorRecord){.kind = MONITOR_USER, .peer = code, .task = value}, 1);
}
