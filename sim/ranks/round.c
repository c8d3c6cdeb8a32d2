/*
 * round.c - the messages that ranks exchange in each round of the simulation.
 *
 * Each rank simulates the links of its nodes; both ranks simulate a link between them, and send
 * each other the orders of their ends. A round needs all orders that act before Tmin + SETUP, where
 * Tmin is the time of the earliest pending action of all ranks; these orders were given in earlier
 * rounds. So one exchange at the beginning of a round is enough:
 *
 *      Header, {node, time}... {order, data}...
 *
 * A node may run as far as the orders of its neighbours are known. If a neighbour on another rank
 * executes, its rank sends the time of its clock; if the neighbour waits, it gives no order before
 * Tmin + SETUP.
 */
#include "rank_state.h"

#include <stdlib.h>

/* The beginning of a rank's message in a round; Clocks and ToldOrders follow. */
typedef struct RoundHeader {
	Time first;  /* earliest pending action on this rank */
	Time finish; /* when the host ends the run; NEVER if it has not asked */
	uint32_t nnodes, norders; /* number of Clocks and of ToldOrders */
} RoundHeader;

/* A node that executes. */
typedef struct NodeClock {
	NodeId node;
	Time at; /* of its clock */
} NodeClock;

/* An order for another rank. */
typedef struct SentOrder {
	EndId end;
	uint32_t has_data; /* 1: the o.len bytes of the order follow; otherwise 0 */
	Order o;
} SentOrder;

const void *
ranks_take(const Buf *message, size_t *at, size_t n)
{
	const void *p = message->data + *at;

	assert(n <= message->len - *at);
	*at += n;
	return p;
}

/* ---- orders ---- */

/* rank_of_end: the rank of a node's end or of a host's end. */
static uint32_t
rank_of_end(const Ranks *r, EndId e)
{
	EndRef ref = r->w->links.ends[e].ref;

	return ref.kind == END_NODE ? r->rank_of[ref.part] : 0;
}

/*
 * concerned_ranks: the set of ranks that simulate the link at e. All ranks simulate a control link,
 * and each rank itself gives the orders of the end at the crossbars.
 */
static uint64_t
concerned_ranks(const Ranks *r, EndId e)
{
	const Links *l = &r->w->links;
	EndId peer = l->ends[e].peer;

	if (l->ends[e].ref.kind == END_SWITCH)
		return 1ull << r->t->rank;
	if (e >= l->first_control_end || (peer != NOWHERE_END && peer >= l->first_control_end))
		return ~0ull >> (64 - r->t->size);
	return 1ull << rank_of_end(r, e)
		| (peer == NOWHERE_END ? 0 : 1ull << rank_of_end(r, peer));
}

/* queue_order: queue an order for the other ranks that it concerns. */
static void
queue_order(Ranks *r, EndId e, Order *o)
{
	SentOrder t;
	uint64_t set = concerned_ranks(r, e) & ~(1ull << r->t->rank);

	memset(&t, 0, sizeof t);
	t.end = e;
	t.has_data = o->data != NULL;
	t.o = *o;
	t.o.data = NULL;
	for (uint32_t i = 0; i < r->t->size; i++) {
		if (!(set >> i & 1))
			continue;
		buf_put(&r->orders[i], &t, sizeof t);
		if (o->data)
			buf_put(&r->orders[i], o->data, o->len);
		r->first_order = earlier(r->first_order, o->at);
	}
	o->told = true;
}

/* drop_orders: drop the orders that wait for an end, because another rank simulates its link. */
static void
drop_orders(End *e)
{
	while (e->norders > 0)
		free(e->orders[--e->norders].data);
}

void
ranks_queue_orders(Ranks *r, EndId id)
{
	End *e = &r->w->links.ends[id];

	if (!r->running && !link_is_here(r->w, id)) {
		r->changed = true;
		return;
	}
	for (uint32_t i = 0; i < e->norders; i++)
		if (!e->orders[i].told)
			queue_order(r, id, &e->orders[i]);
	if (!link_is_here(r->w, id))
		drop_orders(e);
}

