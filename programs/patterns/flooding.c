/*
 * flooding.c - node 0 floods the network: a node that hears of it for the first time tells all its
 * other neighbours. The neighbour from which a node hears first is its parent; when the node has
 * heard from all, it tells its parent the height of the tree below it. Every node must run it.
 *
 * If all messages are equally fast, each node is as near to node 0 in the tree as it can be; if
 * not, any tree is possible. After E. J. H. Chang, "Echo algorithms: depth parallel operations on
 * general graphs", IEEE Transactions on Software Engineering SE-8 (1982).
 */
#include <stdio.h>
#include "patterns.h"

enum { LINKS = 4, WAVE = 1 };

/* find_neighbours: store the numbers of the nodes at this node's links; returns how many */
static uint32_t
find_neighbours(uint32_t *node)
{
	const BootNode *me = getnode(getnodeid());
	uint32_t n = 0;

	for (int link = 0; link < LINKS; link++)
		if (me->peer[link] < getnnodes())
			node[n++] = me->peer[link];
	return n;
}

/*
 * hear: receive from n neighbours; returns the greatest height: 0 in a wave, 1 or more in answers
 */
static uint32_t
hear(uint32_t n)
{
	uint32_t greatest = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t height = receive_word(WAVE, NULL);

		if (height > greatest)
			greatest = height;
	}
	return greatest;
}

int
main(void)
{
	uint32_t node[LINKS], n = find_neighbours(node), me = getnodeid(), parent = me, height;

	if (me != 0)
		receive_word(WAVE, &parent);
	spend(me);
	for (uint32_t i = 0; i < n; i++)
		if (node[i] != parent)
			send_word(node[i], WAVE, 0);
	height = hear(me == 0 ? n : n - 1);
	if (me == 0)
		printf("flooding: all have heard, the last over %u links\n", (unsigned)height);
	else
		send_word(parent, WAVE, height + 1);
	return 0;
}
