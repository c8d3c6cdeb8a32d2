/*
 * coalesce.c - the coalesced graph of a task: all events of one process form one vertex.
 *
 * A visit has a vertex for the part's way down: the node split, forwarded or computed the part. If
 * results of smaller parts came back to the node, the visit has a second vertex, for the way up.
 * The rows of the drawing are the levels of the tree, first downwards, then upwards.
 *
 * In the folded graph, equal visits are merged: visits of the same level, with the same events and
 * frontier, and with parts of the same classes. The classes follow from descriptions of the visits,
 * which are made from the leaves up. The children of a visit follow it in the list of visits,
 * because its first event caused theirs.
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

/* How a visit is drawn. */
typedef struct VisitShape {
	uint32_t down, up; /* vertices of the visit that represents the visit's class; or NONE */
	uint32_t kind;     /* number of its description */
	uint32_t class;    /* the first visit with the same description */
	uint32_t next;     /* next visit of the class, or NONE */
	uint32_t from_down, from_up; /* the last visit from or to which an arc has been drawn */
	uint32_t first_child, sibling; /* visits of its parts, or NONE */
	bool frontier_down, frontier_up; /* the vertex `down`, or `up`, is on the frontier */
} VisitShape;

/* The drawing of a coalesced graph. */
typedef struct Coalescer {
	Picture *picture;
	const TvmTrace *trace;
	TaskGraph *graph;
	VisitShape *shape; /* [nvisits] */
	Buf text;
} Coalescer;

/* visit_role: the role of the node in the virtual machine's model. */
static const MachineRole *
visit_role(const Coalescer *c, const Visit *v)
{
	return spec_role(c->trace->spec, v->node);
}

/*
 * has_way_up: true if the visit (a node's work on one part of a task) has events of results that go
 * up the tree; drawings show these events as a second vertex of the node.
 */
static bool
has_way_up(const Coalescer *c, const Visit *v)
{
	return v->seen & visit_role(c, v)->result_kinds;
}

/*
 * is_second_vertex_event: true if the event belongs to the second vertex of a visit: results go up
 * the tree with it (has_way_up).
 */
static bool
is_second_vertex_event(const Coalescer *c, const TvmEvent *e)
{
	const MachineRole *r = spec_role(c->trace->spec, e->node);

	return (r->result_kinds | r->after_result_kinds) >> e->kind & 1;
}

/*
 * mark_frontier: mark those vertices of the picture that have an event of the frontier, at which
 * the task stopped.
 */
static void
mark_frontier(Coalescer *c)
{
	const TvmTrace *t = c->trace;
	TaskGraph *g = c->graph;
	Frontier f;

	for (uint32_t i = t->task_start[g->task]; i < t->task_start[g->task + 1]; i++) {
		const TvmEvent *e = &t->event[t->bytask[i]];
		uint32_t v = graph_visit(g, e);

		if (!graph_is_frontier(g, t->bytask[i], &f))
			continue;
		if (is_second_vertex_event(c, e) && has_way_up(c, &g->visit[v]))
			c->shape[v].frontier_up = true;
		else
			c->shape[v].frontier_down = true;
	}
}

/*
 * find_children: link each visit (a node's work on one part) to the visits of the nodes below it to
 * which it sent a part.
 */
static void
find_children(Coalescer *c)
{
	const TvmTrace *t = c->trace;
	const TaskGraph *g = c->graph;

	for (uint32_t i = t->task_start[g->task + 1]; i-- > t->task_start[g->task];) {
		const TvmEvent *e = &t->event[t->bytask[i]];
		uint32_t parent, child;

		if (tvm_is_recv(e) || e->partner == NO_PARTNER
			|| tvm_message(t->spec, e)->direction != DOWN)
			continue;
		parent = graph_visit(g, e);
		child = graph_visit(g, &t->event[e->partner]);
		c->shape[child].sibling = c->shape[parent].first_child;
		c->shape[parent].first_child = child;
	}
}

