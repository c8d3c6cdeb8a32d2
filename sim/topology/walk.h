/*
 * walk.h - shortest ways between the nodes of a topology.
 */
#ifndef WALK_H
#define WALK_H

#include "topology.h"

typedef struct Walk {
	const Topology *t;
	const Config *c;      /* or NULL: all nodes, fixed cables */
	EndRef *peers;        /* topology_peers */
	uint32_t *logical;    /* of each node: its logical node, or NOWHERE: not of this network */
	NodeId root;          /* logical node 0 */
	/* of the last topo_walk_from */
	uint32_t *depth;      /* of each node; NOWHERE: not reached */
	EndRef *from;         /* of each node: the nearer node's end on the way to it */
	NodeId *order;        /* the nodes as they were reached, */
	uint32_t nreached;    /* so many */
} Walk;

Walk topo_walk_new(const Topology *t, const Config *c);
void topo_walk_free(Walk *w);
void topo_walk_from(Walk *w, NodeId start);
/* topo_walk_depth: how far the farthest node is from logical node 0. */
uint32_t topo_walk_depth(Walk *w);

#endif
