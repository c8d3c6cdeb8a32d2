/*
 * paraver.c - a Paraver trace (.prv): one application, a task and a processor a node.
 *
 * 	#Paraver (d/m/y at h:m):end_ns:nodes(cpus,...):applications:tasks(threads:node,...)
 * 	1:cpu:appl:task:thread:begin:end:state             1 running, 0 idle, 3 waits for a message
 * 	3:cpu:appl:task:thread:lsend:psend:cpu:appl:task:thread:lrecv:precv:bytes:tag
 *
 * 	2:cpu:appl:task:thread:time:type:value             a user's function begins or ends
 *
 * The type of an event is FUNCTION_TYPE and the function's number; its value is the task and 1
 * where the function begins, 0 where it ends. Events of PLACE_TYPE have the function at which a
 * process continues, 0 if none runs or it is not known. The .pcf beside the trace names types and
 * values, the .row names the nodes. Times are nanoseconds. Hosts are nodes numbered after the
 * transputers.
 */
#include "export.h"

#include "sim/node/node_words.h"

#include <inttypes.h>
#include <stdlib.h>

enum { STATE_IDLE = 0, STATE_RUNNING = 1 };

static uint64_t
ns(Time t)
{
	return t / 1000;
}

enum { PLACE_TYPE = 50000000, FUNCTION_TYPE = 60000000 };

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
write_header(uint32_t n, Time end, FILE *out)
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
write_state(uint32_t node, Time begin, Time end, int what, FILE *out)
{
	if (end > begin)
		fprintf(out, "1:%u:1:%u:1:%" PRIu64 ":%" PRIu64 ":%d\n", node + 1, node + 1,
			ns(begin), ns(end), what);
}

static void
write_communication(uint32_t from, const Sending *m, uint32_t to, const TraceRecord *r, FILE *out)
{
	fprintf(out,
		"3:%u:1:%u:1:%" PRIu64 ":%" PRIu64 ":%u:1:%u:1:%" PRIu64 ":%" PRIu64 ":%u:%u\n",
		from + 1, from + 1, ns(m->at), ns(m->at), to + 1, to + 1, ns(r->at), ns(r->at),
		r->value, r->where);
}

/* calls_until: the functions that began or ended up to a time, from the edge'th on. */
static uint32_t
calls_until(const Calls *c, uint32_t edge, Time at, FILE *out)
{
	for (; edge < 2 * c->n && c->edge[edge].at <= at; edge++) {
		const CallEdge *e = &c->edge[edge];
		const Call *call = &c->call[e->call];

		if (e->begins || !call->open)
			fprintf(out, "2:%u:1:%u:1:%" PRIu64 ":%u:%" PRIu64 "\n", call->node + 1,
				call->node + 1, ns(e->at), FUNCTION_TYPE + call->function,
				e->begins ? (uint64_t)call->task + 1 : 0);
	}
	return edge;
}

/* write_place: what a node runs from now on. */
static void
write_place(const Functions *f, const TraceRecord *r, FILE *out)
{
	uint32_t name = r->kind == TRACE_RUN ? functions_find(f, r->where, r->other) : NOWHERE;

	if (f->n > 0)
		fprintf(out, "2:%u:1:%u:1:%" PRIu64 ":%u:%u\n", r->where + 1, r->where + 1,
			ns(r->at), PLACE_TYPE, name == NOWHERE ? 0 : name + 1);
}

void
export_paraver(TraceFile *f, const Calls *c, FILE *out)
{
	const Topology *t = f->topology;
	uint32_t n = t->nnodes + t->nhosts;
	Time *since = xcalloc(n, sizeof *since), end = last_time(f);
	int *what = xcalloc(n, sizeof *what);
	Sending *sending = xcalloc(trace_nends(t), sizeof *sending);
	TraceRecord r;
	uint32_t edge = 0;

	write_header(n, end, out);
	while (trace_file_next(f, &r)) {
		edge = calls_until(c, edge, r.at, out);
		if (r.kind <= TRACE_STOP) {
			int next = r.kind == TRACE_RUN ? STATE_RUNNING : STATE_IDLE;

			write_place(&f->functions, &r, out);
			if (next == what[r.where])
				continue;
			write_state(r.where, since[r.where], r.at, what[r.where], out);
			since[r.where] = r.at;
			what[r.where] = next;
		} else if (r.kind == TRACE_SEND) {
			sending[r.where] = (Sending){true, r.at, r.value, 0};
		} else if (r.kind == TRACE_RECEIVED && r.other != NOWHERE && sending[r.other].on
			&& export_node(t, r.where) != NOWHERE
			&& export_node(t, r.other) != NOWHERE) {
			write_communication(export_node(t, r.other), &sending[r.other],
				export_node(t, r.where), &r, out);
		}
	}
	calls_until(c, edge, NEVER, out);
	for (uint32_t i = 0; i < t->nnodes; i++)
		write_state(i, since[i], end, what[i], out);
	free(since);
	free(what);
	free(sending);
}

/* ---- what the numbers mean, and the names of rows ---- */

/* put_values: the tasks of a function, each of them once. */
static void
put_values(const Calls *c, uint32_t function, FILE *out)
{
	uint32_t most = 0;
	bool *seen;

	for (uint32_t i = 0; i < c->n; i++)
		if (c->call[i].function == function && c->call[i].task > most)
			most = c->call[i].task;
	seen = xcalloc((size_t)most + 1, sizeof *seen);
	for (uint32_t i = 0; i < c->n; i++)
		if (c->call[i].function == function)
			seen[c->call[i].task] = true;
	fputs("VALUES\n0 ended\n", out);
	for (uint32_t i = 0; i <= most; i++)
		if (seen[i])
			fprintf(out, "%" PRIu64 " task %u\n", (uint64_t)i + 1, i);
	free(seen);
}

void
export_paraver_config(TraceFile *f, const Calls *c, FILE *out)
{
	bool used[NFUNCTIONS] = {false};
	const Functions *places = &f->functions;

	fputs("DEFAULT_OPTIONS\n\nLEVEL THREAD\nUNITS NANOSEC\n\nSTATES\n0 idle\n1 running\n\n"
		"STATES_COLOR\n0 {225,232,238}\n1 {0,114,178}\n", out);
	if (places->n > 0)
		fprintf(out, "\nEVENT_TYPE\n0 %u function that runs\nVALUES\n0 none\n", PLACE_TYPE);
	for (uint32_t i = 0; i < places->nnames; i++)
		fprintf(out, "%u %s\n", i + 1, places->name[i]);
	for (uint32_t i = 0; i < c->n; i++)
		used[c->call[i].function] = true;
	for (uint32_t i = 0; i < NFUNCTIONS; i++)
		if (used[i]) {
			fprintf(out, "\nEVENT_TYPE\n0 %u %s\n", FUNCTION_TYPE + i,
				call_function(i));
			put_values(c, i, out);
		}
}

void
export_paraver_names(TraceFile *f, const Calls *c, FILE *out)
{
	static const char *const levels[] = {"CPU", "NODE", "TASK", "THREAD"};
	const Topology *t = f->topology;
	uint32_t n = t->nnodes + t->nhosts;

	(void)c; /* nodes only */
	for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) {
		fprintf(out, "%sLEVEL %s SIZE %u\n", k ? "\n" : "", levels[k], n);
		for (uint32_t i = 0; i < n; i++)
			fprintf(out, "%s\n", export_name(t, i));
	}
}
