/*
 * stops.c - what no node can note any more: that it has stopped, or that a process was halted for a mistake (the first
 * one), and in which function of the user's, if in any. The memory tells that: in whose stack the workspace is. That
 * of a process may be used again, so it is looked at when the node reports it. A node that waits has no workspace.
 */
#include "monitor_host.h"
#include "sim/node/node_words.h"

static MonitorRecord
stop_record(const T800 *c, Cycles start, const NodeWorker *p)
{
	MonitorRecord m = {.time = (c->r.cycles - start) * 1000 / c->khz, .kind = MONITOR_STOPPED, .peer = FN_NONE};

	if (p) {
		m.peer = p->function;
		m.task = p->task;
		m.part = p->part;
	}
	return m;
}

void
stop_halted(MonitorRecord *first, const T800 *c, Cycles start, const HaltReport *r)
{
	NodeWork work;

	if (r->pid != 0 && first->kind != MONITOR_STOPPED)
		*first = stop_record(c, start, node_worker_at(c, r->wptr, r->reason == PANIC_STACK, &work));
}

void
records_stop(Records *r, const T800 *c, uint32_t node, uint32_t serial, Cycles start, const MonitorRecord *halted)
{
	const NodeWorker *p = NULL;
	MonitorRecord m = *halted;
	uint8_t record[sizeof(MonitorRecord)];
	NodeWork work;

	if (c->stop > STOP_BOOT && !c->idle)
		p = node_worker_at(c, c->r.wptr, false, &work);
	if (c->stop > STOP_BOOT && (p || m.kind != MONITOR_STOPPED))
		m = stop_record(c, start, p);
	if (m.kind != MONITOR_STOPPED)
		return;
	record_put(record, &m);
	records_block(r, node, serial, 1, record);
}
