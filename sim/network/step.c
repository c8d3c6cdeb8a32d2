/*
 * step.c - runs a node up to the first time at which other parts could affect it, and serves its
 * requests meanwhile.
 */
#include "step.h"
#include "share.h"

/*
 * waiting_process: the descriptor of the process that waits for a message on the channel of a link
 * (LINK_OUT0, LINK_IN0).
 */
static Word
waiting_process(const T800 *c, Addr channel)
{
	return t800_get(c, c->r.mem + t800_offset(c, t800_reserved(c, channel)));
}

/* store_received: store the bytes that a link has received in memory. */
static void
store_received(T800 *c, int link, Addr a, const uint8_t *bytes, Word nbytes, Word who)
{
	uint8_t *to = c->r.mem + t800_offset(c, a);

	if (rom_has(c, t800_offset(c, a)))
		return;
	if (c->watch)
		watch_message(c, ACCESS_RECEIVED, link, a, nbytes, to, bytes, who);
	memcpy(to, bytes, nbytes);
	code_note_store(c, a, nbytes);
}

void
node_keep_received(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];

	for (int link = 0; link < NLINKS && (c->stop == STOP_NONE || c->stop == STOP_ERROR
		|| c->stop == STOP_ANALYSE); link++) {
		const End *e = &w->links.ends[n * NLINKS + link];

		if (e->receiver != RECEIVE_MESSAGE || e->in_have == 0
			|| (!e->receiving && c->due[DUE_IN + link] == NEVER))
			continue;
		c->checkpoint = node_clock(w, n, w->now);
		store_received(c, link, e->in_ptr, e->in.data, e->in_have,
			waiting_process(c, LINK_IN0 + 4 * link));
	}
}

/* order_from_post: convert a request that the node has posted into an order for its link. */
static Order
order_from_post(Network *w, NodeId n, const Post *post)
{
	T800 *c = w->nodes[n];
	Order o = {.at = node_time(w, n, post->at) + SETUP,
		.kind = post->kind,
		.ptr = post->ptr,
		.len = post->len};

	if (o.kind == POST_OUT && o.len > 0) {
		o.data = xmalloc(o.len);
		memcpy(o.data, c->r.mem + t800_offset(c, o.ptr), o.len);
		if (c->watch && !rom_has(c, t800_offset(c, o.ptr)))
			watch_message(c, ACCESS_SENT, post->link, o.ptr, o.len, o.data, o.data,
				waiting_process(c, LINK_OUT0 + 4 * post->link));
	}
	if (o.kind == POST_RESET_IN || o.kind == POST_RESET_OUT) {
		int slot = (o.kind == POST_RESET_IN ? NLINKS : 0) + post->link;

		c->cancelled[slot] = node_clock(w, n, o.at);
	}
	return o;
}

/* send_posts: give the node's posts to its links as orders. */
static void
send_posts(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];

	for (uint32_t i = 0; i < c->nposts; i++)
		network_add_order(w, n * NLINKS + c->posts[i].link,
			order_from_post(w, n, &c->posts[i]));
	c->nposts = 0;
}

/*
 * steal_cycles: if the processor executes, make it wait for the memory accesses of the link
 * engine.
 */
static void
steal_cycles(T800 *c, Addr ptr, Word nbytes)
{
	Word size = chip_word_bytes(c->chip), words = (nbytes + size - 1) / size;

	if (!c->idle)
		c->r.cycles += 4 + words * (t800_offset(c, ptr) < c->r.onchip ? 1 : 1 + c->r.wait);
	if (t800_offset(c, ptr) >= c->r.onchip)
		dram_close(&c->dram);
}

/* boot_step: handle a poke, a peek or code that the boot logic has received. */
static void
boot_step(Network *w, NodeId n, int link)
{
	T800 *c = w->nodes[n];
	EndId id = n * NLINKS + link;
	End *e = &w->links.ends[id];
	Word size = chip_word_bytes(c->chip);
	Addr a = t800_get(c, e->command + 1) & ~(size - 1);
	uint8_t *data;

	if (e->receiver != RECEIVE_BOOT) {
		if (e->code_at != NEVER)
			boot_code(c, e->in.data + 1, e->in_len - 1, link);
		return;
	}
	if (e->command[0] == 0) {
		if (t800_offset(c, a) < c->r.size)
			store_received(c, link, a, e->command + 1 + size, size, NOTPROCESS);
		else if (subsystem_has(&c->subsystem, a))
			subsystem_write(&c->subsystem, a, get32(e->command + 5));
		return;
	}
	data = xmalloc(size);
	memset(data, 0xFF, size);
	if (t800_offset(c, a) < c->r.size)
		memcpy(data, c->r.mem + t800_offset(c, a), size);
	else if (subsystem_has(&c->subsystem, a))
		put32(data, subsystem_read(&c->subsystem, a));
	network_add_order(w, id,
		(Order){.at = node_time(w, n, c->r.cycles) + SETUP,
			.kind = POST_OUT,
			.len = size,
			.data = data});
}

