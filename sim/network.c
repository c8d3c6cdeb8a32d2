/*
 * network.c - all nodes, links and crossbars in one time.
 *
 * The run goes in rounds. What acts first, at Tmin, cannot reach a link before Tmin + SETUP, so
 * up to there all links are final: their outcomes are told to nodes and devices in order of time.
 * Then every node that executes runs until the first moment at which it could be affected: under
 * SYNC_LOCKSTEP that is Tmin + SETUP for all; under SYNC_WINDOWS it is worked out from each of its
 * links, where both ends' counts are known. A node stops at a checkpoint, and what is due acts
 * there before it goes on; so any way of cutting time gives the same run (docs/machine.md).
 */
#include "network.h"
#include "trace.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* A node is stepped only if it is less than this ahead of the last one; any value from SETUP up gives the same run. */
#define AHEAD (4 * SETUP)

/* ---- time ---- */

Time
node_time(const Network *w, NodeId n, Cycles clock)
{
	return w->phase[n] + (Time)((unsigned __int128)(clock - w->from[n]) * w->period[n] >> 20);
}

Cycles
node_clock(const Network *w, NodeId n, Time at)
{
	uint64_t period = w->period[n], since;

	if (at == NEVER)
		return NEVER;
	if (at <= w->phase[n])
		return w->from[n];
	since = at - w->phase[n];
	if (since < 1ull << 43)
		return w->from[n] + ((since << 20) + period - 1) / period;
	return w->from[n] + (((unsigned __int128)since << 20) + period - 1) / period;
}

/* ---- things of the agenda: nodes, then links by their lower end, then selectors ---- */

/* counted: links may count equal periods; not if each packet is an event, or is traced. */
static bool
counted(const Network *w)
{
	return !w->by_byte && !(w->trace && trace_packets(w->trace));
}

static uint32_t
link_thing(const Network *w, EndId e)
{
	EndId peer = w->ends[e].peer;

	return w->nnodes + (peer < e ? peer : e);
}

static bool
is_link(const Network *w, uint32_t thing)
{
	return thing >= w->nnodes && thing < w->nnodes + w->nends;
}

void
network_schedule(Network *w, uint32_t thing, Time at)
{
	agenda_set(&w->agenda, thing, at);
}

void
network_refresh(Network *w, EndId e)
{
	EndId peer = w->ends[e].peer;
	Time next = link_expect(w, e);

	if (peer != NOWHERE_END)
		network_schedule(w, w->nnodes + (peer < e ? e : peer), NEVER);
	network_schedule(w, link_thing(w, e), w->by_byte ? link_next_step(w, e) : next);
}

void
network_order(Network *w, EndId e, Order o)
{
	uint32_t link = link_thing(w, e);

	end_order(&w->ends[e], o);
	network_schedule(w, link, earlier(w->agenda.keys[link], o.at));
}

/* ---- what links tell ---- */

/* executes: the node has a process to run; else it can only wait for what is due. */
static bool
executes(const T800 *c)
{
	return c->stop == STOP_NONE && !c->idle;
}

/* next_act: nothing the node does, nor is done to it, comes before this; NEVER: it waits. */
static Time
next_act(const Network *w, NodeId n)
{
	const T800 *c = w->nodes[n];
	Cycles when;

	due_next(c, &when);
	if (executes(c) && c->r.cycles < when)
		when = c->r.cycles;
	return when == NEVER ? NEVER : node_time(w, n, when);
}

/* node_wake: something may be due for a node. */
static void
node_wake(Network *w, NodeId n)
{
	if (w->nodes[n]->stop > STOP_BOOT)
		return;
	if (w->is_active[n])
		w->at[n] = earlier(w->at[n], next_act(w, n));
	else
		network_schedule(w, n, next_act(w, n));
}

/* booting: code comes over this link; the node's other links no longer boot it. */
static void
booting(Network *w, EndId e, Time at)
{
	NodeId n = w->ends[e].ref.part;

	for (EndId other = n * NLINKS; other < (n + 1) * NLINKS; other++)
		if (other != e)
			network_order(w, other, (Order){.at = at + SETUP, .kind = POST_UNBOOT,
				.ptr = w->ends[e].ref.index});
}

