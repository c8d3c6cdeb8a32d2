/*
 * fault.c - faults act: on nodes here, on lines by an order to their end (link.c).
 */
#include "fault.h"
#include "sim/node/node_words.h"

/* ---- what they do ---- */

/*
 * set_clock: the node's clock goes on from where it is, with another period (ps << 20) after `stand`. What is due for it
 * and has waited for the end of an instruction is due now, as if it came now.
 */
static void
set_clock(Network *w, NodeId n, uint64_t period, Time stand)
{
	T800 *c = w->nodes[n];
	Cycles now = c->r.cycles, *const lists[] = {c->due + DUE_EVENT, c->cancelled};
	const int lengths[] = {NDUE - DUE_EVENT, 2 * NLINKS};
	Time times[NDUE + 2 * NLINKS], base = node_time(w, n, now) + stand;
	int k = 0;

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < lengths[i]; j++)
			times[k++] = lists[i][j] == NEVER ? NEVER : node_time(w, n, lists[i][j]);
	for (int i = 0; i < NDUE; i++)
		if (c->due[i] < now)
			c->due[i] = now;
	w->phase[n] = base;
	w->from[n] = now;
	w->period[n] = period;
	k = 0;
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < lengths[i]; j++, k++)
			if (lists[i][j] > now && lists[i][j] != NEVER)
				lists[i][j] = node_clock(w, n, times[k]);
}

/* skip_call: the running process returns from the function that it stands at the entry of. */
static void
skip_call(T800 *c)
{
	Regs *r = &c->r;

	fetch_charge(r);
	r->iptr = read_word(r, r->wptr);
	r->wptr += 16;
	r->areg = 0;
	stretch_begin(r);
}

/* hold_call: it waits; its registers are lost, but at an entry all that counts is in memory. */
static void
hold_call(T800 *c, Time wait)
{
	Word tick = c->priority == HIGH ? 1 : 64; /* us */

	c->r.areg = clock_read(c, c->r.cycles, c->priority) + (Word)(wait / 1000000 / tick);
	timer_input(c);
	process_reschedule(c);
}

/* flip: bits of a byte of memory. */
static void
flip(T800 *c, Fault *f)
{
	uint8_t *byte = c->r.mem + ((Addr)f->value - MOSTNEG), flipped = *byte ^ f->bits;

	f->found = *byte;
	if (c->watch)
		watch_report(c, ACCESS_FAULT, f->value, 1, byte, &flipped, NOTPROCESS);
	*byte = flipped;
}

static void
strike_node(Network *w, Fault *f)
{
	T800 *c = w->nodes[f->node];

	f->found = c->r.iptr;
	switch (f->kind) {
	case FAULT_CRASH:
		c->stop = STOP_CRASH;
		c->fault = c->r.iptr;
		break;
	case FAULT_HALT:
		c->error = c->haltonerror = true;
		c->stop = STOP_ERROR;
		c->fault = c->r.iptr;
		break;
	case FAULT_FREEZE:
		set_clock(w, f->node, w->period[f->node], f->value);
		break;
	case FAULT_SLOW:
		set_clock(w, f->node,
			(unsigned __int128)w->period[f->node] * 1000000 / f->value, 0);
		break;
	case FAULT_DROP:
		skip_call(c);
		break;
	case FAULT_HOLD:
		hold_call(c, f->value);
		break;
	default:
		flip(c, f);
	}
	t800_note(c, NOTE_FAULT, f->kind);
}

_Static_assert((int)FAULT_CUT == LINE_CUT && (int)FAULT_DOUBLE == LINE_DOUBLE, "a line knows its faults by these numbers");

/* order_strike: the line's end is told, as from `at` on; of which fault, for faults_print. */
static void
order_strike(Network *w, EndId e, FaultKind kind, const Fault *f, Time at)
{
	Word number = f - w->faults.fault;

	network_order(w, e, (Order){.at = at, .kind = POST_FAULT, .ptr = number << 16 | kind << 8 | f->bits,
		.len = f->value});
}

/* resolve_addresses: addresses of a program are known once it is loaded; false: it is not yet. */
static bool
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

