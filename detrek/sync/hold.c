/*
 * hold.c - holds a thread that is about to do an operation too early: the thread gives up the
 * processor before the instruction that does the operation or calls the kernel for it.
 *
 * A high-priority thread is held only where others may run anyway: before its turns, and before a
 * receive. Without turns, it is held where it may have to wait, and at its end. Nothing may run
 * between its other instructions.
 */
#include "sync_parts.h"

#include "sim/node/node_words.h"

/* may_wait: true if other processes may run before the call returns. */
static bool
may_wait(const SyncObserver *o, NodeId n, Addr call)
{
	switch (target_word(o->target, n, call + o->number_at)) {
	case KC_SEND: case KC_RECEIVE: case KC_EXCHANGE:
		return !(sync_call_argument(o, n, call, 1) & (HOW_TRY | HOW_PROBE));
	case KC_SEM_WAIT: case KC_THREAD_END: return true;
	}
	return false;
}

/* may_hold: true if the running process may be held before this call. */
static bool
may_hold(const SyncObserver *o, NodeId n, Addr call)
{
	return o->w->nodes[n]->priority == LOW || (may_wait(o, n, call) && (!o->calls.turn
		|| target_word(o->target, n, call + o->number_at) == KC_RECEIVE));
}

/* is_operation: true if the call is an operation on an object that orders threads. */
static bool
is_operation(const SyncObserver *o, NodeId n, Addr call)
{
	if (!may_hold(o, n, call))
		return false;
	switch (target_word(o->target, n, call + o->number_at)) {
	case KC_SEND: case KC_EXCHANGE:
		return !sync_is_for_host(o, n, sync_call_argument(o, n, call, 0));
	case KC_STACK: return o->calls.numbers;
	case KC_EXIT: case KC_PANIC: return o->calls.turn && o->nodes[n].has_turns;
	case KC_RECEIVE: case KC_CLONE: case KC_THREAD_END: case KC_SEM_WAIT: case KC_SEM_TRY:
	case KC_SEM_SIGNAL:
		return true;
	}
	return false;
}

/* is_before_operation: true if the running thread is about to do an operation. */
static bool
is_before_operation(SyncObserver *o, NodeId n, uint32_t thread)
{
	const T800 *c = o->w->nodes[n];
	const uint8_t *code = node_memory(c, c->r.iptr, 2);

	if (!code)
		return false;
	if (sync_is_run(code) && c->priority == LOW) {
		uint32_t other = sync_thread_at(o, n, c->r.areg & ~3u);

		return other != NO_THREAD && other != thread;
	}
	if (sync_is_channel_code(code[0]))
		return (c->priority == LOW || !o->calls.turn)
			&& sync_is_memory_channel(c->r.breg & ~3u);
	if (sync_is_alternative_code(code))
		return o->calls.alternatives && c->priority == LOW
			&& sync_is_before_alternative(o, n, thread);
	return sync_is_function_begin(o, n, c->r.iptr, LIBRARY_CALL)
		&& is_operation(o, n, c->r.wptr);
}

/*
 * lacks_message: true if the forced order lets the running thread's receive, which does not wait
 * for ever, find a message, and this message has not arrived. Messages for events below 0 may come
 * from the kernel; these are not known beforehand.
 */
static bool
lacks_message(SyncObserver *o, NodeId n, uint32_t thread)
{
	const T800 *c = o->w->nodes[n];
	Addr call = c->r.wptr;
	Addr message = sync_call_argument(o, n, call, 0);
	Word event = sync_field(o, n, message, MESSAGE_EVENT);

	return o->calls.finds && sync_is_function_begin(o, n, c->r.iptr, LIBRARY_CALL)
		&& target_word(o->target, n, call + o->number_at) == KC_RECEIVE
		&& sync_call_argument(o, n, call, 1) & (HOW_TRY | HOW_UNTIL | HOW_PROBE)
		&& (int32_t)event > 0 && o->calls.finds(o->calls.context, thread)
		&& !sync_has_message(o, n, thread, event, sync_field(o, n, message, MESSAGE_TYPE));
}

/* put_registers: give the running thread the registers that it had when it was held. */
static void
put_registers(SyncObserver *o, NodeId n, const Held *h)
{
	network_force(o->w, &(Force){.kind = FORCE_REGISTERS,
		.node = n,
		.areg = h->areg,
		.breg = h->breg,
		.creg = h->creg,
		.fpu = h->fpu}, true);
}

/*
 * is_too_early: true if the running thread must wait for other threads before its next instruction;
 * turn: the instruction begins a new run of a high-priority thread.
 */
static bool
is_too_early(SyncObserver *o, NodeId n, uint32_t thread, bool turn)
{
	bool before = is_before_operation(o, n, thread);

	if ((turn || before) && o->calls.early(o->calls.context, thread))
		return true;
	return before ? lacks_message(o, n, thread) : sync_lacks_sender(o, n, thread);
}