void
ranks_note_change(Ranks *r)
{
	if (!r->running)
		r->changed = true;
}

/* give_received_orders: give the n orders in a received message, from `at` on, to their ends. */
static void
give_received_orders(Ranks *r, const Buf *in, size_t at, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		SentOrder t;

		memcpy(&t, ranks_take(in, &at, sizeof t), sizeof t);
		t.o.told = true;
		if (t.has_data) {
			t.o.data = xmalloc(t.o.len);
			memcpy(t.o.data, ranks_take(in, &at, t.o.len), t.o.len);
		}
		end_add_order(&r->w->links.ends[t.end], t.o);
		network_announce_orders(r->w, t.end);
	}
	assert(at == in->len);
}

/* ---- cut links ---- */

/* find_cuts: list the links between a node of this rank and one of another rank. */
static void
find_cuts(Ranks *r)
{
	const Network *w = r->w;

	r->ncuts = 0;
	for (EndId e = 0; e < w->nnodes * NLINKS; e++) {
		EndId peer = w->links.ends[e].peer;

		if (node_is_here(w, e / NLINKS) && peer != NOWHERE_END
			&& peer < w->links.first_control_end && !end_is_here(w, peer))
			r->cuts[r->ncuts++] = (CutLink){e, rank_of_end(r, peer)};
	}
}

/*
 * is_end_unused: true if nothing has passed the end since its node's reset, and no order waits.
 */
static bool
is_end_unused(const End *e)
{
	bool waits = e->receiver == RECEIVE_BOOT ? e->in_have == 0 && e->code_at == NEVER
		: e->receiver == RECEIVE_STREAM || !e->receiving;

	return waits && !e->sending && !e->unacked && !e->held && !e->guard && e->norders == 0
		&& e->decide_at == NEVER && e->arrive_at == NEVER && e->ack_at == NEVER
		&& e->ack_in == NEVER;
}

void
ranks_update_cuts(Ranks *r, EndId a, EndId b)
{
	const Network *w = r->w;
	bool cut = b != NOWHERE_END && end_is_here(w, a) != end_is_here(w, b);

	if (cut && !is_end_unused(&w->links.ends[end_is_here(w, a) ? a : b]))
		fatal("crossbars join links that are in use: this needs one process; "
			"leave out mpirun");
	find_cuts(r);
}

/* ---- rounds ---- */

/*
 * write_clocks: write the times of the active nodes here that have a link to a rank; returns their
 * number.
 */
static uint32_t
write_clocks(const Ranks *r, uint32_t rank, Buf *out)
{
	const Network *w = r->w;
	NodeId last = NOWHERE;
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->ncuts; i++) {
		NodeClock c;

		memset(&c, 0, sizeof c);
		c.node = r->cuts[i].end / NLINKS;
		if (r->cuts[i].rank != rank || c.node == last || !w->is_active[c.node])
			continue;
		c.at = w->at[c.node];
		buf_put(out, &c, sizeof c);
		last = c.node;
		n++;
	}
	return n;
}

/* write_round: write the message for a rank: the first action here, clocks, and orders. */
static void
write_round(Ranks *r, uint32_t rank, Time first)
{
	const Network *w = r->w;
	RoundHeader h;

	memset(&h, 0, sizeof h);
	h.first = first;
	h.finish = w->finishing ? w->finish : NEVER;
	r->out[rank].len = 0;
	buf_put(&r->out[rank], &h, sizeof h);
	h.nnodes = write_clocks(r, rank, &r->out[rank]);
	for (size_t at = 0; at < r->orders[rank].len; h.norders++) {
		SentOrder t;

		memcpy(&t, ranks_take(&r->orders[rank], &at, sizeof t), sizeof t);
		at += t.has_data ? t.o.len : 0;
	}
	memcpy(r->out[rank].data, &h, sizeof h);
	if (h.norders > 0)
		buf_put(&r->out[rank], r->orders[rank].data, r->orders[rank].len);
	r->nbytes += r->out[rank].len;
	r->norders += h.norders;
	r->orders[rank].len = 0;
}

