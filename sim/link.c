/*
 * link.c - two link ends and what passes between them.
 *
 * Each end has one outgoing line, which carries data packets (start, flag, 8 bits, stop: 11 bit
 * periods) and acknowledge packets (2). One data packet may be unacknowledged. The receiver
 * acknowledges as soon as it sees that a data packet is coming and somebody wants the byte, else
 * when somebody does; an acknowledge waits for the packet on its line to end, and goes before
 * data. So a link is a small machine with five kinds of steps, and everything it does follows from
 * the orders it is given (in, out, reset, guard) and their times.
 *
 *      data start ---11 bits + delay--------------------> come
 *           |-------see-----> see -> (line free) ack start ---2 bits + delay---> ack in -> turn ->
 *
 * `link_advance` walks these steps. While both ends do the same again and again, it counts whole
 * periods instead of walking them; the times are the same.
 *
 * Source: links.md, sections 1 to 4.
 */
#include "network.h"

#include "trace.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	DATA_BITS = 11,
	ACK_BITS = 2,
};

/* Steps of an end, in the order in which they act at one time. */
typedef enum Step {
	STEP_SEE,
	STEP_COME,
	STEP_ACK_IN,
	STEP_ORDER,
	STEP_ACK,
	STEP_DATA,
	NSTEPS,
	BEFORE_ORDER = STEP_ACK_IN, /* the last that acts before an order of its time */
} Step;

/* A link at work: for real, or to see what would come. */
typedef struct Pair {
	End *end[2];
	EndId id[2];
	Network *w;    /* NULL: only to see */
	Time first[2]; /* then: the first outcome at each end */
} Pair;

static void
tell(Pair *p, int i, Outcome what, Time at)
{
	if (p->w)
		link_tell(p->w, p->id[i], what, at);
	else if (p->first[i] == NEVER)
		p->first[i] = at;
}

static Time
later(Time a, Time b)
{
	return a > b ? a : b;
}

/* ---- receiving ---- */

/* rearm: a service waits for its next byte. */
static void
rearm(End *e)
{
	e->in_len = 1;
	e->in_have = e->in_acked = 0;
	e->code_at = NEVER;
}

static void
received(Pair *p, int i, Time at)
{
	End *e = p->end[i];

	e->in_traffic.nmessages++;
	switch (e->receiver) {
	case RECEIVE_MESSAGE:
		e->receiving = false;
		tell(p, i, OUTCOME_RECEIVED, at);
		break;
	case RECEIVE_BOOT:
		if (e->code_at != NEVER) {
			e->receiving = false;
			e->receiver = RECEIVE_MESSAGE;
			tell(p, i, OUTCOME_RECEIVED, at);
			break;
		}
		if (p->w)
			memcpy(e->command, e->in.data, e->in_len);
		tell(p, i, OUTCOME_RECEIVED, at);
		rearm(e);
		break;
	case RECEIVE_STREAM:
		tell(p, i, OUTCOME_RECEIVED, at);
		rearm(e);
		break;
	}
}

/* boot_first: the control byte says how much follows it (processor.md, section 14.3). */
static void
boot_first(Pair *p, int i, uint8_t control, Time at)
{
	End *e = p->end[i];

	e->in_len = control == 0 ? 9 : control == 1 ? 5 : 1 + control;
	if (control < 2)
		return;
	e->code_at = at;
	tell(p, i, OUTCOME_BOOTING, at);
}

/* absorb: a byte goes to who wants it. */
static void
absorb(Pair *p, int i, uint8_t byte, Time at)
{
	End *e = p->end[i];

	if (p->w) {
		if (e->in_have == 0)
			e->in.len = 0;
		buf_byte(&e->in, byte);
	}
	e->in_have++;
	e->in_traffic.nbytes++;
	e->taken = false;
	if (e->receiver == RECEIVE_BOOT && e->in_have == 1)
		boot_first(p, i, byte, at);
	if (e->in_have == e->in_len)
		received(p, i, at);
}

