/*
 * walk.c - advances a link in time: the steps and orders of both ends in turn.
 *
 * While both ends repeat the same steps, whole periods are skipped instead of simulated; the times
 * are the same.
 */
#include "link_pair.h"

enum {
	FAR = 32, /* a message is far from its end if it still needs this many bytes */
	MANY = 12, /* a state is kept after this many steps; making fewer again costs less */
};

/* ---- counting periods ---- */

/* The state of an end relative to the start of a data packet. */
typedef struct RelativeState {
	Time ahead[6]; /* how far in the future the times of the end's next steps are */
	uint64_t flags; /* the end's flags, as bits */
} RelativeState;

/* The state of a pair at one time, to find repetitions. */
typedef struct Moment {
	Time at;
	RelativeState shape[2]; /* of each end */
	Word sent[2], have[2]; /* bytes sent and received of each end's messages */
	Time sent_at[2]; /* when each end began to send its last data packet */
	Traffic out[2]; /* traffic that each end has sent */
} Moment;

/* relative_time: how long after now a time is; 0 for past times; NEVER stays NEVER. */
static Time
relative_time(Time t, Time now)
{
	return t == NEVER ? NEVER : t > now ? t - now : 0;
}

/* pack_flags: the flags of an end's state as bits. */
static uint64_t
pack_flags(const End *e)
{
	return e->sending | e->unacked << 1 | e->receiving << 2 | e->held << 3
		| e->acknowledged << 4 | e->guard << 5 | e->altered << 6 | e->again << 7;
}

/* shape_capture: store in s the state of an end, with times relative to `now`. */
static void
shape_capture(RelativeState *s, const End *e, Time now)
{
	s->ahead[0] = relative_time(e->send_at, now);
	s->ahead[1] = relative_time(e->line_free, now);
	s->ahead[2] = relative_time(e->decide_at, now);
	s->ahead[3] = relative_time(e->arrive_at, now);
	s->ahead[4] = relative_time(e->ack_at, now);
	s->ahead[5] = relative_time(e->ack_in, now);
	s->flags = pack_flags(e);
}

/*
 * is_same_shape: true if the end's state, with times relative to `now`, equals the state in s.
 */
static bool
is_same_shape(const RelativeState *s, const End *e, Time now)
{
	return s->ahead[5] == relative_time(e->ack_in, now) &&
	       s->ahead[3] == relative_time(e->arrive_at, now) &&
	       s->ahead[2] == relative_time(e->decide_at, now) &&
	       s->ahead[4] == relative_time(e->ack_at, now) &&
	       s->ahead[0] == relative_time(e->send_at, now) &&
	       s->ahead[1] == relative_time(e->line_free, now) && s->flags == pack_flags(e);
}

/* moment_capture: note the state of a pair. */
static void
moment_capture(Moment *m, const Pair *p, Time now)
{
	m->at = now;
	for (int i = 0; i < 2; i++) {
		const End *e = p->end[i];

		shape_capture(&m->shape[i], e, now);
		m->sent[i] = e->out_sent;
		m->have[i] = e->in_have;
		m->sent_at[i] = e->sent_at;
		m->out[i] = e->out_traffic;
	}
}

/* shift_time: a time within the period, moved forward by `by`; older times stay. */
static Time
shift_time(Time t, const Moment *m, Time by)
{
	return t == NEVER || t <= m->at ? t : t + by;
}

/*
 * end_repeat: let an end repeat k times what it has done since moment m; one repetition takes
 * `period`.
 */
static void
end_repeat(Pair *p, int i, const Moment *m, Time period, uint64_t k)
{
	End *e = p->end[i], *peer = p->end[!i];
	Word have = (e->in_have - m->have[i]) * k, sent = (e->out_sent - m->sent[i]) * k;
	Word taken = peer->out_sent - (e->arrive_at != NEVER);
	Traffic *t = &e->out_traffic;

	if (have > 0 && p->links)
		buf_put(&e->in, peer->out + taken, have);
	e->in_have += have;
	e->in_acked += have;
	e->in_traffic.nbytes += have;
	e->out_sent += sent;
	e->out_done += sent;
	t->nbytes += (t->nbytes - m->out[i].nbytes) * k;
	t->busy += (t->busy - m->out[i].busy) * k;
	t->stall += (t->stall - m->out[i].stall) * k;
	e->send_at = shift_time(e->send_at, m, period * k);
	e->sent_at = shift_time(e->sent_at, m, period * k);
	for (int j = 0; j < NHITS; j++)
		if (e->hits[j].left > 0)
			e->hits[j].left -= sent;
	e->line_free = shift_time(e->line_free, m, period * k);
	e->decide_at = shift_time(e->decide_at, m, period * k);
	e->arrive_at = shift_time(e->arrive_at, m, period * k);
	e->ack_at = shift_time(e->ack_at, m, period * k);
	e->ack_in = shift_time(e->ack_in, m, period * k);
}

