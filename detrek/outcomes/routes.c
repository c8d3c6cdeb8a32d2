/* routes.c - the messages that were sent, and not received, by each route. */
#include "routes.h"

#include "base/list.h"

#include <stdlib.h>

void
routes_free(Routes *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		free(r->route[i].message);
	free(r->route);
}

const Route *
routes_find(const Routes *r, uint64_t name)
{
	for (uint32_t i = 0; i < r->n; i++)
		if (r->route[i].name == name)
			return &r->route[i];
	return NULL;
}

/* get_route: the route of a message, added if it is new. */
static Route *
get_route(Routes *r, const SyncObjectInfo *o)
{
	uint64_t name = action_route_hash(o->from, o->node, o->event, o->type);
	const Route *known = routes_find(r, name);

	if (known)
		return &r->route[known - r->route];
	r->route = list_more(r->route, r->n, sizeof *r->route);
	r->route[r->n] = (Route){.name = name, .of = *o};
	return &r->route[r->n++];
}

void
routes_note_sent(Routes *r, const Operation *op, const SyncObjectInfo *o)
{
	Route *by = get_route(r, o);

	by->message = list_more(by->message, by->nsent, sizeof *by->message);
	by->message[by->nsent++] = (RouteMessage){.object = op->object, .type = o->type,
		.unbuffered = op->unbuffered};
}

void
routes_note_received(Routes *r, const Operation *op, const SyncObjectInfo *o)
{
	Route *by = get_route(r, o);

	for (uint32_t i = 0; i < by->nsent; i++)
		by->message[i].received |= by->message[i].object == op->object;
}

bool
route_get_first(const Route *r, Action *a)
{
	const RouteMessage *first = NULL;

	a->count = 0;
	for (uint32_t i = 0; i < r->nsent; i++) {
		const RouteMessage *m = &r->message[i];

		a->type = m->type;
		if (m->received || !action_gets(a, a))
			continue;
		a->count++;
		if (!first || (first->unbuffered && !m->unbuffered))
			first = m;
	}
	if (!first)
		return false;
	a->object = r->name;
	a->from = r->of.from;
	a->number = first - r->message;
	a->type = first->type;
	a->unbuffered = first->unbuffered;
	return true;
}
