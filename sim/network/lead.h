/*
 * lead.h - nodes that run beyond the time up to which their state is certain, and are taken back if
 * an outcome arrives for an earlier time. Private to this folder.
 *
 * Usually a node runs in *windows*: up to the time before which no outcome can reach it. A node
 * that *leads* runs on up to its next request to a link, or as far as its reach. Other nodes learn
 * nothing of this before it is certain: requests are kept in the node. The node *promises* the time
 * before which it gives no order, and sleeps in the agenda until then. If an outcome arrives for an
 * earlier checkpoint, the node is taken back (sim/cpu/undo.h), and later runs to that checkpoint.
 *
 *        ---+--------------------+--------------------+-----> simulated time
 *         saved                 edge                clock
 *           |  an outcome here   |  an outcome here acts
 *           |  undoes the node   |  where the node stands
 *
 * The results are the same as with windows: a node passes the same checkpoints, and the same
 * outcomes act there. Between two runs no node leads.
 */
#ifndef NETWORK_LEAD_H
#define NETWORK_LEAD_H

#include "network.h"
#include "sim/cpu/undo.h"

typedef struct Lead {
	bool possible; /* the node may lead: nobody observes its steps in this run */
	bool chosen;   /* the node leads whenever it executes; otherwise it runs in windows */
	bool on;       /* the node leads now, so its state is not certain */
	Cycles edge;   /* while on: an outcome at this clock or later does not undo the node */
	Time promise;  /* while on: the node gives no order before, unless an outcome arrives */
	Cycles redo;   /* NEVER, or the node was taken back, and is to run to this clock first */
	Cycles reach;  /* how many cycles the node may run on when it leads */
	Cycles window; /* busy cycles of an average step when the node last ran in windows */
	uint64_t undone; /* how often the node has been taken back */
	/* since the last decision about `chosen` */
	Cycles busy, lost; /* the node's busy cycles at that decision; cycles undone since then */
	uint32_t steps, outcomes; /* how many steps the node made, and outcomes it got */
	uint32_t trial; /* number of steps in windows before the next decision */
	uint32_t pause; /* this number after the last trial; grows while leading does not pay */
	Undo *undo;     /* the copies by which the node is taken back; NULL until it first leads */
} Lead;

/* leads_begin: begin a run: find which nodes may lead in it. */
void leads_begin(Network *w);
/* leads_settle: make the states of all nodes certain; no node has run beyond `until`. */
void leads_settle(Network *w, Time until);
/* leads_end: the same at the end of a run to `until`; between two runs no node leads. */
void leads_end(Network *w, Time until);
/*
 * lead_note_translator: note that another translator translates the code of a node, which does not
 * lead now.
 */
void lead_note_translator(Network *w, NodeId n);
void leads_free(Network *w);

/* lead_chosen: true if the node, which is about to be stepped, is to lead. */
bool lead_chosen(Network *w, NodeId n);

/*
 * lead_step: like node_step, for a node that leads; links must be simulated up to w->final. Returns
 * true if the node executes and its state is certain.
 */
bool lead_step(Network *w, NodeId n, Time until);

/* lead_outcome: let an outcome act on the node at a clock; slot: its entry of due[]. */
void lead_outcome(Network *w, NodeId n, int slot, Cycles clock);

/* lead_is_on: true if the node has run beyond what is certain. */
static inline bool
lead_is_on(const Network *w, NodeId n)
{
	return w->leads && w->leads[n].on;
}

/*
 * lead_next_act: the next time at which a node that leads now may act; next_act serves other nodes.
 */
Time lead_next_act(const Network *w, NodeId n);

#endif
