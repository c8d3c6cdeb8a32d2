/*
 * message.c - finds the instruction and the memory from which bytes received over a link were sent.
 *
 * When the receiving process began to wait, it saved its Iptr, which leads to its instruction and
 * so to the link. The position of the bytes in the link's stream leads to the order by which the
 * other end sent the bytes (stream.h), and this order leads to the sending instruction. Positions
 * are not known after a fault that lost bytes, or if bytes were on their way when the run began.
 * Then the bytes belong to the last message that the other end began to send before they arrived,
 * or to a message shortly before it, because a sender may continue before the receiver does. In all
 * cases the sent bytes must equal the received ones.
 */
#include "flowback_parts.h"

#include <string.h>

enum {
	MAX_EARLIER = 3,   /* messages that a sender can be ahead of the receiver */
	MAX_COMPARED = 64, /* bytes of a message that are compared */
};

#define BEHIND (20 * SETUP) /* a time after an order; the instruction has certainly begun by then */

/*
 * is_transfer: true if the instruction orders a link to transfer a message. input: to receive it;
 * otherwise to send it.
 */
static bool
is_transfer(At at, bool input)
{
	Executed e;

	if (!at_decode(at, &e))
		return false;
	if (input)
		return executed_is(&e, OPER_IN);
	return executed_is(&e, OPER_OUT) || executed_is(&e, OPER_OUTBYTE)
		|| executed_is(&e, OPER_OUTWORD);
}

At
message_receiver(Flowback *f, const LastWrite *w)
{
	const StepEvent *e = &w->at.in->events[w->event];
	LastWrite saved;

	if (e->wdesc == NOTPROCESS)
		return (At){NULL};
	if (steps_chosen_log(f->steps)) { /* the process does nothing else meanwhile */
		saved.at = (At){w->at.in, w->at.step - 1};
		return is_transfer(saved.at, true) ? saved.at : (At){NULL};
	}
	saved = steps_writer(f->steps, w->at, w->event, (e->wdesc & ~3u) + W_IPTR);
	if (!saved.known || saved.at.step >= saved.at.in->nsteps || !is_transfer(saved.at, true)
		|| at_step(saved.at)->breg - LINK_IN0 >= 4 * NLINKS)
		return (At){NULL};
	return saved.at;
}

/* send_before: the last message that a node began to send on a link before an instruction. */
static At
send_before(Flowback *f, At at, Addr channel)
{
	for (at = steps_before(f->steps, at); at.in; at = steps_before(f->steps, at))
		if (at_step(at)->breg == channel && is_transfer(at, false))
			return at;
	return at;
}

/* fill_sent: set *sent to nbytes bytes, from `offset` on, of the message that `at` sends. */
static void
fill_sent(At at, Word offset, Word nbytes, SentBytes *sent)
{
	Executed e;

	at_decode(at, &e);
	*sent = (SentBytes){.at = at, .known = true, .in_register = !executed_is(&e, OPER_OUT),
		.addr = at_step(at)->creg + offset, .nbytes = nbytes};
}

/* message_length: the number of bytes that the instruction sends or receives. */
static Word
message_length(At at)
{
	Executed e;

	at_decode(at, &e);
	return executed_is(&e, OPER_OUTBYTE)    ? 1
		: executed_is(&e, OPER_OUTWORD) ? 4
						: at_step(at)->areg;
}

/*
 * read_received: read the bytes that the event has brought to an address; false if they are not
 * known.
 */
static bool
read_received(const LastWrite *w, Addr a, uint8_t *to, Word nbytes)
{
	return interval_read(w->at.in, w->event + 1, a, to, nbytes);
}

/*
 * message_agrees: true if the message sent by `out` has the same length as the message received by
 * `in`, and the same bytes where this one has the nbytes at address a.
 */
static bool
message_agrees(const LastWrite *w, At in, At out, Addr a, Word nbytes)
{
	uint8_t got[MAX_COMPARED], sent[MAX_COMPARED];
	Addr from = at_step(out)->creg + (a - at_step(in)->creg);
	Executed e;

	if (message_length(out) != at_step(in)->areg)
		return false;
	if (nbytes > MAX_COMPARED)
		nbytes = MAX_COMPARED;
	at_decode(out, &e);
	return !executed_is(&e, OPER_OUT)
		|| (read_received(w, a, got, nbytes)
			&& interval_read(out.in, at_first_event(out), from, sent, nbytes)
			&& memcmp(got, sent, nbytes) == 0);
}

