/*
 * link_pair.h - the two ends of a link at work; for the files of this folder.
 */
#ifndef LINK_PAIR_H
#define LINK_PAIR_H

#include "link.h"

enum {
	DATA_BITS = 11,
	ACK_BITS = 2,
};

/* Steps of an end, in the order in which they act at one time. */
typedef enum Step {
	STEP_DECIDE,
	STEP_ARRIVE,
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
	Links *links;  /* NULL: only to see */
	Time first[2]; /* then: the first outcome at each end */
} Pair;

/* An end without a cable. */
extern const End end_unconnected;
void end_init(End *e, EndRef ref);

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
	return peer->arrive_at == NEVER ? at : later(at, peer->arrive_at);
}

/* The first of the steps looked at. */
typedef struct First {
	Time at;
	Step step;
	int end;
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
static inline First
next_step(const Pair *p)
{
	const End *a = p->end[0], *b = p->end[1];
	First f = {.at = NEVER};

	consider(&f, STEP_DECIDE, a->decide_at, b->decide_at);
	consider(&f, STEP_ARRIVE, a->arrive_at, b->arrive_at);
	consider(&f, STEP_ACK_IN, a->ack_in, b->ack_in);
	consider(&f, STEP_ACK, ack_time(a), ack_time(b));
	consider(&f, STEP_DATA, data_time(a, b), data_time(b, a));
	return f;
}
/* link_act: the first order of end i acts; only for real. */
void link_act(Pair *p, int i);
/* link_step: end i takes a step at `at`; not STEP_ORDER. */
void link_step(Pair *p, Step s, int i, Time at);

/* end_rearm: a service waits for its next byte. */
void end_rearm(End *e);

#endif
