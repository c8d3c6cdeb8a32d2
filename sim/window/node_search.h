/* node_search.h - the search for nodes, tasks and functions. This does not use SDL. */
#ifndef NODE_SEARCH_H
#define NODE_SEARCH_H

#include "timeline.h"

enum { FIND_TEXT = 32 }; /* bytes of the text searched for */

/* What the user searches for. */
typedef struct Find {
	bool open;            /* the user is typing */
	char text[FIND_TEXT]; /* "": nothing is searched for */
} Find;

/*
 * find_matches_now: true if a node matches now: by its name, by the number of the task it works at
 * ("7", "t7"), or by a part of the name of the function it executes.
 */
bool find_matches_now(const Find *s, const Frame *f, const Item *node);
/* find_count_nodes: the number of nodes that match now. */
uint32_t find_count_nodes(const Find *s, const Frame *f, const Layout *l);
/*
 * find_next_match: the next matching node, as an item, after `after` (NOWHERE: from the first on);
 * NOWHERE if there is none.
 */
uint32_t find_next_match(const Find *s, const Frame *f, const Layout *l, uint32_t after);
/*
 * find_task: one plus the number of the task that is searched for ("7", "t7"); 0 if the text names
 * no task.
 */
uint32_t find_task(const Find *s);
/*
 * find_time: the next interval after now or, if there is none, the first of all, in which a node
 * matched by what it did. Sets *item to the node and *at to the interval's end; false if there is
 * none.
 */
bool find_time(const Find *s, const Frame *f, const Layout *l, uint32_t *item, Time *at);

#endif
