/*
 * routes.h - lists the routes of a run's messages, with the messages that were sent and not yet
 * received. Messages of one route arrive in the order in which they were sent (Action.object).
 */
#ifndef ROUTES_H
#define ROUTES_H

#include "outcomes.h"

/* A message that was sent by a route. */
typedef struct RouteMessage {
	uint32_t object, type; /* number of its object in the run; its type */
	bool received, unbuffered; /* it was received; no buffer may hold it */
} RouteMessage;

/* A route, and the messages that were sent by it. */
typedef struct Route {
	uint64_t name;         /* the Action.object of its messages */
	SyncObjectInfo of;     /* one of its messages, which shows the nodes and the event */
	RouteMessage *message; /* [nsent] in the order in which they were sent */
	uint32_t nsent;
} Route;

/* The routes of a run; {0}: none so far. */
typedef struct Routes {
	Route *route; /* [n] in the order of their first messages */
	uint32_t n;
} Routes;

void routes_free(Routes *r);
/*
 * routes_find: the route with a name; NULL if no message was sent on it. Valid until
 * routes_note_sent.
 */
const Route *routes_find(const Routes *r, uint64_t name);
/* routes_note_sent: note that a message was sent on its route. */
void routes_note_sent(Routes *r, const Operation *op, const SyncObjectInfo *o);
/* routes_note_received: note that a message was received from its route. */
void routes_note_received(Routes *r, const Operation *op, const SyncObjectInfo *o);
/*
 * route_get_first: complete the action of a receive or probe with the message that it gets of this
 * route: the first buffered message, or else the first message. false: the route has no message for
 * it.
 */
bool route_get_first(const Route *r, Action *a);

#endif
