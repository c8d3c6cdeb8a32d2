/*
 * force.c - interventions in a node's run by an observer that forces an order on the run.
 * Interventions are input from outside: a tape records them, and a network that plays the tape
 * repeats them.
 */
#include "step.h"

/* put_word: write a word of a node's memory. */
static void
put_word(T800 *c, Addr a, Word value)
{
	put32(c->r.mem + t800_offset(c, a), value);
	code_note_store(c, a, sizeof value);
}

/* put_registers: set the registers of the running process to those of the force. */
static void
put_registers(T800 *c, const Force *f)
{
	c->r.areg = f->areg;
	c->r.breg = f->breg;
	c->r.creg = f->creg;
	c->fpu[c->priority] = f->fpu;
}

/*
 * ready_process: put a process on its queue. This wakes an idle node, so it happens only at
 * multiples of EPOCH.
 */
static void
ready_process(Network *w, const Force *f)
{
	T800 *c = w->nodes[f->node];

	process_ready(c, f->desc);
	if (!c->idle)
		return;
	c->r.cycles = later(c->r.cycles, node_clock(w, f->node, w->now));
	process_reschedule(c);
	network_resume(w);
}

/*
 * withhold_process: take the running process from the processor, and tell the node's watcher first.
 */
static void
withhold_process(T800 *c)
{
	if (c->watch)
		watch_report_leave(c);
	process_withhold(c);
}

bool
force_is_possible(const Network *w, const Force *f)
{
	const T800 *c = w->nodes[f->node];

	switch (f->kind) {
	case FORCE_WITHHOLD: case FORCE_REGISTERS: return node_executes(c);
	case FORCE_READY: return c->stop == STOP_NONE;
	case FORCE_WORD: return t800_offset(c, f->addr) <= c->r.size - 4;
	default: return false;
	}
}

void
force_apply(Network *w, const Force *f)
{
	T800 *c = w->nodes[f->node];

	assert(force_is_possible(w, f));
	switch (f->kind) {
	case FORCE_WITHHOLD: withhold_process(c); break;
	case FORCE_READY: ready_process(w, f); break;
	case FORCE_REGISTERS: put_registers(c, f); break;
	case FORCE_WORD: put_word(c, f->addr, f->value); break;
	default: assert(!"a kind of force");
	}
}

void
network_force(Network *w, const Force *f, bool at_mark)
{
	if (w->tape)
		w->tape_calls->force(w->tape, f, at_mark);
	force_apply(w, f);
	if (f->kind == FORCE_WITHHOLD)
		watch_note_withheld(w->nodes[f->node]);
}