void
node_deliver(Network *w, NodeId n, int slot)
{
	T800 *c = w->nodes[n];
	Cycles when = c->due[slot];
	End *e;

	due_set(c, slot, NEVER);
	c->checkpoint = when; /* time of the stored data */
	if (slot == DUE_EVENT) {
		t800_raise_event(c);
	} else if (slot >= DUE_GUARD) {
		channel_guard_ready(c, slot - DUE_GUARD);
	} else if (c->stop == STOP_BOOT) {
		if (slot >= DUE_IN)
			boot_step(w, n, slot - DUE_IN);
		return;
	} else if (when > c->cancelled[slot - DUE_OUT]) {
		e = &w->links.ends[n * NLINKS + (slot - DUE_OUT) % NLINKS];
		if (slot >= DUE_IN && e->in_have > 0)
			store_received(c, slot - DUE_IN, e->in_ptr, e->in.data, e->in_have,
				waiting_process(c, LINK_IN0 + 4 * (slot - DUE_IN)));
		steal_cycles(c, slot >= DUE_IN ? e->in_ptr : 0,
			slot >= DUE_IN ? e->in_have : e->out_len);
		channel_done(c, slot);
	}
	process_reschedule(c);
	if (w->faults.n > 0 && slot >= DUE_OUT && slot < DUE_GUARD)
		w->fault_calls->message_done(w, n, (slot - DUE_OUT) % NLINKS, slot >= DUE_IN);
}

/* node_bound: the time before which the node does nothing. */
static Time
node_bound(const Network *w, NodeId n)
{
	return w->is_active[n] ? w->at[n] : earlier(w->agenda.keys[n], w->final);
}

/* order_bound: the earliest time of an order from the other end for the link at e. */
Time
order_bound(const Network *w, EndId e)
{
	EndId peer = w->links.ends[e].peer;
	Time bound = w->final;

	if (peer == NOWHERE_END)
		return w->circuits;
	if (!end_is_here(w, peer) && w->links.ends[peer].ref.kind != END_NODE) {
		bound = w->first; /* the host may have received outcomes since */
	} else if (w->links.ends[peer].ref.kind == END_NODE) {
		bound = node_bound(w, w->links.ends[peer].ref.part);
	}
	return earlier(bound + SETUP, w->circuits);
}

/* has_order: true if an order of this kind waits for the end. */
static bool
has_order(const End *e, PostKind kind)
{
	for (uint32_t i = 0; i < e->norders; i++)
		if (e->orders[i].kind == kind)
			return true;
	return false;
}

/*
 * outcome_overruns: true if the link could produce an outcome at `at` while the node has not
 * processed the previous one. This happens only if processes misuse a channel.
 */
static bool
outcome_overruns(const Network *w, EndId id, Time at)
{
	const End *e = &w->links.ends[id];
	const Cycles *due;
	Cycles clock;

	if (e->ref.kind != END_NODE || !node_is_here(w, e->ref.part)
		|| w->nodes[e->ref.part]->stop > STOP_BOOT)
		return false;
	due = w->nodes[e->ref.part]->due + e->ref.index;
	if (due[DUE_OUT] == NEVER && due[DUE_IN] == NEVER && due[DUE_GUARD] == NEVER)
		return false;
	clock = node_clock(w, e->ref.part, at);
	return (due[DUE_OUT] < clock && (e->sending || has_order(e, POST_OUT)))
		|| (due[DUE_IN] < clock && (e->receiving || has_order(e, POST_IN)))
		|| (due[DUE_GUARD] < clock && (e->guard || has_order(e, POST_GUARD)));
}

bool
link_overruns(const Network *w, EndId e, Time at)
{
	EndId peer = w->links.ends[e].peer;

	return outcome_overruns(w, e, at) || (peer != NOWHERE_END && outcome_overruns(w, peer, at));
}

/*
 * byte_waits: true if a byte has arrived by `at`, and no pending order takes it. The link itself
 * may have been simulated beyond this time.
 */
