/* meet.c - the meeting places of a machine's links: crossbars and fixed cables. */
#include "find.h"

#include <stdlib.h>
#include <string.h>

enum { SPEEDS = 3 }; /* number of link speeds */

/* speed_index: 0, 1 or 2 for a link speed of 5, 10 or 20 Mbit/s. */
static uint32_t
speed_index(uint32_t mbits)
{
	return mbits == 5 ? 0 : mbits == 10 ? 1 : 2;
}

/* meeting_place: the meeting place of a node's link end; NOWHERE if it has none. */
static uint32_t
meeting_place(const Topology *t, EndRef e)
{
	EndRef far = topology_across(t, e);
	uint32_t mbits = end_mbits(t, e);

	if (far.kind == END_SWITCH) {
		uint32_t own = t->switches[far.part].mbits;

		return own && own != mbits ? NOWHERE : far.part * SPEEDS + speed_index(mbits);
	}
	if (far.kind == END_NODE && end_mbits(t, far) == mbits && far.part != e.part)
		return t->nswitches * SPEEDS + *cable_slot(t, e);
	return NOWHERE;
}

/*
 * has_lower_link_there: true if a link of the same node with a lower number has the same meeting
 * place as the link end `end`.
 */
static bool
has_lower_link_there(const MeetingPlaces *m, uint32_t end)
{
	for (uint32_t i = end - end % NLINKS; i < end; i++)
		if (m->place[i] == m->place[end])
			return true;
	return false;
}

/* list_members: for each meeting place, list the nodes that have an end there. */
static void
list_members(MeetingPlaces *m)
{
	uint32_t nends = m->t->nnodes * NLINKS;
	uint32_t *at = xcalloc(m->nplaces + 1, sizeof *at);

	m->first = xcalloc(m->nplaces + 2, sizeof *m->first);
	m->member = xcalloc(nends, sizeof *m->member);
	for (uint32_t i = 0; i < nends; i++)
		if (m->place[i] != NOWHERE && !has_lower_link_there(m, i))
			m->first[m->place[i] + 1]++;
	for (uint32_t p = 0; p < m->nplaces; p++)
		m->first[p + 1] += m->first[p];
	memcpy(at, m->first, m->nplaces * sizeof *at);
	for (uint32_t i = 0; i < nends; i++)
		if (m->place[i] != NOWHERE && !has_lower_link_there(m, i))
			m->member[at[m->place[i]]++] = i / NLINKS;
	free(at);
}

/* ---- types ---- */

/* A node and its places in ascending order, as a sort key. */
typedef struct NodePlaces {
	uint32_t place[NLINKS]; /* meeting places of its links */
	NodeId node;
} NodePlaces;

static int
compare_node_places(const void *pa, const void *pb)
{
	const NodePlaces *a = pa, *b = pb;

	for (int i = 0; i < NLINKS; i++)
		if (a->place[i] != b->place[i])
			return a->place[i] < b->place[i] ? -1 : 1;
	return a->node < b->node ? -1 : a->node > b->node;
}

/* find_types: give nodes with the same meeting places the same type. */
static void
find_types(MeetingPlaces *m)
{
	uint32_t n = m->t->nnodes;
	NodePlaces *kinds = xcalloc(n, sizeof *kinds);

	m->type = xcalloc(n, sizeof *m->type);
	for (NodeId i = 0; i < n; i++) {
		uint32_t *p = kinds[i].place;

		kinds[i].node = i;
		memcpy(p, m->place + i * NLINKS, sizeof kinds[i].place);
		for (int a = 1; a < NLINKS; a++)
			for (int b = a; b > 0 && p[b] < p[b - 1]; b--) {
				uint32_t swap = p[b];

				p[b] = p[b - 1];
				p[b - 1] = swap;
			}
	}
	qsort(kinds, n, sizeof *kinds, compare_node_places);
	for (uint32_t i = 0; i < n; i++) {
		if (i && memcmp(kinds[i].place, kinds[i - 1].place, sizeof kinds[i].place) != 0)
			m->ntypes++;
		m->type[kinds[i].node] = m->ntypes;
	}
	m->ntypes++;
	free(kinds);
}

MeetingPlaces
meet_new(const Topology *t)
{
	uint32_t ncrossbars = t->nswitches * SPEEDS;
	MeetingPlaces m = {.t = t, .nplaces = ncrossbars + t->nwires, .ncrossbars = ncrossbars};

	m.place = xcalloc((size_t)t->nnodes * NLINKS, sizeof *m.place);
	memset(m.place, 0xff, (size_t)t->nnodes * NLINKS * sizeof *m.place);
	for (NodeId i = 0; i < t->nnodes; i++)
		for (uint32_t l = 0; l < t->nodes[i].nlinks; l++)
			m.place[i * NLINKS + l] = meeting_place(t, (EndRef){END_NODE, i, l});
	list_members(&m);
	find_types(&m);
	return m;
}

void
meet_free(MeetingPlaces *m)
{
	free(m->place);
	free(m->first);
	free(m->member);
	free(m->type);
}

/* ---- doors ---- */

/* first_hosts: for each crossbar and speed, the first host end that it can join. */
static EndRef *
first_hosts(const Topology *t)
{
	EndRef *hosts = xcalloc((size_t)t->nswitches * SPEEDS + 1, sizeof *hosts);

	for (uint32_t i = 0; i < t->nhosts; i++)
		for (uint32_t l = 0; l < t->hosts[i].nlinks; l++) {
			EndRef e = {END_HOST, i, l}, far = topology_across(t, e);

			for (uint32_t s = 0; s < SPEEDS && far.kind == END_SWITCH; s++) {
				EndRef *first = &hosts[far.part * SPEEDS + s];
				uint32_t own = end_mbits(t, e);

				if (first->kind == END_NONE && (!own || speed_index(own) == s))
					*first = e;
			}
		}
	return hosts;
}

/* find_host: the host end that can be joined to node end e; kind END_NONE if there is none. */
static EndRef
find_host(const MeetingPlaces *m, const EndRef *hosts, EndRef e)
{
	EndRef far = topology_across(m->t, e);
	uint32_t own = end_mbits(m->t, far), p = m->place[e.part * NLINKS + e.index];

	if (far.kind == END_SWITCH && p != NOWHERE)
		return hosts[p];
	if (far.kind == END_HOST && (!own || own == end_mbits(m->t, e)))
		return far;
	return (EndRef){0};
}

uint32_t
meet_doors(const MeetingPlaces *m, NodeId root, Door **doors)
{
	const Topology *t = m->t;
	EndRef *hosts = first_hosts(t);
	NodeId from = root == NOWHERE ? 0 : root, to = root == NOWHERE ? t->nnodes : root + 1;
	uint32_t n = 0;

	*doors = NULL;
	for (NodeId i = from; i < to; i++)
		for (uint32_t l = 0; l < t->nodes[i].nlinks; l++) {
			EndRef h = find_host(m, hosts, (EndRef){END_NODE, i, l});

			if (h.kind == END_NONE)
				continue;
			*doors = list_more(*doors, n, sizeof **doors);
			(*doors)[n++] = (Door){i, l, h};
		}
	free(hosts);
	return n;
}
