/*
 * route.c - over which link a packet goes on.
 *
 * Links are directed by the boot tree's levels: up is towards the smaller level, and among equals
 * towards the smaller number. A route goes up any number of times, then down any number of times,
 * and never up again. So "a buffer waits for the next buffer of its route" has no cycle: those
 * that lead up wait for some further up or for one that leads down, those that lead down only for
 * some further down. Among these routes the shortest is taken; a packet that has come down knows so
 * from the link it came by.
 *
 * To and from the host, packets keep to the boot tree, whose links for all nodes stand in a table.
 * Routes to others that are not neighbours are found by a breadth-first search over (node, has gone
 * down), from each of this node's phases one. The servers' process makes all that in pieces while
 * it has nothing else to do; a query before it is complete finishes the rest at once.
 *
 * Source of the scheme: up*-down* routing (Schroeder and others, Autonet, 1991).
 */
#include "node.h"

enum {
	UNKNOWN = 0xFF,
	NOWHERE = 0xEE,
	SEEN = 0x10, /* reached in phase ANY */
};

enum { PIECE = 4 }; /* nodes of a table that are made between serving links: some 40 us */

enum Phase { ANY, DOWN, NPHASES };

/*
 * A search: who is reached is queued as node, phase, and the link on which the way there begins
 * (STEP). A node that was reached in phase ANY goes everywhere, so it is not queued again as DOWN.
 */
typedef struct Search {
	uint8_t *next;          /* links, by node: what is looked for, and SEEN; NULL: not begun */
	uint32_t *queue;        /* NULL: at its end */
	uint32_t *front, *back; /* in the queue */
} Search;

#define STEP(node, phase, link) ((node) << 4 | (phase) << 3 | (link))

