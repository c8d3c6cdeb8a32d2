/*
 * link_in.c - a link's input process.
 *
 * A packet for another node is queued at the output of its link, in its receive buffer unless it is
 * parked. A packet for this node goes directly into the memory of a process that waits for its
 * message, otherwise to the buffer daemon; if that has no room, or the sender wants no buffering,
 * it stays in its buffer until a process receives it, and later packets of its class for this node
 * wait behind it.
 */
#include "node.h"

/* The head of a packet; in a Packet it is contiguous, too. */
typedef struct Head {
	PacketHeader h;
	uint32_t data[NH_WORDS]; /* only if the header has PACKET_DATA */
} Head;

uint32_t links_nstuck;

static Packet *
buffer_take(Link *l, int class) /* a free buffer for a packet of the class */
{
	Packet *p = l->free[class];

	if (!p)
		panic("a neighbour has sent a packet without a credit");
	l->free[class] = p->next;
	return p;
}

/*
 * receive_to_buffer: copy the head, of which nread bytes were received, to a packet's buffer, and
 * receive the rest.
 */
static Packet *
receive_to_buffer(Link *l, const Head *head, uint32_t nread)
{
	Packet *p = buffer_take(l, header_class(&head->h));
	uint32_t n = sizeof head->h + header_data(&head->h) + head->h.length;

	memcpy(&p->h, head, nread);
	if (n > nread)
		__t800_in((uint8_t *)&p->h + nread, l->in, n - nread);
	return p;
}

/* ---- for other nodes ---- */

/* choose_route: store in l->route the link over which packets from and to the nodes of h leave. */
static void
choose_route(Link *l, const PacketHeader *h)
{
	l->routed = header_ends(h);
	l->route = route_link(h->to, h->from, l->number);
}

static void
forward_packet(Link *l, Head *head) /* receive a packet for another node and queue it */
{
	Packet *p;

	if (header_ends(&head->h) != l->routed)
		__deep(choose_route, l, head);
	p = receive_to_buffer(l, head, sizeof head->h);
	if (l->route < 0 || !links[l->route].open) {
		link_release(p); /* drop it; its sender's node does not know yet: no route */
		return;
	}
	if (!l->free[p->class])
		p = (Packet *)__deep(link_park, &links[l->route], p);
	link_packet(&links[l->route], p, l->number);
}

/* ---- for this node ---- */

/*
 * sink_open: let *s be a receiver that waits for the message that begins with this head, or else a
 * new buffer for it. False if there is neither now.
 */
static bool
sink_open(Sink *s, const Head *head)
{
	const PacketHeader *h = &head->h;
	Letter l = {h->from, h->event, h->type, h->flags, h->sequence, head->data,
		stamp_of_flags(h->flags, h->from)};
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
	s->held = held_new(&l, server);
	if (!s->held)
		return false;
	s->kind = SINK_HELD;
	if (!server)
		held_add(s->held);
	return true;
}

/* sink_place: the address at which to store the packet's body; NULL if the body does not fit. */
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

/* sink_take_part: store the part of a packet's body for which there is room. */
static void
sink_take_part(const Sink *s, const Packet *p, const uint8_t *body)
{
	uint32_t at = p->h.flags & PACKET_NEXT ? p->h.sequence : 0;
	uint32_t room = s->kind == SINK_WAITER ? s->waiter->room : 0;

	if (at < room)
		memcpy((uint8_t *)s->waiter->m->nh_msg + at, body, room - at);
}

/* sink_end: end the message: pass it on or, if `cut`, drop it, so that its receiver waits again. */
static void
sink_end(Sink *s, bool cut)
{
	Sink was = *s;

	s->kind = SINK_NONE; /* before the notice, since the notified process may check the links */
	if (was.kind == SINK_WAITER && cut)
		waiter_requeue(was.waiter);
	else if (was.kind == SINK_WAITER)
		waiter_done(was.waiter, was.total > was.waiter->room ? KE_TRUNC : 0);
	else if (was.kind == SINK_HELD && cut)
		held_discard(was.held);
	else if (was.kind == SINK_HELD)
		held_complete(was.held);
}

