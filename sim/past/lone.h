/*
 * lone.h - extracts one node from a run, so that it runs alone, with the same input on its links as
 * in the run.
 *
 * The node has its registers, clocks and memory. The other nodes are absent: they do nothing and
 * have no memory, but the ends of their links receive the same orders as in the run. So the node
 * behaves as in the run, at the same places and times, and can be run forward and backward without
 * the rest of the network.
 */
#ifndef LONE_H
#define LONE_H

#include "past.h"

typedef struct Lone {
	Network *network; /* uses the topology of the run's network, which must outlive it */
	Past *past;       /* ends at the end of the extracted part */
} Lone;

/*
 * lone_cut: extract a node's execution from one of its places to another, or to a time; afterwards
 * p is at another place. Returns false if the lone machine would behave differently, because a
 * fault or a changed circuit affects the node in this part. Released by lone_free.
 */
bool lone_cut(Past *p, Place from, Place to, Lone *lone);
void lone_free(Lone *lone);

/* lone_new: extract a node in its present state; the ends of its links have no orders yet. */
Lone lone_new(const Network *w, NodeId node);

#endif