/*
 * limit_periods: reduce k so that after k periods of n bytes at least one byte between `done` and
 * `len` is left.
 */
static uint64_t
limit_periods(uint64_t k, Word len, Word done, Word n)
{
	uint64_t most = n > 0 ? (len - done - 1) / n : k;

	return most < k ? most : k;
}

/*
 * repeat_periods: the pair's state equals that of moment m; skip as many such periods as begin
 * before `until` and leave at least one byte of every message.
 */
static void
repeat_periods(Pair *p, const Moment *m, Time now, Time until)
{
	Time period = now - m->at;
	uint64_t k = now < until ? (until - 1 - now) / period : 0;
	bool first = p->ahead && p->ahead->repetition[0].periods == 0;

	for (int i = 0; i < 2; i++) {
		const End *e = p->end[i];
		Word sent = e->out_sent - m->sent[i], have = e->in_have - m->have[i];

		/* the counts may differ after resets */
		k = limit_periods(k, e->out_len, e->out_sent, sent);
		k = limit_periods(k, e->out_len, e->out_done, sent);
		for (int j = 0; j < NHITS; j++)
			if (e->hits[j].left > 0)
				k = limit_periods(k, e->hits[j].left, 0, sent);
		k = limit_periods(k, e->in_len, e->in_acked, have);
		k = limit_periods(k, e->in_len, e->in_have, have);
	}
	if (k == 0)
		return;
	for (int i = 0; i < 2 && first; i++)
		p->ahead->repetition[i] = end_repetition(p->end[i], now, period, k,
			p->end[i]->in_have - m->have[i], p->end[i]->out_sent - m->sent[i]);
	/* both ends use the other's counts before the change */
	End before = *p->end[0];

	end_repeat(p, 0, m, period, k);
	Pair second = *p;
	second.end[0] = &before;
	end_repeat(&second, 1, m, period, k);
	for (int i = 0; i < 2; i++)
		if (p->end[!i]->out_sent != m->sent[!i])
			p->end[i]->incoming = p->end[!i]->out[p->end[!i]->out_sent - 1];
	if (first && p->first[0] == NEVER && p->first[1] == NEVER)
		repetition_keep(p->ahead, p, now + k * period);
}

/* has_hit_since: true if a fault has affected a byte out of the end since a time. */
static bool
has_hit_since(const End *e, Time at)
{
	bool hit = false;

	for (int k = 0; k < NHITS; k++)
		hit |= e->hits[k].at != 0 && e->hits[k].at >= at;
	return hit;
}

/*
 * may_repeat: true if periods may be skipped: skipping must stop before a message's last byte, and
 * services are not skipped. A byte waiting for its acknowledge must have waited as long as at
 * moment m, or during the whole period, because the stall time depends on it.
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
		if (e->altered || e->again || has_hit_since(e, m->at))
			return false;
		if (e->sent_at != m->sent_at[i] && now - e->sent_at != m->at - m->sent_at[i])
			return false;
	}
	return true;
}

/* A remembered state with which later states are compared (Brent's algorithm to find cycles). */
typedef struct RememberedMoment {
	Moment m;      /* the remembered state */
	/* age: number of states compared with m so far; m is replaced after `most` of them */
	uint32_t age, most;
} RememberedMoment;

/*
 * compare_state: when a data packet begins, compare the state with the remembered one; if they are
 * equal, skip periods.
 */
static void
compare_state(Pair *p, RememberedMoment *seen, Time now, Time until)
{
	const RelativeState *shape = seen->m.shape;

	if (seen->most > 0 && is_same_shape(&shape[1], p->end[1], now)
	    && is_same_shape(&shape[0], p->end[0], now) && may_repeat(p, &seen->m, now)) {
		repeat_periods(p, &seen->m, now, until);
		seen->most = 0;
	} else if (seen->age++ == seen->most) {
		moment_capture(&seen->m, p, now);
		seen->age = 0;
		seen->most = 2 * seen->most + 1;
	}
}

/* is_message_end: true if a step completes a message. */
static bool
is_message_end(const Pair *p, EarliestStep f)
{
	const End *e = p->end[f.end];

	if (f.step == STEP_ARRIVE)
		return e->receiving && e->receiver == RECEIVE_MESSAGE
			&& e->in_have + 1 == e->in_len;
	return f.step == STEP_ACK_IN && e->out_done + 1 == e->out_len;
}

/*
 * walk_steps: execute the pair's steps before `until`, and those steps at `until` that precede
 * orders. A prediction ends at its first outcome, and keeps the state before the end of a message.
 */
static void
walk_steps(Pair *p, Time until, Step last, bool quick)
{
	RememberedMoment seen;
	uint32_t nsteps = 0;

	seen.age = seen.most = 0;
	for (;; nsteps++) {
		EarliestStep f = next_step(p);

		if (f.at == NEVER || f.at > until || (f.at == until && f.step > last))
			return;
		if (p->ahead && nsteps >= MANY && is_message_end(p, f))
			repetition_keep(p->ahead, p, f.at);
		link_step(p, f.step, f.end, f.at);
		if (!p->links && earlier(p->first[0], p->first[1]) != NEVER)
			return;
		if (quick && f.step == STEP_DATA && (f.end == 0 || !p->end[0]->sending))
			compare_state(p, &seen, f.at, until);
	}
}

