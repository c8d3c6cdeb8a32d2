/*
 * crash_points.c - finds where a node of a recorded run may stop: replays the run, and counts the
 * messages that the nodes have sent and received over their links, as faults count them.
 */
#include "crash_points.h"

#include "base/list.h"
#include "base/progress.h"
#include "sim/past/past.h"
#include "sim/trace/trace.h"
#include "vm/replay_monitor.h"

#include <stdlib.h>

/* The messages of the run so far. */
typedef struct Counter {
	Time started, ended;       /* of the application */
	const char *kind;          /* "crash" or "halt" */
	uint32_t nnodes;           /* number of nodes of the machine */
	uint32_t *logical;         /* [nnodes] their logical numbers; NOWHERE: not requested */
	/* [ends] messages sent and received over each link end since the node has booted */
	uint32_t *sent, *received;
	/* [nnodes] a process has run or waited; before that, the boot logic received the bytes */
	bool *booted;
	CrashPoints *points;           /* [nnodes] the points at which each node may stop */
} Counter;

/*
 * add_point: append a crash of `node` after `nbefore` of its messages; `fault` now belongs to the
 * list.
 */
static void
add_point(CrashPoints *p, uint32_t node, uint32_t nbefore, Time at, char *fault)
{
	p->point = list_more(p->point, p->n, sizeof *p->point);
	p->point[p->n++] = (CrashPoint){.node = node, .nbefore = nbefore, .at = at, .fault = fault};
}

/*
 * count_message: a TraceFollower: if a requested node sends or receives a message, note that the
 * node may stop after it.
 */
static void
count_message(void *counter, const TraceRecord *r)
{
	Counter *c = counter;
	uint32_t n = r->where / NLINKS, count;
	bool sent = r->kind == TRACE_SENT;

	if (r->kind == TRACE_RUN || r->kind == TRACE_IDLE)
		c->booted[r->where] = true;
	if ((!sent && r->kind != TRACE_RECEIVED) || n >= c->nnodes || !c->booted[n])
		return;
	count = ++(sent ? c->sent : c->received)[r->where];
	if (r->at < c->started || r->at >= c->ended || c->logical[n] == NOWHERE)
		return;
	add_point(&c->points[n], c->logical[n], c->points[n].n, r->at,
		xasprintf("%s %u at %s %u of %u.%u", c->kind, c->logical[n],
			sent ? "sent" : "received", count, c->logical[n],
			(unsigned)(r->where % NLINKS)));
}

/*
 * counter_new: prepare the counting of the messages of `nodes` from the start to the end of run
 * `base`.
 */
static Counter
counter_new(const Network *w, const RunSummary *base, const char *kind, const NodeSet *nodes)
{
	Counter c = {.started = base->started, .ended = base->now,
		.kind = kind, .nnodes = w->nnodes,
		.logical = xcalloc(w->nnodes, sizeof *c.logical),
		.sent = xcalloc(w->nnodes * NLINKS, sizeof *c.sent),
		.received = xcalloc(w->nnodes * NLINKS, sizeof *c.received),
		.booted = xcalloc(w->nnodes, sizeof *c.booted),
		.points = xcalloc(w->nnodes, sizeof *c.points)};

	for (uint32_t n = 0; n < w->nnodes; n++)
		c.logical[n] = NOWHERE;
	for (uint32_t i = 0; i < nodes->n; i++) {
		uint32_t node = nodes->nodes[i], n = base->place[node];

		c.logical[n] = node;
		add_point(&c.points[n], node, 0, base->started,
			xasprintf("%s %u at +0ns", kind, node));
	}
	return c;
}

/*
 * gather_points: move the points of all nodes to one list, in the order in which the nodes were
 * requested.
 */
static CrashPoints
gather_points(Counter *c, const RunSummary *base, const NodeSet *nodes)
{
	CrashPoints all = {0};

	for (uint32_t i = 0; i < nodes->n; i++) {
		const CrashPoints *p = &c->points[base->place[nodes->nodes[i]]];

		for (uint32_t k = 0; k < p->n; k++)
			add_point(&all, p->point[k].node, k, p->point[k].at, p->point[k].fault);
	}
	for (uint32_t n = 0; n < c->nnodes; n++)
		free(c->points[n].point);
	free(c->points);
	free(c->logical);
	free(c->sent);
	free(c->received);
	free(c->booted);
	return all;
}

CrashPoints
crash_points(const char *recording, const RunSummary *base, const char *kind, const NodeSet *nodes)
{
	Past *p = past_open(recording);
	Network *w = past_network(p);
	Trace *t = trace_open(NULL, w->topology, false);
	Counter c = counter_new(w, base, kind, nodes);
	CrashPoints all;

	trace_follow(t, count_message, &c);
	network_trace(w, t);
	while (replay_piece(p, NEVER, NULL))
		continue;
	progress_clear();
	network_trace(w, NULL);
	trace_close(t);
	all = gather_points(&c, base, nodes);
	all.struck = w->faults.n > 0 ? w->faults.fault[0].struck : NEVER;
	all.lines = crash_lines(w);
	past_free(p);
	return all;
}

void
crash_points_free(CrashPoints *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		free(p->point[i].fault);
	free(p->point);
	crash_lines_free(&p->lines);
}
