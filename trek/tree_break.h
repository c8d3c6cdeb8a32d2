/*
 * tree_break.h - breakpoints that span the nodes of a tree: the tables that `trellis run --break`
 * makes for a node, and the functions of TrEK that use them. Without TREK_BREAK, the functions do
 * nothing.
 *
 * A local event is a C expression over the variables of a slave. Only compute_fn and border_fn
 * change these variables; so a slave evaluates its events at the start, and after each item that it
 * has computed. When a result goes up, or a pipeline's task goes to the next stage, two words of
 * its sizes, which are otherwise 0, contain the latest values of the events of this part of the
 * tree, or of the stages before:
 *
 * 	word  6                              7
 * 	      events with a value, as bits   those that are true
 *
 * Each task, or part, that a node gives to a child comes back as one result; the same holds for the
 * parts into which it is split below. After a node has received all results of a child, nothing is
 * computed below that child: its values hold until the node sends it the next task. The data
 * manager decides when to send a task, so it also decides whether an event holds. In a pipeline,
 * results come back to node 0 only.
 */
#ifndef TREE_BREAK_H
#define TREE_BREAK_H

#include <stdint.h>

/* An event over several nodes. It is recognised by a node above them, or by one of them. */
typedef struct TreeQuery {
	uint32_t below, own; /* local events of nodes below, and of the node itself, as bits */
	uint32_t number;     /* number of the query, which the node reports to the host */
} TreeQuery;

/* The tables of a node. */
typedef struct TreeNode {
	uint32_t own;                /* the node's local events, as bits */
	uint32_t (*evaluate)(void);  /* returns the own events that are true; NULL: no own events */
	uint32_t nqueries;
	const TreeQuery *query;      /* the queries that the node recognises */
} TreeNode;

extern const TreeNode __tree_node[]; /* [nodes] */
extern const uint32_t __tree_carries;   /* 1: results carry values of events; 0: they do not */
/* 0: local events remain true, so they need not be stopped from changing */
extern const uint32_t __tree_changes;
extern uint8_t __tree_fresh[]; /* [queries] 1: has new values since its last recognition */

/* ---- break/break.c ---- */

#ifdef TREK_BREAK
enum { TREE_BREAKS = 1 };
void tree_break_begin(void); /* begin: called when the node's place in the tree is known */
void tree_break_computed(void); /* evaluate this node's events, after an item was computed */
void tree_break_stepped(void); /* after a step of an SPMD: evaluate and decide, in the worker */
/* tree_break_carry: set words 6 and 7 of a pass of items of this ItemKind to a neighbour */
void tree_break_carry(uint32_t kind, uint32_t *values);
/* tree_break_heard: store the values in words 6 and 7 of a pass from a neighbour */
void tree_break_heard(uint32_t from, const uint32_t *values);
void tree_break_given(uint32_t child, uint32_t n); /* count n tasks that a child will be sent */
void tree_break_returned(uint32_t child, uint32_t n); /* count n results of a child */
/* tree_break_decide: stop if a query's event holds; idle: no task is being computed on this node */
void tree_break_decide(int idle);
void tree_break_idle(void); /* note that the compute worker has no task */
/* tree_break_pass: wait until no break is being reported; called before an item goes to children */
void tree_break_pass(uint32_t kind);
#else
enum { TREE_BREAKS = 0 };

static inline void
tree_break_begin(void)
{
}

static inline void
tree_break_computed(void)
{
}

static inline void
tree_break_stepped(void)
{
}

static inline void
tree_break_carry(uint32_t kind, uint32_t *values)
{
	(void)kind, (void)values;
}

static inline void
tree_break_heard(uint32_t from, const uint32_t *values)
{
	(void)from, (void)values;
}

static inline void
tree_break_given(uint32_t child, uint32_t n)
{
	(void)child, (void)n;
}

static inline void
tree_break_returned(uint32_t child, uint32_t n)
{
	(void)child, (void)n;
}

static inline void
tree_break_decide(int idle)
{
	(void)idle;
}

static inline void
tree_break_idle(void)
{
}

static inline void
tree_break_pass(uint32_t kind)
{
	(void)kind;
}
#endif

#endif
