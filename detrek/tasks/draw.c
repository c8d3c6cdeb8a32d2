/*
 * draw.c - the event graph of a task as a picture in DOT.
 *
 * The arcs are those of graph.c. A column is a node, a row is an event, with causes first.
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

uint32_t
picture_add_vertex(Picture *p, char *label, uint32_t x, uint32_t y)
{
	p->vertex = arena_grow(p->arena, p->vertex, p->nvertices, &p->vertex_cap,
		sizeof *p->vertex);
	p->vertex[p->nvertices] = (struct Vertex){label, x, y, false};
	return p->nvertices++;
}

void
picture_add_arc(Picture *p, uint32_t from, uint32_t to)
{
	p->arc = arena_grow(p->arena, p->arc, p->narcs, &p->arc_cap, sizeof *p->arc);
	p->arc[p->narcs++] = (struct Arc){from, to};
}

/* event_label: the label of an event: its node, direction, peer and part. */
static char *
event_label(Picture *p, const Spec *s, const TvmEvent *e)
{
	Buf b = {0};
	char *label;

	buf_printf(&b, "node %u: %s %s %u\n", e->node, tvm_is_recv(e) ? "recv" : "send",
		tvm_is_recv(e) ? "from" : "to", e->peer);
	spec_put_subtid(s, e->sub, &b);
	buf_printf(&b, " %s", tvm_message(s, e)->shown);
	label = arena_strndup(p->arena, (char *)b.data, b.len);
	buf_free(&b);
	return label;
}

/*
 * make_columns: make a column for each node that has events of the task, from left to right by
 * number.
 */
static uint32_t *
make_columns(Picture *p, const TvmTrace *t, uint32_t task)
{
	uint32_t *column = arena_alloc(p->arena, t->spec->nnodes, sizeof *column), n = 0;

	for (uint32_t i = t->task_start[task]; i < t->task_start[task + 1]; i++)
		column[t->event[t->bytask[i]].node] = 1;
	for (uint32_t i = 0; i < t->spec->nnodes; i++)
		if (column[i])
			column[i] = n++;
	return column;
}

/*
 * add_node_arcs: add the arcs between an event and the source or the sink, and those arcs inside
 * the node whose other end occurs only once in the visit.
 */
static void
add_node_arcs(Picture *p, const TaskGraph *g, const uint32_t *vertex, uint32_t event)
{
	const Spec *s = g->trace->spec;
	const TvmEvent *e = &g->trace->event[event];
	const Visit *v = &g->visit[graph_visit(g, e)];
	const MachineEvent *all = spec_role(s, v->node)->event, *m = &all[e->kind];
	uint8_t causes = graph_causes(s, v, e->kind) & v->seen, effects = m->followed & v->seen;

	if (m->begins_task || (m->previous_job_causes && !causes))
		picture_add_arc(p, SOURCE, vertex[event]);
	if (m->ends_task || m->next_job_effects)
		picture_add_arc(p, vertex[event], SINK);
	for (uint32_t k = 0; k < MAX_KINDS; k++) {
		if (causes >> k & 1 && all[k].times == ONCE)
			picture_add_arc(p, vertex[v->event[k]], vertex[event]);
		if (effects >> k & 1 && m->times != ONCE && all[k].times == ONCE)
			picture_add_arc(p, vertex[event], vertex[v->event[k]]);
	}
}

/*
 * draw_events: add a vertex for each event of the task, and the arcs of messages and inside nodes.
 */
static void
draw_events(Picture *p, const TvmTrace *t, TaskGraph *g)
{
	const uint32_t *event = t->bytask + t->task_start[g->task];
	uint32_t n = t->task_start[g->task + 1] - t->task_start[g->task];
	uint32_t *vertex = arena_alloc(p->arena, t->n, sizeof *vertex);
	uint32_t *column = make_columns(p, t, g->task);
	Frontier f;

	for (uint32_t i = 0; i < n; i++) {
		const TvmEvent *e = &t->event[event[i]];

		vertex[event[i]] = picture_add_vertex(p, event_label(p, t->spec, e),
			column[e->node], i
			+ 1);
		p->vertex[vertex[event[i]]].frontier = graph_is_frontier(g, event[i], &f);
	}
	p->vertex[SINK].y = n + 1;
	for (uint32_t i = 0; i < n; i++) {
		const TvmEvent *e = &t->event[event[i]];

		add_node_arcs(p, g, vertex, event[i]);
		if (!tvm_is_recv(e) && e->partner != NO_PARTNER)
			picture_add_arc(p, vertex[event[i]], vertex[e->partner]);
	}
}

Picture *
picture_new(const TrekResult *r, uint32_t task, Drawing d)
{
	Arena *a = r->trace->arena;
	Picture *p = arena_alloc(a, 1, sizeof *p);
	char *title = xasprintf("task %u", task);
	TaskGraph g = graph_new_empty(r->trace);

	p->arena = a;
	p->title = arena_strndup(a, title, strlen(title));
	free(title);
	picture_add_vertex(p, "source", 0, 0);
	picture_add_vertex(p, "sink", 0, 1);
	if (task >= r->trace->ntasks)
		return p;
	graph_fill(&g, task);
	if (d == DRAW_EVENTS)
		draw_events(p, r->trace, &g);
	else
		picture_add_coalesced(p, r, &g, d == DRAW_FOLDED);
	return p;
}

void
picture_dot(Buf *b, const Picture *p)
{
	char from[16], to[16];

	dot_begin(b, p->title);
	for (uint32_t i = 0; i < p->nvertices; i++) {
		snprintf(from, sizeof from, "v%u", i);
		dot_node(b, from, p->vertex[i].label,
			i == SOURCE || i == SINK        ? "shape=circle"
				: p->vertex[i].frontier ? "shape=box,style=filled,fillcolor=salmon"
							: "shape=box");
	}
	for (uint32_t i = 0; i < p->narcs; i++) {
		snprintf(from, sizeof from, "v%u", p->arc[i].from);
		snprintf(to, sizeof to, "v%u", p->arc[i].to);
		dot_edge(b, from, to, NULL);
	}
	dot_end(b);
}
