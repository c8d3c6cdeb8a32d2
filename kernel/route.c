/*
 * route.c - over which link a packet goes on.
 *
 * Links are directed by the boot tree's levels: up is towards the smaller level, and among equals
 * towards the smaller number. A route goes up any number of times, then down any number of times,
 * and never up again. So "a buffer waits for the next buffer of its route" has no cycle: those
 * that lead up wait for some further up or for one that leads down, those that lead down only for some further
 * down. Among these routes the shortest is taken; a packet that has come down knows so from the link it came by.
 *
 * To and from the host, packets keep to the boot tree. Routes to others that are no neighbours are found by one
 * breadth-first search over (node, has gone down), when the first is asked for.
 *
 * Source of the scheme: up*-down* routing (Schroeder and others, Autonet, 1991).
 */
#include "node.h"

enum {
	UNKNOWN = 0xFF,
	NOWHERE = 0xFE,
};

enum Phase { ANY, DOWN, NPHASES };

static struct {
	uint16_t self;
	uint32_t nnodes;
	BootNode *nodes;
	uint8_t *tree;            /* links of the boot tree, by node; UNKNOWN */
	uint8_t *next[NPHASES];   /* links, by node; NULL: not searched yet */
} route;

void
route_start(BootHeader *h, BootNode *table)
{
	route.self = h->node;
	route.nnodes = h->nnodes;
	route.nodes = table;
}

uint32_t
node_count(void)
{
	return route.nnodes;
}

BootNode *
node_table(void)
{
	return route.nodes;
}

uint16_t
link_peer(int link)
{
	return route.nodes[route.self].peer[link];
}

bool
link_in_tree(int link)
{
	const BootNode *n = &route.nodes[route.self];

	return n->peer[link] != NODE_NONE && (link == n->up || n->children >> link & 1);
}

/* goes_down: is a step from node a to its neighbour b one down? */
static bool
goes_down(uint16_t a, uint16_t b)
{
	int8_t levels = route.nodes[b].level - route.nodes[a].level; /* neighbours differ by little */

	return levels > 0 || (levels == 0 && b > a);
}

/* ---- the boot tree ---- */

/* climb: from a node up to this one; the link of this one that leads there. */
static int
climb(uint16_t node)
{
	const BootNode *n;
	int link = route.nodes[route.self].up;

	for (uint32_t steps = 0; steps <= route.nnodes; steps++) {
		if (node == route.self)
			return link;
		n = &route.nodes[node];
		if (n->up >= NLINKS || n->peer[n->up] == NODE_NONE)
			return NOWHERE;
		if (node == 0)
			return route.nodes[route.self].up;
		link = n->at[n->up];
		node = n->peer[n->up];
	}
	return NOWHERE;
}

static uint8_t *
table_new(uint32_t nbytes)
{
	uint8_t *t = memory_alloc(KERNEL, nbytes);

	if (!t)
		panic("no memory for routes");
	memset(t, UNKNOWN, nbytes);
	return t;
}

int
tree_link(uint16_t node)
{
	if (node >= route.nnodes)
		return -1;
	if (!route.tree)
		route.tree = table_new(route.nnodes);
	if (route.tree[node] == UNKNOWN)
		route.tree[node] = climb(node);
	return route.tree[node] < NLINKS ? route.tree[node] : -1;
}

/* ---- all links ---- */

/* A search: states are node * NPHASES + phase, in the order in which they were reached. */
typedef struct Search {
	uint16_t *queue;
	uint32_t n;
	uint8_t *first; /* by state: the link on which the way there begins; UNKNOWN */
	uint8_t *next;  /* by node */
} Search;

static inline __attribute__((always_inline)) void
reach(Search *s, uint32_t node, enum Phase phase, uint8_t first)
{
	uint32_t state = node * NPHASES + phase;

	if (s->first[state] != UNKNOWN)
		return;
	s->first[state] = first;
	s->queue[s->n++] = state;
	if (s->next[node] == UNKNOWN)
		s->next[node] = first;
}

/* steps: from a state to what can be reached from it; first: the link on which the way began, NOWHERE: here. */
static void
steps(Search *s, uint32_t node, enum Phase phase, uint8_t first)
{
	const BootNode *n = &route.nodes[node];

	for (uint32_t i = 0; i < NLINKS; i++) {
		uint32_t peer = n->peer[i];
		int8_t levels;

		if (peer >= NODE_LIMIT)
			continue;
		levels = route.nodes[peer].level - n->level;
		if (levels > 0 || (levels == 0 && peer > node))
			reach(s, peer, DOWN, first == NOWHERE ? i : first);
		else if (phase == ANY)
			reach(s, peer, ANY, first == NOWHERE ? i : first);
	}
}

/* search: the links for all nodes, from this one in a phase. */
static uint8_t *
search(enum Phase phase)
{
	Search s = {(uint16_t *)table_new(2 * NPHASES * route.nnodes), 0,
		table_new(NPHASES * route.nnodes), table_new(route.nnodes)};

	reach(&s, route.self, phase, NOWHERE);
	for (uint32_t i = 0; i < s.n; i++)
		steps(&s, s.queue[i] / NPHASES, s.queue[i] % NPHASES, s.first[s.queue[i]]);
	memory_free(s.queue);
	memory_free(s.first);
	return s.next;
}

static int
neighbour(uint16_t to, enum Phase phase)
{
	for (int i = 0; i < NLINKS; i++)
		if (link_peer(i) == to && (phase == ANY || goes_down(route.self, to)))
			return i;
	return -1;
}

int
route_link(uint16_t to, uint16_t from, int in)
{
	enum Phase phase = in >= 0 && link_peer(in) < NODE_LIMIT && goes_down(link_peer(in), route.self)
		? DOWN : ANY;
	int link;

	if (to == NODE_HOST)
		return route.nodes[route.self].up;
	if (to >= route.nnodes)
		return -1;
	if (from == NODE_HOST)
		return tree_link(to);
	link = neighbour(to, phase);
	if (link >= 0)
		return link;
	if (!route.next[phase])
		route.next[phase] = search(phase);
	link = route.next[phase][to];
	return link < NLINKS ? link : -1;
}