static void
node_tell(Network *w, EndId e, Outcome what, Time at)
{
	static const int slots[] = {
		[OUTCOME_SENT] = DUE_OUT, [OUTCOME_RECEIVED] = DUE_IN, [OUTCOME_GUARD] = DUE_GUARD};
	EndRef ref = w->ends[e].ref;

	if (what == OUTCOME_BOOTING) {
		booting(w, e, at);
		return;
	}
	w->nodes[ref.part]->due[slots[what] + ref.index] = node_clock(w, ref.part, at);
	node_wake(w, ref.part);
}

/* note_outcome: into the trace; guards and the boot logic are not its concern. */
static void
note_outcome(Network *w, EndId id, Outcome what, Time at)
{
	const End *e = &w->ends[id];

	if (what == OUTCOME_SENT)
		trace_note(w->trace, (TraceRecord){at, TRACE_SENT, id, 0, 0});
	else if (what == OUTCOME_RECEIVED)
		trace_note(w->trace, (TraceRecord){at, TRACE_RECEIVED, id, e->peer, e->in_have});
}

void
network_note(const T800 *c, Word what, Word value)
{
	static const TraceKind kinds[] = {
		[NOTE_START] = TRACE_RUN, [NOTE_IDLE] = TRACE_IDLE, [NOTE_STOP] = TRACE_STOP,
		[NOTE_MESSAGE] = NTRACEKINDS, [NOTE_FAULT] = NTRACEKINDS, [NOTE_RESUME] = TRACE_RUN};
	Network *w = c->noted.w;

	if (kinds[what] != NTRACEKINDS)
		trace_note(w->trace, (TraceRecord){node_time(w, c->noted.node, c->r.cycles), kinds[what],
			c->noted.node, 0, value});
}

void
network_watch(Network *w, void (*look)(void *context, NodeId n), void *context)
{
	w->look = look;
	w->look_context = context;
}

void
network_trace(Network *w, Trace *t)
{
	w->trace = t;
	for (NodeId n = 0; n < w->nnodes; n++)
		w->nodes[n]->noted = (Noted){t ? w : NULL, n};
}

void
link_tell(Network *w, EndId id, Outcome what, Time at)
{
	End *e = &w->ends[id];
	uint64_t record[3] = {at, what, what == OUTCOME_RECEIVED ? e->in_have : 0};

	e->print = XXH3_64bits_withSeed(record, sizeof record, e->print);
	if (what == OUTCOME_RECEIVED)
		e->print = XXH3_64bits_withSeed(e->in.data, e->in_have, e->print);
	if (w->trace)
		note_outcome(w, id, what, at);
	switch (e->ref.kind) {
	case END_NODE:
		node_tell(w, id, what, at);
		break;
	case END_SWITCH:
		selector_tell(w, (id - w->first_control_end) / 2, what, at);
		break;
	default:
		if (w->host)
			host_tell(w->host, w, id, what, at);
	}
}

/* ---- nodes and their links ---- */

/* order_of: what a node has posted, as an order for its link. */
static Order
order_of(Network *w, NodeId n, const Post *post)
{
	T800 *c = w->nodes[n];
	Order o = {.at = node_time(w, n, post->at) + SETUP,
		.kind = post->kind,
		.ptr = post->ptr,
		.len = post->len};

	if (o.kind == POST_OUT && o.len > 0) {
		o.data = xmalloc(o.len);
		memcpy(o.data, c->r.mem + (o.ptr - MOSTNEG), o.len);
	}
	if (o.kind == POST_RESET_IN || o.kind == POST_RESET_OUT) {
		int slot = (o.kind == POST_RESET_IN ? NLINKS : 0) + post->link;

		c->mute[slot] = node_clock(w, n, o.at);
	}
	return o;
}

static void
take_posts(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];

	for (uint32_t i = 0; i < c->nposts; i++)
		network_order(w, n * NLINKS + c->posts[i].link, order_of(w, n, &c->posts[i]));
	c->nposts = 0;
}

/* steal: what the link engine's memory accesses take from a processor that executes. */
static void
steal(T800 *c, Addr ptr, Word nbytes)
{
	Word words = (nbytes + 3) / 4;

	if (!c->idle)
		c->r.cycles += 4 + words * (ptr - MOSTNEG < c->r.onchip ? 1 : 1 + c->r.wait);
}

