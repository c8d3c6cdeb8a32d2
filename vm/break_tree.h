/*
 * break_tree.h - plans the instrumentation of an application for `trellis run --break`: finds the
 * node that can recognise an event, and makes the tables for TrEK (trek/tree_break.h). Private to
 * vm/.
 */
#ifndef BREAK_TREE_H
#define BREAK_TREE_H

#include "base/arena.h"
#include "base/base.h"
#include "break_choice.h"

/*
 * A local event of a node. On the nodes, a set of local events is a word, in which bit i stands for
 * event i.
 */
typedef struct TreeLocal {
	const char *expression;
	uint32_t node;
	bool changes; /* compute_fn may change its variables */
} TreeLocal;

/* A choice of nodes for the local events of an event. */
typedef struct TreeChoice {
	uint32_t *local, nlocals; /* indices of the local events */
	/* the node that recognises the event: all local events are on this node or below it */
	uint32_t node;
} TreeChoice;

enum { MAX_TREE_LOCALS = 32 }; /* bits of a word of values */

typedef struct BreakTree {
	Arena *arena;
	const char *event;   /* of --break */
	const char *mode;    /* a constant of kernel/include/break.h */
	bool monotonic;      /* the local events remain true once they are */
	bool carries;        /* values travel with results */
	bool relays; /* a pipeline, in which all results reach node 0 */
	bool splits;         /* a DCVM: nodes may have the threads of trek/model/dcvm.c */
	uint32_t nnodes;
	const uint32_t *parent;        /* [nnodes] parent in the tree; not used for node 0 */
	const char *const *name;       /* [nnodes] the names of the machine's nodes */
	/* set by break_tree_find */
	TreeLocal *local;
	uint32_t nlocals;
	TreeChoice *choice;
	uint32_t nchoices;
} BreakTree;

/* ---- break_tree.c ---- */

/*
 * break_tree_find: find the choices, and the node that recognises each; fatal if there is no
 * choice. graph: the file with the graph of the application's processes; passes: the file to which
 * the graph of the passes is written (break_passes)
 */
void break_tree_find(BreakTree *b, const char *graph, const char *passes);
/* break_tree_choice: the choice of processes with index i. */
BreakChoice break_tree_choice(const BreakTree *b, uint32_t i);
/* break_tree_towards: the child of `node` on the way to `below`, a node below it. */
uint32_t break_tree_towards(const BreakTree *b, uint32_t node, uint32_t below);

/* ---- break_passes.c ---- */

/*
 * break_passes: append the graph of the passes between the nodes of each choice, and a query for
 * each choice.
 */
void break_passes(const BreakTree *b, Buf *out);
/* break_passes_check: fatal if a choice has no valid point in the graph of the passes. */
void break_passes_check(const BreakTree *b, const char *file, const Buf *passes);

/* ---- break_tree_tables.c ---- */

/* break_tree_values: append functions that evaluate the local events, as C. */
void break_tree_values(const BreakTree *b, Buf *out);
/* break_tree_tables: append the tables of the slaves, or of the master, as C. */
void break_tree_tables(const BreakTree *b, bool slave, Buf *out);

#endif
