/*
 * link.c - the protocol between two link ends.
 *
 * Each end has one outgoing line, which carries data packets (start, flag, 8 bits, stop: 11 bit
 * periods) and acknowledge packets (2). One data packet may be unacknowledged. The receiver
 * acknowledges a byte as soon as it sees the data packet, if a process or service has asked for the
 * byte; otherwise when a process or service asks for it. An acknowledge waits until the current
 * packet on its line ends, and has priority over data. So a link is a state machine with five kinds
 * of steps; the orders that it receives (in, out, reset, guard) and their times determine all its
 * steps.
 *
 *      data start ---11 bits + delay----------------> arrive
 *           |---> decide -> (line free) ack start ---2 bits + delay---> ack in -> turn ->
 *
 * Source: links.md, sections 1 to 4.
 */
#include "link_pair.h"

#include "sim/trace/trace.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* report_outcome: report an outcome at end i; in a prediction, note the time of the first one. */
static void
report_outcome(Pair *p, int i, Outcome what, Time at)
{
	if (p->links)
		p->links->report(p->links->context, p->id[i], what, at);
	else if (p->first[i] == NEVER)
		p->first[i] = at;
}

/* ---- receiving ---- */

void
end_request_byte(End *e)
{
	e->in_len = 1;
	e->in_have = e->in_acked = 0;
	e->code_at = NEVER;
}

/* complete_message: report that an end has received all bytes of a message. */
static void
complete_message(Pair *p, int i, Time at)
{
	End *e = p->end[i];

	e->in_traffic.nmessages++;
	switch (e->receiver) {
	case RECEIVE_MESSAGE:
		e->receiving = false;
		report_outcome(p, i, OUTCOME_RECEIVED, at);
		break;
	case RECEIVE_BOOT:
		if (e->code_at != NEVER) {
			e->receiving = false;
			e->receiver = RECEIVE_MESSAGE;
			report_outcome(p, i, OUTCOME_RECEIVED, at);
			break;
		}
		if (p->links)
			memcpy(e->command, e->in.data, e->in_len);
		report_outcome(p, i, OUTCOME_RECEIVED, at);
		end_request_byte(e);
		break;
	case RECEIVE_STREAM:
		report_outcome(p, i, OUTCOME_RECEIVED, at);
		end_request_byte(e);
		break;
	}
}

/*
 * start_boot_message: begin to receive a boot message, whose control byte gives the number of bytes
 * that follow (processor.md, section 14.3).
 */
static void
start_boot_message(Pair *p, int i, uint8_t control, Time at)
{
	End *e = p->end[i];

	e->in_len = control == 0 ? 1 + 2 * e->word_bytes : control == 1 ? 1 + e->word_bytes
		: 1 + control;
	if (control < 2)
		return;
	e->code_at = at;
	report_outcome(p, i, OUTCOME_BOOTING, at);
}

/* absorb_byte: deliver a byte to its receiver. */
static void
absorb_byte(Pair *p, int i, uint8_t byte, Time at)
{
	End *e = p->end[i];

	if (p->links) {
		if (e->in_have == 0)
			e->in.len = 0;
		buf_byte(&e->in, byte);
	}
	e->in_have++;
	e->in_traffic.nbytes++;
	e->acknowledged = false;
	if (e->receiver == RECEIVE_BOOT && e->in_have == 1)
		start_boot_message(p, i, byte, at);
	if (e->in_have == e->in_len)
		complete_message(p, i, at);
}

/* report_guard: report once that a byte has arrived for which an ALT guard waits. */
static void
report_guard(Pair *p, int i, Time at)
{
	p->end[i]->guard = false;
	p->end[i]->guard_reported = true;
	report_outcome(p, i, OUTCOME_GUARD, at);
}

/* acknowledge_byte: acknowledge a byte that is arriving or held, because a receiver wants it. */
static void
acknowledge_byte(End *e, Time at)
{
	e->in_acked++;
	if (!e->acknowledged)
		e->ack_at = at;
	e->acknowledged = true;
}

/*
 * decide_acknowledge: decide whether the arriving byte is acknowledged at once, because a receiver
 * wants it.
 */
static void
decide_acknowledge(End *e, Time at)
{
	e->decide_at = NEVER;
	e->acknowledged = false;
	if (e->receiving && !e->held && e->in_acked < e->in_len)
		acknowledge_byte(e, at);
}

/* repeat_byte: begin the second packet of a byte that a fault repeats, when the first has ended. */
static void
repeat_byte(Pair *p, int i, Time at)
{
	End *e = p->end[i];

	e->again = false;
	e->altered = true;
	e->decide_at = at + e->decide_delay;
	e->arrive_at = at + DATA_BITS * p->end[!i]->bit;
}

/*
 * finish_byte: receive a byte that has arrived completely. A T414 acknowledges the byte some time
 * later.
 */