/* tell_guard: a byte is there that a guard waits for; it is told of once. */
static void
tell_guard(Pair *p, int i, Time at)
{
	p->end[i]->guard = false;
	p->end[i]->told = true;
	tell(p, i, OUTCOME_GUARD, at);
}

/* acknowledge: the byte that is coming or held is wanted. */
static void
acknowledge(End *e, Time at)
{
	e->in_acked++;
	if (!e->taken)
		e->ack_at = at;
	e->taken = true;
}

static void
see(End *e, Time at)
{
	e->see_at = NEVER;
	e->taken = false;
	if (e->receiving && !e->held && e->in_acked < e->in_len)
		acknowledge(e, at);
}

/* come_again: a packet came twice: the second begins where the first ended. */
static void
come_again(Pair *p, int i, Time at)
{
	End *e = p->end[i];

	e->again = false;
	e->marred = true;
	e->see_at = at + e->see;
	e->come_at = at + DATA_BITS * p->end[!i]->bit;
}

/* come: the byte that was coming is here; a T414 acknowledges it only some time after this. */
static void
come(Pair *p, int i, Time at)
{
	End *e = p->end[i], *sender = p->end[!i];

	e->come_at = NEVER;
	e->marred = false;
	sender->send_at = later(sender->send_at, at);
	if (e->see_at != NEVER)
		see(e, e->see_at);
	if (e->taken && e->receiving) {
		absorb(p, i, e->incoming, at);
	} else if (e->taken) {
		e->taken = false; /* who wanted it is gone */
	} else {
		if (!e->held) /* else a byte is lost, by a fault; but one has waited since the first */
			e->held_at = at;
		e->held = true;
		e->told = false;
		e->holding = e->incoming;
		if (e->guard)
			tell_guard(p, i, at);
	}
	if (e->again)
		come_again(p, i, at);
}

/* ---- orders ---- */

/* take_waiting: a byte that nobody wanted before, held or still coming, is wanted now. */
static void
take_waiting(Pair *p, int i, Time at)
{
	End *e = p->end[i];

	if (e->held) {
		acknowledge(e, at);
		e->held = false;
		absorb(p, i, e->holding, at);
	} else if (e->come_at != NEVER && e->see_at == NEVER) {
		acknowledge(e, at);
	}
}

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
		tell(p, i, OUTCOME_RECEIVED, o->at);
	else
		take_waiting(p, i, o->at);
}

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
		tell(p, i, OUTCOME_SENT, o->at);
}

/* order_reset_in: who waited is gone, and a byte held; one that is coming waits for the next. */
static void
order_reset_in(End *e)
{
	e->receiving = e->guard = e->held = false;
	if (e->taken && e->ack_at != NEVER) {
		e->taken = false;
		e->ack_at = NEVER;
	}
}

/* order_guard: what has come since the processor looked is told at once. */
static void
order_guard(Pair *p, int i, Time at)
{
	End *e = p->end[i];

	if (!e->held)
		e->guard = true;
	else if (!e->told)
		tell_guard(p, i, at);
}

/* boots_first: code came here before it came over the link that gave this POST_UNBOOT. */
static bool
boots_first(const End *e, const Order *o)
{
	Time other = o->at - SETUP;

	return e->code_at < other || (e->code_at == other && e->ref.index < o->ptr);
}

/* order_unboot: another link boots this node; what has been acknowledged here is lost. */
static void
order_unboot(End *e, const Order *o)
{
	if (e->receiver != RECEIVE_BOOT || boots_first(e, o))
		return;
	order_reset_in(e);
	e->receiver = RECEIVE_MESSAGE;
	e->code_at = NEVER;
}

