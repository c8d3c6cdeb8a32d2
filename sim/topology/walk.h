/* walk.h - shortest paths between the nodes of a topology. */
#ifndef WALK_H
#define WALK_H

#include "topology.h"

typedef struct Walk {
	const Topology *t;
	const Config *c;      /* NULL: all nodes, fixed cables only */
	EndRef *peers;        /* topology_peers */
	uint32_t *logical; /* [node] its logical node; NOWHERE if it is not part of the network */
	NodeId root;          /* logical node 0 */
	/* results of the last topo_walk_from */
	uint32_t *depth;      /* [node] length of the path to the node; NOWHERE if not reached */
	EndRef *from;         /* [node] the end of the previous node on that path */
	NodeId *order;        /* [nreached] the nodes in the order in which they were reached */
	uint32_t nreached;
} Walk;

/*
 * topo_walk_new: prepare to search for shortest paths in a configuration; c NULL: all nodes, fixed
 * cables.
 */
Walk topo_walk_new(const Topology *t, const Config *c);
void topo_walk_free(Walk *w);
/* topo_walk_from: find the shortest paths from a node to all others, breadth-first. */
void topo_walk_from(Walk *w, NodeId start);
/* topo_walk_depth: the distance of the farthest node from logical node 0. */
uint32_t topo_walk_depth(Walk *w);

#endif