/* boot: the boot logic has a poke, a peek or code. */
static void
boot(Network *w, NodeId n, int link)
{
	T800 *c = w->nodes[n];
	EndId id = n * NLINKS + link;
	End *e = &w->ends[id];
	Addr a = get32(e->command + 1) & ~3u;
	uint8_t *data;

	if (e->receiver != RECEIVE_BOOT) {
		if (e->code_at != NEVER)
			boot_code(c, e->in.data + 1, e->in_len - 1, link);
		return;
	}
	if (e->command[0] == 0) {
		if (a - MOSTNEG < c->r.size)
			memcpy(c->r.mem + (a - MOSTNEG), e->command + 5, 4);
		return;
	}
	data = xmalloc(4);
	memset(data, 0xFF, 4);
	if (a - MOSTNEG < c->r.size)
		memcpy(data, c->r.mem + (a - MOSTNEG), 4);
	network_order(w, id,
		(Order){.at = node_time(w, n, c->r.cycles) + SETUP, .kind = POST_OUT, .len = 4, .data = data});
}

/* deliver: what is due from outside acts on the node. */
static void
deliver(Network *w, NodeId n, int slot)
{
	T800 *c = w->nodes[n];
	Cycles when = c->due[slot];
	End *e;

	c->due[slot] = NEVER;
	if (slot == DUE_EVENT) {
		t800_event(c);
	} else if (slot >= DUE_GUARD) {
		channel_guard(c, slot - DUE_GUARD);
	} else if (c->stop == STOP_BOOT) {
		if (slot >= DUE_IN)
			boot(w, n, slot - DUE_IN);
		return;
	} else if (when > c->mute[slot - DUE_OUT]) {
		e = &w->ends[n * NLINKS + (slot - DUE_OUT) % NLINKS];
		if (slot >= DUE_IN && e->in_have > 0)
			memcpy(c->r.mem + (e->in_ptr - MOSTNEG), e->in.data, e->in_have);
		steal(c, slot >= DUE_IN ? e->in_ptr : 0, slot >= DUE_IN ? e->in_have : e->out_len);
		channel_done(c, slot);
	}
	process_settle(c);
	if (w->faults.n > 0 && slot >= DUE_OUT && slot < DUE_GUARD)
		faults_told(w, n, (slot - DUE_OUT) % NLINKS, slot >= DUE_IN);
}

/* order_bound: the link at e gets no order from its other end before this. */
static Time
order_bound(const Network *w, EndId e)
{
	EndId peer = w->ends[e].peer;
	Time bound = w->final;
	NodeId n;

	if (peer == NOWHERE_END)
		return w->circuits;
	if (w->ends[peer].ref.kind == END_NODE) {
		n = w->ends[peer].ref.part;
		if (w->is_active[n])
			bound = w->at[n];
		else
			bound = earlier(w->agenda.keys[n], w->final);
	}
	return earlier(bound + SETUP, w->circuits);
}

/* ordered: an order of that kind is on its way to the end. */
static bool
ordered(const End *e, PostKind kind)
{
	for (uint32_t i = 0; i < e->norders; i++)
		if (e->orders[i].kind == kind)
			return true;
	return false;
}

/*
 * overruns: by `at` the link could tell its end something while the node has not yet taken what
 * was told before. Only processes that use a channel against each other come to that.
 */
static bool
overruns(const Network *w, EndId id, Time at)
{
	const End *e = &w->ends[id];
	const Cycles *due;
	Cycles clock;

	if (e->ref.kind != END_NODE || w->nodes[e->ref.part]->stop > STOP_BOOT)
		return false;
	due = w->nodes[e->ref.part]->due + e->ref.index;
	if (due[DUE_OUT] == NEVER && due[DUE_IN] == NEVER && due[DUE_GUARD] == NEVER)
		return false;
	clock = node_clock(w, e->ref.part, at);
	return (due[DUE_OUT] < clock && (e->sending || ordered(e, POST_OUT)))
		|| (due[DUE_IN] < clock && (e->receiving || ordered(e, POST_IN)))
		|| (due[DUE_GUARD] < clock && (e->guard || ordered(e, POST_GUARD)));
}

static bool
link_overruns(const Network *w, EndId e, Time at)
{
	EndId peer = w->ends[e].peer;

	return overruns(w, e, at) || (peer != NOWHERE_END && overruns(w, peer, at));
}