static void
finish_byte(Pair *p, int i, Time at)
{
	End *e = p->end[i], *sender = p->end[!i];

	e->arrive_at = NEVER;
	e->altered = false;
	sender->send_at = later(sender->send_at, at);
	if (e->decide_at != NEVER)
		decide_acknowledge(e, e->decide_at);
	if (e->acknowledged && e->receiving) {
		absorb_byte(p, i, e->incoming, at);
	} else if (e->acknowledged) {
		e->acknowledged = false; /* the process that wanted the byte no longer waits */
	} else {
		/* otherwise a byte is lost by a fault; but an earlier byte is still held */
		if (!e->held)
			e->held_at = at;
		e->held = true;
		e->guard_reported = false;
		e->holding = e->incoming;
		if (e->guard)
			report_guard(p, i, at);
	}
	if (e->again)
		repeat_byte(p, i, at);
}

/* ---- orders ---- */

/* accept_waiting: accept a held or arriving byte that no receiver has wanted until now. */
static void
accept_waiting(Pair *p, int i, Time at)
{
	End *e = p->end[i];

	if (e->held) {
		acknowledge_byte(e, at);
		e->held = false;
		absorb_byte(p, i, e->holding, at);
	} else if (e->arrive_at != NEVER && e->decide_at == NEVER) {
		acknowledge_byte(e, at);
	}
}

/* order_in: execute an order to receive a message at end i. */
static void
order_in(Pair *p, int i, const Order *o)
{
	End *e = p->end[i];

	e->receiver = RECEIVE_MESSAGE;
	e->receiving = o->len > 0;
	e->in_ptr = o->ptr;
	e->in_len = o->len;
	e->in_have = e->in_acked = 0;
	e->code_at = NEVER;
	if (o->len == 0)
		report_outcome(p, i, OUTCOME_RECEIVED, o->at);
	else
		accept_waiting(p, i, o->at);
}

/* order_out: execute an order to send a message from end i; the end takes over the order's data. */
static void
order_out(Pair *p, int i, const Order *o)
{
	End *e = p->end[i];

	free(e->out);
	e->out = o->data;
	e->sending = o->len > 0;
	e->out_len = o->len;
	e->out_sent = e->out_done = 0;
	e->send_at = later(e->send_at, o->at);
	if (o->len == 0)
		report_outcome(p, i, OUTCOME_SENT, o->at);
}

/*
 * order_reset_in: drop the waiting process and a held byte; a byte that is still arriving is kept
 * for the next receiver.
 */
static void
order_reset_in(End *e)
{
	e->receiving = e->guard = e->held = false;
	if (e->acknowledged && e->ack_at != NEVER) {
		e->acknowledged = false;
		e->ack_at = NEVER;
	}
}

/*
 * order_guard: let the link report the next byte that arrives, for an ALT guard; report at once a
 * byte that arrived after the processor's check.
 */
static void
order_guard(Pair *p, int i, Time at)
{
	End *e = p->end[i];

	if (!e->held)
		e->guard = true;
	else if (!e->guard_reported)
		report_guard(p, i, at);
}

/*
 * is_booted_first: a POST_UNBOOT says that boot code has arrived over another link; true if boot
 * code had arrived over this link before.
 */
static bool
is_booted_first(const End *e, const Order *o)
{
	Time other = o->at - SETUP;

	return e->code_at < other || (e->code_at == other && e->ref.index < o->ptr);
}

/*
 * order_unboot: stop receiving boot code, because the node is booted over another link; bytes
 * acknowledged here are lost.
 */
static void
order_unboot(End *e, const Order *o)
{
	if (e->receiver != RECEIVE_BOOT || is_booted_first(e, o))
		return;
	order_reset_in(e);
	e->receiver = RECEIVE_MESSAGE;
	e->code_at = NEVER;
}

void
end_add_hit(End *e, HitKind kind, const Order *o)
{
	Hit *free = NULL;

	for (int k = 0; k < NHITS; k++) {
		Hit *h = &e->hits[k];

		/* a hit that has acted is kept until its slot is needed */
		if (h->left == 0 && (!free || h->at < free->at))
			free = h;
	}
	if (free)
		*free = (Hit){.left = o->len + 1, .kind = kind, .bits = o->ptr,
			.fault = o->ptr >> 16};
}

/*
 * order_fault: let a fault act on the line out of the end; ptr holds the fault's number, kind and
 * bits, packed by sim/fault.
 */
static void
order_fault(Pair *p, int i, const Order *o)
{
	End *e = p->end[i];
	uint64_t record[2] = {o->at, (uint64_t)o->ptr << 32 | o->len};

	e->fingerprint = XXH3_64bits_withSeed(record, sizeof record, e->fingerprint);
	p->links->fault(e, p->end[!i], o);
}