SentBytes
message_byte_source(Flowback *f, const OutputMessage *m, uint32_t offset)
{
	At out = steps_at_time(f->steps, m->node, m->at + BEHIND);
	SentBytes sent = {.known = false};

	for (int i = 0; i <= MAX_EARLIER && out.in; i++) {
		out = send_before(f, out, LINK_OUT0 + 4 * m->link);
		if (out.in
			&& node_time(steps_network(f->steps), m->node,
			out.in->began + at_step(out)->cycles)
				<= m->at) {
			if (message_length(out) == m->nbytes)
				fill_sent(out, offset, 1, &sent);
			return sent;
		}
	}
	return sent;
}

/* ---- from another node ---- */

/* does_order_match: true if the bytes that the order sends equal those that were received. */
static bool
does_order_match(const LastWrite *w, Addr a, const StreamPart *part)
{
	uint8_t got[MAX_COMPARED];
	Word n = part->nbytes < MAX_COMPARED ? part->nbytes : MAX_COMPARED;

	return part->order->data && read_received(w, a, got, n)
		&& memcmp(got, part->order->data + part->offset, n) == 0;
}

/* ordering_instruction: the instruction that ordered a node's link end to send a message. */
static At
ordering_instruction(Flowback *f, EndId e, const Order *o)
{
	NodeId n = e / NLINKS;
	At at = steps_at_time(f->steps, n, o->at + BEHIND);

	for (int i = 0; i <= MAX_EARLIER && at.in; i++) {
		at = send_before(f, at, LINK_OUT0 + 4 * (e % NLINKS));
		if (at.in && message_length(at) == o->len
			&& node_time(steps_network(f->steps), n,
			at.in->began + at_step(at)->cycles) <= o->at)
			return at;
	}
	return (At){NULL};
}

/*
 * sender_by_stream: find the sender by the position of the bytes in the stream to the link end
 * `end`.
 */
static SentBytes
sender_by_stream(Flowback *f, const LastWrite *w, At in, EndId end, Time at, Addr a, Word nbytes)
{
	Word offset = a - at_step(in)->creg;
	SentBytes sent = {.known = false};
	StreamPart part;
	At out;

	if (!f->streams)
		f->streams = streams_new(steps_network(f->steps), steps_feed(f->steps),
			steps_network(f->steps)->topology->nswitches > 0
				? steps_circuits(f->steps) : NULL);
	if (!streams_find_sent(f->streams,
		&(StreamMessage){end, at_step(in)->creg, at_step(in)->areg, at}, offset, &part)
		|| part.end >= steps_network(f->steps)->nnodes * NLINKS)
		return sent;
	part.nbytes = part.nbytes < nbytes ? part.nbytes : nbytes;
	out = does_order_match(w, a, &part) ? ordering_instruction(f, part.end, part.order)
					 : (At){NULL};
	if (out.in)
		fill_sent(out, part.offset, part.nbytes, &sent);
	return sent;
}

/*
 * sender_by_length: find the sender by the lengths of the messages that the peer has sent before.
 */
static SentBytes
sender_by_length(Flowback *f, const LastWrite *w, At in, EndId peer, Time at, Addr a, Word nbytes)
{
	At out = steps_at_time(f->steps, peer / NLINKS, at);
	SentBytes sent = {.known = false};

	for (int i = 0; i <= MAX_EARLIER && out.in; i++) {
		out = send_before(f, out, LINK_OUT0 + 4 * (peer % NLINKS));
		if (out.in && message_agrees(w, in, out, a, nbytes)) {
			fill_sent(out, a - at_step(in)->creg, nbytes, &sent);
			return sent;
		}
	}
	return sent;
}

SentBytes
message_sender(Flowback *f, const LastWrite *w, Addr a, Word nbytes)
{
	const StepEvent *event = &w->at.in->events[w->event];
	const Network *net = steps_network(f->steps);
	At in = message_receiver(f, w);
	SentBytes sent = {.known = false};
	EndId end, peer;
	Time at;

	if (!in.in) {
		sent.boot = event->wdesc == NOTPROCESS;
		return sent;
	}
	at = node_time(net, w->at.in->node, w->at.in->began + event->cycles);
	end = w->at.in->node * NLINKS + (at_step(in)->breg - LINK_IN0) / 4;
	peer = steps_peer(f->steps, end, at);
	if (peer == NOWHERE_END || net->links.ends[peer].ref.kind != END_NODE) {
		sent.host = peer != NOWHERE_END;
		return sent;
	}
	sent = sender_by_stream(f, w, in, end, at, a, nbytes);
	return sent.known ? sent : sender_by_length(f, w, in, peer, at, a, nbytes);
}
