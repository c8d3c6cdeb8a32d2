/*
 * heard.c - finds messages from an event's process, the receives where P learns of the event, and
 * P's answers.
 *
 * See points.c for the conditions and the names Si, Ri, R and X.
 */
#include "points.h"

#include <string.h>

/* A receive Ri of the event's process, and the sends X of P that answer it (in its POST sets). */
typedef struct AnsweredReceive {
	uint32_t recv;
	uint32_t *send, nsends; /* numbered from the start of P */
} AnsweredReceive;

typedef struct AnsweredList {
	AnsweredReceive *answered;
	uint32_t n;
} AnsweredList;

/* is_of_kind: true if the node is of this kind. */
static bool
is_of_kind(const Hearing *h, uint32_t node, DcfgKind kind)
{
	return h->d->node[node].kind == kind;
}

/*
 * does_hear: true if the receive may tell its process that the send was executed. send NONE: that
 * any send of `process` was executed.
 */
static bool
does_hear(const Hearing *h, uint32_t recv, uint32_t process, uint32_t send)
{
	if (send == NONE)
		return relation_intersects(&h->r->pre, recv, process);
	return relation_has(&h->r->pre, recv, send);
}

/*
 * find_heard_at: the receives by which P may learn of the send or, if send is NONE, of any send of
 * the process.
 */
static Heard
find_heard_at(const Hearing *h, uint32_t process, uint32_t send, Arena *a)
{
	Heard x = {.send = send};
	bool *met = NULL; /* [components] */
	uint32_t cap = 0;

	for (uint32_t i = 0; i < h->p->n; i++) {
		uint32_t v = h->p->start + i, component = h->p->component[i];

		if (!is_of_kind(h, v, DCFG_RECV) || !does_hear(h, v, process, send))
			continue;
		if (!x.at) {
			x.at = arena_alloc(a, h->p->n, sizeof *x.at);
			met = arena_alloc(a, h->p->ncomponents, sizeof *met);
		}
		x.at[i] = true;
		if (met[component])
			continue;
		met[component] = true;
		x.recv = arena_grow(a, x.recv, x.nrecvs, &cap, sizeof *x.recv);
		x.recv[x.nrecvs++] = i;
	}
	return x;
}

/*
 * find_answered_by: the receive `recv` of the event's process, with the sends of P in its POST
 * sets.
 */
static AnsweredReceive
find_answered_by(const Hearing *h, uint32_t recv, Arena *a)
{
	AnsweredReceive x = {.recv = recv};
	uint32_t cap = 0;

	for (uint32_t i = 0; i < h->p->n; i++) {
		uint32_t X = h->p->start + i;

		if (!is_of_kind(h, X, DCFG_SEND) || (!relation_has(&h->r->post1, recv, X) &&
			!relation_has(&h->r->post2, X, recv)))
			continue;
		x.send = arena_grow(a, x.send, x.nsends, &cap, sizeof *x.send);
		x.send[x.nsends++] = i;
	}
	return x;
}

/* find_answered: the receives of process q that have sends of P in their POST sets. */
static AnsweredList
find_answered(const Hearing *h, const DcfgProcess *q, Arena *a)
{
	AnsweredList list = {0};
	uint32_t cap = 0;

	for (uint32_t v = q->start; v <= q->stop; v++) {
		AnsweredReceive x;

		if (!is_of_kind(h, v, DCFG_RECV))
			continue;
		x = find_answered_by(h, v, a);
		if (x.nsends == 0)
			continue;
		list.answered = arena_grow(a, list.answered, list.n, &cap, sizeof x);
		list.answered[list.n++] = x;
	}
	return list;
}

/* is_only_successor: true if node a has edges, and all of them lead to node b. */
static bool
is_only_successor(const Dcfg *d, uint32_t a, uint32_t b)
{
	for (uint32_t e = d->flow.first[a]; e < d->flow.first[a + 1]; e++)
		if (d->flow.to[e] != b)
			return false;
	return d->flow.first[a] < d->flow.first[a + 1];
}

/* is_event_unchanged: true if nothing changes the event's value: condition (iv) of points.c. */
static bool
is_event_unchanged(Hearing *h, const LocalEvent *e, uint32_t Si, uint32_t Ri, PointMode mode)
{
	if (mode == DEP)
		return is_only_successor(h->d, Si, Ri);
	walk_from(&h->forward, Si, Si, Ri);
	walk_from(&h->backward, Ri, Si, Ri);
	for (uint32_t i = 0; i < e->n; i++)
		if (walk_met(&h->forward, e->change[i]) && walk_met(&h->backward, e->change[i]))
			return false;
	return true;
}

/* does_postdominate: true if every path from `other` to the end of its process passes `node`. */
static bool
does_postdominate(const Relations *r, uint32_t node, uint32_t other)
{
	while (other != NONE && other != node)
		other = r->ipdom[other];
	return other == node;
}

/*
 * add_reply: add P's send as a reply. If it is a reply already, because of another receive, it may
 * become certain.
 */
