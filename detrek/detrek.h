/*
 * detrek.h - face of the analyses of what happened: clocks, reports, orders, races.
 *
 * Types first, then prototypes grouped by file. Every analysis reads a text format, computes a
 * plain result, and writes it as text, JSON or DOT in a stable order.
 */
#ifndef DETREK_H
#define DETREK_H

#include "base/base.h"

#include <jansson.h>

/*
 * A vector clock: at[task] is how many events of task happened before this point, or are it.
 * The storage is the holder's: vclock_new makes one, or at is set to a row of a larger array.
 */
typedef struct VClock {
	uint32_t n; /* entries: tasks */
	uint32_t *at;
} VClock;

/* One entry of a tree clock. Links are task numbers, TREE_NONE where there is none. */
typedef struct TreeNode {
	uint32_t count;    /* the entry, as VClock.at */
	uint32_t attached; /* the parent's count when it learned this entry */
	uint32_t parent;
	uint32_t first; /* child learned last */
	uint32_t next;  /* sibling, learned earlier */
	uint32_t prev;
} TreeNode;

enum { TREE_NONE = UINT32_MAX };

/*
 * A vector clock that also remembers how its owner learned each entry, so that a join looks only
 * at what is new (Mathur, Pavlogiannis, Tunc and Viswanathan's tree clock).
 */
typedef struct TreeClock {
	uint32_t n;
	uint32_t root; /* the owner, or TREE_NONE while nothing has been learned */
	TreeNode *node;
} TreeClock;

/* vclock.c */
VClock vclock_new(uint32_t n); /* all zero; released by vclock_free */
void vclock_free(VClock *c);
void vclock_copy(VClock *to, const VClock *from);
void vclock_tick(VClock *c, uint32_t task);
void vclock_join(VClock *c, const VClock *with); /* entry by entry, the larger */
bool vclock_leq(const VClock *a, const VClock *b);        /* a is b or happened before b */
bool vclock_before(const VClock *a, const VClock *b);     /* a happened before b */
bool vclock_concurrent(const VClock *a, const VClock *b); /* neither is b nor before the other */

/* treeclock.c: the same by tree clocks */
TreeClock treeclock_new(uint32_t n); /* knows nothing; released by treeclock_free */
void treeclock_free(TreeClock *c);
void treeclock_tick(TreeClock *c, uint32_t task); /* task is the owner, the same at every call */
void treeclock_join(TreeClock *c, const TreeClock *with); /* c has an owner, with's is another */
void treeclock_copy(TreeClock *to, const TreeClock *from);
void treeclock_read(const TreeClock *c, VClock *into);

/* output.c: one writer of JSON and DOT for all analyses */

/* report_json: print j, indented, members in the order they were set; j is released. */
void report_json(json_t *j);

/*
 * A graph in DOT, appended to b. Names and labels are any text (quoted here); attributes are
 * DOT's own ("shape=box"), or NULL. Between dot_cluster and dot_end stands one box of nodes.
 */
void dot_begin(Buf *b, const char *name);
void dot_cluster(Buf *b, const char *label);
void dot_node(Buf *b, const char *name, const char *label, const char *attributes);
void dot_edge(Buf *b, const char *from, const char *to, const char *attributes);
void dot_end(Buf *b); /* of the innermost graph or cluster */

/* markup_text: any text, as it stands in HTML or SVG; markup_char: one character of it. */
void markup_text(Buf *b, const char *s);
void markup_char(Buf *b, char c);

/* debug/main.c, debug/why_main.c */
extern const Command debug_command, why_command;
/*
 * debug_task: at the terminal, the function that works at a task ("49.0010") of a recording;
 * returns the exit status.
 */
int debug_task(const char *dir, const char *task);
int debug_recording(const char *dir); /* all of it */

/* order.c */
extern const Command order_command;

/* detrek/tasks/tasks.c */
extern const Command detrek_command;

/* page.c */
extern const Command report_command;

/* races.c, units.c, simul.c */
extern const Command races_command, units_command, simul_command;

#endif
