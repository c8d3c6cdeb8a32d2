/*
 * link_in.c - a link's input process.
 *
 * A packet for another node goes to the output of the link on its route, in the buffer in which it came.
 * One for this node goes straight into the memory of a process that waits for its message, otherwise into
 * what the buffer daemon holds; if that has no room, or the sender wants no buffer, it stays in its
 * buffer, and with it what comes after it for this node in its class, until somebody receives it.
 */
#include "node.h"

static Packet *
buffer_take(Link *l, int class)
{
	Packet *p = l->free[class];

	if (!p)
		panic("a neighbour has sent a packet without a credit");
	l->free[class] = p->next;
	return p;
}

/* fill: the packet's buffer takes what is still on the link. */
static Packet *
fill(Link *l, const PacketHeader *h, const uint32_t *data)
{
	Packet *p = buffer_take(l, header_class(h));
	uint32_t ndata = header_data(h), n = h->length;

	p->h = *h;
	if (data)
		memcpy(p->bytes, data, ndata);
	else
		n += ndata;
	if (n > 0)
		__t800_in((uint8_t *)p->bytes + (data ? ndata : 0), LINK_IN(l->number), n);
	return p;
}

/* ---- for other nodes ---- */

static void
forward(Link *l, const PacketHeader *h)
{
	int out = route_link(h->to, h->from, l->number);
	Packet *p = fill(l, h, NULL);

	if (out < 0 || !links[out].open)
		link_release(p); /* nobody is there; its sender's node knows no better */
	else
		link_packet(&links[out], p, l->number);
}

/* ---- for this node ---- */

/* sink_open: find a place for the message that begins with h; false: there is none now. */
static bool
sink_open(Sink *s, const PacketHeader *h, const uint32_t *data)
{
	Letter l = {h->from, h->event, h->type, h->flags, h->sequence, data};
	bool server = server_for(l.event);

	s->total = l.total;
	s->kind = SINK_WAITER;
	s->waiter = server ? NULL : waiter_find(WAIT_RECEIVE, l.event, l.type);
	if (s->waiter) {
		waiter_greet(s->waiter, &l);
		return true;
	}
	s->kind = SINK_NONE;
	if (server ? !server_ready(l.event) : (l.flags & PACKET_NOBUF) != 0)
		return false;
	s->held = held_new(&l);
	if (!s->held)
		return false;
	s->kind = SINK_HELD;
	if (!server)
		held_add(s->held);
	return true;
}

/* sink_place: where this packet's body goes, if all of it has room there; NULL. */
static uint8_t *
sink_place(const Sink *s, const PacketHeader *h)
{
	uint32_t at = h->flags & PACKET_NEXT ? h->sequence : 0;
	uint32_t room = s->kind == SINK_HELD ? s->total : 0;

	if (s->kind == SINK_WAITER)
		room = s->waiter->room;
	if (s->kind == SINK_VOID || at > room || h->length > room - at)
		return NULL;
	return (s->kind == SINK_HELD ? s->held->body : (uint8_t *)s->waiter->m->nh_msg) + at;
}

/* sink_part: a packet of which only the first bytes have room. */
static void
sink_part(const Sink *s, const Packet *p, const uint8_t *body)
{
	uint32_t at = p->h.flags & PACKET_NEXT ? p->h.sequence : 0;
	uint32_t room = s->kind == SINK_WAITER ? s->waiter->room : 0;

	if (at < room)
		memcpy((uint8_t *)s->waiter->m->nh_msg + at, body, room - at);
}

static void
sink_end(Sink *s, bool cut)
{
	Sink was = *s;

	s->kind = SINK_NONE; /* first: who is told may look at the links */
	if (was.kind == SINK_WAITER && cut)
		waiter_back(was.waiter);
	else if (was.kind == SINK_WAITER)
		waiter_done(was.waiter, was.total > was.waiter->room ? KE_TRUNC : 0);
	else if (was.kind == SINK_HELD && cut)
		held_drop(was.held);
	else if (was.kind == SINK_HELD)
		held_complete(was.held);
}

/* sink_take: a packet that lies in its buffer. */
static void
sink_take(Sink *s, const Packet *p)
{
	const uint8_t *body = (const uint8_t *)p->bytes + header_data(&p->h);
	uint8_t *place = sink_place(s, &p->h);

	if (place && p->h.length > 0)
		memcpy(place, body, p->h.length);
	else if (!place)
		sink_part(s, p, body);
	if (!(p->h.flags & PACKET_MORE))
		sink_end(s, p->h.flags & PACKET_CUT);
}

/* sink_direct: a packet whose body is still on the link, into its place. Its buffer was never used. */
static void
sink_direct(Link *l, Sink *s, const PacketHeader *h, uint8_t *place)
{
	Process *p = s->kind == SINK_WAITER ? s->waiter->process : KERNEL;

	if (p != KERNEL)
		p->transfers++;
	if (h->length > 0)
		__t800_in(place, LINK_IN(l->number), h->length);
	if (!(h->flags & PACKET_MORE))
		sink_end(s, h->flags & PACKET_CUT);
	if (p != KERNEL)
		process_unuse(p);
	l->owed[header_class(h)]++;
	link_wake(l);
}

static void
arrive(Link *l, const PacketHeader *h)
{
	int class = header_class(h);
	Sink *s = &l->sink[class];
	uint32_t data[NH_WORDS];
	uint8_t *place;
	Packet *p;

	if (h->flags & PACKET_DATA)
		__t800_in(data, LINK_IN(l->number), sizeof data);
	if (l->stuck[class].front || (!(h->flags & PACKET_NEXT) && !sink_open(s, h, data))) {
		packet_append(&l->stuck[class], fill(l, h, data));
		links_retry(); /* a receiver may have come while it was read */
		return;
	}
	place = sink_place(s, h);
	if (place) {
		sink_direct(l, s, h, place);
		return;
	}
	p = fill(l, h, data);
	sink_take(s, p);
	link_release(p);
}

void
link_in(Link *l)
{
	PacketHeader h;

	for (;;) {
		__t800_in(&h, LINK_IN(l->number), sizeof h);
		if (h.flags & PACKET_CREDIT) {
			l->credits[header_class(&h)] += h.length;
			link_wake(l);
		} else if (h.length > MAX_PACKET) {
			panic("a packet is longer than any may be");
		} else if (h.to == node_self()) {
			arrive(l, &h);
		} else {
			forward(l, &h);
		}
	}
}

/* ---- what is stuck ---- */

static bool
retry(Link *l, int class)
{
	Packet *p = l->stuck[class].front;
	Sink *s = &l->sink[class];

	if (!p || (!(p->h.flags & PACKET_NEXT) && !sink_open(s, &p->h, p->bytes)))
		return false;
	packet_next(&l->stuck[class]);
	sink_take(s, p);
	link_release(p);
	return true;
}

void
links_retry(void)
{
	static bool busy, again;

	again = true;
	if (busy) /* somebody who was just told asks */
		return;
	busy = true;
	while (again) {
		again = false;
		for (int i = 0; i < NLINKS; i++)
			for (int c = 0; c < NCLASSES; c++)
				while (retry(&links[i], c))
					;
	}
	busy = false;
}

bool
links_stuck(int32_t event, uint32_t type)
{
	for (int i = 0; i < NLINKS; i++)
		for (int c = 0; c < NCLASSES; c++) {
			const Packet *p = links[i].stuck[c].front;

			if (p && (int32_t)p->h.event == event
				&& (type == 0 || p->h.type == 0 || (p->h.type & type)))
				return true;
		}
	return false;
}
