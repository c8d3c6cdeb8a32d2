/*
 * stream.c - computes the positions of messages in the byte streams of links, from the orders to
 * the ends of the links.
 *
 * The first bytes on a link can be for a node's boot logic, which receives a command or boot code;
 * one order to send is given for all these bytes.
 */
#include "stream.h"

#include <stdlib.h>

/* A message, sent or received, with its position in the stream. */
typedef struct PlacedMessage {
	const Order *order;
	EndId end;      /* the end that was given the order */
	uint64_t first; /* number of bytes before it in the stream */
} PlacedMessage;

/* Messages of one stream. */
typedef struct Messages {
	/* [n] by position in the stream, which is also the order of time */
	PlacedMessage *placed;
	uint32_t n, cap;
} Messages;

/* The stream of bytes to one end: the messages sent to the end, and its receives of them. */
typedef struct Stream {
	bool made;    /* the messages have been found */
	Messages sent, received;
} Stream;

struct Streams {
	const Network *w;
	const Feed *feed;
	const CircuitHistory *circuits; /* NULL: the network has no crossbars */
	Stream *streams; /* [end] the stream to each end of a link */
};

Streams *
streams_new(const Network *w, const Feed *f, const CircuitHistory *circuits)
{
	Streams *s = xcalloc(1, sizeof *s);

	*s = (Streams){w, f, circuits, xcalloc(w->links.nends, sizeof *s->streams)};
	return s;
}

void
streams_free(Streams *s)
{
	if (!s)
		return;
	for (EndId e = 0; e < s->w->links.nends; e++) {
		free(s->streams[e].sent.placed);
		free(s->streams[e].received.placed);
	}
	free(s->streams);
	free(s);
}

/* add_message: append message p to m. */
static void
add_message(Messages *m, PlacedMessage p)
{
	if (m->n == m->cap) {
		m->cap = m->cap ? 2 * m->cap : 64;
		m->placed = xrealloc(m->placed, m->cap * sizeof *m->placed);
	}
	m->placed[m->n++] = p;
}

/* ---- the messages sent to an end ---- */

/*
 * time_of_next_send: the time of the end's next order to send after order i; NEVER: there is none.
 */
static Time
time_of_next_send(const Order *o, uint32_t n, uint32_t i)
{
	for (i++; i < n; i++)
		if (o[i].kind == POST_OUT)
			return o[i].at;
	return NEVER;
}

/* add_sent: append to m the messages that end `from` sent to end `to`. */
static void
add_sent(Streams *s, EndId from, EndId to, Messages *m)
{
	uint32_t n;
	const Order *o = feed_orders(s->feed, from, &n);

	for (uint32_t i = 0; i < n; i++) {
		EndId got = s->w->links.ends[from].peer;

		if (o[i].kind != POST_OUT)
			continue;
		if (s->circuits)
			circuit_history_receiver(
				s->circuits, from, o[i].at, time_of_next_send(o, n, i), &got);
		if (got == to)
			add_message(m, (PlacedMessage){&o[i], from, 0});
	}
}

/* compare_times: compare two messages by the time at which they were sent, for qsort. */
static int
compare_times(const void *a, const void *b)
{
	Time x = ((const PlacedMessage *)a)->order->at, y = ((const PlacedMessage *)b)->order->at;

	return (x > y) - (x < y);
}

/* place_sent: give the messages sent to an end their positions in its stream. */
static void
place_sent(Streams *s, EndId to, Messages *m)
{
	EndId peer = s->w->links.ends[to].peer;
	uint64_t first = 0;

	for (EndId e = 0; s->circuits && e < s->w->links.nends; e++)
		add_sent(s, e, to, m);
	if (!s->circuits && peer != NOWHERE_END)
		add_sent(s, peer, to, m);
	if (m->n > 0)
		qsort(m->placed, m->n, sizeof *m->placed, compare_times);
	for (uint32_t i = 0; i < m->n; i++) {
		m->placed[i].first = first;
		first += m->placed[i].order->len;
	}
}

/* holding_message: the message that contains byte `byte` of the stream; NULL: there is none. */
static const PlacedMessage *
holding_message(const Messages *m, uint64_t byte)
{
	uint32_t low = 0, high = m->n;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (m->placed[middle].first <= byte)
			low = middle;
		else
			high = middle;
	}
	if (m->n == 0 || byte - m->placed[low].first >= m->placed[low].order->len)
		return NULL;
	return &m->placed[low];
}

/* ---- the messages received by an end ---- */

/*
 * skip_boot: the position after the bytes, from `byte` on, that the boot logic received before the
 * node's program received anything.
 */
static uint64_t
skip_boot(const Messages *sent, uint64_t byte, Time before)
{
	enum { POKE, PEEK, POKE_BYTES = 9, PEEK_BYTES = 5 };

	for (;;) {
		const PlacedMessage *p = holding_message(sent, byte);
		uint8_t command;

		if (!p || p->order->at >= before || !p->order->data)
			return byte;
		command = p->order->data[byte - p->first];
		byte += command == POKE ? POKE_BYTES : command == PEEK ? PEEK_BYTES : 1 + command;
		if (command > PEEK)
			return byte;
	}
}

/* place_received: give the messages that an end received their positions in its stream. */
static void
place_received(Streams *s, EndId to, const Messages *sent, Messages *m)
{
	uint32_t n;
	const Order *o = feed_orders(s->feed, to, &n);
	uint64_t byte = 0;
	bool boots = s->w->links.ends[to].ref.kind == END_NODE;

	for (uint32_t i = 0; i < n; i++) {
		if (o[i].kind == POST_BOOT || o[i].kind == POST_UNBOOT)
			boots = o[i].kind == POST_BOOT;
		if (o[i].kind != POST_IN)
			continue;
		if (boots)
			byte = skip_boot(sent, byte, o[i].at);
		boots = false;
		add_message(m, (PlacedMessage){&o[i], to, byte});
		byte += o[i].len;
	}
}

/* stream_of: the stream to an end, made if there is none. */
static Stream *
stream_of(Streams *s, EndId to)
{
	Stream *x = &s->streams[to];

	if (!x->made) {
		place_sent(s, to, &x->sent);
		place_received(s, to, &x->sent, &x->received);
		x->made = true;
	}
	return x;
}

/* ---- questions ---- */

/* count_ordered: the number of messages that were ordered up to a time. */
static uint32_t
count_ordered(const Messages *m, Time at)
{
	uint32_t low = 0, high = m->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (m->placed[middle].order->at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * last_received: the last order to receive a message with the time and length of `like`; NULL:
 * there is none.
 */
static const PlacedMessage *
last_received(const Messages *m, const StreamMessage *like)
{
	for (uint32_t i = count_ordered(m, like->at); i-- > 0;) {
		const Order *o = m->placed[i].order;

		if (o->ptr == like->ptr && o->len == like->len)
			return &m->placed[i];
	}
	return NULL;
}

bool
streams_find_sent(Streams *s, const StreamMessage *received, Word offset, StreamPart *sent)
{
	const Stream *x = stream_of(s, received->end);
	const PlacedMessage *in = last_received(&x->received, received), *out;
	Word left = received->len - offset;

	if (!in)
		return false;
	out = holding_message(&x->sent, in->first + offset);
	if (!out)
		return false;
	*sent = (StreamPart){.end = out->end, .order = out->order,
		.offset = in->first + offset - out->first};
	sent->nbytes = out->order->len - sent->offset;
	if (sent->nbytes > left)
		sent->nbytes = left;
	return true;
}
