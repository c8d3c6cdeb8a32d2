/*
 * boot_plan.c - the plan for booting a network: its logical nodes, the links between them, and the
 * tree along which they boot each other.
 *
 * The tree consists of the shortest paths from node 0; lower numbers are preferred. Links over
 * which no node answered are cut, and the tree is computed again without them.
 */
#include "station.h"

#include <stdlib.h>
#include <string.h>

/* logical_numbers: the logical number of each node of the topology, or NOWHERE. */
static uint32_t *
logical_numbers(const BootPlan *p)
{
	uint32_t *logical = xmalloc(p->topology->nnodes * sizeof *logical);

	for (NodeId n = 0; n < p->topology->nnodes; n++)
		logical[n] = NOWHERE;
	for (uint32_t i = 0; i < p->nnodes; i++)
		logical[p->place[i]] = i;
	return logical;
}

/* can_boot_over: true if this is the host's end of a link over which the kernel can be booted. */
static bool
can_boot_over(const BootPlan *p, EndRef e)
{
	return e.kind == END_HOST && !p->topology->hosts[e.part].partner[e.index];
}

/* join_links: note, for each link of logical node i, the node and link at its other end. */
static void
join_links(BootPlan *p, uint32_t i, const EndRef *peers, const uint32_t *logical)
{
	for (uint32_t l = 0; l < NLINKS; l++) {
		EndRef far = peers[p->place[i] * NLINKS + l];
		BootEdge *e = &p->edges[i * NLINKS + l];

		*e = (BootEdge){.peer = NODE_NONE};
		if (can_boot_over(p, far) && (p->root == NOWHERE || i < p->root)) {
			p->root = i;
			p->root_link = l;
			p->host = far;
		} else if (far.kind == END_NODE && logical[far.part] != NOWHERE) {
			e->peer = logical[far.part];
			e->at = far.index;
		}
	}
}

/* memory_log2: log2 of the size of the kernel's memory, which excludes the memory of a screen. */
static uint8_t
memory_log2(const NodeSpec *n)
{
	uint32_t end = n->screen.width > 0 ? n->screen.at - MOSTNEG : n->mem;

	return end < 1024 ? 0 : 31 - __builtin_clz(end / 1024);
}

BootPlan *
boot_plan_new(const Topology *t, const Config *c)
{
	BootPlan *p = xcalloc(1, sizeof *p);
	EndRef *peers = topology_peers(t, c);
	uint32_t *logical;

	p->topology = t;
	p->config = c;
	p->nnodes = c ? c->nplaces : t->nnodes;
	p->root = NOWHERE;
	p->place = xmalloc(p->nnodes * sizeof *p->place);
	for (uint32_t i = 0; i < p->nnodes; i++)
		p->place[i] = c ? c->place[i] : i;
	p->edges = xcalloc(p->nnodes * NLINKS, sizeof *p->edges);
	p->nodes = xcalloc(p->nnodes, sizeof *p->nodes);
	p->depth = xcalloc(p->nnodes, sizeof *p->depth);
	logical = logical_numbers(p);
	for (uint32_t i = 0; i < p->nnodes; i++)
		join_links(p, i, peers, logical);
	free(peers);
	free(logical);
	return p;
}

/* has_partner: true if a data link of a host has a partner. */
static bool
has_partner(const Topology *t)
{
	for (uint32_t i = 0; i < t->nhosts; i++)
		for (uint32_t k = 0; k < t->hosts[i].nlinks; k++)
			if (t->hosts[i].partner[k])
				return true;
	return false;
}