/*
 * find_pair: the link of end e. An end without a circuit is paired with an unconnected end, which
 * is stored in `room`.
 */
static Pair
find_pair(Links *l, EndId e, End *room)
{
	EndId peer = l->ends[e].peer;
	Pair p = {.links = l, .id = {e, peer}, .first = {NEVER, NEVER}};

	if (peer != NOWHERE_END && peer < e) {
		p.id[0] = peer;
		p.id[1] = e;
	}
	p.end[0] = &l->ends[p.id[0]];
	p.end[1] = room;
	if (peer == NOWHERE_END)
		*room = end_unconnected;
	else
		p.end[1] = &l->ends[p.id[1]];
	return p;
}

/*
 * next_order: the time of the pair's first order. *who: the end with this order, the lower one if
 * both ends have an order at this time.
 */
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

/*
 * use_prediction: mark the prediction as used, because the link has reached its time; quick: set
 * the link to the predicted state.
 */
static void
use_prediction(LinkRepetition *a, Pair *p, bool quick)
{
	if (quick)
		repetition_take(a, p);
	a->at = NEVER;
}

void
link_advance(Links *l, EndId e, Time until, bool quick)
{
	End room;
	Pair p = find_pair(l, e, &room);
	LinkRepetition *ahead = p.end[0]->ahead;
	int who = 0;
	Time t;

	for (;;) {
		t = next_order(&p, &who);
		if (ahead && ahead->at < earlier(t, until))
			use_prediction(ahead, &p, quick);
		if (t >= until)
			break;
		walk_steps(&p, t, BEFORE_ORDER, quick);
		link_execute_order(&p, who);
		repetition_drop(p.end[0]);
	}
	walk_steps(&p, until - 1, NSTEPS, quick);
}

/*
 * predict_outcomes: walk a copy of the link to its first outcome, if no further order comes;
 * first[]: lower bounds for the outcomes at each end.
 */
static void
predict_outcomes(Pair *p, Time first[2])
{
	End copy[2] = {*p->end[0], *p->end[1]};
	Pair dry = {.end = {&copy[0], &copy[1]},
		.first = {NEVER, NEVER},
		.ahead = p->end[0]->ahead};

	walk_steps(&dry, NEVER - 1, NSTEPS, true);
	for (int i = 0; i < 2; i++)
		first[i] = dry.first[i] != NEVER ? dry.first[i]
			: end_soonest_outcome(&copy[i], next_step(&dry).at);
}

/*
 * guess_outcomes: set first[] to simple lower bounds if a message is far from its end and the other
 * direction is free. A prediction (predict_outcomes) would probably be made useless by an order in
 * this case. Returns false in other cases.
 */
static bool
guess_outcomes(const Pair *p, Time step, Time first[2])
{
	const End *a = p->end[0], *b = p->end[1];

	if (a->sending && a->receiving && b->sending && b->receiving)
		return false; /* with all four transfers busy, an order soon is not probable */
	for (int i = 0; i < 2; i++)
		first[i] = end_soonest_outcome(p->end[i], step);
	return earlier(first[0], first[1]) > step + FAR * DATA_BITS * a->bit;
}

Time
link_expect(Links *l, EndId e)
{
	End room;
	Pair p = find_pair(l, e, &room);
	int who = 0;
	Time next = next_order(&p, &who), step = next_step(&p).at, first[2] = {NEVER, NEVER};
	LinkRepetition *ahead = repetition_clear(&p);

	if (step != NEVER && !guess_outcomes(&p, step, first))
		predict_outcomes(&p, first);
	for (int i = 0; i < 2; i++) {
		end_announce_orders(p.end[i]);
		p.end[i]->expect = first[i];
		p.end[i]->repetition = ahead->repetition[i];
		end_foresee(p.end[i], p.end[!i], step);
		next = earlier(next, first[i]);
	}
	for (int i = 0; i < 2; i++)
		if (p.id[i] != NOWHERE_END)
			l->outlook[p.id[i]] = end_outlook(p.end[i], p.end[!i]);
	return next;
}

void
link_announce_orders(Links *l, EndId e)
{
	EndId peer = l->ends[e].peer;

	end_announce_orders(&l->ends[e]);
	l->outlook[e].busy = true;
	if (peer != NOWHERE_END)
		l->outlook[peer].busy = true;
}

Time
link_next_step(const Links *l, EndId e)
{
	End room;
	Pair p = find_pair((Links *)l, e, &room);
	int who = 0;
	Time order = next_order(&p, &who), step = next_step(&p).at;

	return order < step ? order : step;
}
