/* check.h - checks the contents of a snapshot. */
#ifndef SNAPSHOT_CHECK_H
#define SNAPSHOT_CHECK_H

#include "sim/network/network.h"

/*
 * `made` is the same part of the new network; now: the node's clock at the snapshot's time. The
 * end's node and buffers must have been read before.
 */
bool snapshot_node_ok(const T800 *made, const T800 *c, Cycles now);
bool snapshot_end_ok(const Network *w, const End *made, const End *e);
bool snapshot_order_ok(const Network *w, const End *e, const Order *o);
bool snapshot_circuits_ok(const Network *w);
bool snapshot_time_ok(Time now);

#endif