void
boot_plan_check(const BootPlan *p)
{
	const Topology *t = p->topology;
	int line = p->config ? p->config->line : 0;

	if (p->root == NOWHERE && has_partner(t))
		fatal_at(t->file, line, "cannot boot: no data link of a host leads to a node but "
			"those of --link");
	if (p->root == NOWHERE)
		fatal_at(t->file, line, "no data link of a host leads to a node%s: cannot boot",
			p->config ? " of this configuration"
			: "; choose a configuration that joins one");
	if (p->root != 0)
		fatal_at(t->file, line, "the host is joined to node %u; the kernel needs it at "
			"node 0: place %s there",
			p->root, t->nodes[p->place[p->root]].name);
	if (p->nnodes > NODE_LIMIT)
		fatal_at(t->file, line, "%u nodes are too many; the kernel supports %d", p->nnodes,
			NODE_LIMIT);
	for (uint32_t i = 0; i < p->nnodes; i++) {
		const NodeSpec *n = &t->nodes[p->place[i]];

		if (!(ONLY_FP & 1 << n->chip))
			fatal_at(t->file, n->line,
				"%s is a %s, and the kernel runs on T800, T801 and T805 only; give "
				"another type, or choose a configuration without this node",
				n->name, chip_name(n->chip));
		if (n->rom)
			fatal_at(t->file, n->line, "%s: the kernel is booted over links; leave out "
				"boot=rom, or choose a configuration without this node", n->name);
	}
}

void
boot_plan_free(BootPlan *p)
{
	if (!p)
		return;
	free(p->place);
	free(p->edges);
	free(p->nodes);
	free(p->depth);
	free(p);
}

void
boot_plan_cut(BootPlan *p, uint32_t node, uint32_t link)
{
	BootEdge *e = &p->edges[node * NLINKS + link];

	e->cut = true;
	if (e->peer < p->nnodes)
		p->edges[e->peer * NLINKS + e->at].cut = true;
}

/* fill_node: fill in the entry of a node that was reached over its link `up`. */
static void
fill_node(BootPlan *p, uint32_t i, uint32_t up, uint32_t depth)
{
	BootNode *b = &p->nodes[i];

	p->depth[i] = depth;
	b->up = up;
	b->level = depth;
	b->kilobytes_log2 = memory_log2(&p->topology->nodes[p->place[i]]);
}

/* is_edge_open: true if the edge is not cut and leads to a participating node. */
static bool
is_edge_open(const BootPlan *p, const BootEdge *e)
{
	return !e->cut && e->peer < p->nnodes && p->depth[e->peer] != NOWHERE;
}

/*
 * leads_down: true if the edge from node a to its neighbour b leads down. A route that has gone
 * down once takes only such edges.
 */
static bool
leads_down(const BootPlan *p, uint32_t a, uint32_t b)
{
	return p->depth[b] != p->depth[a] ? p->depth[b] > p->depth[a] : b > a;
}

/* close_edges: after the search, remove edges to nodes that were not reached. */
static void
close_edges(BootPlan *p)
{
	for (uint32_t i = 0; i < p->nnodes; i++) {
		for (uint32_t l = 0; l < NLINKS; l++) {
			const BootEdge *e = &p->edges[i * NLINKS + l];
			bool open = p->depth[i] != NOWHERE && is_edge_open(p, e);

			p->nodes[i].peer[l] = open ? e->peer : NODE_NONE;
			p->nodes[i].at[l] = open ? e->at : 0;
			if (open && leads_down(p, i, e->peer))
				p->nodes[i].children |= 1 << (NLINKS + l);
		}
	}
	p->nodes[p->root].peer[p->root_link] = NODE_HOST;
}

uint32_t
boot_plan_tree(BootPlan *p)
{
	uint32_t *order = xmalloc(p->nnodes * sizeof *order), n = 1;

	memset(p->nodes, 0, p->nnodes * sizeof *p->nodes);
	memset(p->depth, 0xFF, p->nnodes * sizeof *p->depth);
	fill_node(p, 0, p->root_link, 0);
	order[0] = 0;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t i = order[k];

		for (uint32_t l = 0; l < NLINKS; l++) {
			const BootEdge *e = &p->edges[i * NLINKS + l];

			if (e->cut || e->peer >= p->nnodes || p->depth[e->peer] != NOWHERE)
				continue;
			fill_node(p, e->peer, e->at, p->depth[i] + 1);
			p->nodes[i].children |= 1 << l;
			order[n++] = e->peer;
		}
	}
	close_edges(p);
	free(order);
	return n;
}
