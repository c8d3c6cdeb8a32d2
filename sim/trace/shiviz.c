/*
 * shiviz.c - writes messages with vector clocks in the format of ShiViz's default pattern:
 *
 * 	host {"host":1, "other":2}
 * 	what happened
 */
#include "export.h"

#include <stdlib.h>
#include <string.h>

typedef struct Clocks {
	const Topology *t;
	const Calls *calls;
	uint32_t edge;    /* index of the next edge of `calls` */
	uint32_t n;       /* nodes and hosts */
	uint32_t *now;    /* [n][n] */
	uint32_t **stamp; /* [end] vector clock of its message in transit; owned */
} Clocks;

static uint32_t *
clock_of(const Clocks *c, uint32_t node)
{
	return c->now + (size_t)node * c->n;
}

static void
print_clock(const Clocks *c, uint32_t node, FILE *out)
{
	const uint32_t *v = clock_of(c, node);
	const char *comma = "";

	fprintf(out, "%s {", export_name(c->t, node));
	for (uint32_t i = 0; i < c->n; i++)
		if (v[i] > 0) {
			fprintf(out, "%s\"%s\":%u", comma, export_name(c->t, i), v[i]);
			comma = ", ";
		}
	fputs("}\n", out);
}

static void
print_send(Clocks *c, const TraceRecord *r, uint32_t node, FILE *out)
{
	uint32_t *v = clock_of(c, node);
	char name[END_NAME];

	v[node]++;
	if (!c->stamp[r->where])
		c->stamp[r->where] = xcalloc(c->n, sizeof *v);
	memcpy(c->stamp[r->where], v, c->n * sizeof *v);
	print_clock(c, node, out);
	fprintf(out, "%.6f us: sends %u bytes over %s\n", r->at / 1e6, r->value,
		end_name(c->t, trace_end(c->t, r->where), name));
}

static void
print_receive(Clocks *c, const TraceRecord *r, uint32_t node, FILE *out)
{
	uint32_t *v = clock_of(c, node);
	const uint32_t *from = r->other == NOWHERE ? NULL : c->stamp[r->other];
	char name[END_NAME];

	v[node]++;
	for (uint32_t i = 0; from && i < c->n; i++)
		if (from[i] > v[i])
			v[i] = from[i];
	print_clock(c, node, out);
	fprintf(out, "%.6f us: has received %u bytes over %s\n", r->at / 1e6, r->value,
		end_name(c->t, trace_end(c->t, r->where), name));
}

/* calls_until: the functions that began or ended up to a time, as events of their nodes. */
static void
calls_until(Clocks *c, Time at, FILE *out)
{
	char text[CALL_TEXT];

	for (; c->edge < 2 * c->calls->n && c->calls->edge[c->edge].at <= at; c->edge++) {
		const CallEdge *e = &c->calls->edge[c->edge];
		const Call *call = &c->calls->call[e->call];

		if (!e->begins && call->open)
			continue;
		clock_of(c, call->node)[call->node]++;
		print_clock(c, call->node, out);
		fprintf(out, "%.6f us: %s %s\n", e->at / 1e6, e->begins ? "begins" : "ends",
			call_text(call, text));
	}
}

void
export_shiviz(TraceFile *f, const Calls *calls, FILE *out)
{
	const Topology *t = f->topology;
	uint32_t n = t->nnodes + t->nhosts;
	Clocks c = {
		.t = t,
		.calls = calls,
		.n = n,
		.now = xcalloc((size_t)n * n, sizeof *c.now),
		.stamp = xcalloc(trace_nends(t), sizeof *c.stamp),
	};
	TraceRecord r;

	while (trace_file_next(f, &r)) {
		uint32_t node = r.kind == TRACE_SEND || r.kind == TRACE_RECEIVED
			? export_node(t, r.where)
			: NOWHERE;

		if (node == NOWHERE)
			continue;
		calls_until(&c, r.at, out);
		if (r.kind == TRACE_SEND)
			print_send(&c, &r, node, out);
		else
			print_receive(&c, &r, node, out);
	}
	calls_until(&c, NEVER, out);
	for (uint32_t e = 0; e < trace_nends(t); e++)
		free(c.stamp[e]);
	free(c.stamp);
	free(c.now);
}