static int
compare_kinds(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/*
 * describe_visit: append to c->text a description that is equal for visits which the drawing
 * merges; child: the classes of the visits of the nodes below.
 */
static void
describe_visit(Coalescer *c, uint32_t i, uint32_t *child)
{
	const Visit *v = &c->graph->visit[i];
	const VisitShape *s = &c->shape[i];
	uint32_t n = 0;

	c->text.len = 0;
	buf_printf(&c->text, "%u:%d%d", c->trace->spec->level[v->node], s->frontier_down,
		s->frontier_up);
	for (uint32_t k = 0; k < MAX_KINDS; k++)
		buf_printf(&c->text, ":%u", v->count[k]);
	for (uint32_t k = s->first_child; k != NONE; k = c->shape[k].sibling)
		child[n++] = c->shape[k].kind;
	qsort(child, n, sizeof *child, compare_kinds);
	for (uint32_t k = 0; k < n; k++)
		buf_printf(&c->text, ",%u", child[k]);
}

/*
 * find_classes: give visits with equal descriptions one class; a class is represented by its first
 * visit.
 */
static void
find_classes(Coalescer *c)
{
	uint32_t n = c->graph->nvisits;
	uint32_t *first = arena_alloc(c->picture->arena, n, sizeof *first);
	uint32_t *child = arena_alloc(c->picture->arena, n, sizeof *child);
	Symbols kinds = symbols_new(c->picture->arena);

	memset(first, 0xFF, n * sizeof *first); /* NONE */
	for (uint32_t i = n; i-- > 0;) {
		VisitShape *s = &c->shape[i];

		describe_visit(c, i, child);
		s->kind = symbols_add(&kinds, (char *)c->text.data, c->text.len);
		s->next = first[s->kind];
		first[s->kind] = i;
	}
	for (uint32_t i = 0; i < n; i++)
		c->shape[i].class = first[c->shape[i].kind];
}

/* put_class: print the nodes of a class, at most a few: "node 4" or "nodes 4 5 6 ...". */
static void
put_class(Coalescer *c, uint32_t i)
{
	const TaskGraph *g = c->graph;
	uint32_t n = 0;

	c->text.len = 0;
	if (c->shape[i].next == NONE) {
		buf_printf(&c->text, "node %u", g->visit[i].node);
		if (c->trace->spec->has_part_numbers) {
			buf_byte(&c->text, ' ');
			spec_put_subtid(c->trace->spec, g->visit[i].sub, &c->text);
		}
	} else {
		for (uint32_t k = i; k != NONE; k = c->shape[k].next)
			n++;
		buf_printf(&c->text, "%u nodes:", n);
		n = 0;
		for (uint32_t k = i; k != NONE && n < 6; k = c->shape[k].next, n++)
			buf_printf(&c->text, " %u", g->visit[k].node);
		if (n == 6)
			buf_printf(&c->text, " ...");
	}
	buf_byte(&c->text, '\n');
}

/*
 * first_process: the name of the process for the visit's first vertex: the first of the role's
 * vertices for which the visit has an event, or the role's last vertex if there is none.
 */
static const char *
first_process(const Coalescer *c, const Visit *v)
{
	const MachineRole *r = visit_role(c, v);
	uint32_t i = 0;

	while (i + 1 < r->nvertices && !(v->seen >> r->vertex[i].kind & 1))
		i++;
	return r->vertex[i].process->name;
}

/* class_label: the label of class i of nodes, with the name of its process. */
static char *
class_label(Coalescer *c, uint32_t i, const char *process)
{
	put_class(c, i);
	buf_printf(&c->text, "%s", process);
	return arena_strndup(c->picture->arena, (char *)c->text.data, c->text.len);
}

/* add_vertices: add the vertices of each class of nodes to the picture. */
static void
add_vertices(Coalescer *c)
{
	const Spec *s = c->trace->spec;
	uint32_t *column = arena_alloc(c->picture->arena, (size_t)s->levels + 1, sizeof *column);

	for (uint32_t i = 0; i < c->graph->nvisits; i++) {
		const Visit *v = &c->graph->visit[i];
		VisitShape *shape = &c->shape[i];
		uint32_t level = s->level[v->node];

		if (shape->class != i)
			continue;
		shape->down = picture_add_vertex(c->picture, class_label(c, i, first_process(c, v)),
			column[level], level + 1);
		c->picture->vertex[shape->down].frontier = shape->frontier_down;
		if (has_way_up(c, v)) {
			shape->up = picture_add_vertex(c->picture,
				class_label(c, i, visit_role(c, v)->result_process->name),
				column[level], 2 * s->levels + 1 - level);
			c->picture->vertex[shape->up].frontier = shape->frontier_up;
		}
		column[level]++;
	}
	c->picture->vertex[SINK].y = 2 * s->levels + 2;
}

/*
 * is_sent_back: true if the message that is sent carries a result, so that the receiver's second
 * vertex receives it (has_way_up).
 */
static bool
is_sent_back(const Coalescer *c, const TvmEvent *send)
{
	const TvmEvent *recv = &c->trace->event[send->partner];

	return spec_role(c->trace->spec, recv->node)->result_kinds >> recv->kind & 1;
}

/*
 * add_arcs: add an arc for the messages of each pair of classes. Arcs inside a node are omitted,
 * because the other arcs show the path.
 */
static void
add_arcs(Coalescer *c)
{
	const TvmTrace *t = c->trace;
	TaskGraph *g = c->graph;

	for (uint32_t i = t->task_start[g->task]; i < t->task_start[g->task + 1]; i++) {
		const TvmEvent *e = &t->event[t->bytask[i]];
		uint32_t from, to;
		VisitShape *a, *b;

		if (tvm_is_recv(e) || e->partner == NO_PARTNER)
			continue;
		from = graph_visit(g, e);
		to = graph_visit(g, &t->event[e->partner]);
		a = &c->shape[c->shape[from].class];
		b = &c->shape[c->shape[to].class];
		if (!is_sent_back(c, e)) {
			if (c->shape[from].class != from || b->from_down == from)
				continue;
			b->from_down = from;
			picture_add_arc(c->picture, a->down, b->down);
		} else if (c->shape[to].class == to && a->from_up != to) {
			a->from_up = to;
			picture_add_arc(c->picture, a->up != NONE ? a->up : a->down, b->up);
		}
	}
}

void
picture_add_coalesced(Picture *p, const TrekResult *r, TaskGraph *g, bool fold)
{
	Coalescer c = {
		.picture = p,
		.trace = r->trace,
		.graph = g,
		.shape = arena_alloc(p->arena, g->nvisits, sizeof *c.shape),
	};

	for (uint32_t i = 0; i < g->nvisits; i++) {
		c.shape[i] = (VisitShape){.down = NONE, .up = NONE, .class = i, .next = NONE,
			.from_down = NONE, .from_up = NONE, .first_child = NONE, .sibling = NONE};
	}
	mark_frontier(&c);
	find_children(&c);
	if (fold)
		find_classes(&c);
	add_vertices(&c);
	add_arcs(&c);
	for (uint32_t i = 0; i < g->nvisits; i++) {
		const Visit *v = &g->visit[i];
		const Machine *m = r->trace->spec->machine;

		if (v->node != 0)
			continue;
		if (v->seen >> m->root_send & 1)
			picture_add_arc(p, SOURCE, c.shape[i].down);
		if (v->seen & m->root_ends)
			picture_add_arc(p, c.shape[i].up != NONE ? c.shape[i].up : c.shape[i].down,
				SINK);
	}
	buf_free(&c.text);
}
