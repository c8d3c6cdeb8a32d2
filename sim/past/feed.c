/*
 * feed.c - gathers the orders of all ends, and makes lone nodes from them.
 *
 * The past of a lone node is like the past of a recording: its tape has, as acts, the orders to the
 * other ends of the node's links. An order may be given before it is due. So all orders that are
 * due in one BATCH become acts at the beginning of the BATCH, and the run is divided only there.
 *
 * The moments of the run's recording are moments of the lone node, too. Moments divide the run into
 * intervals, and an order must become an act of the interval in which it was given. A moment is
 * read from the recording when the node first goes there.
 */
#include "feed.h"

#include "base/arena.h"
#include "base/list.h"
#include "past_state.h"
#include "recording.h"

#include <stdlib.h>

enum {
	MAX_TAPE = 48 << 20, /* bytes; a longer tape would lose its beginning */
};

#define BATCH (4 * EPOCH) /* orders that are due in the same BATCH are given together */

/* The orders for one end. */
typedef struct EndOrders {
	Order *order;     /* [n] their data is in the arena */
	uint32_t n;
	uint32_t skip;    /* number of orders to leave out, because the beginning has them */
	uint32_t *before; /* [moment] number of orders given before it */
} EndOrders;

struct Feed {
	Past *past;
	EndOrders *ends;   /* [end] */
	uint32_t nmoments; /* moments of the recording */
	uint64_t *hashes;  /* [node] hash at the run's end; NULL if there are moments */
	bool plain;        /* nothing but orders acts on nodes: no faults, resets or crossbars */
	Arena data;        /* the data of the orders */
};

/* ---- gathering ---- */

/* gather_order: order observer: add a copy of an order for a link end (Order) to the end's list. */
static void
gather_order(void *context, EndId e, const Order *o)
{
	Feed *f = context;
	EndOrders *x = &f->ends[e];
	Order copy = *o;

	if (x->skip > 0) {
		x->skip--;
		return;
	}
	x->order = list_more(x->order, x->n, sizeof *x->order);
	if (o->data) {
		copy.data = arena_alloc(&f->data, o->len, 1);
		memcpy(copy.data, o->data, o->len);
	}
	x->order[x->n++] = copy;
}

/* attach_gatherer: Search.attach: begin to gather the orders for all link ends. */
static void
attach_gatherer(void *context, Network *w)
{
	network_on_order(w, gather_order, context);
}

/* detach_gatherer: Search.detach: gather no more orders. */
static void
detach_gatherer(void *context, Network *w)
{
	(void)context;
	network_on_order(w, NULL, NULL);
}

/* go_to_beginning: go to the run's beginning, and apply the acts of that time. */
static void
go_to_beginning(Past *p)
{
	past_goto(p, place_at(past_beginning(p)));
	past_apply_acts(p);
}

/*
 * has_only_orders: true if, from the network's place on, only orders to link ends act on the
 * nodes: no reset, change or fault, and circuits cannot change.
 */
static bool
has_only_orders(const Past *p)
{
	for (uint32_t i = p->tape.next_act; i < p->tape.nacts; i++)
		if (p->tape.acts[i].kind != ACT_ORDER && p->tape.acts[i].kind != ACT_SERVE)
			return false;
	return p->w->topology->nswitches == 0 && p->w->faults.n == 0;
}

/*
 * gather_run: collect the orders of the host to all link ends, by replaying the rest of the run up
 * to the present.
 */
static void
gather_run(Feed *f)
{
	past_forward(f->past, &(Search){attach_gatherer, detach_gatherer, f}, NEVER, NULL);
	past_go_present(f->past);
}

/* end_interval: note how many orders each link end has got before a moment. */
static void
end_interval(Feed *f, uint32_t moment)
{
	for (EndId e = 0; e < past_network(f->past)->links.nends; e++)
		f->ends[e].before[moment] = f->ends[e].n;
}

/*
 * gather_recorded: read the orders for link ends from the recording. The recording of an
 * interrupted run has no orders after its last moment. Returns false if the orders are damaged.
 */
static bool
gather_recorded(Feed *f)
{
	Past *p = f->past;

	for (uint32_t i = 0; i < f->nmoments; i++) {
		if (!recording_each_order(p, i, gather_order, f))
			return false;
		end_interval(f, i);
	}
	if (recording_is_whole(p))
		return recording_each_order(p, f->nmoments, gather_order, f);
	past_load_moment(p, &p->moments.elsewhere[f->nmoments - 1]);
	gather_run(f);
	return true;
}

/*
 * begin_recorded: skip the recorded orders for link ends at the run's beginning, which have been
 * gathered.
 */
