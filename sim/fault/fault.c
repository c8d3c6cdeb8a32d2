/* fault.c - injects faults: into nodes here, into lines by an order to their end (link.c). */
#include "kind.h"
#include "sim/node/node_words.h"

/* ---- effects ---- */

void
fault_order(Network *w, EndId e, uint32_t kind, const Fault *f, Time at)
{
	Word number = f - w->faults.fault;

	network_add_order(w, e,
		(Order){.at = at,
			.kind = POST_FAULT,
			.ptr = number << 16 | kind << 8 | f->bits,
			.len = f->value});
}

/*
 * execute_line_fault: execute the order of a fault on a line; an order from a damaged snapshot may
 * be of any kind.
 */
static void
execute_line_fault(End *e, End *peer, const Order *o)
{
	const FaultKind *k = fault_kind(o->ptr >> 8 & 0xFF);

	if (k && k->strike_line)
		k->strike_line(e, peer, o);
}

bool
resolve_addresses(const Network *w, Fault *f)
{
	NodeWork work;

	if (!f->moved)
		return true;
	if (!node_work(w->nodes[f->node], false, &work))
		return false;
	if (f->moved & MOVED_VALUE)
		f->value = (Addr)(f->value + work.data);
	if (f->moved & MOVED_FUNCTION)
		f->function += work.code;
	f->moved = 0;
	return true;
}

/* strike_node: inject a fault into a node; returns false if it finds no target. */
static bool
strike_node(Network *w, Fault *f, Time at)
{
	T800 *c = w->nodes[f->node];
	Word found = f->found;

	f->found = c->r.iptr;
	if (!kind_of(f)->strike(w, f, at)) {
		f->found = found;
		return false;
	}
	t800_note(c, NOTE_FAULT, f->kind);
	return true;
}

/*
 * strike_fault: inject a fault at the node's present clock, which is `at` or later. A fault of a
 * line affects the bytes sent from `at` on.
 */
static void
strike_fault(Network *w, Fault *f, Time at)
{
	f->done = true;
	f->struck = at;
	if (!strikes_node(f))
		fault_order(w, f->end, f->kind, f, at);
	else if (!strike_node(w, f, at))
		f->struck = NEVER;
}

/* ---- when ---- */

void
faults_start(Network *w)
{
	for (uint32_t i = 0; i < w->faults.n; i++) {
		Fault *f = &w->faults.fault[i];

		if (f->when != WHEN_START)
			continue;
		f->when = WHEN_TIME;
		f->at += w->now;
	}
}

/* next_fault_time: FaultCalls.next_time: the next time at which a fault acts. */
static Time
next_fault_time(const Network *w)
{
	Time next = NEVER;

	for (uint32_t i = 0; i < w->faults.n; i++) {
		const Fault *f = &w->faults.fault[i];

		if (!f->done && f->when == WHEN_TIME && f->at < next)
			next = f->at;
	}
	return next;
}

/* is_node_alive: true if the node may still execute anything. */
static bool
is_node_alive(const Network *w, NodeId n)
{
	return n == NOWHERE || w->nodes[n]->stop <= STOP_BOOT;
}

/* prepare_node: prepare a node for faults at a time: advance its clock if it is idle. */
static void
prepare_node(Network *w, NodeId n, Time at)
{
	T800 *c = w->nodes[n];
	Cycles now = node_clock(w, n, at);

	if ((c->idle || c->stop == STOP_BOOT) && c->r.cycles < now)
		c->r.cycles = now;
	c->checkpoint = now; /* time of the change */
}

/* act_at_time: FaultCalls.act: execute the faults of a time. */
static void
act_at_time(Network *w, Time at)
{
	for (uint32_t i = 0; i < w->faults.n; i++) {
		Fault *f = &w->faults.fault[i];

		if (f->done || f->when != WHEN_TIME || f->at > at)
			continue;
		if (strikes_node(f) && !is_node_alive(w, f->node)) {
			f->done = true;
			f->struck = NEVER;
			continue;
		}
		if (strikes_node(f))
			prepare_node(w, f->node, at);
		strike_fault(w, f, at);
		if (strikes_node(f) && !is_node_alive(w, f->node))
			t800_note(w->nodes[f->node], NOTE_STOP, w->nodes[f->node]->stop);
	}
	network_resume(w);
}