/* order_fault: the line out of the end fails, or will at some byte; see fault.h. */
static void
order_fault(Pair *p, int i, const Order *o)
{
	End *e = p->end[i];
	FaultKind kind = o->ptr >> 8 & 0xFF;
	Hit *free = NULL;
	uint64_t record[2] = {o->at, (uint64_t)o->ptr << 32 | o->len};

	e->print = XXH3_64bits_withSeed(record, sizeof record, e->print);
	if (kind == FAULT_CUT || kind == FAULT_DEAD)
		e->dead = true;
	if (kind == FAULT_CUT && p->id[!i] != NOWHERE_END)
		p->end[!i]->dead = true;
	if (kind == FAULT_DELAY)
		e->lag = o->len * 1000ull;
	for (int k = 0; kind >= FAULT_CORRUPT && k < NHITS; k++) {
		Hit *h = &e->hits[k];

		if (h->left == 0 && (!free || h->at < free->at)) /* one that is past is kept as long as may be */
			free = h;
	}
	if (free)
		*free = (Hit){.left = o->len + 1, .kind = kind, .bits = o->ptr, .fault = o->ptr >> 16};
}

/* act: the end's first order acts; only for real. */
static void
act(Pair *p, int i)
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
		if (p->w->trace)
			trace_note(p->w->trace, (TraceRecord){o.at, TRACE_SEND, p->id[i], 0, o.len});
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
		take_waiting(p, i, o.at);
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
end_order(End *e, Order o)
{
	uint32_t i = e->norders;

	if ((i & (i - 1)) == 0)
		e->orders = xrealloc(e->orders, (i ? 2 * i : 1) * sizeof o);
	for (; i > 0 && e->orders[i - 1].at > o.at; i--)
		e->orders[i] = e->orders[i - 1];
	e->orders[i] = o;
	e->norders++;
}

/* ---- sending ---- */

static void
ack_start(End *e, End *peer, Time at)
{
	e->ack_at = NEVER;
	e->line_free = at + ACK_BITS * e->bit;
	e->out_traffic.busy += ACK_BITS * e->bit;
	if (!e->dead)
		peer->ack_in = e->line_free + e->delay + e->lag;
}

static void
ack_in(Pair *p, int i, Time at)
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
		tell(p, i, OUTCOME_SENT, at);
	}
}

/* hit: what is to happen to the data packet that begins; kind FAULT_CUT: nothing. */
static Hit
hit(End *e, Time at)
{
	Hit h = {.kind = FAULT_CUT};

	for (int k = 0; k < NHITS; k++) {
		if (e->hits[k].left == 0 || --e->hits[k].left > 0)
			continue;
		e->hits[k].at = at;
		h = e->hits[k];
	}
	return h;
}

static void
data_start(End *e, End *peer, Time at)
{
	Hit h = hit(e, at);

	e->unacked = true;
	e->sent_at = at;
	e->line_free = at + DATA_BITS * e->bit;
	e->out_traffic.busy += DATA_BITS * e->bit;
	peer->incoming = e->out[e->out_sent++];
	if (e->dead || h.kind == FAULT_LOSE)
		return;
	if (h.kind == FAULT_CORRUPT)
		peer->incoming ^= h.bits;
	peer->marred = h.kind == FAULT_CORRUPT;
	peer->again = h.kind == FAULT_DOUBLE;
	peer->see_at = at + e->delay + e->lag + peer->see;
	peer->come_at = e->line_free + e->delay + e->lag;
}

/* ---- steps ---- */

/* ack_time: when the acknowledge that is due can start. */
static inline Time
ack_time(const End *e)
{
	return e->ack_at == NEVER ? NEVER : later(e->ack_at, e->line_free);
}

/* data_time: when the next data packet can start; the last one must have come. */
static inline Time
data_time(const End *e, const End *peer)
{
	Time at = later(e->send_at, e->line_free);

	if (!e->sending || e->unacked || e->out_sent == e->out_len)
		return NEVER;
	return peer->come_at == NEVER ? at : later(at, peer->come_at);
}

/* The first of the steps looked at. */
typedef struct First {
	Time at;
	Step step;
	int who;
} First;

static inline void
consider(First *f, Step step, Time first, Time second)
{
	if (first < f->at)
		*f = (First){first, step, 0};
	if (second < f->at)
		*f = (First){second, step, 1};
}

