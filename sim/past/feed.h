/*
 * feed.h - what the ends of all links were ordered in a run, by which each of its nodes can be gone
 * through alone (lone.h), from the run's beginning to its end.
 *
 * It is gathered by going through the whole run once, or read from its recording, if that has
 * moments. A node alone takes its own part of the run's time only, and begins at such a moment.
 */
#ifndef FEED_H
#define FEED_H

#include "lone.h"

typedef struct Feed Feed;

/*
 * feed_new: of a past whose run has ended, or stands still; it is elsewhere afterwards, and
 * outlives the result.
 */
Feed *feed_new(Past *p);
void feed_free(Feed *f);

/* feed_orders: those that an end was given, in order of time, n of them; the feed's. */
const Order *feed_orders(const Feed *f, EndId e, uint32_t *n);

/*
 * feed_lone: a node alone, at its beginning; the past is elsewhere afterwards. false: it does
 * something else alone, as a fault, a reset or a changed circuit acts on it, or it was told too
 * much to be kept. Released by lone_free, before the feed.
 */
bool feed_lone(Feed *f, NodeId node, Lone *lone);

#endif
