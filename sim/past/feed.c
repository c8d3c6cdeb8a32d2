/*
 * feed.c - the orders of all ends, and nodes that live by them.
 *
 * A lone node's past is one of a recording: its tape has the orders of the other ends of the node's
 * links, as acts. An order may be given before it is due, so those of a BATCH are acts of its
 * beginning, and the run is cut no more often than that.
 */
#include "feed.h"

#include "base/arena.h"
#include "past_state.h"

#include <stdlib.h>

enum {
	MAX_TAPE = 48 << 20, /* bytes; the beginning of a longer tape would be forgotten */
};

#define BATCH (4 * EPOCH)

/* What one end was ordered. */
typedef struct EndOrders {
	Order *order; /* n of them; their data is the arena's */
	uint32_t n, cap;
} EndOrders;

struct Feed {
	Past *past;
	EndOrders *ends;  /* [end] */
	uint64_t *hashes; /* [node], at the run's end */
	bool plain;       /* no fault, reset or crossbar acts */
	Arena data;
};

/* ---- gathering ---- */

static void
ordered(void *context, EndId e, const Order *o)
{
	Feed *f = context;
	EndOrders *x = &f->ends[e];
	Order copy = *o;

	if (x->n == x->cap) {
		x->cap = x->cap ? 2 * x->cap : 64;
		x->order = xrealloc(x->order, x->cap * sizeof *x->order);
	}
	if (o->data) {
		copy.data = arena_alloc(&f->data, o->len, 1);
		memcpy(copy.data, o->data, o->len);
	}
	x->order[x->n++] = copy;
}

static void
attach(void *context, Network *w)
{
	network_orders(w, ordered, context);
}

static void
detach(void *context, Network *w)
{
	(void)context;
	network_orders(w, NULL, NULL);
}

/* begin: go to the run's beginning, with what was done then. */
static void
begin(Past *p)
{
	past_goto(p, place_at(past_beginning(p)));
	past_act(p);
}

/* is_plain: nothing but orders acts on the nodes behind where the network is. */
static bool
is_plain(const Past *p)
{
	for (uint32_t i = p->tape.act; i < p->tape.nacts; i++)
		if (p->tape.acts[i].kind != ACT_ORDER && p->tape.acts[i].kind != ACT_SERVE)
			return false;
	return p->w->topology->nswitches == 0 && p->w->faults.n == 0;
}

Feed *
feed_new(Past *p)
{
	Network *w = past_network(p);
	Feed *f = xcalloc(1, sizeof *f);

	begin(p);
	*f = (Feed){.past = p, .ends = xcalloc(w->links.nends, sizeof *f->ends),
		.hashes = xcalloc(w->nnodes, sizeof *f->hashes), .plain = is_plain(p)};
	past_forward(p, &(Search){attach, detach, f}, NEVER, NULL);
	past_go_present(p);
	for (NodeId n = 0; n < w->nnodes; n++)
		f->hashes[n] = network_node_hash(w, n);
	return f;
}

void
feed_free(Feed *f)
{
	if (!f)
		return;
	for (EndId e = 0; e < past_network(f->past)->links.nends; e++)
		free(f->ends[e].order);
	free(f->ends);
	free(f->hashes);
	arena_free(&f->data);
	free(f);
}

const Order *
feed_orders(const Feed *f, EndId e, uint32_t *n)
{
	*n = f->ends[e].n;
	return f->ends[e].order;
}

/* ---- a node's tape ---- */

/* act_of: the act that gives an end an order. */
static Act
act_of(EndId e, const Order *o)
{
	Time due = o->at > SETUP ? o->at - SETUP : 0;
	Act a = {.kind = ACT_ORDER, .end = e, .order = *o, .at = due - due % BATCH};

	a.order.at -= a.at;
	return a;
}

/* add_serves: of an end, until a time; *next: the first that may be missing. */
static void
add_serves(Tape *t, const Tape *from, EndId e, Time until, uint32_t *next)
{
	for (; *next < from->nacts && from->acts[*next].at <= until; ++*next)
		if (from->acts[*next].kind == ACT_SERVE && from->acts[*next].end == e)
			tape_add_act(t, from->acts[*next]);
}

/* The other end of one of the node's links, and what it has not been given yet. */
typedef struct Peer {
	EndId end;
	uint32_t order, serve;
} Peer;

/* first_peer: the one whose next act is the earliest; NULL: none has any. */
static Peer *
first_peer(const Feed *f, Peer *peers, uint32_t npeers, Act *act)
{
	Peer *first = NULL;

	for (uint32_t i = 0; i < npeers; i++) {
		const EndOrders *x = &f->ends[peers[i].end];
		Act a;

		if (peers[i].order == x->n)
			continue;
		a = act_of(peers[i].end, &x->order[peers[i].order]);
		if (first && a.at >= act->at)
			continue;
		first = &peers[i];
		*act = a;
	}
	return first;
}

/*
 * add_orders: all that is done to the other ends of a node's links behind where the network is, the
 * beginning.
 */
static void
add_orders(const Feed *f, NodeId node, Tape *t)
{
	const End *ends = past_network(f->past)->links.ends;
	Peer peers[NLINKS], *next;
	uint32_t npeers = 0;
	Act act;

	for (uint32_t l = 0; l < NLINKS; l++) {
		EndId e = ends[node * NLINKS + l].peer;

		if (e != NOWHERE_END && e / NLINKS != node)
			peers[npeers++] = (Peer){e, 0, f->past->tape.act};
	}
	while ((next = first_peer(f, peers, npeers, &act)) && t->size < MAX_TAPE) {
		for (uint32_t i = 0; i < npeers; i++)
			add_serves(t, &f->past->tape, peers[i].end, act.at, &peers[i].serve);
		act.order.data = order_copy(&act.order);
		tape_add_act(t, act);
		next->order++;
	}
}

/* ---- the node ---- */

/* play: from the lone run's beginning, where it is, to its end, which is known. */
static void
play(Past *alone, Time at, RunEnd end)
{
	Buf mark = {0};

	for (size_t i = 0; i < TAPE_MARK(&alone->tape); i++)
		buf_byte(&mark, 0);
	tape_play(&alone->tape, &mark);
	buf_free(&mark);
	alone->live = alone->is_present = false;
	alone->present = (Present){.at = at, .end = end};
}

bool
feed_lone(const Feed *f, NodeId node, Lone *lone)
{
	Past *p = f->past;

	*lone = (Lone){0};
	if (!f->plain)
		return false;
	begin(p);
	*lone = lone_new(past_network(p), node);
	add_orders(f, node, &lone->past->tape);
	play(lone->past, p->present.at, p->present.end);
	past_go_present(lone->past);
	return lone->past->tape.size < MAX_TAPE
		&& network_node_hash(lone->network, node) == f->hashes[node];
}
