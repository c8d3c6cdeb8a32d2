/*
 * orders.h - writes orders to the ends of links as bytes, and reads them. With its orders and a
 * moment, a node can be run alone (lone.h).
 */
#ifndef ORDERS_H
#define ORDERS_H

#include "base/wire.h"
#include "sim/network/network.h"

/* orders_put: append an order. */
void orders_put(Buf *b, EndId e, const Order *o);

/*
 * orders_get: read an order; its data, if any, stays in the bytes read. false if bad or at the end.
 */
bool orders_get(WireReader *r, EndId *e, Order *o);

#endif
