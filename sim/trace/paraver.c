/*
 * paraver.c - a Paraver trace (.prv): one application, a task and a processor a node.
 *
 * 	#Paraver (d/m/y at h:m):end_ns:nodes(cpus,...):applications:tasks(threads:node,...)
 * 	1:cpu:appl:task:thread:begin:end:state             1 running, 0 idle, 3 waits for a message
 * 	3:cpu:appl:task:thread:lsend:psend:cpu:appl:task:thread:lrecv:precv:bytes:tag
 *
 * Times are nanoseconds. Hosts are nodes numbered after the transputers.
 */
#include "export.h"

#include <inttypes.h>
#include <stdlib.h>

enum { STATE_IDLE = 0, STATE_RUNNING = 1 };

static uint64_t
ns(Time t)
{
	return t / 1000;
}

/* last_time: the time of the last event, for the header. */
static Time
last_time(TraceFile *f)
{
	TraceRecord r = {0};

	while (trace_file_next(f, &r))
		;
	trace_file_rewind(f);
	return r.at;
}

static void
header(uint32_t n, Time end, FILE *out)
{
	fprintf(out, "#Paraver (01/01/1993 at 00:00):%" PRIu64 "_ns:%u(", ns(end), n);
	for (uint32_t i = 0; i < n; i++)
		fprintf(out, "%s1", i ? "," : "");
	fprintf(out, "):1:%u(", n);
	for (uint32_t i = 0; i < n; i++)
		fprintf(out, "%s1:%u", i ? "," : "", i + 1);
	fputs(")\n", out);
}

static void
state(uint32_t node, Time begin, Time end, int what, FILE *out)
{
	if (end > begin)
		fprintf(out, "1:%u:1:%u:1:%" PRIu64 ":%" PRIu64 ":%d\n", node + 1, node + 1,
			ns(begin), ns(end), what);
}

static void
communication(uint32_t from, const Sending *m, uint32_t to, const TraceRecord *r, FILE *out)
{
	fprintf(out,
		"3:%u:1:%u:1:%" PRIu64 ":%" PRIu64 ":%u:1:%u:1:%" PRIu64 ":%" PRIu64 ":%u:%u\n",
		from + 1, from + 1, ns(m->at), ns(m->at), to + 1, to + 1, ns(r->at), ns(r->at),
		r->value, r->where);
}

void
export_paraver(TraceFile *f, FILE *out)
{
	const Topology *t = f->topology;
	uint32_t n = t->nnodes + t->nhosts;
	Time *since = xcalloc(n, sizeof *since), end = last_time(f);
	int *what = xcalloc(n, sizeof *what);
	Sending *sending = xcalloc(trace_nends(t), sizeof *sending);
	TraceRecord r;

	header(n, end, out);
	while (trace_file_next(f, &r)) {
		if (r.kind <= TRACE_STOP) {
			int next = r.kind == TRACE_RUN ? STATE_RUNNING : STATE_IDLE;

			if (next == what[r.where])
				continue;
			state(r.where, since[r.where], r.at, what[r.where], out);
			since[r.where] = r.at;
			what[r.where] = next;
		} else if (r.kind == TRACE_SEND) {
			sending[r.where] = (Sending){true, r.at, r.value, 0};
		} else if (r.kind == TRACE_RECEIVED && r.other != NOWHERE && sending[r.other].on
			&& export_node(t, r.where) != NOWHERE
			&& export_node(t, r.other) != NOWHERE) {
			communication(export_node(t, r.other), &sending[r.other],
				export_node(t, r.where), &r, out);
		}
	}
	for (uint32_t i = 0; i < t->nnodes; i++)
		state(i, since[i], end, what[i], out);
	free(since);
	free(what);
	free(sending);
}
