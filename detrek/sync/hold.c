/*
 * hold.c - holds a low-priority thread that is about to do an operation too early: the thread gives
 * up the processor before the instruction that does the operation or calls the kernel for it.
 *
 * High-priority threads are not held, because nothing may run between their instructions.
 */
#include "sync_parts.h"

#include "sim/node/node_words.h"

enum { CALL_ARGUMENT = 8 }; /* offset from Wptr at the entry of __kcall */

static bool
is_operation(const SyncObserver *o, NodeId n, Addr call)
{
	switch (target_word(o->target, n, call + o->number_at)) {
	case KC_SEND:
		return !sync_is_for_host(o, n,
			target_word(o->target, n, call + o->argument_at_call));
	case KC_STACK: return o->calls.numbers;
	case KC_RECEIVE: case KC_CLONE: case KC_THREAD_END: case KC_SEM_WAIT: case KC_SEM_TRY:
	case KC_SEM_SIGNAL:
		return true;
	}
	return false;
}

/* is_before_operation: is the running thread about to do an operation? */
static bool
is_before_operation(SyncObserver *o, NodeId n, uint32_t thread)
{
	const T800 *c = o->w->nodes[n];
	const uint8_t *code = node_memory(c, c->r.iptr, 2);

	if (!code)
		return false;
	if (sync_is_run(code)) {
		uint32_t other = sync_thread_at(o, n, c->r.areg & ~3u);

		return other != NO_THREAD && other != thread;
	}
	if (sync_is_channel_code(code[0]))
		return sync_is_memory_channel(c->r.breg & ~3u);
	return sync_begins(o, n, c->r.iptr, LIBRARY_CALL)
		&& is_operation(o, n, target_word(o->target, n, c->r.wptr + CALL_ARGUMENT));
}

static void
put_registers(T800 *c, const Held *h)
{
	c->r.areg = h->areg;
	c->r.breg = h->breg;
	c->r.creg = h->creg;
	c->fpu[LOW] = h->fpu;
}

bool
sync_hold(SyncObserver *o, NodeId n)
{
	T800 *c = o->w->nodes[n];
	uint32_t thread = c->priority == LOW ? sync_thread_at(o, n, c->r.wptr) : NO_THREAD;
	Held *h;

	if (thread == NO_THREAD)
		return false;
	h = &o->threads[thread].held;
	if (h->state == HELD_RELEASED)
		put_registers(c, h);
	h->state = HELD_NOT;
	if (!is_before_operation(o, n, thread) || !o->calls.early(o->calls.context, thread))
		return false;
	*h = (Held){.state = HELD,
		.desc = wdesc(c),
		.areg = c->r.areg,
		.breg = c->r.breg,
		.creg = c->r.creg,
		.fpu = c->fpu[LOW]};
	process_withhold(c);
	return true;
}

bool
sync_is_held(const SyncObserver *o, uint32_t thread)
{
	return o->threads[thread].held.state == HELD;
}

void
sync_release(SyncObserver *o, uint32_t thread)
{
	SyncThread *t = &o->threads[thread];

	assert(t->held.state == HELD);
	t->held.state = HELD_RELEASED;
	process_ready(o->w->nodes[t->info.node], t->held.desc);
}
