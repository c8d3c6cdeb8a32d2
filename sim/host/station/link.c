/*
 * link.c - packets and credits on the host's link: border.h, "packets on links".
 *
 * An incoming packet is received in two parts, header and body. Its credit is returned at once,
 * because the host has room for any message. An outgoing packet waits for its time and for a credit
 * of its class; packets are sent one at a time. A node may send arbitrary bytes: if they are not a
 * packet, the link is marked as broken for good, with no other effect.
 */
#include "station.h"
#include "sim/host/adapter.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_CREDITS = 1000, /* larger numbers are invalid */
	MAX_MESSAGE = 4 << 20, /* bytes; as much as an ordinary node's memory */
	ALL_FLAGS = PACKET_CREDIT | PACKET_SYSTEM | PACKET_DATA | PACKET_MORE | PACKET_NEXT
		| PACKET_NOBUF | PACKET_CUT,
};

/* drop_parts: drop the incomplete messages. */
static void
drop_parts(StationLink *l)
{
	for (int i = 0; i < NCLASSES; i++) {
		buf_free(&l->parts[i].body);
		l->open[i] = false;
	}
}

/* drop_queue: drop all packets that wait to be sent. */
static void
drop_queue(StationLink *l)
{
	for (uint32_t i = 0; i < l->nqueue; i++)
		buf_free(&l->queue[i].bytes);
	l->nqueue = 0;
}

void
station_link_reset(StationLink *l, EndId end)
{
	l->end = end;
	drop_parts(l);
	drop_queue(l);
	l->sending = false;
	l->broken = false;
	l->awaited = AWAIT_HEADER;
	for (int i = 0; i < NCLASSES; i++)
		l->credits[i] = CREDITS;
}

void
station_link_free(StationLink *l)
{
	drop_parts(l);
	drop_queue(l);
	free(l->queue);
}

/* ---- out ---- */

/*
 * pick_outgoing: choose the packet to send next: credits first, then the packet that has been ready
 * for longest; NULL if none may be sent.
 */
static Outgoing *
pick_outgoing(StationLink *l)
{
	Outgoing *best = NULL;

	for (uint32_t i = 0; i < l->nqueue; i++) {
		Outgoing *o = &l->queue[i];

		if (o->class == NCLASSES)
			return o;
		if (l->credits[o->class] > 0
			&& (!best || o->ready < best->ready
				|| (o->ready == best->ready && o->serial < best->serial)))
			best = o;
	}
	return best;
}

/* send_queued: send the next packet, if the link is free. */
static void
send_queued(StationLink *l, Network *w, Time at)
{
	Outgoing *o = l->sending || l->broken ? NULL : pick_outgoing(l);
	uint8_t *data;

	if (!o)
		return;
	if (o->class < NCLASSES)
		l->credits[o->class]--;
	data = xmalloc(o->bytes.len);
	memcpy(data, o->bytes.data, o->bytes.len);
	host_order(w, l->end, (Order){.at = o->ready > at + SETUP ? o->ready : at + SETUP,
		.kind = POST_OUT, .len = o->bytes.len, .data = data});
	l->sending = true;
	buf_free(&o->bytes);
	memmove(o, o + 1, (l->queue + --l->nqueue - o) * sizeof *o);
}

/*
 * enqueue_packet: append an empty packet to the queue; returns its bytes, for the caller to fill.
 */
static Buf *
enqueue_packet(StationLink *l, Time ready, uint32_t class)
{
	l->queue = xrealloc(l->queue, (l->nqueue + 1) * sizeof *l->queue);
	l->queue[l->nqueue] = (Outgoing){.ready = ready, .serial = l->serial++, .class = class};
	return &l->queue[l->nqueue++].bytes;
}

/* put_half: append a number of 16 bits. */
static void
put_half(Buf *b, uint32_t n)
{
	buf_byte(b, n);
	buf_byte(b, n >> 8);
}

