/*
 * paraver.c - a Paraver trace (.prv): one application, with a task and a processor for each
 * node.
 *
 * 	#Paraver (d/m/y at h:m):end_ns:nodes(cpus,...):applications:tasks(threads:node,...)
 * 	1:cpu:appl:task:thread:begin:end:state             1 running, 0 idle, 3 waits for a message
 * 	3:cpu:appl:task:thread:lsend:psend:cpu:appl:task:thread:lrecv:precv:bytes:tag
 *
 * 	2:cpu:appl:task:thread:time:type:value             a user's function begins or ends
 *
 * The type of an event is FUNCTION_TYPE plus the function's number; its value is the task plus 1
 * where the function begins, 0 where it ends. Events of PLACE_TYPE have the function at which a
 * process continues, 0 if none runs or it is not known. The .pcf beside the trace names types and
 * values, the .row names the nodes. Times are nanoseconds. Hosts are nodes numbered after the
 * transputers.
 */
#include "export.h"

#include "base/list.h"
#include "sim/node/node_words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

enum { STATE_IDLE = 0, STATE_RUNNING = 1 };

/* What a node does, and since when. */
typedef struct State {
	int what; /* STATE_IDLE or STATE_RUNNING */
	Time since;
} State;

/* time_ns: a time in ns, rounded down. */
static uint64_t
time_ns(Time t)
{
	return t / 1000;
}

/* Types of Paraver's events: where a process continues, and which of the user's functions runs. */
enum { PLACE_TYPE = 50000000, FUNCTION_TYPE = 60000000 };

/* ---- records in order: they are known when they end, and sorted by their beginnings ---- */

/* A line of the file that is written later, at its place in the order of time. */
typedef struct Line {
	uint64_t at; /* ns */
	size_t text; /* offset */
} Line;

/* All lines that are to be sorted. */
typedef struct Lines {
	Buf text; /* each with a terminating zero */
	Line *line;
	size_t n;
} Lines;

