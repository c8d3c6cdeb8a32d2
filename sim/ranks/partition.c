/*
 * partition.c - divides the nodes of a network among ranks.
 *
 * Nodes are put in an order, and the order is cut into ranges of about equal length, at places
 * where the cut separates few links. The order of the nodes' numbers suits grids and rings; the
 * order of a depth-first walk suits trees, whose subtrees then are ranges. The order whose cuts
 * separate fewer links is used.
 */
#include "rank_state.h"

#include <stdlib.h>

enum { SLACK = 8 }; /* a range may begin up to 1/8 of the mean length before or after its place */

uint32_t
partition_cut_links(const Network *w, const uint8_t *of)
{
	uint32_t cut = 0;

	for (EndId e = 0; e < w->nnodes * NLINKS; e++) {
		EndId peer = w->links.ends[e].peer;

		if (peer != NOWHERE_END && peer > e && peer < w->nnodes * NLINKS)
			cut += of[e / NLINKS] != of[peer / NLINKS];
	}
	return cut;
}

/* walk_nodes: put the nodes in the order of a depth-first walk along their links. */
static void
walk_nodes(const Network *w, NodeId *order)
{
	NodeId *stack = xcalloc((size_t)w->nnodes * NLINKS + 1, sizeof *stack);
	bool *seen = xcalloc(w->nnodes, sizeof *seen);
	uint32_t n = 0;

	for (NodeId root = 0; root < w->nnodes; root++) {
		uint32_t depth = 0;

		stack[depth++] = root;
		while (depth > 0) {
			NodeId node = stack[--depth];

			if (seen[node])
				continue;
			seen[node] = true;
			order[n++] = node;
			for (int l = NLINKS - 1; l >= 0; l--) {
				EndId peer = w->links.ends[node * NLINKS + l].peer;

				if (peer != NOWHERE_END && peer < w->nnodes * NLINKS
					&& !seen[peer / NLINKS])
					stack[depth++] = peer / NLINKS;
			}
		}
	}
	assert(n == w->nnodes);
	free(stack);
	free(seen);
}

/*
 * count_crossing: set crossing[i] to the number of links between places before i and places from i
 * on.
 */
static void
count_crossing(const Network *w, const NodeId *order, int32_t *crossing)
{
	uint32_t *place = xcalloc(w->nnodes, sizeof *place);

	for (uint32_t i = 0; i < w->nnodes; i++)
		place[order[i]] = i;
	for (EndId e = 0; e < w->nnodes * NLINKS; e++) {
		EndId peer = w->links.ends[e].peer;

		if (peer == NOWHERE_END || peer >= w->nnodes * NLINKS
			|| place[peer / NLINKS] <= place[e / NLINKS])
			continue;
		crossing[place[e / NLINKS] + 1]++;
		crossing[place[peer / NLINKS] + 1]--;
	}
	for (uint32_t i = 1; i <= w->nnodes; i++)
		crossing[i] += crossing[i - 1];
	free(place);
}

/*
 * cheapest_cut: the place near `place`, within `slack`, before which a range of nodes begins so
 * that it cuts the fewest links.
 */
static uint32_t
cheapest_cut(const int32_t *crossing, uint32_t place, uint32_t slack)
{
	uint32_t best = place;

	for (uint32_t d = 1; d <= slack; d++) {
		if (crossing[place - d] < crossing[best])
			best = place - d;
		if (crossing[place + d] < crossing[best])
			best = place + d;
	}
	return best;
}

/*
 * divide_nodes: cut a list of all nodes into n ranges of about equal length where few links cross;
 * of[] gets the range of each node.
 */
static void
divide_nodes(const Network *w, const NodeId *order, uint32_t n, uint8_t *of)
{
	int32_t *crossing = xcalloc(w->nnodes + 2, sizeof *crossing);
	uint32_t slack = w->nnodes / n / SLACK, at = 0;

	count_crossing(w, order, crossing);
	for (uint32_t rank = 0; rank < n; rank++) {
		uint32_t next = (uint64_t)w->nnodes * (rank + 1) / n;

		if (rank + 1 < n)
			next = cheapest_cut(crossing, next, slack);
		for (; at < next; at++)
			of[order[at]] = rank;
	}
	free(crossing);
}

void
ranks_partition(const Network *w, uint32_t n, uint8_t *of)
{
	NodeId *order = xcalloc(w->nnodes, sizeof *order);
	uint8_t *walked = xcalloc(w->nnodes, 1);

	for (NodeId node = 0; node < w->nnodes; node++)
		order[node] = node;
	divide_nodes(w, order, n, of);
	walk_nodes(w, order);
	divide_nodes(w, order, n, walked);
	if (partition_cut_links(w, walked) < partition_cut_links(w, of))
		memcpy(of, walked, w->nnodes);
	free(order);
	free(walked);
}
