/*
 * bound.c - proves by counting, before any search, that a machine has no configuration of a shape.
 */
#include "find.h"

#include <stdlib.h>

/* link_degree: the number of links that logical node v needs, including one for the host. */
static uint32_t
link_degree(const MeetingPlaces *m, const Graph *g, uint32_t v)
{
	return g->first[v + 1] - g->first[v] + (v == 0 && m->t->nhosts > 0);
}

/* usable_links: the number of links of a node that can be joined to some other link end. */
static uint32_t
usable_links(const MeetingPlaces *m, NodeId id)
{
	uint32_t n = 0;

	for (uint32_t l = 0; l < m->t->nodes[id].nlinks; l++) {
		EndRef far = topology_across(m->t, (EndRef){END_NODE, id, l});

		n += m->place[id * NLINKS + l] != NOWHERE || far.kind == END_HOST;
	}
	return n;
}

/* lacks_links: true if, for some k, fewer nodes have k links than the shape needs. */
static bool
lacks_links(const MeetingPlaces *m, const Graph *g, Buf *why)
{
	uint32_t need[NLINKS + 1] = {0}, have[NLINKS + 1] = {0};

	for (uint32_t v = 0; v < g->n; v++) {
		uint32_t d = link_degree(m, g, v);

		if (d > NLINKS) {
			buf_printf(why, "logical node %u needs %u links%s; a transputer has %d",
				   (unsigned)v, (unsigned)d, v == 0 && m->t->nhosts ?
				   ", one of them for the host" : "", NLINKS);
			return true;
		}
		for (uint32_t k = 1; k <= d; k++)
			need[k]++;
	}
	for (NodeId i = 0; i < m->t->nnodes; i++)
		for (uint32_t k = usable_links(m, i); k > 0; k--)
			have[k]++;
	for (uint32_t k = NLINKS; k > 0; k--)
		if (need[k] > have[k]) {
			buf_printf(why,
				"of nodes with %u or more links that can be joined, it needs %u; "
				"the machine has %u",
				(unsigned)k, (unsigned)need[k], (unsigned)have[k]);
			return true;
		}
	return false;
}

/*
 * lacks_joins: true if the shape needs more joins than the meeting places allow: k / 2 for a place
 * with k ends.
 */
static bool
lacks_joins(const MeetingPlaces *m, const Graph *g, Buf *why)
{
	uint32_t nends = m->t->nnodes * NLINKS, most = 0;
	uint32_t *ends = xcalloc(m->nplaces + 1, sizeof *ends);

	for (uint32_t i = 0; i < nends; i++)
		if (m->place[i] != NOWHERE)
			ends[m->place[i]]++;
	for (uint32_t p = 0; p < m->nplaces; p++)
		most += ends[p] / 2;
	free(ends);
	if (g->nedges <= most)
		return false;
	buf_printf(why, "it needs %u joins, but the crossbars and cables can make at most %u",
		   (unsigned)g->nedges, (unsigned)most);
	return true;
}

/* component_size: the number of nodes that can be reached from node `from`, including itself. */
static uint32_t
component_size(const MeetingPlaces *m, NodeId from, bool *seen, bool *been, NodeId *queue)
{
	uint32_t head = 0, tail = 0;

	seen[from] = true;
	queue[tail++] = from;
	while (head < tail) {
		const uint32_t *place = m->place + queue[head++] * NLINKS;

		for (int l = 0; l < NLINKS; l++) {
			if (place[l] == NOWHERE || been[place[l]])
				continue;
			been[place[l]] = true;
			for (uint32_t i = m->first[place[l]]; i < m->first[place[l] + 1]; i++)
				if (!seen[m->member[i]]) {
					seen[m->member[i]] = true;
					queue[tail++] = m->member[i];
				}
		}
	}
	return tail;
}

/* lacks_reach: true if no place for logical node 0 has enough nodes connected to it. */
static bool
lacks_reach(const MeetingPlaces *m, const Shape *s, const NodeId *from, uint32_t nfrom, Buf *why)
{
	bool *seen = xcalloc(m->t->nnodes, sizeof *seen);
	bool *been = xcalloc(m->nplaces + 1, sizeof *been);
	NodeId *queue = xcalloc(m->t->nnodes, sizeof *queue);
	uint32_t most = 0;

	for (uint32_t i = 0; i < nfrom; i++)
		if (!seen[from[i]]) {
			uint32_t n = component_size(m, from[i], seen, been, queue);

			most = n > most ? n : most;
		}
	free(seen);
	free(been);
	free(queue);
	if (most >= s->n)
		return false;
	buf_printf(why, "it needs %u nodes, but only %u are connected to a possible node 0 (paths "
		"through several crossbars are not tried)", (unsigned)s->n, (unsigned)most);
	return true;
}

/* lacks_root: true if no node can be logical node 0 and has enough nodes connected to it. */
static bool
lacks_root(const MeetingPlaces *m, const Shape *s, NodeId root, Buf *why)
{
	const Topology *t = m->t;
	NodeId *from = xcalloc(t->nnodes * NLINKS, sizeof *from);
	uint32_t nfrom = 0;
	bool found;

	if (t->nhosts) {
		Door *doors;

		nfrom = meet_doors(m, root, &doors);
		for (uint32_t i = 0; i < nfrom; i++)
			from[i] = doors[i].node;
		free(doors);
	} else {
		for (NodeId i = 0; i < t->nnodes; i++)
			if (root == NOWHERE || root == i)
				from[nfrom++] = i;
	}
	if (nfrom == 0) {
		buf_printf(why, "logical node 0 must be joined to the host, but no link of %s can "
			"reach one",
			   root == NOWHERE ? "any node" : t->nodes[root].name);
		found = true;
	} else {
		found = lacks_reach(m, s, from, nfrom, why);
	}
	free(from);
	return found;
}

bool
shape_is_impossible(const MeetingPlaces *m, const Shape *s, const Graph *g, NodeId root, Buf *why)
{
	if (s->n > m->t->nnodes) {
		buf_printf(why, "it needs %u nodes; the machine has %u", (unsigned)s->n,
			   (unsigned)m->t->nnodes);
		return true;
	}
	return lacks_links(m, g, why) || lacks_joins(m, g, why) || lacks_root(m, s, root, why);
}