/*
 * has_called_function: true if the node stands at the entry of the fault's function for a new call.
 * A function is entered by a transfer of control, so at a checkpoint. A process that was
 * interrupted at the entry and continues there makes no new call.
 */
static bool
has_called_function(Network *w, Fault *f)
{
	const T800 *c = w->nodes[f->node];
	Word process = wdesc(c);

	if (f->done || f->when != WHEN_CALL || c->idle || t800_count(c) == f->seen
		|| !resolve_addresses(w, f))
		return false;
	f->seen = t800_count(c);
	if (c->r.iptr != f->function) {
		if (((process ^ f->inside) & 1) == 0)
			f->inside = 0;
		return false;
	}
	if (process == f->inside)
		return false;
	f->inside = process;
	return ++f->count >= f->at;
}

/*
 * limit_node_run: the clock up to which the node may run before a fault is due. Each instruction
 * takes at least one cycle, so the node needs at least as many cycles as there are instructions
 * left.
 */
static Cycles
limit_node_run(const Network *w, NodeId n, Cycles limit)
{
	const T800 *c = w->nodes[n];

	for (uint32_t i = 0; i < w->faults.n; i++) {
		const Fault *f = &w->faults.fault[i];
		Cycles most;

		if (f->done || f->node != n)
			continue;
		if (f->when == WHEN_CALL) /* every checkpoint */
			return limit > c->r.cycles + 1 ? c->r.cycles + 1 : limit;
		if (f->when != WHEN_INSTRUCTION)
			continue;
		most = f->at > t800_count(c) ? f->at - t800_count(c) : 1;
		if (most < limit && c->r.cycles + most < limit)
			limit = c->r.cycles + most;
	}
	return limit;
}

/*
 * act_after_run: FaultCalls.after_run: execute the faults that are due at the node's checkpoint;
 * returns whether there were any.
 */
static bool
act_after_run(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];
	bool acted = false;

	for (uint32_t i = 0; i < w->faults.n && c->stop == STOP_NONE; i++) {
		Fault *f = &w->faults.fault[i];

		if (f->node != n)
			continue;
		if (!has_called_function(w, f)
			&& (f->done || f->when != WHEN_INSTRUCTION || t800_count(c) < f->at))
			continue;
		strike_fault(w, f, node_time(w, n, c->r.cycles) + SETUP);
		acted = true;
	}
	return acted;
}

/*
 * act_after_message: FaultCalls.message_done: execute the faults that count this message; returns
 * whether there were any.
 */
static bool
act_after_message(Network *w, NodeId n, uint32_t l, bool received)
{
	T800 *c = w->nodes[n];
	bool acted = false;

	for (uint32_t i = 0; i < w->faults.n && c->stop == STOP_NONE; i++) {
		Fault *f = &w->faults.fault[i];

		if (f->done || f->when != (received ? WHEN_RECEIVED : WHEN_SENT)
		    || f->end != n * NLINKS + l || ++f->count < f->at)
			continue;
		strike_fault(w, f, node_time(w, n, c->r.cycles) + SETUP);
		acted = true;
	}
	return acted;
}

void
faults_attach(Network *w)
{
	static const FaultCalls calls = {
		.next_time = next_fault_time,
		.act = act_at_time,
		.limit = limit_node_run,
		.after_run = act_after_run,
		.message_done = act_after_message,
	};

	w->fault_calls = &calls;
	w->links.fault = execute_line_fault;
}

/* is_link_fault: true if the fault counts messages of this link of the node. */
static bool
is_link_fault(const Fault *f)
{
	return f->when == WHEN_SENT || f->when == WHEN_RECEIVED;
}

bool
fault_is_valid(const Network *w, const Fault *f)
{
	bool line;
	uint8_t done;

	memcpy(&done, &f->done, 1);
	if (done > 1 || !kind_of(f) || (uint32_t)f->when >= NWHENS)
		return false;
	line = !strikes_node(f);
	if (f->node != NOWHERE && f->node >= w->nnodes)
		return false;
	if (f->node == NOWHERE && (!line || f->when > WHEN_START))
		return false;
	if (kind_of(f)->of_call && f->when != WHEN_CALL)
		return false;
	if (f->moved > (MOVED_VALUE | MOVED_FUNCTION))
		return false;
	if ((line || is_link_fault(f)) && f->end >= w->links.first_control_end)
		return false;
	if (is_link_fault(f) && f->end / NLINKS != f->node)
		return false;
	return kind_of(f)->is_valid(w, f);
}