/*
 * byte_waits: a byte has come until `at` and nothing is on its way to take it. The link itself may
 * be ahead of that time.
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

/* answer: tell a node that asks what waits in its link, if that is known for this moment. */
static bool
answer(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];
	EndId e = n * NLINKS + c->asked, peer = w->ends[e].peer;
	Time at = node_time(w, n, c->r.cycles);
	bool device = peer != NOWHERE_END && w->ends[peer].ref.kind != END_NODE;

	if (order_bound(w, e) <= at || (device && w->final <= at) || link_overruns(w, e, at))
		return false;
	link_advance(w, e, at + 1, counted(w));
	network_refresh(w, e);
	c->waiting = byte_waits(&w->ends[e], at) << c->asked;
	c->exact = c->r.cycles;
	c->asking = false;
	return true;
}

/* horizon: nothing acts on the node before this. */
static Time
horizon(const Network *w, NodeId n, Time until)
{
	if (w->sync == SYNC_LOCKSTEP)
		return earlier(w->final, until);
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++) {
		const End *end = &w->ends[e];

		if (end->receiving || end->sending || end->guard || end->norders > 0)
			until = earlier(until, end_bound(w, e, order_bound(w, e)));
	}
	return until;
}

/* next_stop: the node must not run beyond this clock in one go. */
static Cycles
next_stop(const Network *w, NodeId n, Cycles limit)
{
	Cycles next = w->nodes[n]->r.cycles + 1;

	if (w->look && next < limit)
		limit = next;
	return w->faults.n > 0 ? faults_limit(w, n, limit) : limit;
}

/* step: run a node as far as it may go, and serve it on the way. Returns false if it no longer executes. */
static bool
step(Network *w, NodeId n, Time until)
{
	T800 *c = w->nodes[n];
	Cycles limit = node_clock(w, n, horizon(w, n, until));

	while (c->stop == STOP_NONE || c->stop == STOP_BOOT) {
		Cycles when;
		int slot = due_next(c, &when);
		bool due;

		if (!executes(c) && c->r.cycles < when) {
			if (when >= limit)
				break;
			c->r.cycles = when;
		}
		due = when <= c->r.cycles && when < limit;
		if (due && slot >= DUE_EVENT) {
			deliver(w, n, slot);
			if (w->faults.n > 0) /* the clock may have been changed */
				limit = node_clock(w, n, horizon(w, n, until));
			continue;
		}
		if (!due && c->r.cycles >= limit)
			break;
		if (due)
			c->asking = false; /* it asks again when that has acted */
		if (c->asking && !answer(w, n))
			break;
		t800_run(c, next_stop(w, n, limit));
		if (w->look)
			w->look(w->look_context, n);
		if (c->nposts > 0) {
			take_posts(w, n);
			limit = node_clock(w, n, horizon(w, n, until));
		}
		if (w->faults.n > 0 && faults_ran(w, n))
			limit = node_clock(w, n, horizon(w, n, until));
	}
	w->at[n] = next_act(w, n);
	return executes(c);
}

/* ---- rounds ---- */

static void
activate(Network *w, NodeId n, Time at)
{
	network_schedule(w, n, NEVER);
	w->is_active[n] = true;
	w->at[n] = at;
	w->active[w->nactive++] = n;
}

/* perform: the first thing of the agenda acts. */
static void
perform(Network *w, uint32_t thing, Time at)
{
	if (thing < w->nnodes) {
		activate(w, thing, at);
	} else if (is_link(w, thing)) {
		link_advance(w, thing - w->nnodes, at + 1, counted(w));
		network_refresh(w, thing - w->nnodes);
	} else {
		network_schedule(w, thing, NEVER);
		selector_change(w, thing - w->nnodes - w->nends, at);
	}
}

/* control_busy: circuits may change soon. */
static bool
control_busy(const Network *w)
{
	for (EndId e = w->first_control_end; e < w->nends; e += 2) {
		if (w->ends[e].sending || w->ends[e].norders > 0 || w->ends[e + 1].come_at != NEVER
		    || w->selectors[(e - w->first_control_end) / 2].change != NEVER)
			return true;
	}
	return false;
}

/* first_time: when what acts first acts. */
static Time
first_time(const Network *w)
{
	Time first;

	agenda_first(&w->agenda, &first);
	for (uint32_t i = 0; i < w->nactive; i++)
		first = earlier(first, w->at[w->active[i]]);
	return first;
}