bool
sync_hold(SyncObserver *o, NodeId n)
{
	T800 *c = o->w->nodes[n];
	uint32_t thread = sync_thread_at(o, n, c->r.wptr);
	Held *h;
	bool turn;

	if (thread == NO_THREAD)
		return false;
	h = &o->threads[thread].held;
	if (h->state == HELD_RELEASED)
		put_registers(o, n, h);
	h->state = HELD_NOT;
	turn = o->calls.turn && sync_is_turn(o, n);
	if (!is_too_early(o, n, thread, turn))
		return false;
	*h = (Held){.state = HELD,
		.iptr = c->r.iptr,
		.turn = turn,
		.call = sync_is_function_begin(o, n, c->r.iptr, LIBRARY_CALL) ? c->r.wptr : 0,
		.desc = wdesc(c),
		.areg = c->r.areg,
		.breg = c->r.breg,
		.creg = c->r.creg,
		.fpu = c->fpu[c->priority]};
	network_force(o->w, &(Force){.kind = FORCE_WITHHOLD, .node = n, .desc = wdesc(c)}, true);
	return true;
}

bool
sync_is_held(const SyncObserver *o, uint32_t thread)
{
	return o->threads[thread].held.state == HELD;
}

/* put_semaphore: append the semaphore's address, and its name if it is known. */
static void
put_semaphore(const SyncObserver *o, NodeId n, Addr semaphore, Buf *out)
{
	Buf name = {0};

	buf_printf(out, " semaphore %08x", semaphore);
	if (target_put_semaphore(o->target, n, semaphore, &name))
		buf_printf(out, " (%.*s)", (int)name.len, (char *)name.data);
	buf_free(&name);
}

/* put_message: append the message's event and type. */
static void
put_message(const SyncObserver *o, NodeId n, Addr message, Buf *out)
{
	buf_printf(out, " (%d, %u)",
		(int32_t)sync_field(o, n, message, MESSAGE_EVENT),
		sync_field(o, n, message, MESSAGE_TYPE));
}

/* put_call: append what the kernel call, before which a thread is held, would do. */
static void
put_call(const SyncObserver *o, NodeId n, Addr call, Buf *out)
{
	static const char *const words[] = {[KC_SEND] = "it sends", [KC_RECEIVE] = "it receives",
		[KC_EXCHANGE] = "it sends",
		[KC_CLONE] = "it is cloned", [KC_STACK] = "it starts a thread",
		[KC_THREAD_END] = "its end", [KC_EXIT] = "it ends its process",
		[KC_PANIC] = "it ends its process", [KC_SEM_WAIT] = "it waits for",
		[KC_SEM_TRY] = "it tries to pass", [KC_SEM_SIGNAL] = "it signals"};
	Word number = target_word(o->target, n, call + o->number_at);
	Word argument = sync_call_argument(o, n, call, 0);

	buf_printf(out, "%s", words[number]);
	switch (number) {
	case KC_SEND: case KC_RECEIVE: case KC_EXCHANGE: put_message(o, n, argument, out); break;
	case KC_SEM_WAIT: case KC_SEM_TRY: case KC_SEM_SIGNAL:
		put_semaphore(o, n, argument, out);
		break;
	}
}

void
sync_put_held(const SyncObserver *o, uint32_t thread, Buf *out)
{
	const Held *h = &o->threads[thread].held;
	NodeId n = o->threads[thread].info.node;
	const uint8_t *code = node_memory(o->w->nodes[n], h->iptr, 2);

	if (h->turn)
		buf_printf(out, "it goes on at high priority");
	else if (h->call != 0)
		put_call(o, n, h->call, out);
	else if (code && sync_is_channel_code(code[0]))
		buf_printf(out, "it uses channel %08x", h->breg & ~3u);
	else if (code && sync_is_alternative_code(code))
		buf_printf(out, "it waits for several channels");
	else
		buf_printf(out, "it runs a thread");
}

/* release_thread: let a held thread continue; at_mark: its node is at a marked instruction now. */
static void
release_thread(SyncObserver *o, uint32_t thread, bool at_mark)
{
	SyncThread *t = &o->threads[thread];

	assert(t->held.state == HELD);
	t->held.state = HELD_RELEASED;
	network_force(o->w, &(Force){.kind = FORCE_READY,
		.node = t->info.node,
		.desc = t->held.desc}, at_mark);
}

void
sync_release(SyncObserver *o, uint32_t thread)
{
	release_thread(o, thread, true);
}

void
sync_release_idle(SyncObserver *o, uint32_t thread)
{
	release_thread(o, thread, false);
}
