/* flow.c - the control flow of a process: nodes, edges, and their simplification. */
#include "flow.h"

#include <stdlib.h>

uint32_t
flow_add_node(Flow *f, FlowKind kind)
{
	f->node = arena_grow(f->arena, f->node, f->n, &f->cap, sizeof *f->node);
	f->node[f->n] = (FlowNode){.kind = kind};
	return f->n++;
}

void
flow_add_edge(Flow *f, uint32_t from, uint32_t to)
{
	f->edge = arena_grow(f->arena, f->edge, f->nedges, &f->edgecap, sizeof *f->edge);
	f->edge[f->nedges++] = (FlowEdge){from, to};
}

/* compare_edges: for qsort: order edges by their nodes. */
static int
compare_edges(const void *a, const void *b)
{
	const FlowEdge *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

/* tidy_edges: sort the edges; drop duplicates, and edges of removed nodes. */
static void
tidy_edges(Flow *f)
{
	uint32_t n = 0;

	qsort(f->edge, f->nedges, sizeof *f->edge, compare_edges);
	for (uint32_t i = 0; i < f->nedges; i++) {
		FlowEdge e = f->edge[i];

		if (f->node[e.from].removed || f->node[e.to].removed
			|| (n > 0 && compare_edges(&e, &f->edge[n - 1]) == 0))
			continue;
		f->edge[n++] = e;
	}
	f->nedges = n;
}

/*
 * reached_nodes: an array, [nodes]: true for the nodes that are reached from a node, along the
 * edges or against them. The caller frees it.
 */
static bool *
reached_nodes(const Flow *f, uint32_t from, bool backwards)
{
	bool *met = xcalloc(f->n, sizeof *met), grown = true;

	met[from] = true;
	while (grown) {
		grown = false;
		for (uint32_t i = 0; i < f->nedges; i++) {
			FlowEdge e = f->edge[backwards ? f->nedges - 1 - i : i];
			uint32_t a = backwards ? e.to : e.from, b = backwards ? e.from : e.to;

			if (met[a] && !met[b])
				met[b] = grown = true;
		}
	}
	return met;
}

/* remove_unreached: remove the nodes that are not reached from the start. */
static void
remove_unreached(Flow *f)
{
	bool *met = reached_nodes(f, FLOW_START, false);

	for (uint32_t i = 0; i < f->n; i++)
		if (!met[i] && i != FLOW_STOP)
			f->node[i].removed = true;
	free(met);
	tidy_edges(f);
}

/* ---- nodes that do nothing ---- */

/* bypass_node: lead the predecessors of a node to its successors, and remove it. */
static void
bypass_node(Flow *f, uint32_t node)
{
	uint32_t n = f->nedges;

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; f->edge[i].to == node && k < n; k++)
			if (f->edge[k].from == node && f->edge[k].to != node
				&& f->edge[i].from != node)
				flow_add_edge(f, f->edge[i].from, f->edge[k].to);
	f->node[node].removed = true;
	tidy_edges(f);
}

/* is_idle: true for a node that does not send, receive or change a variable. */
static bool
is_idle(const Flow *f, uint32_t i)
{
	const FlowNode *n = &f->node[i];

	return !n->removed && i != FLOW_START && i != FLOW_STOP && n->kind == FLOW_COMP
		&& !n->changes;
}

/* count_edges: count the edges into and out of the node, without edges from the node to itself. */
static void
count_edges(const Flow *f, uint32_t node, uint32_t *in, uint32_t *out)
{
	*in = *out = 0;
	for (uint32_t i = 0; i < f->nedges; i++) {
		FlowEdge e = f->edge[i];

		*in += e.to == node && e.from != node;
		*out += e.from == node && e.to != node;
	}
}

/*
 * remove_idle: remove nodes that do nothing. One with several edges in and several out is kept,
 * because bypassing it would add edges.
 */
static void
remove_idle(Flow *f)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < f->n; i++) {
			uint32_t in, out;

			if (!is_idle(f, i))
				continue;
			count_edges(f, i, &in, &out);
			if (out > 0 && (in <= 1 || out <= 1)) {
				bypass_node(f, i);
				changed = true;
			}
		}
	}
}

/* join_changes: replace a sequence of nodes that only change variables by one node. */
static void
join_changes(Flow *f)
{
	for (uint32_t k = f->nedges; k-- > 0;) {
		FlowEdge e = f->edge[k];
		FlowNode *a = &f->node[e.from], *b = &f->node[e.to];
		uint32_t in, out, unused;

		if (a->removed || b->removed || a->kind != FLOW_COMP || b->kind != FLOW_COMP
			|| !a->changes || !b->changes || e.from == e.to)
			continue;
		count_edges(f, e.from, &unused, &out);
		count_edges(f, e.to, &in, &unused);
		if (in != 1 || out != 1)
			continue;
		for (uint32_t v = 0; v <= f->nvariables; v++)
			b->changes[v] |= a->changes[v];
		b->place = a->place;
		b->line = a->line;
		bypass_node(f, e.from);
		k = f->nedges;
	}
}

/* ---- ways to the stop ---- */

/* lead_dead_ends: lead each node without a successor to the stop. */
static void
lead_dead_ends(Flow *f)
{
	bool *leads = xcalloc(f->n, sizeof *leads);

	for (uint32_t i = 0; i < f->nedges; i++)
		leads[f->edge[i].from] |= f->edge[i].from != f->edge[i].to;
	for (uint32_t i = 0; i < f->n; i++)
		if (!f->node[i].removed && !leads[i] && i != FLOW_STOP)
			flow_add_edge(f, i, FLOW_STOP);
	free(leads);
	tidy_edges(f);
}

/*
 * first_unmarked: the first existing node that is in the set `in` but not in `without`; f->n if
 * there is none.
 */
static uint32_t
first_unmarked(const Flow *f, const bool *in, const bool *without)
{
	uint32_t i = 0;

	while (i < f->n && (f->node[i].removed || (in && !in[i]) || without[i]))
		i++;
	return i;
}

/*
 * endless_head: the head of a loop that is never left: the node of the loop that was found first;
 * f->n if there is none.
 */
static uint32_t
endless_head(const Flow *f)
{
	bool *stops = reached_nodes(f, FLOW_STOP, true);
	uint32_t head = first_unmarked(f, NULL, stops), next = head;

	free(stops);
	while (next < f->n) {
		bool *ahead = reached_nodes(f, head = next, false),
		     *back = reached_nodes(f, head, true);

		next = first_unmarked(f, ahead, back);
		free(ahead);
		free(back);
	}
	return head;
}

/*
 * lead_endless: for each endless loop, add edges to the stop, from the nodes at which the loop
 * returns to its head.
 */
static void
lead_endless(Flow *f)
{
	for (uint32_t head; (head = endless_head(f)) < f->n; tidy_edges(f)) {
		bool *loop = reached_nodes(f, head, false);
		uint32_t n = f->nedges;

		for (uint32_t i = 0; i < n; i++)
			if (f->edge[i].to == head && loop[f->edge[i].from])
				flow_add_edge(f, f->edge[i].from, FLOW_STOP);
		free(loop);
	}
}

void
flow_simplify(Flow *f)
{
	tidy_edges(f);
	remove_unreached(f);
	remove_idle(f);
	join_changes(f);
	lead_dead_ends(f);
	lead_endless(f);
}