/* put_header: append a packet's header as bytes. */
static void
put_header(Buf *b, const PacketHeader *h)
{
	put_half(b, h->to);
	put_half(b, h->from);
	buf_word(b, h->event);
	buf_word(b, h->type);
	buf_word(b, h->length);
	buf_word(b, h->flags);
	buf_word(b, h->sequence);
}

/* send_credit: tell the node that it may send another packet of the class. */
static void
send_credit(StationLink *l, Network *w, Time at, uint32_t class)
{
	PacketHeader h = {.from = NODE_HOST, .length = 1,
		.flags = PACKET_CREDIT | (class == CLASS_SYSTEM ? PACKET_SYSTEM : 0)};

	put_header(enqueue_packet(l, at, NCLASSES), &h);
	send_queued(l, w, at);
}

/*
 * put_packet: append the packet of m whose body begins at byte `from`. Returns the number of body
 * bytes in it.
 */
static uint32_t
put_packet(Buf *b, const Message *m, uint32_t from)
{
	uint32_t left = m->body.len - from, n = left < MAX_PACKET ? left : MAX_PACKET;
	PacketHeader h = {.to = m->node,
		.from = NODE_HOST,
		.event = m->event,
		.type = m->type,
		.length = n,
		.flags = m->flags,
		.sequence = from > 0 ? from : m->body.len};

	if (from > 0)
		h.flags = (h.flags & ~PACKET_DATA) | PACKET_NEXT;
	if (n < left)
		h.flags |= PACKET_MORE;
	put_header(b, &h);
	for (int i = 0; i < NH_WORDS && h.flags & PACKET_DATA; i++)
		buf_word(b, m->data[i]);
	if (n > 0)
		buf_put(b, m->body.data + from, n);
	return n;
}

void
station_link_send(StationLink *l, Network *w, Time now, Time ready, const Message *m)
{
	uint32_t class = m->flags & PACKET_SYSTEM ? CLASS_SYSTEM : CLASS_USER, from = 0;

	do
		from += put_packet(enqueue_packet(l, ready, class), m, from);
	while (from < m->body.len);
	send_queued(l, w, now);
}

/* ---- in ---- */

/* await_bytes: receive nbytes as a header or a body, from `at` on. */
static void
await_bytes(StationLink *l, Network *w, Time at, Awaited what, uint32_t nbytes)
{
	l->awaited = what;
	host_order(w, l->end, (Order){.at = at + SETUP, .kind = POST_IN, .len = nbytes});
}

void
station_link_listen(StationLink *l, Network *w, Time at)
{
	await_bytes(l, w, at, AWAIT_HEADER, sizeof(PacketHeader));
}

/* get_header: the header in the bytes of a packet. */
static PacketHeader
get_header(const uint8_t *p)
{
	return (PacketHeader){
		.to = get16(p + offsetof(PacketHeader, to)),
		.from = get16(p + offsetof(PacketHeader, from)),
		.event = get32(p + offsetof(PacketHeader, event)),
		.type = get32(p + offsetof(PacketHeader, type)),
		.length = get32(p + offsetof(PacketHeader, length)),
		.flags = get32(p + offsetof(PacketHeader, flags)),
		.sequence = get32(p + offsetof(PacketHeader, sequence)),
	};
}

/* packet_class: the class of credits that a packet uses. */
static uint32_t
packet_class(const PacketHeader *h)
{
	return h->flags & PACKET_SYSTEM ? CLASS_SYSTEM : CLASS_USER;
}

/*
 * is_header_valid: check that a node could have sent this header. If not, the start of the next
 * packet is unknown.
 */
static bool
is_header_valid(const StationLink *l, const PacketHeader *h)
{
	uint32_t class = packet_class(h);

	if (h->flags & ~ALL_FLAGS)
		return false;
	if (h->flags & PACKET_CREDIT)
		return h->length <= MAX_CREDITS - l->credits[class];
	if (h->length > MAX_PACKET || h->to != NODE_HOST)
		return false;
	if (!(h->flags & PACKET_NEXT))
		return h->sequence <= MAX_MESSAGE && !l->open[class];
	return l->open[class] && h->sequence == l->parts[class].body.len
		&& !(h->flags & PACKET_DATA);
}

