/* node_search.h - the search for nodes, tasks and functions. This does not use SDL. */
#ifndef NODE_SEARCH_H
#define NODE_SEARCH_H

#include "timeline.h"

enum { FIND_TEXT = 32 };

typedef struct Find {
	bool open;            /* the user is typing */
	char text[FIND_TEXT]; /* "": nothing is searched for */
} Find;

/*
 * find_is_now: the node is named so, or works now at the task of that number ("7", "t7"), or
 * executes a function whose name has the text in it.
 */
bool find_is_now(const Find *s, const Frame *f, const Item *node);
/* find_count_nodes: how many nodes match now. */
uint32_t find_count_nodes(const Find *s, const Frame *f, const Layout *l);
/* find_next: the next matching node, as an item, after one (NOWHERE: the first); or NOWHERE. */
uint32_t find_next(const Find *s, const Frame *f, const Layout *l, uint32_t after);
/* find_task: the number plus one of the task that is searched for ("7", "t7"); or 0. */
uint32_t find_task(const Find *s);
/*
 * find_time: the next interval after now, or else the first one, in which a node matched by what it
 * did: *item and the end of that interval; false if there is none.
 */
bool find_time(const Find *s, const Frame *f, const Layout *l, uint32_t *item, Time *at);

#endif
