/* fault.c - injects faults: into nodes here, into lines by an order to their end (link.c). */
#include "kind.h"
#include "sim/node/node_words.h"

/* ---- effects ---- */

void
fault_order(Network *w, EndId e, uint32_t kind, const Fault *f, Time at)
{
	Word number = f - w->faults.fault;

	network_order(w, e,
		(Order){.at = at,
			.kind = POST_FAULT,
			.ptr = number << 16 | kind << 8 | f->bits,
			.len = f->value});
}

/* fault_line: execute a fault order; an order from a damaged snapshot may be of any kind. */
static void
fault_line(End *e, End *peer, const Order *o)
{
	const FaultKind *k = fault_kind(o->ptr >> 8 & 0xFF);

	if (k && k->line)
		k->line(e, peer, o);
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

/* strike_node: returns false if the fault finds no target. */
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
 * strike_fault: inject a fault at the node's present clock, which is not before `at`; a fault of a
 * line affects bytes from `at` on.
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

static Time
faults_next(const Network *w)
{
	Time next = NEVER;

	for (uint32_t i = 0; i < w->faults.n; i++) {
		const Fault *f = &w->faults.fault[i];

		if (!f->done && f->when == WHEN_TIME && f->at < next)
			next = f->at;
	}
	return next;
}

/* node_alive: true if the node may still execute anything. */
static bool
node_alive(const Network *w, NodeId n)
{
	return n == NOWHERE || w->nodes[n]->stop <= STOP_BOOT;
}

/* catch_up_node: make the faults act at `at`, and advance the clock of an idle node. */
static void
catch_up_node(Network *w, NodeId n, Time at)
{
	T800 *c = w->nodes[n];
	Cycles now = node_clock(w, n, at);

	if ((c->idle || c->stop == STOP_BOOT) && c->r.cycles < now)
		c->r.cycles = now;
	c->checkpoint = now; /* time of the change */
}

static void
faults_act(Network *w, Time at)
{
	for (uint32_t i = 0; i < w->faults.n; i++) {
		Fault *f = &w->faults.fault[i];

		if (f->done || f->when != WHEN_TIME || f->at > at)
			continue;
		if (strikes_node(f) && !node_alive(w, f->node)) {
			f->done = true;
			f->struck = NEVER;
			continue;
		}
		if (strikes_node(f))
			catch_up_node(w, f->node, at);
		strike_fault(w, f, at);
		if (strikes_node(f) && !node_alive(w, f->node))
			t800_note(w->nodes[f->node], NOTE_STOP, w->nodes[f->node]->stop);
	}
	network_resume(w);
}

/*
 * function_called: true if the node stands at the entry of the function for a new call. A function
 * is entered by a transfer of control, so at a checkpoint. A process that was interrupted at the
 * entry and continues there makes no new call.
 */
static bool
function_called(Network *w, Fault *f)
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
 * Each instruction takes at least one cycle, so the node needs at least as many cycles as there are
 * instructions left.
 */
static Cycles
faults_limit(const Network *w, NodeId n, Cycles limit)
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

static bool
faults_ran(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];
	bool acted = false;

	for (uint32_t i = 0; i < w->faults.n && c->stop == STOP_NONE; i++) {
		Fault *f = &w->faults.fault[i];

		if (f->node != n)
			continue;
		if (!function_called(w, f)
			&& (f->done || f->when != WHEN_INSTRUCTION || t800_count(c) < f->at))
			continue;
		strike_fault(w, f, node_time(w, n, c->r.cycles) + SETUP);
		acted = true;
	}
	return acted;
}

static bool
faults_message_done(Network *w, NodeId n, uint32_t l, bool received)
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
		.next = faults_next,
		.act = faults_act,
		.limit = faults_limit,
		.ran = faults_ran,
		.message_done = faults_message_done,
	};

	w->fault_calls = &calls;
	w->links.fault = fault_line;
}

/* is_link_fault: the fault counts messages of this link of the node. */
static bool
is_link_fault(const Fault *f)
{
	return f->when == WHEN_SENT || f->when == WHEN_RECEIVED;
}

bool
fault_ok(const Network *w, const Fault *f)
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
	return kind_of(f)->ok(w, f);
}