/* body_size: the number of bytes that follow the header of a packet. */
static uint32_t
body_size(const PacketHeader *h)
{
	return h->length + (h->flags & PACKET_DATA ? 4 * NH_WORDS : 0);
}

/*
 * append_part: append the body of a packet to its message. Returns whether the message is complete.
 */
static bool
append_part(StationLink *l, const uint8_t *rest, Message *m)
{
	const PacketHeader *h = &l->header;
	uint32_t class = packet_class(h);
	Message *p = &l->parts[class];
	bool more;

	if (!l->open[class]) {
		buf_free(&p->body);
		*p = (Message){.node = h->from, .event = h->event, .type = h->type,
			.flags = h->flags & (PACKET_SYSTEM | PACKET_DATA | PACKET_NOBUF)};
		for (int i = 0; i < NH_WORDS && h->flags & PACKET_DATA; i++, rest += 4)
			p->data[i] = get32(rest);
		l->total[class] = h->sequence;
		l->open[class] = true;
	}
	buf_put(&p->body, rest, h->length);
	more = h->flags & PACKET_MORE;
	l->broken = !(h->flags & PACKET_CUT)
		&& (more ? p->body.len >= l->total[class] : p->body.len != l->total[class]);
	if (l->broken || h->flags & PACKET_CUT) {
		buf_free(&p->body);
		l->open[class] = false;
		return false;
	}
	if (more)
		return false;
	l->open[class] = false;
	*m = *p;
	p->body = (Buf){0};
	return true;
}

/* take_packet: handle a complete packet; true if it completes a message, which is then in *m. */
static bool
take_packet(StationLink *l, Network *w, Time at, const uint8_t *rest, Message *m)
{
	bool whole = append_part(l, rest, m);

	if (l->broken)
		return false;
	send_credit(l, w, at, packet_class(&l->header));
	await_bytes(l, w, at, AWAIT_HEADER, sizeof(PacketHeader));
	return whole;
}

/* take_header: handle the header of an arriving packet; true if it completes a message, *m. */
static bool
take_header(StationLink *l, Network *w, Time at, const uint8_t *bytes, Message *m)
{
	l->header = get_header(bytes);
	if (!is_header_valid(l, &l->header)) {
		l->broken = true;
		return false;
	}
	if (l->header.flags & PACKET_CREDIT) {
		l->credits[packet_class(&l->header)] += l->header.length;
		await_bytes(l, w, at, AWAIT_HEADER, sizeof(PacketHeader));
		send_queued(l, w, at);
		return false;
	}
	if (body_size(&l->header) > 0) {
		await_bytes(l, w, at, AWAIT_BODY, body_size(&l->header));
		return false;
	}
	return take_packet(l, w, at, bytes, m);
}

bool
station_link_outcome(StationLink *l, Network *w, Outcome what, Time at, Message *m)
{
	const End *e = &w->links.ends[l->end];

	if (what == OUTCOME_SENT) {
		l->sending = false;
		send_queued(l, w, at);
		return false;
	}
	if (l->broken)
		return false;
	if (l->awaited == AWAIT_HEADER)
		return take_header(l, w, at, e->in.data, m);
	return take_packet(l, w, at, e->in.data, m);
}

bool
station_link_is_class_valid(const StationLink *l, int class)
{
	return l->credits[class] <= MAX_CREDITS && l->total[class] <= MAX_MESSAGE
		&& (!l->open[class] || l->parts[class].body.len <= l->total[class]);
}

bool
station_link_is_wait_valid(const StationLink *l, const End *e)
{
	Word left = l->awaited == AWAIT_HEADER ? sizeof(PacketHeader) : body_size(&l->header);

	if (l->broken)
		return true;
	if (l->awaited == AWAIT_BODY
		&& (!is_header_valid(l, &l->header) || l->header.flags & PACKET_CREDIT))
		return false;
	if (e->receiving && e->in_len != left)
		return false;
	for (uint32_t i = 0; i < e->norders; i++)
		if (e->orders[i].kind == POST_IN && e->orders[i].len != left)
			return false;
	return true;
}