static void add_line(Lines *l, Time at, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* add_line: append a formatted line for a time; the lines are sorted later. */
static void
add_line(Lines *l, Time at, const char *fmt, ...)
{
	char text[256];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	l->line = list_more(l->line, l->n, sizeof *l->line);
	l->line[l->n++] = (Line){time_ns(at), l->text.len};
	buf_put(&l->text, text, n + 1);
}

static int
compare_lines(const void *x, const void *y)
{
	const Line *a = x, *b = y;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return a->text < b->text ? -1 : a->text > b->text;
}

/* write_lines: write the lines in order of time, and free them. */
static void
write_lines(Lines *l, FILE *out)
{
	if (l->n > 0)
		qsort(l->line, l->n, sizeof *l->line, compare_lines);
	for (size_t i = 0; i < l->n; i++)
		fprintf(out, "%s\n", (const char *)l->text.data + l->line[i].text);
	buf_free(&l->text);
	free(l->line);
}

/* ---- the records ---- */

/* write_header: write the first line: n nodes, and the end of the trace. */
static void
write_header(uint32_t n, Time end, FILE *out)
{
	fprintf(out, "#Paraver (01/01/1993 at 00:00):%" PRIu64 "_ns:%u(", time_ns(end), n);
	for (uint32_t i = 0; i < n; i++)
		fprintf(out, "%s1", i ? "," : "");
	fprintf(out, "):1:%u(", n);
	for (uint32_t i = 0; i < n; i++)
		fprintf(out, "%s1:%u", i ? "," : "", i + 1);
	fputs(")\n", out);
}

/* add_state: append a record of a node's state, unless it lasts less than 1 ns. */
static void
add_state(Lines *l, uint32_t node, Time begin, Time end, int what)
{
	if (time_ns(end) > time_ns(begin))
		add_line(l, begin, "1:%u:1:%u:1:%" PRIu64 ":%" PRIu64 ":%d", node + 1, node + 1,
			time_ns(begin), time_ns(end), what);
}

/* add_communication: append a record of a message and its receipt, `r`. */
static void
add_communication(Lines *l, uint32_t from, const Sending *m, uint32_t to, const TraceRecord *r)
{
	add_line(l, m->at,
		"3:%u:1:%u:1:%" PRIu64 ":%" PRIu64 ":%u:1:%u:1:%" PRIu64 ":%" PRIu64 ":%u:%u",
		from + 1, from + 1, time_ns(m->at), time_ns(m->at), to + 1, to + 1, time_ns(r->at),
		time_ns(r->at), r->value, r->where);
}

/* add_event: append a record that a node's value of this type changes. */
static void
add_event(Lines *l, uint32_t node, Time at, uint32_t type, uint64_t value)
{
	add_line(l, at, "2:%u:1:%u:1:%" PRIu64 ":%u:%" PRIu64, node + 1, node + 1, time_ns(at),
		type, value);
}

/* add_calls: add the beginnings and ends of functions. */
static void
add_calls(Lines *l, const Calls *c)
{
	for (uint32_t i = 0; i < 2 * c->n; i++) {
		const CallEdge *e = &c->edge[i];
		const Call *call = &c->call[e->call];

		if (e->begins || !call->open)
			add_event(l, call->node, e->at, FUNCTION_TYPE + call->function,
				e->begins ? (uint64_t)call->task + 1 : 0);
	}
}

/* add_place: append an event: the function at which a node's process continues. */
static void
add_place(Lines *l, const Functions *f, const TraceRecord *r)
{
	uint32_t name = r->kind == TRACE_RUN ? functions_find(f, r->where, r->other) : NOWHERE;

	if (f->n > 0)
		add_event(l, r->where, r->at, PLACE_TYPE, name == NOWHERE ? 0 : name + 1);
}

/* add_change: record that a node runs, or idles, from now on. */
static void
add_change(Lines *l, uint32_t node, State *s, int next, Time at)
{
	if (next == s->what)
		return;
	add_state(l, node, s->since, at, s->what);
	*s = (State){next, at};
}

/* export_paraver: write the trace in Paraver's format (.prv). */
void
export_paraver(TraceFile *f, const Calls *c, FILE *out)
{
	const Topology *t = f->topology;
	State *states = xcalloc(t->nnodes, sizeof *states);
	Sending *sending = xcalloc(trace_nends(t), sizeof *sending);
	Lines l = {0};
	TraceRecord r;

	for (uint32_t i = 0; i < t->nnodes; i++)
		states[i].since = f->begin;
	write_header(t->nnodes + t->nhosts, f->end, out);
	add_calls(&l, c);
	while (trace_file_next(f, &r)) {
		if (r.kind <= TRACE_STOP) {
			add_place(&l, &f->functions, &r);
			add_change(&l, r.where, &states[r.where],
				r.kind == TRACE_RUN ? STATE_RUNNING : STATE_IDLE, r.at);
		} else if (r.kind == TRACE_SEND) {
			sending[r.where] = (Sending){.on = true, .at = r.at};
		} else if (r.kind == TRACE_RECEIVED && r.other != NOWHERE && sending[r.other].on
			&& export_node_number(t, r.where) != NOWHERE
			&& export_node_number(t, r.other) != NOWHERE) {
			add_communication(&l, export_node_number(t, r.other), &sending[r.other],
				export_node_number(t, r.where), &r);
		}
	}
	for (uint32_t i = 0; i < t->nnodes; i++)
		if (!f->nodes || f->nodes[i])
			add_state(&l, i, states[i].since, f->end, states[i].what);
	write_lines(&l, out);
	free(states);
	free(sending);
}

/* ---- what the numbers mean, and the names of rows ---- */

/*
 * put_task_values: write what the values of a function's events mean: each value is a task, which
 * is written once.
 */
static void
put_task_values(const Calls *c, uint32_t function, FILE *out)
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

/* export_paraver_config: write the names of states, events and values for Paraver (.pcf). */
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
				call_function_name(i));
			put_task_values(c, i, out);
		}
}

/* export_paraver_names: write the names of the rows, the nodes, for Paraver (.row). */
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
			fprintf(out, "%s\n", export_node_name(t, i));
	}
}