/*
 * read_first: read from a rank's message whether and when the whole network finishes; returns the
 * time of the rank's first action.
 */
static Time
read_first(Ranks *r, const Buf *in)
{
	size_t at = 0;
	RoundHeader h;

	memcpy(&h, ranks_take(in, &at, sizeof h), sizeof h);
	if (h.finish != NEVER) {
		r->w->finishing = true;
		r->w->finish = h.finish;
	}
	return h.first;
}

/* read_round: take over the clocks and orders in a rank's message. */
static void
read_round(Ranks *r, const Buf *in)
{
	size_t at = 0;
	RoundHeader h;

	memcpy(&h, ranks_take(in, &at, sizeof h), sizeof h);
	for (uint32_t i = 0; i < h.nnodes; i++) {
		NodeClock c;

		memcpy(&c, ranks_take(in, &at, sizeof c), sizeof c);
		r->w->at[c.node] = c.at;
	}
	give_received_orders(r, in, at, h.norders);
}

/*
 * assume_idle_until: assume that no neighbour on another rank executes before this time, until
 * their clocks are read.
 */
static void
assume_idle_until(const Ranks *r, Time first)
{
	Network *w = r->w;

	w->first = first;
	for (uint32_t i = 0; i < r->ncuts; i++) {
		EndId peer = w->links.ends[r->cuts[i].end].peer;

		if (peer < w->nnodes * NLINKS)
			w->at[peer / NLINKS] = first;
	}
}

Time
ranks_round(Ranks *r, Time first)
{
	first = earlier(first, r->first_order);
	for (uint32_t i = 0; i < r->t->size; i++)
		if (i != r->t->rank)
			write_round(r, i, first);
	r->first_order = NEVER;
	r->t->exchange(r->out, r->in);
	r->nrounds++;
	for (uint32_t i = 0; i < r->t->size; i++)
		if (i != r->t->rank)
			first = earlier(first, read_first(r, &r->in[i]));
	assume_idle_until(r, first);
	for (uint32_t i = 0; i < r->t->size; i++)
		if (i != r->t->rank)
			read_round(r, &r->in[i]);
	return first;
}

/* ---- making ---- */

void
ranks_note_same_state(Ranks *r)
{
	Links *l = &r->w->links;

	for (EndId e = 0; e < l->nends; e++)
		for (uint32_t i = 0; i < l->ends[e].norders; i++)
			l->ends[e].orders[i].told = true;
	for (uint32_t i = 0; i < r->t->size; i++)
		r->orders[i].len = 0;
	r->first_order = NEVER;
}

void
ranks_begin_run(Ranks *r)
{
	r->running = true;
	find_cuts(r);
}

Ranks *
ranks_new(Network *w, const Transport *t, const RankCalls *calls, uint8_t *of)
{
	Ranks *r = xcalloc(1, sizeof *r);

	*r = (Ranks){.w = w, .t = t, .rank_of = of, .changed = true, .first_order = NEVER,
		.out = xcalloc(t->size, sizeof *r->out),
		.in = xcalloc(t->size, sizeof *r->in),
		.orders = xcalloc(t->size, sizeof *r->orders),
		.cuts = xcalloc(w->nnodes * NLINKS, sizeof *r->cuts)};
	w->ranks = r;
	w->rank_calls = calls;
	w->rank_of = of;
	w->rank = t->rank;
	network_resume(w);
	return r;
}

void
ranks_free(Ranks *r)
{
	r->w->ranks = NULL;
	r->w->rank_of = NULL;
	r->w->rank = 0;
	for (uint32_t i = 0; i < r->t->size; i++) {
		buf_free(&r->out[i]);
		buf_free(&r->in[i]);
		buf_free(&r->orders[i]);
	}
	part_known_free(&r->known);
	free(r->out);
	free(r->in);
	free(r->orders);
	free(r->cuts);
	free(r->rank_of);
	free(r);
}
