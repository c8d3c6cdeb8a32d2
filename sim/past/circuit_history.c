/*
 * circuit_history.c - gathers the changes of circuits, end by end.
 *
 * Only bytes on control links change circuits. The host sends them, and nodes whose links set
 * crossbars; the feed has the times of the orders to send them. From each such order the run is
 * replayed until no control link is in use; then the next order is looked up.
 */
#include "circuit_history.h"

#include "past_state.h"

#include <stdlib.h>

/* The message that an end is sending when its circuit changes. */
typedef enum Sending {
	SENDING_NOTHING, /* the end sends no message */
	SENDING_WAITS,   /* no byte of the message has been sent */
	SENDING_PART,    /* a part of the message has been sent */
} Sending;

/* The circuit at an end, from a time on. */
typedef struct JoinedPeer {
	Time at;         /* when the circuit began */
	EndId peer;      /* NOWHERE_END if there is none */
	Sending sending; /* the state of the message when the circuit began */
} JoinedPeer;

/* The circuits at an end, in order of time; the first is that of the run's beginning. */
typedef struct EndHistory {
	JoinedPeer *joined; /* [n] */
	uint32_t n, cap;
} EndHistory;

struct CircuitHistory {
	Network *w; /* borrowed */
	uint32_t nends;
	EndHistory *ends; /* [nends] */
};

/* ---- gathering ---- */

/* sending_state: how far an end has sent a message that it was ordered to send before a time. */
static Sending
sending_state(const End *e, Time at)
{
	if (e->sending)
		return e->out_sent > 0 ? SENDING_PART : SENDING_WAITS;
	for (uint32_t i = 0; i < e->norders && e->orders[i].at < at; i++)
		if (e->orders[i].kind == POST_OUT)
			return SENDING_WAITS;
	return SENDING_NOTHING;
}

/* add_joined: append to an end's history that it was joined to another end, or separated. */
static void
add_joined(EndHistory *x, JoinedPeer j)
{
	if (x->n == x->cap) {
		x->cap = x->cap ? 2 * x->cap : 4;
		x->joined = xrealloc(x->joined, x->cap * sizeof *x->joined);
	}
	x->joined[x->n++] = j;
}

/* circuits_changed: add the circuits that have changed at a time. */
static void
circuits_changed(void *context, Time at)
{
	CircuitHistory *h = context;

	for (EndId e = 0; e < h->nends; e++) {
		const End *end = &h->w->links.ends[e];
		EndHistory *x = &h->ends[e];

		if (x->n == 0 || x->joined[x->n - 1].peer != end->peer)
			add_joined(x, (JoinedPeer){at, end->peer, sending_state(end, at)});
	}
}

/*
 * is_control: true if the end sends to the configuration link of crossbars, whose settings it can
 * change.
 */
static bool
is_control(const CircuitHistory *h, EndId e)
{
	const Links *l = &h->w->links;

	return e >= l->first_control_end || (h->ends[e].joined[0].peer != NOWHERE_END
		&& h->ends[e].joined[0].peer >= l->first_control_end);
}

/*
 * next_control: the time of the first order to a control link at or after a time; NEVER if there is
 * none.
 */
static Time
next_control(const CircuitHistory *h, const Feed *f, Time from)
{
	Time first = NEVER;

	for (EndId e = 0; e < h->nends; e++) {
		uint32_t n;
		const Order *o = feed_orders(f, e, &n);

		for (uint32_t i = 0; is_control(h, e) && i < n; i++)
			if (o[i].at >= from)
				first = earlier(first, o[i].at);
	}
	return first;
}

/*
 * replay_changes: replay the run from a time on, and note changes of circuits, until no control
 * link is in use; returns the time of the last replayed event.
 */
static Time
replay_changes(CircuitHistory *h, Past *p, Time from)
{
	Time end = past_present(p);

	past_goto(p, place_at(from));
	past_apply_acts(p);
	network_on_circuit(h->w, circuits_changed, h);
	do
		past_advance(p, earlier(p->w->now + EPOCH, end));
	while (p->w->now < end && control_busy(h->w));
	network_on_circuit(h->w, NULL, NULL);
	return p->w->now;
}

CircuitHistory *
circuit_history_new(Past *p, const Feed *f)
{
	CircuitHistory *h = xcalloc(1, sizeof *h);
	Time at, end = past_present(p);

	*h = (CircuitHistory){.w = p->w, .nends = p->w->links.nends,
		.ends = xcalloc(p->w->links.nends, sizeof *h->ends)};
	past_goto(p, place_at(past_beginning(p)));
	circuits_changed(h, 0);
	if (p->w->topology->nswitches == 0)
		return h;
	at = replay_changes(h, p, past_beginning(p)); /* their orders are not in the feed */
	while ((at = next_control(h, f, at)) < end)
		at = replay_changes(h, p, at);
	return h;
}

void
circuit_history_free(CircuitHistory *h)
{
	if (!h)
		return;
	for (EndId e = 0; e < h->nends; e++)
		free(h->ends[e].joined);
	free(h->ends);
	free(h);
}

/* ---- asking ---- */

/* joined_at: the index of the end's circuit at a time. */
static uint32_t
joined_at(const EndHistory *x, Time at)
{
	uint32_t i = x->n - 1;

	while (i > 0 && x->joined[i].at > at)
		i--;
	return i;
}

EndId
circuit_history_peer(const CircuitHistory *h, EndId e, Time at)
{
	return h->ends[e].joined[joined_at(&h->ends[e], at)].peer;
}

bool
circuit_history_receiver(const CircuitHistory *h, EndId e, Time at, Time next, EndId *to)
{
	const EndHistory *x = &h->ends[e];
	uint32_t i = joined_at(x, at);

	*to = x->joined[i].peer;
	for (i++; i < x->n && x->joined[i].at <= next; i++) {
		if (x->joined[i].sending == SENDING_WAITS)
			*to = x->joined[i].peer;
		else
			return x->joined[i].sending == SENDING_NOTHING;
	}
	return true;
}
