/*
 * lone.c - extracts a single node from a run.
 *
 * The bytes that reach a node over a link depend only on the orders for both ends of the link, and
 * on the times of the orders. The node gives the orders for its own ends. The orders for the other
 * ends are gathered while this part of the run is replayed; the lone machine gets all of them at
 * its beginning.
 */
#include "lone.h"

#include "past_state.h"

#include <stdlib.h>

/* An order for an end. */
typedef struct GivenOrder {
	EndId end;
	Order order;
} GivenOrder;

/* The part of a run that is extracted for one node. */
typedef struct ExtractedPart {
	NodeId node;
	EndId peer[NLINKS]; /* the other ends of its links */
	GivenOrder *given;       /* [ngiven] in the order in which they were given */
	uint32_t ngiven, cap;
} ExtractedPart;

/* ---- the machine ---- */

/* copy_page: callback for pages_each: copy a page to the node `context`. */
static void
copy_page(void *context, uint32_t page, const uint8_t *bytes)
{
	T800 *c = context;

	memcpy(c->r.mem + (size_t)page * PAGE, bytes, PAGE);
}

/* copy_node: give a node the state of another one, but not its observers and translations. */
static void
copy_node(T800 *to, const T800 *from)
{
	const T800 made = *to;

	*to = *from;
	to->r.mem = made.r.mem;
	to->r.node = to;
	to->note_observer = made.note_observer;
	to->watch = NULL;
	to->code = made.code;
	to->call_marks = NULL;
	to->hold_count = NEVER;
	to->held = to->withheld = false;
	pages_each(from, copy_page, to);
}

/* copy_order: a copy of an order with its data. */
static Order
copy_order(const Order *o)
{
	Order copy = *o;

	if (o->data) {
		copy.data = xmalloc(o->len);
		memcpy(copy.data, o->data, o->len);
	}
	return copy;
}

/* copy_end: give an end the state of another one, without its orders. */
static void
copy_end(End *to, const End *from)
{
	free(to->ahead);
	*to = *from;
	to->out = NULL;
	to->in = (Buf){0};
	to->orders = NULL;
	to->norders = 0;
	to->ahead = NULL;
	if (from->out) {
		to->out = xmalloc(from->out_len);
		memcpy(to->out, from->out, from->out_len);
	}
	if (from->in.len > 0)
		buf_put(&to->in, from->in.data, from->in.len);
	for (uint32_t i = 0; i < from->norders; i++)
		end_add_order(to, copy_order(&from->orders[i]));
}

Network *
lone_machine(const Network *w, NodeId node)
{
	Network *lone = network_new(w->topology);

	lone->now = w->now;
	lone->seed = w->seed;
	lone->links.fault = w->links.fault;
	for (NodeId n = 0; n < w->nnodes; n++) {
		lone->period[n] = w->period[n];
		lone->phase[n] = w->phase[n];
		lone->from[n] = w->from[n];
		if (n == node)
			copy_node(lone->nodes[n], w->nodes[n]);
		else
			lone->nodes[n]->stop = STOP_ABSENT;
	}
	for (EndId e = 0; e < w->links.nends; e++)
		copy_end(&lone->links.ends[e], &w->links.ends[e]);
	memcpy(lone->links.crossbars, w->links.crossbars,
		w->topology->nswitches * sizeof *w->links.crossbars);
	return lone;
}

/* ---- orders of the other nodes ---- */

/*
 * gather_order: order observer: keep a copy of an order for an end at the other side of the node's
 * links.
 */
static void
gather_order(void *context, EndId e, const Order *o)
{
	ExtractedPart *cut = context;

	for (uint32_t l = 0; l < NLINKS; l++) {
		if (cut->peer[l] != e || e / NLINKS == cut->node)
			continue;
		if (cut->ngiven == cut->cap) {
			cut->cap = cut->cap ? 2 * cut->cap : 64;
			cut->given = xrealloc(cut->given, cut->cap * sizeof *cut->given);
		}
		cut->given[cut->ngiven++] = (GivenOrder){e, copy_order(o)};
	}
}

/* give_orders: give the gathered orders to the lone machine. */
static void
give_orders(const ExtractedPart *cut, Network *lone)
{
	for (uint32_t i = 0; i < cut->ngiven; i++)
		end_add_order(&lone->links.ends[cut->given[i].end], cut->given[i].order);
	free(cut->given);
	network_resume(lone);
}

Lone
lone_new(const Network *w, NodeId node)
{
	Network *alone = lone_machine(w, node);

	network_resume(alone);
	return (Lone){alone, past_new(alone)};
}

/* ---- the piece ---- */

/*
 * piece_times: the start and end times of the part between two places. Returns false if the run has
 * no such places.
 */
static bool
piece_times(Past *p, Place from, Place to, Time *begin, Time *end)
{
	if (!past_goto(p, from))
		return false;
	*begin = past_place(p).time;
	if (!past_goto(p, to))
		return false;
	*end = to.node == NOWHERE ? to.time : earlier(past_place(p).time + 1, past_present(p));
	return past_goto(p, place_at(*begin)) && *begin < *end;
}

bool
lone_cut(Past *p, Place from, Place to, Lone *lone)
{
	Network *w = past_network(p);
	ExtractedPart cut = {.node = from.node};
	Time begin, end;

	*lone = (Lone){0};
	if (!piece_times(p, from, to, &begin, &end))
		return false;
	past_leave_present(p);
	for (uint32_t l = 0; l < NLINKS; l++)
		cut.peer[l] = w->links.ends[from.node * NLINKS + l].peer;
	lone->network = lone_machine(w, from.node);
	network_on_order(w, gather_order, &cut);
	past_advance(p, end);
	network_on_order(w, NULL, NULL);
	give_orders(&cut, lone->network);
	lone->past = past_new(lone->network);
	lone->network->finishing = true;
	lone->network->finish = end;
	past_run(lone->past, end);
	return network_node_hash(lone->network, from.node) == network_node_hash(w, from.node);
}

void
lone_free(Lone *lone)
{
	past_free(lone->past);
	if (lone->network)
		network_free(lone->network);
	*lone = (Lone){0};
}
