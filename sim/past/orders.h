/*
 * orders.h - the orders that ends of links are given, as bytes. With them and a moment, a node can
 * be run alone (lone.h).
 */
#ifndef ORDERS_H
#define ORDERS_H

#include "base/wire.h"
#include "sim/network/network.h"

/* orders_put: append an order. */
void orders_put(Buf *b, EndId e, const Order *o);

/* orders_get: read an order; its data is in the bytes read, or NULL. false: r->bad, or the end. */
bool orders_get(WireReader *r, EndId *e, Order *o);

#endif
