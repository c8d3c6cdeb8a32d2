/* link_pair.h - a pair of link ends in simulation. Private to this folder. */
#ifndef LINK_PAIR_H
#define LINK_PAIR_H

#include "link.h"

enum {
	DATA_BITS = 11, /* a data packet: a start bit, a one, eight bits of data, a stop bit */
	ACK_BITS = 2, /* an acknowledge packet */
};

/* Steps of an end, in the order in which they act at one time. */
typedef enum Step {
	STEP_DECIDE, /* decide whether to acknowledge the data packet in transit */
	STEP_ARRIVE, /* a data packet has arrived */
	STEP_ACK_IN, /* an acknowledge has arrived */
	STEP_ORDER,  /* an order of the end's owner acts */
	STEP_ACK,    /* begin to send an acknowledge */
	STEP_DATA,   /* begin to send a data packet */
	NSTEPS,
	BEFORE_ORDER = STEP_ACK_IN, /* the last step that acts before an order of the same time */
} Step;

/*
 * The first repetition of the link's steps that a prediction has found, and a later state of the
 * link. They come about unless an order comes earlier.
 */
typedef struct LinkRepetition {
	Repetition repetition[2];  /* of each end */
	bool faulty;   /* a fault may change bytes; then no state is kept */
	Time at;       /* end of the repetition or of a message; NEVER: no state is kept */
	/* the link's state then, before a step that ends a message; only the fields up to `out` */
	End end[2];
} LinkRepetition;

/* A link being simulated, or a copy of one on which its outcomes are predicted. */
typedef struct Pair {
	End *end[2];   /* the lower end first */
	EndId id[2];   /* [end] its number */
	Links *links;  /* NULL for a prediction */
	Time first[2]; /* for a prediction: the first outcome at each end */
	LinkRepetition *ahead;  /* for a prediction: receives its first repetition */
} Pair;

/* end_announce_orders: let the other end know of the orders given until now. */
void end_announce_orders(End *e);

/* An end without a cable. */
extern const End end_unconnected;
void end_init(End *e, EndRef ref);

/* ack_time: the earliest time at which the due acknowledge can start. */
static inline Time
ack_time(const End *e)
{
	return e->ack_at == NEVER ? NEVER : later(e->ack_at, e->line_free);
}

/*
 * data_time: the earliest time at which the next data packet can start; the last packet must have
 * arrived.
 */
static inline Time
data_time(const End *e, const End *peer)
{
	Time at = later(e->send_at, e->line_free);

	if (!e->sending || e->unacked || e->out_sent == e->out_len)
		return NEVER;
	return peer->arrive_at == NEVER ? at : later(at, peer->arrive_at);
}

/* The earliest step found so far. */
typedef struct EarliestStep {
	Time at;
	Step step;
	int end; /* 0 or 1: the end that makes the step */
} EarliestStep;

/* consider_step: take a step of either end into *f if it is earlier. */
static inline void
consider_step(EarliestStep *f, Step step, Time first, Time second)
{
	if (first < f->at)
		*f = (EarliestStep){first, step, 0};
	if (second < f->at)
		*f = (EarliestStep){second, step, 1};
}

/* next_step: the pair's next step, orders excluded. */
static inline EarliestStep
next_step(const Pair *p)
{
	const End *a = p->end[0], *b = p->end[1];
	EarliestStep f = {.at = NEVER};

	consider_step(&f, STEP_DECIDE, a->decide_at, b->decide_at);
	consider_step(&f, STEP_ARRIVE, a->arrive_at, b->arrive_at);
	consider_step(&f, STEP_ACK_IN, a->ack_in, b->ack_in);
	consider_step(&f, STEP_ACK, ack_time(a), ack_time(b));
	consider_step(&f, STEP_DATA, data_time(a, b), data_time(b, a));
	return f;
}
/* link_execute_order: execute the first order of end i; not for a prediction. */
void link_execute_order(Pair *p, int i);
/* link_step: execute step s of end i at time `at`; s is not STEP_ORDER. */
void link_step(Pair *p, Step s, int i, Time at);

/*
 * end_foresee: compute which messages may pass an end (`inward`, `outward`); step: the time of the
 * link's next step, orders excluded.
 */
void end_foresee(End *e, const End *peer, Time step);
/*
 * end_repetition: the pace of an end whose link begins to repeat its steps; in each period the end
 * receives `have` bytes, and `sent` of its own bytes are acknowledged.
 */
Repetition end_repetition(const End *e, Time from, Time period, uint64_t periods, Word have,
	Word sent);

/*
 * end_soonest_outcome: a lower bound for the time of the next outcome if no order arrives; step: as
 * for end_foresee.
 */
Time end_soonest_outcome(const End *e, Time step);
/* end_outlook: what an order of the peer can cause at this end; call it after end_foresee. */
Outlook end_outlook(const End *e, const End *peer);

/* ---- ahead.c ---- */

/* repetition_keep: keep the state of a prediction at a time before its first outcome. */
void repetition_keep(LinkRepetition *a, const Pair *p, Time at);
/* repetition_take: set the link to the kept state. */
void repetition_take(LinkRepetition *a, Pair *p);
/* repetition_drop: forget the kept state, because the link has changed; e: its lower end. */
void repetition_drop(End *e);
/* repetition_clear: empty the link's Ahead for a new prediction, and return it. */
LinkRepetition *repetition_clear(const Pair *p);

/* end_request_byte: ask for the next byte of the end's service. */
void end_request_byte(End *e);

#endif