/* strike: at the node's present, which is not before `at`; what is on lines from `at` on. */
static void
strike(Network *w, Fault *f, Time at)
{
	f->done = true;
	f->struck = at;
	if (f->kind == FAULT_FLIP
	    && (!resolve_addresses(w, f) || (Addr)f->value - MOSTNEG >= w->nodes[f->node]->r.size)) {
		f->struck = NEVER;
		return;
	}
	if (fault_target(f->kind) == FAULT_ON_NODE) {
		strike_node(w, f);
		for (uint32_t l = 0; f->kind == FAULT_CRASH && l < NLINKS; l++)
			order_strike(w, f->node * NLINKS + l, FAULT_CUT, f, at);
		return;
	}
	order_strike(w, f->end, f->kind, f, at);
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

/* alive: something can still happen on the node. */
static bool
alive(const Network *w, NodeId n)
{
	return n == NOWHERE || w->nodes[n]->stop <= STOP_BOOT;
}

/* catch_up: an idle node's clock has gone on, too. */
static void
catch_up(Network *w, NodeId n, Time at)
{
	T800 *c = w->nodes[n];
	Cycles now = node_clock(w, n, at);

	if ((c->idle || c->stop == STOP_BOOT) && c->r.cycles < now)
		c->r.cycles = now;
}

static void
faults_act(Network *w, Time at)
{
	for (uint32_t i = 0; i < w->faults.n; i++) {
		Fault *f = &w->faults.fault[i];

		if (f->done || f->when != WHEN_TIME || f->at > at)
			continue;
		if (fault_target(f->kind) == FAULT_ON_NODE && !alive(w, f->node)) {
			f->done = true;
			f->struck = NEVER;
			continue;
		}
		if (fault_target(f->kind) == FAULT_ON_NODE)
			catch_up(w, f->node, at);
		strike(w, f, at);
		if (fault_target(f->kind) == FAULT_ON_NODE && !alive(w, f->node))
			t800_note(w->nodes[f->node], NOTE_STOP, w->nodes[f->node]->stop);
	}
	network_resume(w);
}

/*
 * called: the node stands at the entry of the function, for another call. A function is entered by a
 * transfer, so at a checkpoint; one at which a process goes on that was interrupted there is none.
 */
static bool
called(Network *w, Fault *f)
{
	const T800 *c = w->nodes[f->node];
	Word process = wdesc(c);

	if (f->done || f->when != WHEN_CALL || c->idle || t800_count(c) == f->seen || !resolve_addresses(w, f))
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
 * An instruction takes a cycle or more, so before as many cycles as instructions are left the node
 * cannot come so far.
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
		if (!called(w, f) && (f->done || f->when != WHEN_INSTRUCTION || t800_count(c) < f->at))
			continue;
		strike(w, f, node_time(w, n, c->r.cycles) + SETUP);
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
		strike(w, f, node_time(w, n, c->r.cycles) + SETUP);
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
}

/* of_link: messages of a link of the node count. */
static bool
of_link(const Fault *f)
{
	return f->when == WHEN_SENT || f->when == WHEN_RECEIVED;
}

bool
fault_ok(const Network *w, const Fault *f)
{
	bool line;
	uint8_t done;

	memcpy(&done, &f->done, 1);
	if (done > 1 || (uint32_t)f->kind >= NFAULTKINDS || (uint32_t)f->when >= NWHENS)
		return false;
	line = fault_target(f->kind) != FAULT_ON_NODE;
	if (f->node != NOWHERE && f->node >= w->nnodes)
		return false;
	if (f->node == NOWHERE && (!line || f->when > WHEN_START))
		return false;
	if ((f->kind == FAULT_DROP || f->kind == FAULT_HOLD) && f->when != WHEN_CALL)
		return false;
	if (f->moved > (MOVED_VALUE | MOVED_FUNCTION))
		return false;
	if ((line || of_link(f)) && f->end >= w->links.first_control_end)
		return false;
	if (of_link(f) && f->end / NLINKS != f->node)
		return false;
	switch (f->kind) {
	case FAULT_FREEZE:
		return f->value < FAULT_MAX_TIME;
	case FAULT_HOLD:
		return f->value < FAULT_MOST_HOLD;
	case FAULT_SLOW:
		return f->value >= FAULT_LEAST_RATE && f->value <= FAULT_MOST_RATE;
	case FAULT_FLIP:
		return f->value >> 32 == 0
			&& (f->moved || (Addr)f->value - MOSTNEG < w->nodes[f->node]->r.size);
	default:
		return f->value <= UINT32_MAX - 1;
	}
}
