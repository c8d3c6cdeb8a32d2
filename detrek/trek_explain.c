/*
 * trek_explain.c - what happened to one task, in words, node by node as the task went.
 */
#include "trek.h"

static void
put_part(Buf *b, const Spec *s, uint64_t sub)
{
	if (s->degree == 1) {
		buf_printf(b, "the task");
		return;
	}
	buf_printf(b, "part ");
	spec_subtid(s, sub, b);
}

static uint32_t
line(const TvmTrace *t, uint32_t event)
{
	return t->event[event].line;
}

/* The parts that were sent on, in order: "part 0000 to node 2 (line 7), ...". */
static void
put_parts(Buf *b, const TaskGraph *g, const Visit *v)
{
	const TvmTrace *t = g->trace;
	uint32_t n = 0;

	for (uint32_t i = t->task[g->task]; i < t->task[g->task + 1]; i++) {
		const TvmEvent *e = &t->event[t->bytask[i]];

		if (e->kind != SEND_TASK || &g->visit[graph_visit(g, e)] != v)
			continue;
		buf_printf(b, "%s", n++ ? ", " : " ");
		put_part(b, t->spec, e->sub);
		buf_printf(b, " to node %u (line %u%s)", e->peer, e->line,
			e->partner == NO_PARTNER ? ", not seen to arrive" : "");
	}
}

static void
put_worked(Buf *b, const TaskGraph *g, const Visit *v)
{
	const TvmTrace *t = g->trace;

	if (v->nparts) {
		buf_printf(b, t->spec->degree == 1 ? "; passed on" : "; sent %u of %u parts:", v->nparts,
			t->spec->degree);
		put_parts(b, g, v);
		buf_printf(b, "; %u of %u results came back", v->nresults, v->nparts);
	}
	if (v->result != NONE)
		buf_printf(b, "; sent the%s result to node %u (line %u%s)", v->nparts &&
			t->spec->degree > 1 ? " joined" : "", t->event[v->result].peer,
			line(t, v->result), t->event[v->result].partner == NO_PARTNER ?
			", not seen to arrive" : "");
	else if (!v->nparts)
		buf_printf(b, "; nothing more is seen of it there");
	buf_printf(b, "\n");
}

static void
put_visit(Buf *b, const TaskGraph *g, const Visit *v)
{
	const TvmTrace *t = g->trace;

	buf_printf(b, "  node %u ", v->node);
	if (v->node == 0) {
		if (v->recv == NONE)
			buf_printf(b, "is not seen to send the task");
		else
			buf_printf(b, "sent the task to node %u (line %u%s)", t->event[v->recv].peer,
				line(t, v->recv), t->event[v->recv].partner == NO_PARTNER ?
				", not seen to arrive" : "");
		if (v->result != NONE)
			buf_printf(b, "; received its result from node %u (line %u)",
				t->event[v->result].peer, line(t, v->result));
		buf_printf(b, "\n");
		return;
	}
	if (v->recv == NONE)
		buf_printf(b, "is not seen to receive ");
	else
		buf_printf(b, "received ");
	put_part(b, t->spec, v->sub);
	if (v->recv != NONE)
		buf_printf(b, " (line %u)", line(t, v->recv));
	put_worked(b, g, v);
}

/* Why a row of this process is there. */
static const char *
reason(const TrekRow *row, const TvmEvent *e)
{
	switch (row->process) {
	case DATA_GENERATOR: return "events of the task are seen, but not that node 0 sent it";
	case DISTRIBUTING:
		return tvm_is_recv(e) ? "it waits: an earlier task or part at this node came to nothing" :
			"it was sent to this node but is not seen to arrive";
	case SPLIT: return "not all parts were sent";
	case SPLIT_OR_COMPUTE: return "it arrived, and neither a part nor a result of it is seen";
	case COMPUTE: return "it arrived, and no result of it is seen";
	case JOIN: return "this result arrived, and the joined result is not seen";
	case COLLECTING: break;
	}
	return tvm_is_recv(e) ? "the result arrived, and is not seen to be passed on" :
		"the result was sent to this node but is not seen to arrive";
}

static uint32_t
put_rows(Buf *b, const TrekResult *r, uint32_t task)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->nrows; i++) {
		const TrekRow *row = &r->row[i];
		const TvmEvent *e = &r->trace->event[row->event];

		if (row->task != task)
			continue;
		buf_printf(b, "%s  node %u, ", n++ ? "" : "where it stopped:\n", row->node);
		put_part(b, r->trace->spec, row->sub);
		buf_printf(b, ": %s, %s error: %s (line %u)\n", trek_process(row->process),
			trek_class(row->process), reason(row, e), e->line);
	}
	return n;
}

void
trek_explain(Buf *b, const TrekResult *r, uint32_t task)
{
	const TvmTrace *t = r->trace;
	TaskGraph g = graph_new_task(t);
	uint32_t n = task < t->ntasks ? t->task[task + 1] - t->task[task] : 0;

	buf_printf(b, "task %u: %u events\n", task, n);
	if (n == 0)
		return;
	graph_task(&g, task);
	for (uint32_t i = 0; i < g.nvisits; i++)
		put_visit(b, &g, &g.visit[i]);
	if (put_rows(b, r, task) == 0)
		buf_printf(b, "it went through all nodes it was sent to\n");
}
