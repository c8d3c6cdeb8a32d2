/*
 * lone.h - one node of a run, cut out: it runs alone, and its links give it what they gave it in
 * the run.
 *
 * The node has its registers, clocks and memory. The other nodes are absent: they do nothing, and
 * have no memory; but the ends of their links have all orders that they were given in the run. So
 * the node does what it did, at the same places and times, and can be gone through on and back
 * without the rest of the network.
 */
#ifndef LONE_H
#define LONE_H

#include "past.h"

typedef struct Lone {
	Network *network; /* of the topology of the run's network, which must outlive it */
	Past *past;       /* ends where the piece ends that was cut out */
} Lone;

/*
 * lone_cut: what a node does from a place of its to another one, or to a time; p is elsewhere
 * afterwards. false: in the lone machine it does something else: a fault or a changed circuit acts
 * on it meanwhile. Released by lone_free.
 */
bool lone_cut(Past *p, Place from, Place to, Lone *lone);
void lone_free(Lone *lone);

/* lone_new: a node of a network as it is now; its links give it nothing. */
Lone lone_new(const Network *w, NodeId node);

#endif