static void
begin_recorded(Feed *f)
{
	Network *w = past_network(f->past);

	past_goto(f->past, place_at(past_beginning(f->past)));
	for (EndId e = 0; e < w->links.nends; e++) {
		f->ends[e].before = arena_alloc(&f->data, f->nmoments, sizeof(uint32_t));
		f->ends[e].skip = -w->links.ends[e].norders;
	}
	past_apply_acts(f->past);
	for (EndId e = 0; e < w->links.nends; e++)
		f->ends[e].skip += w->links.ends[e].norders;
}

/* forget_orders: drop the gathered orders for link ends. */
static void
forget_orders(Feed *f)
{
	for (EndId e = 0; e < past_network(f->past)->links.nends; e++)
		f->ends[e].n = f->ends[e].skip = 0;
	f->nmoments = 0;
}

/* gather_all: gather the orders for link ends by repeating the run, if the recording lacks them. */
static void
gather_all(Feed *f)
{
	Network *w = past_network(f->past);

	go_to_beginning(f->past);
	gather_run(f);
	f->hashes = xcalloc(w->nnodes, sizeof *f->hashes);
	for (NodeId n = 0; n < w->nnodes; n++)
		f->hashes[n] = network_node_hash(w, n);
}

Feed *
feed_new(Past *p)
{
	Network *w = past_network(p);
	Feed *f = xcalloc(1, sizeof *f);
	bool gathered = false;

	*f = (Feed){.past = p, .ends = xcalloc(w->links.nends, sizeof *f->ends),
		.nmoments = recording_count_moments(p, NEVER)};
	go_to_beginning(p);
	f->plain = has_only_orders(p);
	if (f->nmoments > 0) {
		begin_recorded(f);
		gathered = gather_recorded(f);
	}
	if (!gathered) {
		forget_orders(f);
		gather_all(f);
	}
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

/* A part of the run, between two moments; the beginning and the end count as moments. */
typedef struct RunPart {
	uint32_t number;   /* number of the moment at the part's end, from 0 */
	Time low, high;    /* the least and greatest time of an act */
} RunPart;

/* find_part: part `number` of the run, which ends at the recording's moment of that number. */
static RunPart
find_part(const Feed *f, uint32_t number)
{
	const Moment *m = f->past->moments.elsewhere;

	return (RunPart){number, number > 0 ? m[number - 1].at : 0,
		number < f->nmoments ? m[number].at - 1 : NEVER};
}

/* act_of: the act by which a host would give the link end this order. */
static Act
act_of(EndId e, const Order *o, const RunPart *part)
{
	Time due = o->at > SETUP ? o->at - SETUP : 0;
	Time at = later(earlier(due - due % BATCH, part->high), part->low);
	Act a = {.kind = ACT_ORDER, .end = e, .order = *o, .at = at};

	a.order.at -= a.at;
	return a;
}

/* The other end of one of the node's links, and its orders that are not on the tape yet. */
typedef struct Peer {
	EndId end;
	uint32_t order, serve;   /* indices of the next order and service of this part */
	uint32_t orders, serves; /* indices after its last order and service */
} Peer;

/* add_serves: add to the tape the services ordered at the peer's end in this part, up to a time. */
static void
add_serves(Tape *t, const Tape *from, Peer *p, Time until)
{
	for (; p->serve < p->serves && from->acts[p->serve].at <= until; p->serve++)
		if (from->acts[p->serve].kind == ACT_SERVE && from->acts[p->serve].end == p->end)
			tape_add_act(t, from->acts[p->serve]);
}

/* first_peer: the peer whose next act comes first; NULL if no peer has an act left in this part. */
static Peer *
first_peer(const Feed *f, Peer *peers, uint32_t npeers, const RunPart *part, Act *act)
{
	Peer *first = NULL;

	for (uint32_t i = 0; i < npeers; i++) {
		Act a;

		if (peers[i].order == peers[i].orders)
			continue;
		a = act_of(peers[i].end, &f->ends[peers[i].end].order[peers[i].order], part);
		if (first && a.at >= act->at)
			continue;
		first = &peers[i];
		*act = a;
	}
	return first;
}

/* add_part: add to the tape all acts on the peers in a part of the run. */
static void
add_part(const Feed *f, Peer *peers, uint32_t npeers, const RunPart *part, Tape *t)
{
	const Tape *from = &f->past->tape;
	bool last = part->number == f->nmoments;
	Peer *next;
	Act act;

	for (uint32_t i = 0; i < npeers; i++) {
		const EndOrders *x = &f->ends[peers[i].end];

		peers[i].orders = last ? x->n : x->before[part->number];
		peers[i].serves = last ? from->nacts
			: tape_count_acts(from, &f->past->moments.elsewhere[part->number].mark);
	}
	while ((next = first_peer(f, peers, npeers, part, &act)) && t->size < MAX_TAPE) {
		for (uint32_t i = 0; i < npeers; i++)
			add_serves(t, from, &peers[i], act.at);
		act.order.data = order_copy(&act.order);
		tape_add_act(t, act);
		next->order++;
	}
	for (uint32_t i = 0; i < npeers; i++)
		add_serves(t, from, &peers[i], NEVER);
}

/*
 * find_peers: find the other ends of a node's links, each with its first order; returns their
 * number.
 */
static uint32_t
find_peers(const Feed *f, NodeId node, Peer peers[NLINKS])
{
	const End *ends = past_network(f->past)->links.ends;
	uint32_t npeers = 0;

	for (uint32_t l = 0; l < NLINKS; l++) {
		EndId e = ends[node * NLINKS + l].peer;

		if (e != NOWHERE_END && e / NLINKS != node)
			peers[npeers++] = (Peer){.end = e, .serve = f->past->tape.next_act};
	}
	return npeers;
}

/* ---- a node's moments ---- */

/* A lone node whose moments are in the recording. */
typedef struct RecordedLone {
	const Feed *feed;
	Past *alone; /* the past of the lone node */
} RecordedLone;

/*
 * load_moment: copy the node from the recording's moment m->where to the network `lone`, and keep
 * this state as a moment of the lone node's past.
 */
static void
load_moment(void *context, const Moment *m, Network *lone)
{
	const RecordedLone *k = context;
	const Moment *from = &k->feed->past->moments.elsewhere[m->where];
	Moment *own = &k->alone->moments.elsewhere[m->where], taken;

	from->load(from->context, from, lone); /* the other nodes stay absent */
	taken = moment_capture(&k->alone->moments);
	taken.acted = own->acted;
	buf_free(&taken.mark);
	taken.mark = own->mark;
	free(own->counts);
	*own = taken;
}

/*
 * add_moment: add a moment of the recording to the lone node's moments; its tape must be complete
 * up to there.
 */
static void
add_moment(Feed *f, NodeId node, Past *alone, uint32_t number)
{
	const Moment *from = &f->past->moments.elsewhere[number];
	Moments *m = &alone->moments;
	Moment own = {.at = from->at, .load = load_moment, .where = number,
		.counts = xcalloc(past_network(alone)->nnodes, sizeof *own.counts)};
	RecordedLone *k = arena_alloc(&f->data, 1, sizeof *k);

	*k = (RecordedLone){f, alone};
	own.context = k;
	own.counts[node] = from->counts[node];
	tape_mark(&alone->tape, &own.mark);
	own.acted = tape_has_acted(&alone->tape, &own.mark, own.at);
	m->elsewhere = list_more(m->elsewhere, m->nelsewhere, sizeof *m->elsewhere);
	m->elsewhere[m->nelsewhere++] = own;
}

/* ---- the node ---- */

/*
 * add_acts: fill the lone node's tape with all acts on the other ends of its links, and add its
 * moments.
 */
static void
add_acts(Feed *f, NodeId node, Past *alone)
{
	Peer peers[NLINKS];
	uint32_t npeers = find_peers(f, node, peers);

	for (uint32_t i = 0; i <= f->nmoments; i++) {
		RunPart part = find_part(f, i);

		add_part(f, peers, npeers, &part, &alone->tape);
		if (i < f->nmoments)
			add_moment(f, node, alone, i);
	}
}

/*
 * prepare_replay: turn the lone node's past into the replay of a run; at, end: when and how the run
 * ends.
 */
static void
prepare_replay(Past *alone, Time at, RunEnd end)
{
	Buf mark = {0};

	for (size_t i = 0; i < TAPE_MARK_SIZE(&alone->tape); i++)
		buf_byte(&mark, 0);
	tape_play(&alone->tape, &mark);
	buf_free(&mark);
	alone->live = alone->is_present = false;
	alone->keep_every = KEEP_EVERY_LONE;
	alone->present = (Present){.at = at, .end = end};
}

/*
 * reaches_run_state: true if the lone node reaches the state that it had at the end of the run.
 * With moments of a recording, this is not tested.
 */
static bool
reaches_run_state(const Feed *f, NodeId node, Past *alone)
{
	if (!f->hashes)
		return true;
	past_go_present(alone);
	return network_node_hash(past_network(alone), node) == f->hashes[node];
}

bool
feed_lone(Feed *f, NodeId node, Lone *lone)
{
	Past *p = f->past;

	*lone = (Lone){0};
	if (!f->plain)
		return false;
	go_to_beginning(p);
	*lone = lone_new(past_network(p), node);
	add_acts(f, node, lone->past);
	prepare_replay(lone->past, p->present.at, p->present.end);
	return lone->past->tape.size < MAX_TAPE && reaches_run_state(f, node, lone->past);
}