/* next_step: the pair's next step but orders. */
static First
next_step(const Pair *p)
{
	const End *a = p->end[0], *b = p->end[1];
	First f = {.at = NEVER};

	consider(&f, STEP_SEE, a->see_at, b->see_at);
	consider(&f, STEP_COME, a->come_at, b->come_at);
	consider(&f, STEP_ACK_IN, a->ack_in, b->ack_in);
	consider(&f, STEP_ACK, ack_time(a), ack_time(b));
	consider(&f, STEP_DATA, data_time(a, b), data_time(b, a));
	return f;
}

/* note_packet: one begins on the line from end i. */
static void
note_packet(const Pair *p, int i, TraceKind kind, Time at)
{
	uint32_t byte = kind == TRACE_DATA ? p->end[!i]->incoming : 0;

	if (p->w && p->w->trace && trace_packets(p->w->trace))
		trace_note(p->w->trace, (TraceRecord){at, kind, p->id[i], p->end[i]->bit, byte});
}

static void
take_step(Pair *p, Step s, int i, Time at)
{
	switch (s) {
	case STEP_COME:
		come(p, i, at);
		break;
	case STEP_ACK_IN:
		ack_in(p, i, at);
		break;
	case STEP_SEE:
		see(p->end[i], at);
		break;
	case STEP_ACK:
		ack_start(p->end[i], p->end[!i], at);
		note_packet(p, i, TRACE_ACK, at);
		break;
	case STEP_DATA:
		data_start(p->end[i], p->end[!i], at);
		note_packet(p, i, TRACE_DATA, at);
		break;
	default:
		break;
	}
}

/* ---- counting periods ---- */

/* What an end is doing, seen from the start of a data packet. */
typedef struct Shape {
	Time ahead[6];
	bool flags[8]; /* no padding: moments are compared as bytes */
} Shape;

/* A moment that may come back. */
typedef struct Moment {
	Time at;
	Shape shape[2];
	Word sent[2], have[2];
	Time sent_at[2];
	Traffic out[2];
} Moment;

static Time
ahead(Time t, Time now)
{
	return t == NEVER ? NEVER : t > now ? t - now : 0;
}

static void
moment_take(Moment *m, const Pair *p, Time now)
{
	memset(m, 0, sizeof *m);
	m->at = now;
	for (int i = 0; i < 2; i++) {
		const End *e = p->end[i];

		m->shape[i] = (Shape){
			.ahead = {ahead(e->send_at, now), ahead(e->line_free, now),
				ahead(e->see_at, now), ahead(e->come_at, now),
				ahead(e->ack_at, now), ahead(e->ack_in, now)},
			.flags = {e->sending, e->unacked, e->receiving, e->held, e->taken,
				e->guard},
		};
		m->sent[i] = e->out_sent;
		m->have[i] = e->in_have;
		m->sent_at[i] = e->sent_at;
		m->out[i] = e->out_traffic;
	}
}

/* shifted: a time that the period set goes on by k periods; what is older stays. */
static Time
shifted(Time t, const Moment *m, Time by)
{
	return t == NEVER || t <= m->at ? t : t + by;
}

/* end_repeat: one end does k times what it did since the moment m, each taking `period`. */
static void
end_repeat(Pair *p, int i, const Moment *m, Time period, uint64_t k)
{
	End *e = p->end[i], *peer = p->end[!i];
	Word have = (e->in_have - m->have[i]) * k, sent = (e->out_sent - m->sent[i]) * k;
	Word taken = peer->out_sent - (e->come_at != NEVER);
	Traffic *t = &e->out_traffic;

	if (have > 0 && p->w)
		buf_put(&e->in, peer->out + taken, have);
	e->in_have += have;
	e->in_acked += have;
	e->in_traffic.nbytes += have;
	e->out_sent += sent;
	e->out_done += sent;
	t->nbytes += (t->nbytes - m->out[i].nbytes) * k;
	t->busy += (t->busy - m->out[i].busy) * k;
	t->stall += (t->stall - m->out[i].stall) * k;
	e->send_at = shifted(e->send_at, m, period * k);
	e->sent_at = shifted(e->sent_at, m, period * k);
	for (int j = 0; j < NHITS; j++)
		if (e->hits[j].left > 0)
			e->hits[j].left -= sent;
	e->line_free = shifted(e->line_free, m, period * k);
	e->see_at = shifted(e->see_at, m, period * k);
	e->come_at = shifted(e->come_at, m, period * k);
	e->ack_at = shifted(e->ack_at, m, period * k);
	e->ack_in = shifted(e->ack_in, m, period * k);
}

