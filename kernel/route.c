/*
 * route.c - chooses the link for a packet.
 *
 * Links are directed by the boot tree's levels: up is towards the smaller level, and among equals
 * towards the smaller number. A route goes up any number of times, then down any number of times,
 * and never up again. So buffers never wait for each other in a cycle: a buffer on an upward link
 * waits for one further up or for one on a downward link, and a buffer on a downward link only for
 * one further down. The shortest of these routes is taken; the incoming link shows whether a packet
 * has already gone down.
 *
 * Packets to and from the host follow the boot tree; a table has the tree's link towards each node.
 * Routes to other nodes, except neighbours, are found by breadth-first searches over (node, phase),
 * one for each phase at this node. The servers' process does this in pieces while it is idle; a
 * query before the end of a search completes it at once.
 *
 * Source of the scheme: up*-down* routing (Schroeder and others, Autonet, 1991).
 */
#include "node.h"

enum {
	UNKNOWN = 0xFF, /* in a table: the link is not known yet */
	NOWHERE = 0xEE, /* in a table: no link leads to the node */
	SEEN = 0x10, /* reached in phase ANY */
};

enum { PIECE = 4 }; /* nodes computed between two checks of the links: about 40 us */

enum Phase { ANY, DOWN, NPHASES }; /* of a route: it may still go up; it has gone down */

/*
 * A search. The queue contains reached nodes with their phase and the first link of the route
 * (STEP). A node reached in phase ANY is not queued again in phase DOWN, because ANY allows more.
 */
typedef struct Search {
	uint8_t *next;          /* by node: the first link, and SEEN; NULL before the start */
	uint32_t *queue;        /* NULL after the end */
	uint32_t *front, *back; /* in the queue */
} Search;

#define STEP(node, phase, link) ((node) << 4 | (phase) << 3 | (link))

static struct {
	uint16_t self;
	uint32_t nnodes;
	BootNode *nodes;
	uint8_t *tree;             /* by node: link of the boot tree; UNKNOWN */
	uint32_t ntree;            /* number of nodes entered in `tree` */
	uint32_t *below[NLINKS];   /* a bit for each node below a child's link */
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
node_count(void) /* the number of nodes of the network */
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

/* leads_down: true if a node's link leads to a neighbour that is further down. */
static bool
leads_down(const BootNode *n, int link)
{
	return n->children >> (NLINKS + link) & 1;
}

static uint32_t
set_words(void) /* number of words of a set of nodes */
{
	return (route.nnodes + 31) / 32;
}

/* ---- the boot tree ---- */

static uint8_t *
table_new(uint32_t nbytes) /* allocate nbytes, all UNKNOWN; never NULL */
{
	uint8_t *t = memory_alloc(KERNEL, nbytes);

	if (!t)
		panic("no memory for routes");
	memset(t, UNKNOWN, nbytes);
	return t;
}

static void
tree_begin(void) /* begin the tree with the node's own links */
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

/* parent_node: the neighbour of `node` towards node 0; not a node if `node` was not booted. */
static uint16_t
parent_node(uint16_t node)
{
	const BootNode *n = &route.nodes[node];

	return n->peer[n->up];
}

/*
 * enter_tree_links: find the first ancestor of `node` whose link in the tree is known, and enter
 * the same link for `node` and the ancestors in between.
 */
static void
enter_tree_links(uint16_t node)
{
	uint16_t i = node;
	uint8_t link;

	while (i < route.nnodes && route.tree[i] == UNKNOWN)
		i = parent_node(i);
	link = i < route.nnodes ? route.tree[i] : NOWHERE;
	for (i = node; i < route.nnodes && route.tree[i] == UNKNOWN; i = parent_node(i))
		route.tree[i] = link;
	link = route.tree[node];
	if (link < NLINKS && route.below[link])
		route.below[link][node / 32] |= 1u << node % 32;
}

/* enter_tree_nodes: enter up to `most` nodes in route.tree; false if all had been entered. */
static bool
enter_tree_nodes(uint32_t most)
{
	if (route.ntree == route.nnodes)
		return false;
	if (!route.tree)
		tree_begin();
	for (; route.ntree < route.nnodes && most > 0; most--)
		enter_tree_links(route.ntree++);
	return true;
}

int
tree_link(uint16_t node)
{
	if (node >= route.nnodes)
		return -1;
	enter_tree_nodes(UINT32_MAX);
	return route.tree[node] < NLINKS ? route.tree[node] : -1;
}

static bool
sets_overlap(const uint32_t *a, const uint32_t *b, uint32_t nwords) /* true if a node is in both */
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

