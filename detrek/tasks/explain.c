/* explain.c - describes in words what happened to one task, node by node along its way. */
#include "tasks.h"

#include <string.h>

static void
put_part(Buf *b, const Spec *s, uint64_t sub)
{
	const TrekMachine *m = trek_machine(s);

	buf_printf(b, "%s", m->part ? m->part : "the task");
	if (m->part)
		spec_subtid(s, sub, b);
}

static uint32_t
line(const TvmTrace *t, uint32_t event)
{
	return t->event[event].line;
}

/* The sends of parts for each visit: linked lists of indices into the task's events. */
typedef struct Parts {
	uint32_t *first; /* [nvisits] or NONE */
	uint32_t *next;  /* [events of the task] or NONE */
} Parts;

static Parts
find_parts(const TaskGraph *g)
{
	const TvmTrace *t = g->trace;
	uint32_t n = t->task[g->task + 1] - t->task[g->task];
	Parts p = {
		.first = arena_alloc(t->arena, g->nvisits, sizeof *p.first),
		.next = arena_alloc(t->arena, n, sizeof *p.next),
	};

	/* Describe how node 0 sends the task and receives its result. */
	memset(p.first, 0xFF, g->nvisits * sizeof *p.first);
	for (uint32_t i = n; i-- > 0;) {
		const TvmEvent *e = &t->event[t->bytask[t->task[g->task] + i]];
		uint32_t v = graph_visit(g, e);

		if (e->kind != SEND_TASK)
			continue;
		p.next[i] = p.first[v];
		p.first[v] = i;
	}
	return p;
}

/* " part 0000 to node 2 (line 7), ..." */
static void
put_parts(Buf *b, const TaskGraph *g, const Parts *p, const Visit *v)
{
	const TvmTrace *t = g->trace;
	uint32_t first = p->first[v - g->visit];

	for (uint32_t i = first; i != NONE; i = p->next[i]) {
		const TvmEvent *e = &t->event[t->bytask[t->task[g->task] + i]];

		buf_printf(b, i == first ? " " : ", ");
		put_part(b, t->spec, e->sub);
		buf_printf(b, " to node %u (line %u%s)", e->peer, e->line,
			e->partner == NO_PARTNER ? ", not seen to arrive" : "");
	}
}

static void
put_worked(Buf *b, const TaskGraph *g, const Parts *p, const Visit *v)
{
	const TvmTrace *t = g->trace;
	const TrekMachine *m = trek_machine(t->spec);

	if (v->nparts) {
		buf_printf(b, m->sent, v->nparts, t->spec->degree);
		put_parts(b, g, p, v);
		buf_printf(b, "; %u of %u results came back", v->nresults, v->nparts);
	}
	if (v->result != NONE)
		buf_printf(b, "; sent the%s result to node %u (line %u%s)",
			v->nparts ? m->joined : "", t->event[v->result].peer, line(t, v->result),
			t->event[v->result].partner == NO_PARTNER ? ", not seen to arrive" : "");
	else if (!v->nparts)
		buf_printf(b, "; nothing more is seen of it there");
	buf_printf(b, "\n");
}

/* Node 0 sends the task and receives its result. */
static void
put_manager(Buf *b, const TvmTrace *t, const Visit *v)
{
	if (v->recv == NONE)
		buf_printf(b, "  node 0 is not seen to send the task");
	else
		buf_printf(b, "  node 0 sent the task to node %u (line %u%s)",
			t->event[v->recv].peer, line(t, v->recv),
			t->event[v->recv].partner == NO_PARTNER ? ", not seen to arrive" : "");
	if (v->result != NONE)
		buf_printf(b, "; received its result from node %u (line %u)",
			t->event[v->result].peer, line(t, v->result));
	buf_printf(b, "\n");
}

static void
put_visit(Buf *b, const TaskGraph *g, const Parts *p, const Visit *v)
{
	const TvmTrace *t = g->trace;

	if (v->node == 0) {
		put_manager(b, t, v);
		return;
	}
	buf_printf(b, v->recv == NONE ? "  node %u is not seen to receive " : "  node %u received ",
		v->node);
	put_part(b, t->spec, v->sub);
	if (v->recv != NONE)
		buf_printf(b, " (line %u)", line(t, v->recv));
	put_worked(b, g, p, v);
}

/* Explain a row for which there is no message. */
static const char *
silent_reason(const TrekRow *row)
{
	switch (row->process) {
	case DATA_GENERATOR: return "it was not generated, and no other failure is visible";
	case RESULT_RECEIVER:
		return "the receiver has not taken its result, or did not end with it";
	default: return "the function began, and is not seen to end";
	}
}

/* Explain a row of this process. */
static const char *
reason(const TrekRow *row, const TvmEvent *e)
{
	switch (row->process) {
	case DATA_GENERATOR: return "events of the task are seen, but not that node 0 sent it";
	case DISTRIBUTING:
		return tvm_is_recv(e) ? "it waits: an earlier task or part at this node failed" :
			"it was sent to this node but is not seen to arrive";
	case SPLIT: return "not all parts were sent";
	case SPLIT_OR_COMPUTE: return "it arrived, and neither a part nor a result of it is seen";
	case COMPUTE: return "it arrived, and no result of it is seen";
	case JOIN: return "this result arrived, and the joined result is not seen";
	default: break;
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
		const TvmEvent *e = row->event != NONE ? &r->trace->event[row->event] : NULL;

		if (row->task != task)
			continue;
		buf_printf(b, "%s  node %u, ", n++ ? "" : "where it stopped:\n", row->node);
		put_part(b, r->trace->spec, row->sub);
		buf_printf(b, ": %s, %s error: %s", trek_process(row->process),
			trek_class(row->process), e ? reason(row, e) : silent_reason(row));
		if (e)
			buf_printf(b, " (line %u)", e->line);
		buf_printf(b, "\n");
	}
	return n;
}

void
trek_explain(Buf *b, const TrekResult *r, uint32_t task)
{
	const TvmTrace *t = r->trace;
	TaskGraph g = graph_new_task(t);
	uint32_t n = task < t->ntasks ? t->task[task + 1] - t->task[task] : 0;
	Parts p;

	buf_printf(b, "task %u: %u events\n", task, n);
	if (n == 0) {
		put_rows(b, r, task);
		return;
	}
	graph_task(&g, task);
	p = find_parts(&g);
	for (uint32_t i = 0; i < g.nvisits; i++)
		put_visit(b, &g, &p, &g.visit[i]);
	if (put_rows(b, r, task) == 0)
		buf_printf(b, "it went through all nodes it was sent to\n");
}