/* settle: a node that no longer executes leaves the active ones. */
static void
settle(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];

	w->is_active[n] = false;
	node_wake(w, n);
	if (c->stop > STOP_BOOT)
		t800_note(c, NOTE_STOP, c->stop);
}

/*
 * step_all: those nodes run that are not far ahead; one that is would be held up by its neighbours after a few
 * instructions, again and again, until they are where it is.
 */
static void
step_all(Network *w, Time first, Time until)
{
	Time ahead = w->sync == SYNC_LOCKSTEP ? NEVER : first + AHEAD;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < w->nactive; i++) {
		NodeId n = w->active[i];

		if (w->at[n] >= ahead || step(w, n, until))
			w->active[kept++] = n;
		else
			settle(w, n);
	}
	w->nactive = kept;
}

static void
round_of(Network *w, Time first, Time until)
{
	uint32_t thing;
	Time at;

	w->rounds++;
	if (w->sync == SYNC_LOCKSTEP)
		first -= first % SETUP;
	w->final = first + SETUP;
	while (thing = agenda_first(&w->agenda, &at), at < w->final && at < until) {
		if (is_link(w, thing) && link_overruns(w, thing - w->nnodes, at))
			w->final = at;
		else
			perform(w, thing, at);
	}
	w->circuits = w->first_control_end == w->nends ? NEVER
		: control_busy(w)                      ? w->final
						       : w->final + SETUP;
	until = earlier(until, first - first % EPOCH + EPOCH);
	step_all(w, first, until);
}

/* bring: every link stands where it is at `until`, so that the state does not tell how it came. */
static void
bring(Network *w, Time until)
{
	for (EndId e = 0; e < w->nends; e++) {
		if (w->ends[e].peer < e)
			continue;
		link_advance(w, e, until, counted(w));
		network_refresh(w, e);
	}
}

/* last_act: when the last node or link stopped acting, for a network that is quiet. */
static Time
last_act(const Network *w)
{
	Time last = 0;

	for (NodeId n = 0; n < w->nnodes; n++)
		last = later(last, node_time(w, n, w->nodes[n]->r.cycles));
	for (EndId e = 0; e < w->nends; e++)
		last = later(last, w->ends[e].line_free + w->ends[e].delay + w->ends[e].lag);
	return last;
}

/* run_on: as network_run, with no fault at a time before `until`. */
static RunEnd
run_on(Network *w, Time until)
{
	Time first;

	for (;;) {
		if (w->finishing)
			until = earlier(until, w->finish);
		first = first_time(w);
		if (first >= until)
			break;
		round_of(w, first, until);
	}
	if (first == NEVER && !w->finishing && faults_next(w) == NEVER) {
		bring(w, NEVER - 1);
		w->now = last_act(w);
		return RUN_QUIET;
	}
	w->now = until;
	bring(w, until);
	if (w->trace)
		trace_flush(w->trace, until);
	return w->finishing && until == w->finish ? RUN_FINISHED : RUN_REACHED;
}

RunEnd
network_run(Network *w, Time until)
{
	for (;;) {
		Time fault = later(faults_next(w), w->now);
		RunEnd end = run_on(w, earlier(until, fault));

		if (end != RUN_REACHED || fault > until || w->now < fault)
			return end;
		faults_act(w, fault);
		if (fault == until)
			return end;
	}
}

void
network_resume(Network *w)
{
	w->nactive = 0;
	for (NodeId n = 0; n < w->nnodes; n++) {
		w->is_active[n] = false;
		network_schedule(w, n, NEVER);
		if (executes(w->nodes[n]))
			activate(w, n, next_act(w, n));
		else
			node_wake(w, n);
	}
	for (EndId e = 0; e < w->nends; e++)
		if (w->ends[e].peer >= e)
			network_refresh(w, e);
	for (uint32_t i = 0; i < w->topology->ncontrols; i++)
		network_schedule(w, w->nnodes + w->nends + i, w->selectors[i].change);
}

void
network_finish(Network *w, Time at)
{
	if (w->finishing)
		return;
	w->finishing = true;
	w->finish = at - at % EPOCH + EPOCH;
}

void
network_event(Network *w, NodeId n, Time at)
{
	w->nodes[n]->due[DUE_EVENT] = node_clock(w, n, at);
	node_wake(w, n);
}
