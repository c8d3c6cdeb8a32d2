/*
 * feed.h - the orders to the ends of all links in a run. With them each node of the run can be
 * replayed alone (lone.h), from the run's beginning to its end.
 *
 * The orders are gathered in one replay of the whole run, or read from its recording, if that has
 * moments. Replaying one node alone takes only the node's share of the time for the whole run, and
 * can begin at a moment of the recording.
 */
#ifndef FEED_H
#define FEED_H

#include "lone.h"

typedef struct Feed Feed;

/*
 * feed_new: gather the feed of a past whose run has ended or is paused. The past is at another
 * place afterwards, and must outlive the feed.
 */
Feed *feed_new(Past *p);
void feed_free(Feed *f);

/* feed_orders: the n orders that an end received, in order of time; owned by the feed. */
const Order *feed_orders(const Feed *f, EndId e, uint32_t *n);

/*
 * feed_lone: make a machine with one node alone, at the run's beginning; the past is at another
 * place afterwards. Returns false if the node would act differently alone, because a fault, a reset
 * or a changed circuit affects it in the run, or because it received too many orders to keep.
 * Released by lone_free, before the feed.
 */
bool feed_lone(Feed *f, NodeId node, Lone *lone);

#endif
