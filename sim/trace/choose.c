/* choose.c - reduces a trace to a part: to some time, or to some nodes. */
#include "export.h"

#include <stdlib.h>

/* A process or a message that began before the chosen time. */
typedef struct UnderWay {
	TraceRecord began;
	bool on; /* it has not ended yet */
} UnderWay;

/* is_chosen: true if the record is of a chosen node. */
static bool
is_chosen(const TraceFile *f, const TraceChoice *c, const TraceRecord *r)
{
	const Topology *t = f->topology;
	uint32_t node = r->kind <= TRACE_STOP ? r->where : export_node_number(t, r->where);

	return !c->nodes || (node < t->nnodes && c->nodes[node]);
}

/*
 * note_before: note what a record before the chosen time begins or ends: the process that runs on a
 * node (`runs`), or the message that an end sends (`sends`).
 */
static void
note_before(UnderWay *runs, UnderWay *sends, const TraceRecord *r)
{
	switch (r->kind) {
	case TRACE_RUN: runs[r->where] = (UnderWay){*r, true}; break;
	case TRACE_IDLE:
	case TRACE_STOP: runs[r->where].on = false; break;
	case TRACE_SEND: sends[r->where] = (UnderWay){*r, true}; break;
	case TRACE_SENT: sends[r->where].on = false; break;
	default: break;
	}
}

/*
 * write_under_way: write a record for the beginning of each process or message that is under way
 * at `from`; returns the end of these bytes.
 */
static uint8_t *
write_under_way(uint8_t *to, const UnderWay *all, uint32_t n, Time from)
{
	for (uint32_t i = 0; i < n; i++)
		if (all[i].on) {
			TraceRecord r = all[i].began;

			r.at = from;
			to = trace_encode(to, &r);
		}
	return to;
}

/* The chosen records are moved to the front of the bytes, over records that have been read. */
void
trace_file_choose(TraceFile *f, const TraceChoice *c)
{
	uint32_t nnodes = f->topology->nnodes, nends = trace_nends(f->topology);
	UnderWay *runs = xcalloc(nnodes, sizeof *runs), *sends = xcalloc(nends, sizeof *sends);
	uint8_t *to = f->bytes.data + f->at;
	TraceRecord r;
	bool more;

	while ((more = trace_file_next(f, &r)) && r.at < c->from)
		if (is_chosen(f, c, &r))
			note_before(runs, sends, &r);
	to = write_under_way(to, runs, nnodes, c->from);
	to = write_under_way(to, sends, nends, c->from);
	for (; more && r.at < c->to; more = trace_file_next(f, &r))
		if (is_chosen(f, c, &r))
			to = trace_encode(to, &r);
	f->bytes.len = to - f->bytes.data;
	f->begin = c->from;
	if (f->end > c->to)
		f->end = c->to;
	f->nodes = c->nodes;
	free(runs);
	free(sends);
	trace_file_rewind(f);
}
