/*
 * tree.h - the interface between tree.c, which decides which neighbours are in the tree, and
 * manager.c.
 */
#ifndef TOLERANT_TREE_H
#define TOLERANT_TREE_H

#include "tolerant.h"

/* ---- tree.c ---- */

void tree_handle_item(Item *m);       /* handle an item of a kind that is for tree.c */
int tree_has_this_node(void);          /* true if this node is in the tree */
int tree_is_alone(void);       /* true if no link is up */
uint32_t tree_parent(void);    /* the parent's link; NO_HOP if there is none */
int32_t tree_places(void);     /* places in this part of the tree, as its parent counts them */
/*
 * tree_splits: 1 if this node splits tasks. Nodes of its level must split, and it must be the level
 * at which the node first entered the tree, because parts are numbered by level.
 */
int tree_splits(void);
int tree_has_children(void);   /* true if some link leads to a child */
void tree_clear_running(Hop *h, uint32_t worker); /* free and clear h->now[worker] */
/* begin, on node 0, with this setup; other nodes get the setup from their parent */
void tree_begin(Item *setup);
void tree_end(void);           /* send ITEM_QUIT to all neighbours; node_quit waits for that */
int tree_is_ending(void);      /* true if this node has to end */

/* ---- manager.c ---- */

/* place a task again; function: what the lost node was executing, or FN_NONE */
void manager_place_again(Item *task, uint32_t function);
void manager_aside(Item *m); /* pass a HOP_ASIDE to the parent */
void manager_drop_tasks(void); /* drop all tasks, and the result of the task being computed */

#endif
