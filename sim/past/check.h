/* check.h - checks the contents of a snapshot. */
#ifndef SNAPSHOT_CHECK_H
#define SNAPSHOT_CHECK_H

#include "sim/network/network.h"

/*
 * snapshot_node_valid: true if the state of a node is valid. made: the new network's node; now: the
 * node's clock at the snapshot's time.
 */
bool snapshot_node_valid(const T800 *made, const T800 *c, Cycles now);
/*
 * snapshot_end_valid: true if the state of an end is valid. made: the new network's end; the end's
 * node and buffers must have been read before.
 */
bool snapshot_end_valid(const Network *w, const End *made, const End *e);
/* snapshot_order_valid: true if an order to an end is valid. */
bool snapshot_order_valid(const Network *w, const End *e, const Order *o);
/* snapshot_circuits_valid: true if crossbars, selectors and the circuits of all ends are valid. */
bool snapshot_circuits_valid(const Network *w);
/* snapshot_time_valid: true if the network's time is valid. */
bool snapshot_time_valid(Time now);

#endif
