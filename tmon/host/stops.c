/*
 * stops.c - adds events that a node cannot record itself: that it has stopped, or that an error
 * halted a process (only the first one is recorded), and the user function in which this happened,
 * if any. The node's memory shows this: the function is the one whose stack has overflowed, or else
 * the one whose stack contains the workspace. A process's stack may be reused, so it is examined
 * when the node reports the halt; for Error, when Error was set (node_keep_error). An idle node has
 * no workspace. init_master is not recorded either, because it runs before all events; if it never
 * ended, its beginning is added.
 */
#include "monitor_host.h"
#include "sim/node/node_words.h"

/*
 * make_stop_record: a record that the node has stopped in the function that process p runs; if p is
 * NULL, in no function.
 */
static MonitorRecord
make_stop_record(const T800 *c, Cycles start, Cycles at, const NodeWorker *p)
{
	MonitorRecord m = {.time = (at - start) * 1000 / c->khz,
		.kind = MONITOR_STOPPED,
		.peer = FN_NONE};

	if (p) {
		m.peer = p->function;
		m.task = p->task;
		m.part = p->part;
	}
	return m;
}

void
stop_note_halt(MonitorRecord *first, const T800 *c, Cycles start, Cycles arrival,
	const Halt *h)
{
	Cycles at = c->r.cycles < arrival ? c->r.cycles : arrival;
	const HaltReport *r = &h->report;
	NodeWork work;
	NodeWorker erring;
	const NodeWorker *p = h->error && node_error_worker(h->error, &erring) ? &erring
		: node_worker_at(c, h->wptr, r->reason == PANIC_STACK, &work);

	if (r->pid != 0 && first->kind != MONITOR_STOPPED)
		*first = make_stop_record(c, start, at, p);
}

/*
 * find_stop: set *m to a record of the function in which the node, or its process in e->halted, has
 * stopped; false if neither has stopped.
 */
static bool
find_stop(const T800 *c, const NodeEnd *e, MonitorRecord *m)
{
	const NodeWorker *p = NULL;
	NodeWork work;

	*m = *e->halted;
	if (c->stop > STOP_BOOT && !c->idle) {
		p = node_worker_overrun(c, &work);
		if (!p)
			p = node_worker_at(c, c->r.wptr, false, &work);
	}
	if (c->stop > STOP_BOOT && (p || m->kind != MONITOR_STOPPED))
		*m = make_stop_record(c, e->start, c->r.cycles, p);
	return m->kind == MONITOR_STOPPED;
}

/* find_init: set *m to a record of init_master, if it has begun and not ended; false otherwise. */
static bool
find_init(const T800 *c, const NodeEnd *e, MonitorRecord *m)
{
	NodeWork work;

	*m = (MonitorRecord){.kind = MONITOR_START, .peer = FN_INIT_MASTER};
	return e->node == 0 && node_master_work(c, &work)
		&& work.worker[0].function == FN_INIT_MASTER;
}

void
records_append_end(Records *r, const PlacedNodes *p, const NodeEnd *e)
{
	const T800 *c = p->w->nodes[p->place[e->node]];
	uint8_t records[(1 + NLINKS) * sizeof(MonitorRecord)];
	MonitorRecord m[1 + NLINKS];
	uint32_t n = find_stop(c, e, m) || find_init(c, e, m);

	n += lost_links(p, e->node, e->start, m + n);
	for (uint32_t i = 0; i < n; i++)
		record_encode(records + i * sizeof(MonitorRecord), &m[i]);
	if (n > 0)
		records_append(r, e->node, e->serial, n, records);
}
