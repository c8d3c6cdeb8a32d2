/* step.h - a node's steps. Private to this folder. */
#ifndef NETWORK_STEP_H
#define NETWORK_STEP_H

#include "network.h"
#include "sim/trace/trace.h"

/* node_executes: true if the node has a process to run; otherwise it can only wait. */
static inline bool
node_executes(const T800 *c)
{
	return c->stop == STOP_NONE && !c->idle;
}

/*
 * skips_periods: true if links may skip equal periods: false if each packet is an event or is
 * traced.
 */
static inline bool
skips_periods(const Network *w)
{
	return !w->by_byte && !(w->links.trace && trace_has_packets(w->links.trace));
}

/* ---- outcome.c ---- */

/*
 * link_outcome: callback for Links.report: pass an outcome on to its end's owner; context is the
 * network.
 */
void link_outcome(void *context, EndId e, Outcome what, Time at);

/* outcome_note: record an outcome in its end's fingerprint. */
void outcome_note(Network *w, EndId e, Outcome what, Time at);
/* outcome_slot: the entry of due[] for this outcome at link 0; other links follow. */
int outcome_slot(Outcome what);
/* node_outcome: let an outcome at a node's end act on the node when it is due. */
void node_outcome(Network *w, EndId e, Outcome what, Time at);

/*
 * next_act: a lower bound for the time of the node's next action, by itself or from outside; NEVER
 * if it waits for ever.
 */
Time next_act(const Network *w, NodeId n);
/*
 * node_keep_received: store the bytes of the messages that the node's links are receiving in its
 * memory, because the links are about to be reset.
 */
void node_keep_received(Network *w, NodeId n);
/* node_wake: reschedule a node, because a pending action may be due. */
void node_wake(Network *w, NodeId n);

/* ---- network.c ---- */

/*
 * round_links: simulate links in a round from `first`, the time of the earliest pending action, to
 * at most `until`.
 */
void round_links(Network *w, Time first, Time until);
/*
 * round_nodes: run the nodes with numbers up to `last` in a round from `first` to at most `until`.
 */
void round_nodes(Network *w, NodeId last, Time first, Time until);
/*
 * links_advance: advance all links to `until`, so that the state does not depend on how time was
 * sliced.
 */
void links_advance(Network *w, Time until);
/*
 * link_time: the next time at which a link acts: the time that link_expect gives or, if each packet
 * is an event, the time of the link's next step.
 */
Time link_time(Network *w, EndId e);
/* network_activate: let rounds step an executing node from now on; it acts at `at`. */
void network_activate(Network *w, NodeId n, Time at);
/* node_run: step an active node; false if it does not execute or has run ahead (lead.h). */
bool node_run(Network *w, NodeId n, Time until);
/* node_publish: let rounds know the result of node_run, and when the node acts next. */
void node_publish(Network *w, NodeId n, bool more, Time at);
/* node_serve: step an active node, and publish the result; returns what node_run returns. */
bool node_serve(Network *w, NodeId n, Time until);
/* node_note_idle: note that a node no longer executes. */
void node_note_idle(Network *w, NodeId n);

/* ---- prefetch.c ---- */

/*
 * prefetch_nodes: load into the host's caches the data of the nodes that a round steps after number
 * `step` of the nsteps nodes in w->chosen.
 */
void prefetch_nodes(const Network *w, uint32_t step, uint32_t nsteps);

/* ---- step.c ---- */

/*
 * node_handle_stop: inspect and serve a node that has stopped at a checkpoint. Returns true if the
 * time up to which the node may run has to be computed again.
 */
bool node_handle_stop(Network *w, NodeId n);
/*
 * node_step: run a node as far as possible and serve it meanwhile. Returns false if it no longer
 * executes.
 */
bool node_step(Network *w, NodeId n, Time until);
/* node_deliver: let an outside action that is due, an entry of due[], act on the node. */
void node_deliver(Network *w, NodeId n, int slot);
/*
 * node_answer: answer a node that asks which byte waits in its link. Returns false if the answer is
 * not known for this moment.
 */
bool node_answer(Network *w, NodeId n);
/* order_bound: the earliest time of an order from the other end for the link at e. */
Time order_bound(const Network *w, EndId e);
/*
 * link_overruns: true if one of the link's ends could get an outcome at `at` before the end has
 * processed its previous outcome.
 */
bool link_overruns(const Network *w, EndId e, Time at);

/* ---- make.c ---- */

/* node_translate: let the translator of the node's share translate its code from now on. */
void node_translate(Network *w, NodeId n);
/* node_note_watch: note that a watch of a node has begun or ended. */
void node_note_watch(Network *w, NodeId n);
/* node_note_marks: note that a node's marked calls (CallMarks) have changed. */
void node_note_marks(Network *w, NodeId n);

/* node_reset: reset a node, which then waits to be booted; analyse: its state can be inspected. */
void node_reset(Network *w, NodeId n, bool analyse);

/* ---- subsystem.c ---- */

/*
 * subsystems_init: mark the nodes that control subsystems, and set w->subsystems if there are any.
 */
void subsystems_init(Network *w);
/*
 * subsystems_wait: true if a node has written to its subsystem's registers, and this has not acted
 * yet.
 */
bool subsystems_wait(const Network *w);
/*
 * subsystems_act: drive the Reset and Analyse lines and sample Error; the network must be at a
 * multiple of EPOCH.
 */
void subsystems_act(Network *w);

#endif