void
link_execute_order(Pair *p, int i)
{
	End *e = p->end[i];
	Order o = e->orders[0];

	e->norders--;
	memmove(e->orders, e->orders + 1, e->norders * sizeof o);
	switch (o.kind) {
	case POST_IN:
		order_in(p, i, &o);
		break;
	case POST_OUT:
		if (p->links->trace)
			trace_note(p->links->trace,
				(TraceRecord){o.at, TRACE_SEND, p->id[i], 0, o.len});
		order_out(p, i, &o);
		break;
	case POST_RESET_IN:
		order_reset_in(e);
		break;
	case POST_RESET_OUT:
		e->sending = e->unacked = false;
		e->ack_in = NEVER;
		break;
	case POST_GUARD:
		order_guard(p, i, o.at);
		break;
	case POST_UNGUARD:
		e->guard = false;
		break;
	case POST_BOOT:
		end_serve(e, RECEIVE_BOOT);
		accept_waiting(p, i, o.at);
		break;
	case POST_UNBOOT:
		order_unboot(e, &o);
		break;
	case POST_FAULT:
		order_fault(p, i, &o);
		break;
	}
}

void
end_add_order(End *e, Order o)
{
	uint32_t i = e->norders;

	if (i == 0 ? !e->orders : (i & (i - 1)) == 0)
		e->orders = xrealloc(e->orders, (i ? 2 * i : 1) * sizeof o);
	for (; i > 0 && e->orders[i - 1].at > o.at; i--)
		e->orders[i] = e->orders[i - 1];
	e->orders[i] = o;
	e->norders++;
}

void
end_announce_orders(End *e)
{
	e->first_order = e->norders > 0 ? e->orders[0].at : NEVER;
}

/* ---- sending ---- */

/* start_acknowledge: begin an acknowledge packet on the line out of an end. */
static void
start_acknowledge(End *e, End *peer, Time at)
{
	e->ack_at = NEVER;
	e->line_free = at + ACK_BITS * e->bit;
	e->out_traffic.busy += ACK_BITS * e->bit;
	if (!e->dead)
		peer->ack_in = e->line_free + e->delay + e->lag;
}

/*
 * receive_acknowledge: receive the acknowledge for the last byte; the message is complete if it was
 * the last one.
 */
static void
receive_acknowledge(Pair *p, int i, Time at)
{
	End *e = p->end[i];

	e->ack_in = NEVER;
	if (!e->unacked)
		return;
	e->unacked = false;
	e->send_at = at + e->turn;
	e->out_traffic.nbytes++;
	if (at > e->sent_at + DATA_BITS * e->bit)
		e->out_traffic.stall += at - e->sent_at - DATA_BITS * e->bit;
	if (++e->out_done == e->out_len) {
		e->sending = false;
		e->out_traffic.nmessages++;
		report_outcome(p, i, OUTCOME_SENT, at);
	}
}

/*
 * hit_packet: the fault that changes the data packet that begins now; HIT_NONE if no fault waits
 * for this byte.
 */
static Hit
hit_packet(End *e, Time at)
{
	Hit h = {.kind = HIT_NONE};

	for (int k = 0; k < NHITS; k++) {
		if (e->hits[k].left == 0 || --e->hits[k].left > 0)
			continue;
		e->hits[k].at = at;
		h = e->hits[k];
	}
	return h;
}

/* start_data_packet: begin a data packet on the line out of an end. */
static void
start_data_packet(End *e, End *peer, Time at)
{
	Hit h = hit_packet(e, at);

	e->unacked = true;
	e->sent_at = at;
	e->line_free = at + DATA_BITS * e->bit;
	e->out_traffic.busy += DATA_BITS * e->bit;
	peer->incoming = e->out[e->out_sent++];
	if (e->dead || h.kind == HIT_LOST)
		return;
	if (h.kind == HIT_CHANGED)
		peer->incoming ^= h.bits;
	peer->altered = h.kind == HIT_CHANGED;
	peer->again = h.kind == HIT_REPEATED;
	peer->decide_at = at + e->delay + e->lag + peer->decide_delay;
	peer->arrive_at = e->line_free + e->delay + e->lag;
}

/* note_packet: record in the trace that a packet begins on the line from end i. */
static inline void
note_packet(const Pair *p, int i, TraceKind kind, Time at)
{
	uint32_t byte = kind == TRACE_DATA ? p->end[!i]->incoming : 0;

	if (p->links && p->links->trace && trace_has_packets(p->links->trace))
		trace_note(
			p->links->trace, (TraceRecord){at, kind, p->id[i], p->end[i]->bit, byte});
}

void
link_step(Pair *p, Step s, int i, Time at)
{
	switch (s) {
	case STEP_ARRIVE:
		finish_byte(p, i, at);
		break;
	case STEP_ACK_IN:
		receive_acknowledge(p, i, at);
		break;
	case STEP_DECIDE:
		decide_acknowledge(p->end[i], at);
		break;
	case STEP_ACK:
		start_acknowledge(p->end[i], p->end[!i], at);
		note_packet(p, i, TRACE_ACK, at);
		break;
	case STEP_DATA:
		start_data_packet(p->end[i], p->end[!i], at);
		note_packet(p, i, TRACE_DATA, at);
		break;
	default:
		break;
	}
}