/* fewer: k, or as many periods of n bytes as leave one of the bytes from `done` to `len`. */
static uint64_t
fewer(uint64_t k, Word len, Word done, Word n)
{
	uint64_t most = n > 0 ? (len - done - 1) / n : k;

	return most < k ? most : k;
}

/*
 * repeat: the pair stands as it did at the moment m; go on by as many such periods as leave a byte
 * of every message and begin before `until`.
 */
static void
repeat(Pair *p, const Moment *m, Time now, Time until)
{
	Time period = now - m->at;
	uint64_t k = (until - 1 - now) / period;

	for (int i = 0; i < 2; i++) {
		const End *e = p->end[i];
		Word sent = e->out_sent - m->sent[i], have = e->in_have - m->have[i];

		/* counts need not agree after resets */
		k = fewer(k, e->out_len, e->out_sent, sent);
		k = fewer(k, e->out_len, e->out_done, sent);
		for (int j = 0; j < NHITS; j++)
			if (e->hits[j].left > 0)
				k = fewer(k, e->hits[j].left, 0, sent);
		k = fewer(k, e->in_len, e->in_acked, have);
		k = fewer(k, e->in_len, e->in_have, have);
	}
	if (k == 0)
		return;
	/* both ends look at the other's counts as they are now */
	End before = *p->end[0];

	end_repeat(p, 0, m, period, k);
	Pair second = *p;
	second.end[0] = &before;
	end_repeat(&second, 1, m, period, k);
	for (int i = 0; i < 2; i++)
		if (p->end[!i]->out_sent != m->sent[!i])
			p->end[i]->incoming = p->end[!i]->out[p->end[!i]->out_sent - 1];
}

/*
 * may_repeat: counting stops short of a message's last byte and of services. A byte that waits for its
 * acknowledge has waited as long as at the moment m, or all the time: the stall depends on it.
 */
static bool
may_repeat(const Pair *p, const Moment *m, Time now)
{
	for (int i = 0; i < 2; i++) {
		const End *e = p->end[i];

		if (e->receiving && (e->receiver != RECEIVE_MESSAGE || e->in_acked >= e->in_len))
			return false;
		if (e->sending && (e->out_sent >= e->out_len || e->out_done >= e->out_len))
			return false;
		if (e->marred || e->again)
			return false;
		if (e->sent_at != m->sent_at[i] && now - e->sent_at != m->at - m->sent_at[i])
			return false;
	}
	return true;
}

/* A moment remembered, to be compared with those after it; Brent's way of finding periods. */
typedef struct Seen {
	Moment m;
	uint32_t age, most; /* moments compared with it; it is replaced after so many */
} Seen;

/* compare: a data packet has begun; if all stands as it did at the moment seen, go on in periods. */
static void
compare(Pair *p, Seen *seen, Time now, Time until)
{
	Moment m;

	moment_take(&m, p, now);
	if (seen->most > 0 && memcmp(m.shape, seen->m.shape, sizeof m.shape) == 0
	    && may_repeat(p, &seen->m, now)) {
		repeat(p, &seen->m, now, until);
		seen->most = 0;
	} else if (seen->age++ == seen->most) {
		seen->m = m;
		seen->age = 0;
		seen->most = 2 * seen->most + 1;
	}
}