/* sink_take: store the body of a packet that is in a buffer. */
static void
sink_take(Sink *s, const Packet *p)
{
	const uint8_t *body = (const uint8_t *)p->bytes + header_data(&p->h);
	uint8_t *place = sink_place(s, &p->h);

	if (place && p->h.length > 0)
		memcpy(place, body, p->h.length);
	else if (!place)
		sink_take_part(s, p, body);
	if (!(p->h.flags & PACKET_MORE))
		sink_end(s, p->h.flags & PACKET_CUT);
}

/*
 * sink_direct: receive a packet's body directly into the receiver's memory. If the process ends
 * meanwhile, its memory is kept until the body is complete. The packet takes no buffer, so its
 * credit is returned while the body arrives.
 */
static void
sink_direct(Link *l, Sink *s, const PacketHeader *h, uint8_t *place)
{
	Process *p = s->kind == SINK_WAITER ? s->waiter->process : KERNEL;

	if (p != KERNEL)
		p->transfers++;
	link_credit(l, header_class(h));
	if (h->length > 0)
		__t800_in(place, l->in, h->length);
	if (!(h->flags & PACKET_MORE))
		__deep(sink_end, s, (void *)(h->flags & PACKET_CUT));
	if (p != KERNEL && process_unused(p))
		__deep(process_free, p, NULL);
}

/*
 * take_packet: receive a packet for this node: into a process's memory, the buffer daemon, or the
 * stuck packets.
 */
static void
take_packet(Link *l, Head *head)
{
	int class = header_class(&head->h);
	Sink *s = &l->sink[class];
	uint8_t *place;
	Packet *p;

	if (head->h.flags & PACKET_DATA)
		__t800_in(head->data, l->in, sizeof head->data);
	if (l->stuck[class].front
		|| (!(head->h.flags & PACKET_NEXT) && !__deep(sink_open, s, head))) {
		p = receive_to_buffer(l, head, sizeof head->h + header_data(&head->h));
		packet_append(&l->stuck[class], p);
		links_nstuck++;
		__deep(links_retry, NULL, NULL); /* a receiver may have arrived meanwhile */
		return;
	}
	place = sink_place(s, &head->h);
	if (place) {
		sink_direct(l, s, &head->h, place);
		return;
	}
	p = receive_to_buffer(l, head, sizeof head->h + header_data(&head->h));
	__deep(sink_take, s, p);
	link_release(p);
}

void
link_in(Link *l)
{
	Head head;

	for (;;) {
		__t800_in(&head.h, l->in, sizeof head.h);
		if (head.h.flags & PACKET_CREDIT) {
			l->credits[header_class(&head.h)] += head.h.length;
			link_wake(l);
		} else if (head.h.length > MAX_PACKET) {
			panic("a packet exceeds the maximum length");
		} else if (head.h.to == node_self()) {
			take_packet(l, &head);
		} else {
			forward_packet(l, &head);
		}
	}
}

/* ---- stuck packets ---- */

/*
 * retry_stuck: try again to deliver the first packet of this class that is stuck at the link; true
 * if it was delivered.
 */
static bool
retry_stuck(Link *l, int class)
{
	Packet *p = l->stuck[class].front;
	Sink *s = &l->sink[class];

	if (!p || (!(p->h.flags & PACKET_NEXT) && !sink_open(s, (const Head *)&p->h)))
		return false;
	packet_next(&l->stuck[class]);
	links_nstuck--;
	sink_take(s, p);
	link_release(p);
	return true;
}

void
links_retry(void)
{
	static bool busy, again;

	if (links_nstuck == 0)
		return;
	again = true;
	if (busy) /* called by a process that was just notified */
		return;
	busy = true;
	while (again) {
		again = false;
		for (int i = 0; i < NLINKS; i++)
			for (int c = 0; c < NCLASSES; c++)
				while (retry_stuck(&links[i], c))
					;
	}
	busy = false;
}

bool
links_search(int32_t event, uint32_t type)
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
