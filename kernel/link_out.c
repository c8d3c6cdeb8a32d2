/*
 * link_out.c - a link's output process: it sends credits first, then packets of the system class,
 * then users' packets.
 *
 * Within a class, the incoming links with packets for this link, and the node's own senders, take
 * turns; but a message of several packets is completed first.
 */
#include "node.h"

enum { NSOURCES = NLINKS + 1 }; /* the links; the last is the node itself */

static bool
send_credits(Link *l) /* send credits that are owed; false: none */
{
	PacketClass c = l->owed[CLASS_SYSTEM] ? CLASS_SYSTEM : CLASS_USER;
	PacketHeader h;

	if (!l->owed[c])
		return false;
	h = (PacketHeader){.length = l->owed[c],
		.flags = PACKET_CREDIT | (c == CLASS_SYSTEM ? PACKET_SYSTEM : 0)};
	l->owed[c] = 0;
	__t800_out(&h, l->out, sizeof h);
	return true;
}

/* choose_source: choose the source of the next packet; -1 if none can send. */
static int
choose_source(const Link *l, int class)
{
	uint32_t ready = l->ready[class];
	int s = l->lock[class];

	if (s >= 0)
		return ready >> s & 1 ? s : -1;
	s = l->turn[class];
	if (ready == 1u << s)
		return s;
	do {
		if (++s >= NSOURCES)
			s = 0;
	} while (!(ready >> s & 1));
	return s;
}

/* lock_class: until a message of several packets ends, let only its source send in the class. */
static void
lock_class(Link *l, int class, int source, uint32_t flags)
{
	l->turn[class] = source;
	l->lock[class] = flags & PACKET_MORE ? source : -1;
}

/* send_through: send the next packet that came in over link `source`. */
static void
send_through(Link *l, int class, int source)
{
	PacketQueue *q = &l->through[class][source];
	Packet *p = packet_next(q);

	if (!q->front)
		l->ready[class] &= ~(1 << source);
	lock_class(l, class, source, p->h.flags);
	__t800_out(&p->h, l->out, sizeof p->h + header_data(&p->h) + p->h.length);
	if (p->link < NLINKS)
		link_release(p);
	else
		__deep(link_unpark, p, NULL);
}

/* goes_on: true if a user's message has begun whose next packet must leave before all others. */
static bool
goes_on(Link *l, int class)
{
	if (l->owed[CLASS_USER] | l->owed[CLASS_SYSTEM] | l->ready[CLASS_SYSTEM]
		|| !l->credits[class])
		return false;
	l->credits[class]--;
	return true;
}

/*
 * send_local: the message stays first in its queue while it is being sent. The header of its next
 * packet is made while the other end prepares to receive the body of this one. Not inline: it would
 * slow down send_through.
 */
static __attribute__((noinline)) void
send_local(Link *l, int class)
{
	Sending *s = l->local[class].front;
	const uint8_t *body;
	uint32_t n, more;

	lock_class(l, class, NLINKS, PACKET_MORE);
	do {
		if (s->cut || (s->sent == 0 && s->total > MAX_PACKET))
			sending_packet(s);
		__t800_out(&s->h, l->out, sizeof s->h + header_data(&s->h));
		body = s->body + s->sent;
		n = s->h.length;
		more = s->h.flags & PACKET_MORE;
		s->sent += n;
		if (more)
			sending_packet(s);
		if (n > 0)
			__t800_out(body, l->out, n);
	} while (more && goes_on(l, class));
	if (more)
		return;
	lock_class(l, class, NLINKS, 0);
	sending_next(&l->local[class]);
	if (!l->local[class].front)
		l->ready[class] &= ~(1 << NLINKS);
	__deep(sending_end, s, NULL);
}

/*
 * send_ready: send a packet of the class if there is one and a credit; returns whether it was sent.
 */
static bool
send_ready(Link *l, int class)
{
	int source = choose_source(l, class);

	if (source < 0)
		return false;
	l->credits[class]--;
	if (source == NLINKS)
		send_local(l, class);
	else
		send_through(l, class, source);
	return true;
}

static inline bool
send_class(Link *l, int class) /* send a packet of the class, if one can be sent */
{
	return l->ready[class] && l->credits[class] && send_ready(l, class);
}

void
link_out(Link *l)
{
	l->wdesc = (uint32_t)__t800_wptr();
	for (;;) {
		if (send_credits(l) || send_class(l, CLASS_SYSTEM) || send_class(l, CLASS_USER))
			continue;
		l->idle = true;
		__t800_stopp();
	}
}
