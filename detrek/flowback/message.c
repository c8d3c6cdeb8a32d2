/*
 * message.c - finds where the bytes received over a link were sent from.
 *
 * When the receiving process began to wait, it saved its Iptr, which leads to its instruction and
 * so to the link. A line carries one message at a time, in order, so the bytes belong to the last
 * message that the other end began to send before they arrived, or to one just before that, because
 * a sender may continue before the receiver does. Lengths and bytes must agree.
 */
#include "flowback_parts.h"

#include <string.h>

enum {
	MAX_EARLIER = 3,   /* how many messages a sender can be ahead */
	MAX_COMPARED = 64, /* bytes */
};

/* is_transfer: the instruction passes a link a message to send or receive. */
static bool
is_transfer(At at, bool input)
{
	Executed e;

	if (!at_decode(at, &e))
		return false;
	if (input)
		return executed_op(&e, OPER_IN);
	return executed_op(&e, OPER_OUT) || executed_op(&e, OPER_OUTBYTE)
		|| executed_op(&e, OPER_OUTWORD);
}

At
message_receiver(Flowback *f, const Written *w)
{
	const StepEvent *e = &w->at.in->events[w->event];
	Written saved;

	if (e->wdesc == NOTPROCESS)
		return (At){NULL};
	if (steps_log(f->steps)) { /* the process does nothing else meanwhile */
		saved.at = (At){w->at.in, w->at.step - 1};
		return is_transfer(saved.at, true) ? saved.at : (At){NULL};
	}
	saved = steps_writer(f->steps, w->at, w->event, (e->wdesc & ~3u) + W_IPTR);
	if (!saved.known || saved.at.step >= saved.at.in->nsteps || !is_transfer(saved.at, true)
		|| at_step(saved.at)->breg - LINK_IN0 >= 4 * NLINKS)
		return (At){NULL};
	return saved.at;
}

/* before: the last message that a node began to send on a link before an instruction. */
static At
before(Flowback *f, At at, Addr channel)
{
	for (at = steps_before(f->steps, at); at.in; at = steps_before(f->steps, at))
		if (at_step(at)->breg == channel && is_transfer(at, false))
			return at;
	return at;
}

/* The address of the message's bytes. */
static void
sent_from(At at, uint32_t offset, Sent *sent)
{
	Executed e;

	at_decode(at, &e);
	*sent = (Sent){.at = at, .known = true, .in_register = !executed_op(&e, OPER_OUT),
		.addr = at_step(at)->creg + offset};
}

static Word
length_of(At at)
{
	Executed e;

	at_decode(at, &e);
	return executed_op(&e, OPER_OUTBYTE)    ? 1
		: executed_op(&e, OPER_OUTWORD) ? 4
						: at_step(at)->areg;
}

/* agrees: the message has the length and the bytes of the received one. */
static bool
agrees(const Written *w, At in, At out, Addr a, Word nbytes)
{
	uint8_t received[MAX_COMPARED], sent[MAX_COMPARED];
	Addr from = at_step(out)->creg + (a - at_step(in)->creg);
	Executed e;

	if (length_of(out) != at_step(in)->areg)
		return false;
	if (nbytes > MAX_COMPARED)
		nbytes = MAX_COMPARED;
	at_decode(out, &e);
	return !executed_op(&e, OPER_OUT)
		|| (interval_read(w->at.in, w->event + 1, a, received, nbytes)
			&& interval_read(out.in, at_first(out), from, sent, nbytes)
			&& memcmp(received, sent, nbytes) == 0);
}

Sent
message_sent(Flowback *f, const OutputMessage *m, uint32_t offset)
{
	enum { BEHIND = 20 * SETUP }; /* the instruction has certainly begun by then */
	At out = steps_at_time(f->steps, m->node, m->at + BEHIND);
	Sent sent = {.known = false};

	for (int i = 0; i <= MAX_EARLIER && out.in; i++) {
		out = before(f, out, LINK_OUT0 + 4 * m->link);
		if (out.in
			&& node_time(steps_network(f->steps), m->node,
			out.in->began + at_step(out)->cycles)
				<= m->at) {
			if (length_of(out) == m->nbytes)
				sent_from(out, offset, &sent);
			return sent;
		}
	}
	return sent;
}

Sent
message_sender(Flowback *f, const Written *w, Addr a, Word nbytes)
{
	const StepEvent *event = &w->at.in->events[w->event];
	const Network *net = steps_network(f->steps);
	At in = message_receiver(f, w), out;
	const End *ends = net->links.ends;
	Sent sent = {.known = false};
	EndId peer;
	Time at;

	if (!in.in) {
		sent.boot = event->wdesc == NOTPROCESS;
		return sent;
	}
	at = node_time(net, w->at.in->node, w->at.in->began + event->cycles);
	peer = steps_peer(f->steps,
		w->at.in->node * NLINKS + (at_step(in)->breg - LINK_IN0) / 4, at);
	if (peer == NOWHERE_END || ends[peer].ref.kind != END_NODE) {
		sent.host = peer != NOWHERE_END;
		return sent;
	}
	out = steps_at_time(f->steps, ends[peer].ref.part, at);
	for (int i = 0; i <= MAX_EARLIER && out.in; i++) {
		out = before(f, out, LINK_OUT0 + 4 * ends[peer].ref.index);
		if (out.in && agrees(w, in, out, a, nbytes)) {
			sent_from(out, a - at_step(in)->creg, &sent);
			return sent;
		}
	}
	return sent;
}
