/*
 * lead.h - nodes that run beyond what is certain, and are undone if that was wrong. Private to this
 * folder.
 *
 * A node that *leads* runs on up to its next request to a link, or as far as its reach. Nothing of
 * this is known to others before it is certain: requests are kept in the node. It *promises* the
 * time before which it gives no order, and sleeps in the agenda until then. If an outcome comes for
 * an earlier checkpoint, the node is taken back (sim/cpu/undo.h), and runs to that checkpoint.
 *
 *        ---+--------------------+--------------------+-----> simulated time
 *         saved                 edge                clock
 *           |  an outcome here   |  an outcome here acts
 *           |  undoes the node   |  where the node stands
 *
 * Results are those of windows: a node passes the same checkpoints, and the same things act there.
 * Between two runs no node leads.
 */
#ifndef NETWORK_LEAD_H
#define NETWORK_LEAD_H

#include "network.h"
#include "sim/cpu/undo.h"

typedef struct Lead {
	bool possible; /* nothing looks at the node's steps in this run */
	bool chosen;   /* it leads when it executes; otherwise it runs in windows */
	bool on;       /* its state is not certain */
	Cycles edge;   /* while on: outcomes from this clock on do not undo it */
	Time promise;  /* while on: it gives no order before this, unless its links disturb it */
	Cycles reach;  /* for how many cycles it runs on, at most */
	Cycles window; /* busy cycles of a step when it ran in windows last */
	uint64_t undone;
	/* since it was last decided whether it leads */
	Cycles busy, lost; /* busy cycles of the node at that time; cycles undone since then */
	uint32_t steps, outcomes;
	uint32_t trial; /* steps in windows until it is decided again */
	Undo *undo;     /* NULL until it leads */
} Lead;

/* leads_begin, leads_end: a run begins, or has reached `until`; then all states are certain. */
void leads_begin(Network *w);
void leads_end(Network *w, Time until);
void leads_free(Network *w);

/* lead_chosen: the node is about to be stepped: does it lead? */
bool lead_chosen(Network *w, NodeId n);

/*
 * lead_step: like node_step, for a node that leads. Links are simulated up to w->final. Returns
 * whether the node executes and its state is certain.
 */
bool lead_step(Network *w, NodeId n, Time until);

/* lead_outcome: an outcome acts on the node at a clock; slot: the entry of due[] for it. */
void lead_outcome(Network *w, NodeId n, int slot, Cycles clock);

static inline bool
lead_is_on(const Network *w, NodeId n)
{
	return w->leads && w->leads[n].on;
}

/* lead_act: as next_act, for a node whose lead is on. */
Time lead_act(const Network *w, NodeId n);

#endif