	enter_tree_nodes(UINT32_MAX);
	for (int i = 0; i < NLINKS; i++)
		if (route.below[i]
			&& sets_overlap(set, route.below[i], nwords < set_words() ? nwords
				: set_words()))
			children |= 1u << i;
	return children;
}

/* ---- all links ---- */

/*
 * reach_down: the search reaches a node that is not known yet, in phase DOWN; link: the route's
 * first.
 */
static void
reach_down(Search *s, uint32_t node, uint32_t link)
{
	uint8_t *next = s->next + node;

	if (*next != UNKNOWN)
		return;
	*next = link;
	*s->back++ = STEP(node, DOWN, link);
}

/* reach_up: the search reaches a node in phase ANY; link: the route's first. */
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
 * neighbour_words: the words of a node's entry that contain its peers and the links that lead down;
 * whole words are fastest.
 */
static inline __attribute__((always_inline)) uint32_t
neighbour_words(uint32_t node, uint32_t peers[2])
{
	const BootNode *n = __builtin_assume_aligned(&route.nodes[node], sizeof *peers);

	_Static_assert(offsetof(BootNode, peer) == 0, "peers first");
	memcpy(peers, n, 2 * sizeof *peers);
	return n->children >> NLINKS;
}

/* steps_down: reach the neighbours that a route may visit downwards from a node. */
static void
steps_down(Search *s, uint32_t node, uint32_t first)
{
	uint32_t peers[2], down = neighbour_words(node, peers);

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
steps_up(Search *s, uint32_t node, uint32_t first) /* visit node's neighbours in phase ANY */
{
	uint32_t peers[2], down = neighbour_words(node, peers);

	if (!(down & 1))
		reach_up(s, peers[0] & 0xFFFF, first);
	if (!(down & 2))
		reach_up(s, peers[0] >> 16, first);
	if (!(down & 4))
		reach_up(s, peers[1] & 0xFFFF, first);
	if (!(down & 8))
		reach_up(s, peers[1] >> 16, first);
}

/* search_begin: begin a search with the neighbours that this node can reach in this phase. */
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

/* continue_search: take up to `most` nodes from the queue; false if the search had ended before. */
static bool
continue_search(enum Phase phase, uint32_t most)
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

/* is_complete: true if the search has ended: its table then has all routes, to neighbours, too. */
static bool
is_complete(const Search *s)
{
	return s->next && !s->queue;
}

bool
route_prepare(void)
{
	return enter_tree_nodes(PIECE) || continue_search(ANY, PIECE)
		|| continue_search(DOWN, PIECE);
}

/* link_to_neighbour: the link to neighbour `to`; -1: it is none, or not further down (DOWN). */
static int
link_to_neighbour(uint16_t to, enum Phase phase)
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
	const Search *s = &route.search[phase];
	int link;

	if (to == NODE_HOST)
		return route.nodes[route.self].up;
	if (to >= route.nnodes)
		return -1;
	if (from == NODE_HOST)
		return tree_link(to);
	if (!is_complete(s)) {
		link = link_to_neighbour(to, phase);
		if (link >= 0)
			return link;
		continue_search(phase, UINT32_MAX);
	}
	link = s->next[to] & ~SEEN;
	return link < NLINKS ? link : -1;
}