static bool
byte_waits(const End *e, Time at)
{
	for (uint32_t i = 0; i < e->norders; i++) {
		const Order *o = &e->orders[i];

		if ((o->kind == POST_IN && o->len > 0) || o->kind == POST_RESET_IN)
			return false;
	}
	return e->held && e->held_at <= at;
}

bool
node_answer(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];
	EndId e = n * NLINKS + c->asked, peer = w->links.ends[e].peer;
	Time at = node_time(w, n, c->r.cycles);
	bool device = peer != NOWHERE_END && w->links.ends[peer].ref.kind != END_NODE;

	if (shares_stepping(w) || order_bound(w, e) <= at || (device && w->final <= at)
		|| link_overruns(w, e, at))
		return false;
	link_advance(&w->links, e, at + 1, skips_periods(w));
	network_refresh(w, e);
	c->waiting = byte_waits(&w->links.ends[e], at) << c->asked;
	c->exact = c->r.cycles;
	c->asking = false;
	return true;
}

/* node_horizon: the time up to which the node can run, because nothing acts on it before. */
static Time
node_horizon(const Network *w, NodeId n, Time until)
{
	if (w->sync == SYNC_LOCKSTEP)
		return earlier(w->final, until);
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++) {
		const Outlook *o = &w->links.outlook[e];
		Time bound = NEVER;

		if (o->busy)
			bound = end_bound(&w->links, e, order_bound(w, e));
		else if (o->after != NEVER)
			bound = earlier(node_bound(w, o->node) + SETUP, w->circuits) + o->after;
		until = earlier(until, bound);
	}
	return until;
}

/* next_observation: the clock at which the observer wants to see the node next. */
static Cycles
next_observation(const Network *w, NodeId n, const T800 *c)
{
	return later(c->r.cycles + 1, w->observe_at[n]);
}

/* next_stop_clock: the clock at which the node must stop and be served. */
static Cycles
next_stop_clock(const Network *w, NodeId n, const T800 *c, Cycles limit)
{
	if (w->observer && next_observation(w, n, c) < limit)
		limit = next_observation(w, n, c);
	return w->faults.n > 0 ? w->fault_calls->limit(w, n, limit) : limit;
}

/*
 * is_to_be_observed: true if the node is at a checkpoint that the observer of network_watch wants
 * to see.
 */
static bool
is_to_be_observed(const Network *w, NodeId n, const T800 *c)
{
	return c->called || !node_executes(c) || c->r.cycles >= w->observe_at[n];
}

bool
node_handle_stop(Network *w, NodeId n)
{
	const T800 *c = w->nodes[n];
	bool posted = c->nposts > 0;

	if (w->observer && is_to_be_observed(w, n, c))
		w->observe_at[n] = w->observer(w->observer_context, n);
	send_posts(w, n);
	return (w->faults.n > 0 && w->fault_calls->after_run(w, n)) || posted;
}

/* record_pass: record the time at which the node has reached the requested instruction. */
static void
record_pass(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];

	w->passed[n] = node_time(w, n, c->checkpoint);
	if (t800_release(c))
		node_handle_stop(w, n);
}

bool
node_step(Network *w, NodeId n, Time until)
{
	T800 *c = w->nodes[n];
	Cycles limit = node_clock(w, n, node_horizon(w, n, until));

	while ((c->stop == STOP_NONE || c->stop == STOP_BOOT) && !c->held) {
		Cycles when;
		int slot = due_next(c, &when);
		bool due;

		if (!node_executes(c) && c->r.cycles < when) {
			if (when >= limit)
				break;
			c->r.cycles = when;
		}
		due = when <= c->r.cycles && when < limit;
		if (due && slot >= DUE_EVENT) {
			node_deliver(w, n, slot);
			if (w->faults.n > 0) /* a fault may have changed the clock */
				limit = node_clock(w, n, node_horizon(w, n, until));
			continue;
		}
		if (!due && c->r.cycles >= limit)
			break;
		if (due)
			c->asking = false; /* it asks again after the entry has acted */
		if (c->asking && !node_answer(w, n))
			break;
		t800_run(c, next_stop_clock(w, n, c, limit));
		if (c->held && w->passed)
			record_pass(w, n);
		else if (c->held || !node_handle_stop(w, n))
			continue;
		limit = node_clock(w, n, node_horizon(w, n, until));
	}
	if (c->watch)
		watch_flush(c->watch);
	return node_executes(c);
}
