/*
 * detrek.h - vector clocks, and output as JSON and DOT, for all analyses of executions.
 *
 * Types first, then prototypes grouped by file. Every analysis reads a text format, computes a
 * plain result, and writes it as text, JSON or DOT in a stable order.
 */
#ifndef DETREK_H
#define DETREK_H

#include "base/base.h"

#include <jansson.h>

/*
 * A vector clock: at[task] is the number of events of the task that happened before this point, or
 * at this point. `at` points to an array of its own, which vclock_free frees, or to a row of a
 * larger array.
 */
typedef struct VClock {
	uint32_t n; /* number of entries, one for each task */
	uint32_t *at;
} VClock;

/* One entry of a tree clock. Links are task numbers; TREE_NONE if there is none. */
typedef struct TreeNode {
	uint32_t count;    /* the entry, like VClock.at */
	uint32_t attached; /* the parent's count when it learned this entry */
	uint32_t parent;
	uint32_t first; /* the child learned last */
	uint32_t next;  /* the next sibling, learned earlier */
	uint32_t prev;
} TreeNode;

enum { TREE_NONE = UINT32_MAX };

/*
 * A vector clock that also remembers from which other clock its owner learned each entry. So a join
 * visits only entries that are new (the tree clock of Mathur, Pavlogiannis, Tunc and Viswanathan).
 */
typedef struct TreeClock {
	uint32_t n;
	uint32_t root; /* the owner, or TREE_NONE before the first tick */
	TreeNode *node;
} TreeClock;

/* ---- vclock.c ---- */

/* vclock_free: free the entries of a clock. */
void vclock_free(VClock *c);
/* vclock_copy: make *to equal to *from. */
void vclock_copy(VClock *to, const VClock *from);
/* vclock_tick: count one more event of the task. */
void vclock_tick(VClock *c, uint32_t task);
/* vclock_join: raise each entry of c to that of `with` if it is lower. */
void vclock_join(VClock *c, const VClock *with);
/* vclock_leq: true if a equals b, or happened before b. */
bool vclock_leq(const VClock *a, const VClock *b);
/* vclock_before: true if a happened before b. */
bool vclock_before(const VClock *a, const VClock *b);

/* ---- treeclock.c: vector clocks as trees ---- */

/* treeclock_new: a clock of n tasks, empty and without an owner; released by treeclock_free. */
TreeClock treeclock_new(uint32_t n);
/* treeclock_free: free the entries of a clock. */
void treeclock_free(TreeClock *c);
/*
 * treeclock_tick: count one more event of the task, which is the owner and the same in all calls.
 */
void treeclock_tick(TreeClock *c, uint32_t task);
/* treeclock_join: let c know what `with` knows; both must have owners, and different ones. */
void treeclock_join(TreeClock *c, const TreeClock *with);
/* treeclock_copy: make *to equal to *from. */
void treeclock_copy(TreeClock *to, const TreeClock *from);
/* treeclock_read: write the entries into a vector clock. */
void treeclock_read(const TreeClock *c, VClock *into);

/* output.c: writers of JSON and DOT for all analyses */

/* report_json: print j, indented, with members in the order they were set; j is released. */
void report_json(json_t *j);

/*
 * A graph in DOT, appended to b. Names and labels may be any text and are quoted; attributes are in
 * DOT syntax ("shape=box"), or NULL. dot_cluster begins a box around the following nodes, dot_end
 * ends it.
 */
void dot_begin(Buf *b, const char *name);
/* dot_cluster: begin a cluster of nodes with this label. */
void dot_cluster(Buf *b, const char *label);
/* dot_node: append a node with a label and attributes. */
void dot_node(Buf *b, const char *name, const char *label, const char *attributes);
/* dot_edge: append an edge with attributes. */
void dot_edge(Buf *b, const char *from, const char *to, const char *attributes);
/* dot_end: end the innermost graph or cluster. */
void dot_end(Buf *b);

/* markup_text: append any text, escaped for HTML or SVG. */
void markup_text(Buf *b, const char *s);
/* markup_char: append one character, escaped for HTML or SVG. */
void markup_char(Buf *b, char c);

#endif