/* walk: take the pair's steps before `until`, and at `until` those that come before orders. */
static void
walk(Pair *p, Time until, Step last, bool quick)
{
	Seen seen = {.most = 0};

	for (;;) {
		First f = next_step(p);

		if (f.at == NEVER || f.at > until || (f.at == until && f.step > last))
			return;
		take_step(p, f.step, f.who, f.at);
		if (!p->w && p->first[0] != NEVER && p->first[1] != NEVER)
			return;
		if (quick && f.step == STEP_DATA && (f.who == 0 || !p->end[0]->sending))
			compare(p, &seen, f.at, until);
	}
}

static const End nobody = {
	.peer = NOWHERE_END,
	.ack_in = NEVER,
	.see_at = NEVER,
	.come_at = NEVER,
	.ack_at = NEVER,
	.code_at = NEVER,
};

/* pair_of: the link of end e; an end without circuit is paired with nobody, for whom is room. */
static Pair
pair_of(Network *w, EndId e, End *room)
{
	EndId peer = w->ends[e].peer;
	Pair p = {.w = w, .id = {e, peer}, .first = {NEVER, NEVER}};

	if (peer != NOWHERE_END && peer < e) {
		p.id[0] = peer;
		p.id[1] = e;
	}
	*room = nobody;
	for (int i = 0; i < 2; i++)
		p.end[i] = p.id[i] == NOWHERE_END ? room : &w->ends[p.id[i]];
	return p;
}

/* next_order: the pair's first order; the lower end's at one time. */
static Time
next_order(const Pair *p, int *who)
{
	Time first = NEVER;

	for (int i = 0; i < 2; i++) {
		if (p->end[i]->norders > 0 && p->end[i]->orders[0].at < first) {
			first = p->end[i]->orders[0].at;
			*who = i;
		}
	}
	return first;
}

void
link_advance(Network *w, EndId e, Time until, bool quick)
{
	End room;
	Pair p = pair_of(w, e, &room);
	int who = 0;
	Time t;

	while ((t = next_order(&p, &who)) < until) {
		walk(&p, t, BEFORE_ORDER, quick);
		act(&p, who);
	}
	walk(&p, until - 1, NSTEPS, quick);
}

Time
link_expect(Network *w, EndId e)
{
	End room, copy[2];
	Pair p = pair_of(w, e, &room);
	int who = 0;
	Time first = next_order(&p, &who);

	for (int i = 0; i < 2; i++)
		copy[i] = *p.end[i];
	Pair dry = {.end = {&copy[0], &copy[1]}, .first = {NEVER, NEVER}};
	walk(&dry, NEVER - 1, NSTEPS, true);
	for (int i = 0; i < 2; i++) {
		p.end[i]->expect = dry.first[i];
		if (dry.first[i] < first)
			first = dry.first[i];
	}
	return first;
}

Time
link_next_step(const Network *w, EndId e)
{
	End room;
	Pair p = pair_of((Network *)w, e, &room);
	int who = 0;
	Time order = next_order(&p, &who), step = next_step(&p).at;

	return order < step ? order : step;
}

/* ---- what may come ---- */

/* data_bound: n bytes take at least so long to come. */
static Time
data_bound(const End *e, Word n)
{
	return n * (DATA_BITS * e->bit);
}

/* ack_bound: from the acknowledge of one byte to that of the n'th after it at least so long. */
static Time
ack_bound(const End *e, Word n)
{
	return n == 0 ? 0 : e->turn + data_bound(e, n - 1) + ACK_BITS * e->bit;
}

/* doubled: bytes out of an end that may come twice. */
static Word
doubled(const End *e, const End *peer)
{
	Word n = peer->again;

	for (int k = 0; k < NHITS; k++)
		n += e->hits[k].left > 0 && e->hits[k].kind == FAULT_DOUBLE;
	return n;
}

