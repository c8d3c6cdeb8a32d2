/*
 * shiviz.c - writes the order of events in the format of ShiViz's default pattern:
 *
 * 	host {"host":2, "other":1}
 * 	what happened
 *
 * A clock has the number of the event on its host and, if the event is the receipt of a message,
 * the number of the event that sent it. ShiViz finds an event's predecessors on other hosts by the
 * numbers that have grown in the host's clock, and leaves out those that precede another one. So it
 * draws the same arrows as with full vector clocks, whose size in each event is that of the
 * network. The full clocks can be derived from these (Fowler and Zwaenepoel, 1990).
 */
#include "export.h"

#include <stdlib.h>

/* The state while a trace is written. */
typedef struct ShivizState {
	const Topology *t;
	const Calls *calls;
	uint32_t edge;   /* index of the next edge of `calls` */
	uint32_t n;      /* nodes and hosts */
	uint32_t *now;   /* [n] number of the last event */
	uint32_t *known; /* [n][n] for each host, the last events of other hosts in its clocks */
	uint32_t *sent;  /* [end] number of the event that sent the message in transit; 0: none */
	FILE *out;
} ShivizState;

/*
 * begin_event: print the next event of a node or host: its number, the number of the event of
 * `from` that sent the received message (sent; 0 if there is none), and the time.
 */
static void
begin_event(ShivizState *o, uint32_t node, uint32_t from, uint32_t sent, Time at)
{
	char us[EXPORT_US_TEXT];

	fprintf(o->out, "%s {\"%s\":%u", export_node_name(o->t, node), export_node_name(o->t, node),
		++o->now[node]);
	if (sent > 0)
		fprintf(o->out, ", \"%s\":%u", export_node_name(o->t, from), sent);
	fprintf(o->out, "}\n%s us: ", export_us_text(at, us));
}

/* print_send: print the event that a node sends a message. */
static void
print_send(ShivizState *o, const TraceRecord *r, uint32_t node)
{
	char name[END_NAME];

	begin_event(o, node, 0, 0, r->at);
	o->sent[r->where] = o->now[node];
	fprintf(o->out, "sends %u bytes over %s\n", r->value,
		end_name(o->t, trace_end(o->t, r->where), name));
}

/*
 * newly_known_send: the number of the event that sent the message; 0 if the receiver already knows
 * of this event or a later one.
 */
static uint32_t
newly_known_send(ShivizState *o, const TraceRecord *r, uint32_t node, uint32_t from)
{
	uint32_t *known, sent;

	if (from == NOWHERE || from == node)
		return 0;
	known = &o->known[(size_t)node * o->n + from];
	sent = o->sent[r->other];
	if (sent <= *known)
		return 0;
	*known = sent;
	return sent;
}

/* print_receive: print the event that a node has received a message, with the sender's clock. */
static void
print_receive(ShivizState *o, const TraceRecord *r, uint32_t node)
{
	uint32_t from = r->other == NOWHERE ? NOWHERE : export_node_number(o->t, r->other);
	char name[END_NAME];

	begin_event(o, node, from, newly_known_send(o, r, node, from), r->at);
	fprintf(o->out, "has received %u bytes over %s\n", r->value,
		end_name(o->t, trace_end(o->t, r->where), name));
}

/*
 * print_calls_until: print the functions that began or ended up to a time, as events of their
 * nodes.
 */
static void
print_calls_until(ShivizState *o, Time at)
{
	char text[CALL_TEXT];

	for (; o->edge < 2 * o->calls->n && o->calls->edge[o->edge].at <= at; o->edge++) {
		const CallEdge *e = &o->calls->edge[o->edge];
		const Call *call = &o->calls->call[e->call];

		if (!e->begins && call->open)
			continue;
		begin_event(o, call->node, 0, 0, e->at);
		fprintf(o->out, "%s %s\n", e->begins ? "begins" : "ends", call_text(call, text));
	}
}

/* export_shiviz: write the messages and calls with vector clocks, as ShiViz reads them. */
void
export_shiviz(TraceFile *f, const Calls *calls, FILE *out)
{
	const Topology *t = f->topology;
	uint32_t n = t->nnodes + t->nhosts;
	ShivizState o = {
		.t = t,
		.calls = calls,
		.n = n,
		.now = xcalloc(n, sizeof *o.now),
		.known = xcalloc((size_t)n * n, sizeof *o.known),
		.sent = xcalloc(trace_nends(t), sizeof *o.sent),
		.out = out,
	};
	TraceRecord r;

	while (trace_file_next(f, &r)) {
		uint32_t node = r.kind == TRACE_SEND || r.kind == TRACE_RECEIVED
			? export_node_number(t, r.where)
			: NOWHERE;

		if (node == NOWHERE)
			continue;
		print_calls_until(&o, r.at);
		if (r.kind == TRACE_SEND)
			print_send(&o, &r, node);
		else
			print_receive(&o, &r, node);
	}
	print_calls_until(&o, NEVER);
	free(o.now);
	free(o.known);
	free(o.sent);
}
