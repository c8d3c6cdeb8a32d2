/*
 * bound.c - lower bounds: the earliest time at which a link can produce an outcome at one of its
 * ends, whatever orders the other end receives.
 */
#include "link_pair.h"

/* ---- bounds for the rest of a message ---- */

/* data_bound: the least time in which n bytes arrive. */
static Time
data_bound(const End *e, Word n)
{
	return n * (DATA_BITS * e->bit);
}

/* ack_bound: the least time from the acknowledge of one byte to that of the n'th byte after it. */
static Time
ack_bound(const End *e, Word n)
{
	return n == 0 ? 0 : e->turn + data_bound(e, n - 1) + ACK_BITS * e->bit;
}

/* repeated_bytes: how many of the bytes out of an end a fault may repeat. */
static Word
repeated_bytes(const End *e, const End *peer)
{
	Word n = peer->again;

	for (int k = 0; k < NHITS; k++)
		n += e->hits[k].left > 0 && e->hits[k].kind == HIT_REPEATED;
	return n;
}

/*
 * missing_in: the number of bytes that the message being received at e still needs beyond those
 * that the peer has been ordered to send.
 */
static Word
missing_in(const End *e, const End *peer)
{
	Word need = e->in_len - e->in_have;
	Word sure = (e->arrive_at != NEVER) + (peer->sending ? peer->out_len - peer->out_sent : 0)
		+ repeated_bytes(peer, e);

	return need > sure ? need - sure : 0;
}

/*
 * missing_out: the number of bytes of the message being sent at e that the peer has not been
 * ordered to receive.
 */
static Word
missing_out(const End *e, const End *peer)
{
	Word left = e->out_len - e->out_done;
	Word sure = (e->ack_in != NEVER || peer->ack_at != NEVER)
		+ (peer->receiving ? peer->in_len - peer->in_acked : 0);

	return left > sure ? left - sure : peer->receiver == RECEIVE_BOOT;
}

static const MessageBounds no_message = {.after = NEVER}; /* no message passes */

/*
 * in_bounds: lower bounds for the end of the message that e is receiving (see Passing). `after`
 * counts the bytes that the peer has not been ordered to send yet; `least` counts all bytes not yet
 * received. A guard at e needs one byte only.
 */
static MessageBounds
in_bounds(const End *e, const End *peer)
{
	MessageBounds guard = {.after = data_bound(e, 1)}, p;

	if (!e->receiving)
		return e->guard ? guard : no_message;
	p = (MessageBounds){.after = data_bound(e, missing_in(e, peer)),
		.least = data_bound(e, e->in_len - e->in_have - 1)};
	return e->guard ? (MessageBounds){.after = earlier(p.after, guard.after)} : p;
}

/*
 * out_bounds: lower bounds for the end of the message that e is sending (see Passing). `after`
 * counts the bytes that the peer has not been ordered to receive yet; `least` counts all bytes not
 * yet acknowledged.
 */
static MessageBounds
out_bounds(const End *e, const End *peer)
{
	Word n = missing_out(e, peer);

	if (!e->sending)
		return no_message;
	return (MessageBounds){.after = n > 0 ? ACK_BITS * e->bit + ack_bound(e, n - 1) : 0,
		.least = ack_bound(e, e->out_len - e->out_done - 1)};
}

void
end_foresee(End *e, const End *peer, Time step)
{
	e->step = step;
	e->inward = in_bounds(e, peer);
	e->outward = out_bounds(e, peer);
}

Time
end_soonest_outcome(const End *e, Time step)
{
	Time after = NEVER;

	if (step == NEVER)
		return NEVER;
	if (e->receiving)
		after = e->receiver == RECEIVE_MESSAGE ? data_bound(e, e->in_len - e->in_have - 1)
						       : 0;
	if (e->sending)
		after = earlier(after, ack_bound(e, e->out_len - e->out_done - 1));
	if (e->guard)
		after = 0;
	return after == NEVER ? NEVER : step + after;
}

/*
 * soonest_outcome: the least time from an order to the end of the message, if the link does nothing
 * before the order.
 */
static Time
soonest_outcome(MessageBounds p)
{
	return p.after == NEVER ? NEVER : later(p.after, p.least);
}

Outlook
end_outlook(const End *e, const End *peer)
{
	bool quiet = e->step == NEVER && e->norders == 0 && peer->first_order == NEVER;
	Time after = earlier(soonest_outcome(e->inward), soonest_outcome(e->outward));

	return (Outlook){.after = after,
		.node = peer->ref.part,
		.busy = !quiet || (after != NEVER && peer->ref.kind != END_NODE)};
}

Repetition
end_repetition(const End *e, Time from, Time period, uint64_t periods, Word have, Word sent)
{
	return (Repetition){.from = from, .period = period, .periods = periods,
		.in_rest = e->receiving ? data_bound(e, e->in_len - e->in_have - 1) : 0,
		.in_fall = data_bound(e, have),
		.out_rest = e->sending ? ack_bound(e, e->out_len - e->out_done - 1) : 0,
		.out_fall = data_bound(e, sent)};
}

/* periods_until: how many periods begin before a time; NEVER if all of them end by then. */
static uint64_t
periods_until(const Repetition *p, Time at)
{
	uint64_t n = NEVER;

	if (p->periods > 0)
		n = at <= p->from ? 0 : (at - p->from + p->period - 1) / p->period;
	return n <= p->periods ? n : NEVER;
}

/*
 * rest_after: the least time that a message still takes after n periods, if it takes `rest` now and
 * each period shortens this by `fall`.
 */
static Time
rest_after(Time rest, Time fall, uint64_t n)
{
	return n == NEVER || rest <= n * fall ? 0 : rest - n * fall;
}

/*
 * message_end_bound: the earliest end of a message after an order at `order`. The link does nothing
 * before `next`; after the order, the rest of the message takes at least `rest`.
 */
static Time
message_end_bound(MessageBounds p, Time order, Time next, Time rest)
{
	return p.after == NEVER ? NEVER : later(order + later(p.after, rest), next + p.least);
}

/*
 * own_bound: the earliest time at which an order that waits at end e itself can have an outcome.
 * The first byte of its message may have arrived and the second may be arriving; each of the other
 * bytes still takes the time of a packet.
 */
static Time
own_bound(const End *e, const Order *o)
{
	bool message = o->kind == POST_IN || o->kind == POST_OUT;

	return o->at + (message && o->len > 2 ? data_bound(e, o->len - 2) : 0);
}

/*
 * An outcome that `expect` does not foresee follows an order of the peer: an order to send a
 * missing message, or a reset, which frees the line for the other direction. Such an outcome cannot
 * come sooner than packets allow.
 */
Time
end_bound(const Links *l, EndId id, Time order)
{
	const End *e = &l->ends[id],
		*peer = e->peer == NOWHERE_END ? &end_unconnected : &l->ends[e->peer];
	Time bound = e->expect, next;
	uint64_t n;

	for (uint32_t i = 0; i < e->norders; i++)
		bound = earlier(bound, own_bound(e, &e->orders[i]));
	if (e->norders > 0)
		order = earlier(order, e->orders[0].at);
	order = earlier(order, peer->first_order);
	if (order == NEVER)
		return bound;
	next = earlier(order, e->step);
	n = periods_until(&e->repetition, order);
	bound = earlier(bound, message_end_bound(e->inward, order, next,
		rest_after(e->repetition.in_rest, e->repetition.in_fall, n)));
	return earlier(bound, message_end_bound(e->outward, order, next,
		rest_after(e->repetition.out_rest, e->repetition.out_fall, n)));
}