/* missing_in: bytes that a message being received needs beyond those ordered to be sent. */
static Word
missing_in(const End *e, const End *peer)
{
	Word need = e->in_len - e->in_have;
	Word sure = (e->come_at != NEVER) + (peer->sending ? peer->out_len - peer->out_sent : 0)
		+ doubled(peer, e);

	return need > sure ? need - sure : 0;
}

/* missing_out: bytes of a message being sent that nobody has yet ordered to receive. */
static Word
missing_out(const End *e, const End *peer)
{
	Word left = e->out_len - e->out_done;
	Word sure = (e->ack_in != NEVER || peer->ack_at != NEVER)
		+ (peer->receiving ? peer->in_len - peer->in_acked : 0);

	return left > sure ? left - sure : peer->receiver == RECEIVE_BOOT;
}

static Time
earlier(Time a, Time b)
{
	return a < b ? a : b;
}

/* in_bound, out_bound: end_bound for a message being received or sent; until `next` nothing acts. */
static Time
in_bound(const End *e, const End *peer, Time order, Time next)
{
	return later(order + data_bound(e, missing_in(e, peer)),
		next + data_bound(e, e->in_len - e->in_have - 1));
}

static Time
out_bound(const End *e, const End *peer, Time order, Time next)
{
	Word n = missing_out(e, peer);

	if (n > 0)
		order += ACK_BITS * e->bit + ack_bound(e, n - 1);
	return later(order, next + ack_bound(e, e->out_len - e->out_done - 1));
}

/*
 * What comes otherwise than expected comes after an order of the peer's: a message that was still
 * missing, or a reset that gives the other direction the line; and no faster than packets go.
 */
Time
end_bound(const Network *w, EndId id, Time order)
{
	const End *e = &w->ends[id], *peer = e->peer == NOWHERE_END ? &nobody : &w->ends[e->peer];
	Time bound = e->expect, next;

	if (e->norders > 0)
		bound = earlier(bound, e->orders[0].at);
	if (peer->norders > 0)
		order = earlier(order, peer->orders[0].at);
	if (order == NEVER)
		return bound;
	next = earlier(order, next_step(&(Pair){.end = {(End *)e, (End *)peer}}).at);
	if (e->receiving)
		bound = earlier(bound, in_bound(e, peer, order, next));
	if (e->sending)
		bound = earlier(bound, out_bound(e, peer, order, next));
	if (e->guard)
		bound = earlier(bound, order + data_bound(e, 1));
	return bound;
}

/* ---- circuits ---- */

void
end_init(End *e, EndRef ref)
{
	*e = nobody;
	e->ref = ref;
	e->expect = NEVER;
}

/* end_silence: what is on the wires is lost. */
static void
end_silence(End *e)
{
	e->ack_in = e->see_at = e->come_at = e->ack_at = NEVER;
	e->line_free = 0;
	e->taken = e->again = e->marred = false;
	e->in_acked = e->in_have;
}

void
end_serve(End *e, Receiver service)
{
	e->receiver = service;
	e->receiving = true;
	rearm(e);
}

void
end_reset(End *e)
{
	for (uint32_t i = 0; i < e->norders; i++)
		free(e->orders[i].data);
	e->norders = 0;
	e->sending = e->unacked = e->receiving = e->held = e->told = e->guard = false;
	e->receiver = RECEIVE_MESSAGE;
	e->code_at = NEVER;
	e->send_at = 0;
	end_silence(e);
}

void
end_join(Network *w, EndId a, EndId b, Time at, Time delay)
{
	EndId ids[2] = {a, b};

	for (int i = 0; i < 2; i++) {
		End *e = &w->ends[ids[i]];

		end_silence(e);
		e->peer = ids[!i];
		e->delay = delay;
		e->send_at = later(e->send_at, at);
	}
}

void
end_part(Network *w, EndId id)
{
	End *e = &w->ends[id];

	if (e->peer == NOWHERE_END)
		return;
	end_silence(&w->ends[e->peer]);
	end_silence(e);
	w->ends[e->peer].peer = NOWHERE_END;
	e->peer = NOWHERE_END;
}