static void
add_reply(Heard *x, uint32_t send, bool certain, uint32_t *cap, Arena *a)
{
	for (uint32_t i = 0; i < x->nreplies; i++) {
		if (x->reply[i].send == send) {
			x->reply[i].certain |= certain;
			return;
		}
	}
	x->reply = arena_grow(a, x->reply, x->nreplies, cap, sizeof *x->reply);
	x->reply[x->nreplies++] = (Reply){.send = send, .certain = certain};
}

/*
 * add_replies: add to x, as replies, the sends of P that answer the receive y->recv, and whether
 * each of them is certain.
 */
static void
add_replies(const Hearing *h, Heard *x, const AnsweredReceive *y, uint32_t *cap, Arena *a)
{
	bool stays = does_postdominate(h->r, y->recv, x->send);

	for (uint32_t i = 0; i < y->nsends; i++) {
		uint32_t X = h->p->start + y->send[i];
		bool certain = stays && relation_has(&h->r->post1, y->recv, X);

		if (certain || relation_has(&h->r->post2, X, y->recv))
			add_reply(x, y->send[i], certain, cap, a);
	}
}

/*
 * find_last_receives: for each node of a tree of dominators, the last receive of x on the path from
 * the root to the node; each path is followed once.
 */
static uint32_t *
find_last_receives(const Heard *x, const uint32_t *parent, uint32_t n, Arena *a)
{
	uint32_t *last = arena_alloc(a, n, sizeof *last);
	bool *done = arena_alloc(a, n, sizeof *done);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t top = i, found;

		while (top != NONE && !done[top] && !x->at[top])
			top = parent[top];
		found = top == NONE || x->at[top] ? top : last[top];
		for (uint32_t v = i; v != top; v = parent[v]) {
			last[v] = found;
			done[v] = true;
		}
		if (top != NONE) {
			last[top] = found;
			done[top] = true;
		}
	}
	return last;
}

/*
 * find_loops: for replies in loops, find the nodes that all paths from the reply back to a point
 * must pass.
 */
static void
find_loops(Hearing *h, Heard *x, Arena *a)
{
	Paths *p = h->p;

	for (uint32_t i = 0; i < x->nreplies; i++) {
		Reply *reply = &x->reply[i];

		if (!paths_can_reach(p, reply->send, reply->send))
			continue;
		reply->after = graph_dominators(a, &p->flow, &p->back, reply->send);
		reply->last = find_last_receives(x, reply->after, p->n, a);
	}
}

/*
 * find_replies: find P's replies to the send of x: the sends by which P shows, in this mode, that
 * it knows of that send.
 */
static void
find_replies(Hearing *h, const LocalEvent *e, PointMode mode, const AnsweredList *list, Heard *x,
	Arena *a)
{
	uint32_t cap = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		const AnsweredReceive *y = &list->answered[i];

		walk_from(&h->forward, x->send, NONE, NONE);
		if (walk_met(&h->forward, y->recv)
			&& is_event_unchanged(h, e, x->send, y->recv, mode))
			add_replies(h, x, y, &cap, a);
	}
	find_loops(h, x, a);
}

/* add_heard: append x to the list. */
static void
add_heard(HeardList *list, const Heard *x, uint32_t *cap, Arena *a)
{
	list->heard = arena_grow(a, list->heard, list->n, cap, sizeof *list->heard);
	list->heard[list->n++] = *x;
}

/*
 * find_heard_sends: find, for each send of the event's process that P may learn of, the receives
 * and, where needed, P's replies.
 */
static HeardList
find_heard_sends(Hearing *h, const LocalEvent *e, PointMode mode, Arena *a)
{
	const DcfgProcess *q = &h->d->range[e->process];
	AnsweredList answered = {0};
	HeardList list = {0};
	uint32_t cap = 0;

	if (mode != MONO) {
		answered = find_answered(h, q, a);
		if (answered.n == 0)
			return list;
	}
	for (uint32_t v = q->start; v <= q->stop; v++) {
		Heard x;

		if (!is_of_kind(h, v, DCFG_SEND))
			continue;
		x = find_heard_at(h, e->process, v, a);
		if (x.nrecvs && mode != MONO)
			find_replies(h, e, mode, &answered, &x, a);
		if (x.nrecvs && (mode == MONO || x.nreplies))
			add_heard(&list, &x, &cap, a);
	}
	return list;
}

HeardList
heard_find(Hearing *h, const LocalEvent *e, PointMode mode, bool any, Arena *a)
{
	HeardList list = {0};
	uint32_t cap = 0;

	if (mode == MONO && any) {
		Heard x = find_heard_at(h, e->process, NONE, a);

		if (x.nrecvs)
			add_heard(&list, &x, &cap, a);
		return list;
	}
	if (mode != MONO && !h->forward.graph) {
		h->forward = walk_new(h->arena, &h->d->flow);
		h->backward = walk_new(h->arena, &h->d->back);
	}
	return find_heard_sends(h, e, mode, a);
}