static struct {
	uint16_t self;
	uint32_t nnodes;
	BootNode *nodes;
	uint8_t *tree;             /* links of the boot tree, by node; UNKNOWN */
	uint32_t ntree;            /* nodes that have been entered there */
	uint32_t *below[NLINKS];   /* a bit for each node that a child's link leads to */
	Search search[NPHASES];
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

/* leads_down: does a node's link lead to a neighbour that is further down? */
static bool
leads_down(const BootNode *n, int link)
{
	return n->children >> (NLINKS + link) & 1;
}

static uint32_t
set_words(void)
{
	return (route.nnodes + 31) / 32;
}

/* ---- the boot tree ---- */

static uint8_t *
table_new(uint32_t nbytes)
{
	uint8_t *t = memory_alloc(KERNEL, nbytes);

	if (!t)
		panic("no memory for routes");
	memset(t, UNKNOWN, nbytes);
	return t;
}

static void
tree_begin(void)
{
	const BootNode *here = &route.nodes[route.self];

	route.tree = table_new(route.nnodes);
	route.tree[route.self] = NOWHERE;
	if (route.self != 0)
		route.tree[0] = here->up;
	for (int i = 0; i < NLINKS; i++)
		if (here->children >> i & 1) {
			route.below[i] = (uint32_t *)table_new(4 * set_words());
			memset(route.below[i], 0, 4 * set_words());
			route.tree[here->peer[i]] = i;
		}
}

/* parent: towards node 0; not a node, if this one did not come up. */
static uint16_t
parent(uint16_t node)
{
	const BootNode *n = &route.nodes[node];

	return n->peer[n->up];
}

/*
 * enter: the link towards a node is that towards the first above it whose link is known, for all in
 * between, too.
 */
static void
enter(uint16_t node)
{
	uint16_t i = node;
	uint8_t link;

	while (i < route.nnodes && route.tree[i] == UNKNOWN)
		i = parent(i);
	link = i < route.nnodes ? route.tree[i] : NOWHERE;
	for (i = node; i < route.nnodes && route.tree[i] == UNKNOWN; i = parent(i))
		route.tree[i] = link;
	link = route.tree[node];
	if (link < NLINKS && route.below[link])
		route.below[link][node / 32] |= 1u << node % 32;
}

/* tree_on: at most this many nodes more. Returns false if all had been entered. */
static bool
tree_on(uint32_t most)
{
	if (route.ntree == route.nnodes)
		return false;
	if (!route.tree)
		tree_begin();
	for (; route.ntree < route.nnodes && most > 0; most--)
		enter(route.ntree++);
	return true;
}

int
tree_link(uint16_t node)
{
	if (node >= route.nnodes)
		return -1;
	tree_on(UINT32_MAX);
	return route.tree[node] < NLINKS ? route.tree[node] : -1;
}

static bool
overlap(const uint32_t *a, const uint32_t *b, uint32_t nwords)
{
	for (uint32_t i = 0; i < nwords; i++)
		if (a[i] & b[i])
			return true;
	return false;
}

uint32_t
tree_children(const uint32_t *set, uint32_t nwords)
{
	uint32_t children = 0;

	tree_on(UINT32_MAX);
	for (int i = 0; i < NLINKS; i++)
		if (route.below[i]
			&& overlap(set, route.below[i], nwords < set_words() ? nwords
				: set_words()))
			children |= 1u << i;
	return children;
}

/* ---- all links ---- */

static void
reach_down(Search *s, uint32_t node, uint32_t link)
{
	uint8_t *next = s->next + node;

	if (*next != UNKNOWN)
		return;
	*next = link;
	*s->back++ = STEP(node, DOWN, link);
}

static void
reach_up(Search *s, uint32_t node, uint32_t link)
{
	uint8_t *next;
	uint32_t known;

	if (node >= NODE_LIMIT)
		return;
	next = s->next + node;
	known = *next;
	if (known & SEEN && known != UNKNOWN)
		return;
	*next = (known == UNKNOWN ? link : known) | SEEN;
	*s->back++ = STEP(node, ANY, link);
}

/*
 * neighbours: the words of a node's entry that have its peers, and its links that lead down; whole
 * words cost least.
 */
static inline __attribute__((always_inline)) uint32_t
neighbours(uint32_t node, uint32_t peers[2])
{
	const BootNode *n = __builtin_assume_aligned(&route.nodes[node], sizeof *peers);

	_Static_assert(offsetof(BootNode, peer) == 0, "peers first");
	memcpy(peers, n, 2 * sizeof *peers);
	return n->children >> NLINKS;
}

/* steps: from a node to what can be reached from it. */
static void
steps_down(Search *s, uint32_t node, uint32_t first)
{
	uint32_t peers[2], down = neighbours(node, peers);

	if (down & 1)
		reach_down(s, peers[0] & 0xFFFF, first);
	if (down & 2)
		reach_down(s, peers[0] >> 16, first);
	if (down & 4)
		reach_down(s, peers[1] & 0xFFFF, first);
	if (down & 8)
		reach_down(s, peers[1] >> 16, first);
}

static void
steps_up(Search *s, uint32_t node, uint32_t first)
{
	uint32_t peers[2], down = neighbours(node, peers);

	if (!(down & 1))
		reach_up(s, peers[0] & 0xFFFF, first);
	if (!(down & 2))
		reach_up(s, peers[0] >> 16, first);
	if (!(down & 4))
		reach_up(s, peers[1] & 0xFFFF, first);
	if (!(down & 8))
		reach_up(s, peers[1] >> 16, first);
}

/* search_begin: each link of this node is a first step of its own. */
static void
search_begin(Search *s, enum Phase phase)
{
	const BootNode *n = &route.nodes[route.self];

	s->next = table_new(route.nnodes);
	s->queue = (uint32_t *)table_new(sizeof *s->queue * NPHASES * route.nnodes);
	s->front = s->back = s->queue;
	s->next[route.self] = NOWHERE | SEEN;
	for (int i = 0; i < NLINKS; i++)
		if (leads_down(n, i))
			reach_down(s, n->peer[i], i);
		else if (phase == ANY)
			reach_up(s, n->peer[i], i);
}

/* search_on: at most so many steps more. Returns false if the search was at its end. */
static bool
search_on(enum Phase phase, uint32_t most)
{
	Search *s = &route.search[phase];

	if (!s->next)
		search_begin(s, phase);
	if (!s->queue)
		return false;
	for (; s->front < s->back && most > 0; most--) {
		uint32_t step = *s->front++;

		steps_down(s, step >> 4, step & 7);
		if ((step >> 3 & 1) == ANY)
			steps_up(s, step >> 4, step & 7);
	}
	if (s->front == s->back) {
		memory_free(s->queue);
		s->queue = NULL;
	}
	return true;
}

bool
route_prepare(void)
{
	return tree_on(PIECE) || search_on(ANY, PIECE) || search_on(DOWN, PIECE);
}

static int
neighbour(uint16_t to, enum Phase phase)
{
	for (int i = 0; i < NLINKS; i++)
		if (link_peer(i) == to && (phase == ANY || leads_down(&route.nodes[route.self], i)))
			return i;
	return -1;
}

int
route_link(uint16_t to, uint16_t from, int in)
{
	enum Phase phase = in < 0 || leads_down(&route.nodes[route.self], in) ? ANY : DOWN;
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
	search_on(phase, UINT32_MAX);
	link = route.search[phase].next[to] & ~SEEN;
	return link < NLINKS ? link : -1;
}
