/*
 * feed.h - the orders to the ends of all links in a run. With them each of its nodes can be
 * replayed alone (lone.h), from the run's beginning to its end.
 *
 * They are gathered in one replay of the whole run, or read from its recording, if that has
 * moments. Replaying one node alone takes only its own part of the run's time, and can begin at
 * such a moment.
 */
#ifndef FEED_H
#define FEED_H

#include "lone.h"

typedef struct Feed Feed;

/*
 * feed_new: the feed of a past whose run has ended or is paused; it is at another place afterwards,
 * and must outlive the result.
 */
Feed *feed_new(Past *p);
void feed_free(Feed *f);

/* feed_orders: the n orders that an end was given, in order of time; owned by the feed. */
const Order *feed_orders(const Feed *f, EndId e, uint32_t *n);

/*
 * feed_lone: a node alone, at its beginning; the past is at another place afterwards. false: alone
 * the node acts differently, because a fault, a reset or a changed circuit acts on it in the run,
 * or it got too many orders to keep. Released by lone_free, before the feed.
 */
bool feed_lone(Feed *f, NodeId node, Lone *lone);

#endif
