/*
 * step.h - a node's steps, for the files of this folder.
 */
#ifndef NETWORK_STEP_H
#define NETWORK_STEP_H

#include "network.h"
#include "sim/trace/trace.h"

/* executes: the node has a process to run; else it can only wait for what is due. */
static inline bool
executes(const T800 *c)
{
	return c->stop == STOP_NONE && !c->idle;
}

/* counted: links may count equal periods; not if each packet is an event, or is traced. */
static inline bool
counted(const Network *w)
{
	return !w->by_byte && !(w->links.trace && trace_packets(w->links.trace));
}

/* ---- outcome.c ---- */

/* link_outcome: an outcome of the links; context: the network. */
void link_outcome(void *context, EndId e, Outcome what, Time at);

/* next_act: nothing the node does, nor is done to it, comes before this; NEVER: it waits. */
Time next_act(const Network *w, NodeId n);
/* node_wake: something may be due for a node. */
void node_wake(Network *w, NodeId n);

/* ---- network.c ---- */

/*
 * A round from `first`, where what acts first acts, to `until` at most: round_links does what links
 * do, round_nodes lets nodes run, up to the one of number `last`. links_advance: advance all links
 * to `until`, so that the state does not depend on how time was sliced.
 */
void round_links(Network *w, Time first, Time until);
void round_nodes(Network *w, NodeId last, Time first, Time until);
void links_advance(Network *w, Time until);

/* ---- step.c ---- */

/*
 * node_ran: a node stands at a checkpoint; look at it and serve it. returns whether its horizon may
 * be another one now
 */
bool node_ran(Network *w, NodeId n);
/*
 * node_step: run a node as far as it may go, and serve it on the way. Returns false if it no longer
 * executes.
 */
bool node_step(Network *w, NodeId n, Time until);
/* link_overruns: by `at` one of the link's ends could get an outcome while it has not yet processed
 * the previous one. */
bool link_overruns(const Network *w, EndId e, Time at);

#endif
