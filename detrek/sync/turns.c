/*
 * turns.c - the turns of high-priority threads.
 *
 * While a high-priority thread runs, until it waits, no other process of its node does: this is a
 * turn of the thread. So the behaviour of high-priority threads is decided by the order of their
 * turns, among each other and among the operations of other threads. A turn begins where a thread
 * starts, and after each instruction that may have made it wait. It begins there even if the thread
 * has not waited, so that the turns of a thread do not depend on the machine's timing. Within a
 * turn, the memory alone decides what the thread does.
 *
 * A call of the kernel waits with stopp in the library. A turn begins there only if the thread has
 * waited. But if the call receives a message, or sends one that waits for its receiver, a turn
 * always begins after the call, because it depends on the machine's timing whether the other side
 * arrived first.
 *
 * When an operation of a low-priority thread lets a high-priority one continue, the high-priority
 * thread pre-empts the other one; so the low-priority thread continues after that turn, and after
 * the turns that it causes.
 */
#include "sync_parts.h"

#include "sim/node/node_words.h"

/*
 * The codes of instructions that may wait, each of a prefix and an operate instruction, and their
 * size in bytes.
 */
enum { STOPP = 0xF521, TIN = 0xFB22, ALTWT = 0xF424, TALTWT = 0xF125, WAIT_BYTES = 2 };

bool
sync_is_wait(const uint8_t *code)
{
	uint16_t both = code[0] | code[1] << 8;

	return both == STOPP || both == TIN || both == ALTWT || both == TALTWT;
}

/*
 * set_turn: let the thread's next turn begin at instruction `at`. In a turn, the thread runs at
 * high priority until others may run.
 */
static void
set_turn(SyncObserver *o, NodeId n, uint32_t thread, Addr at)
{
	o->threads[thread].turn = at;
	sync_mark(o, n, at);
}

void
sync_interrupt_turn(SyncObserver *o, NodeId n, uint32_t thread)
{
	if (o->calls.turn || o->w->nodes[n]->priority != HIGH || sync_is_turn(o, n))
		return;
	o->threads[thread].high = true;
	sync_order_high(o, n, thread);
	set_turn(o, n, thread, o->w->nodes[n]->r.iptr);
}

/* return_address: the address to which the thread returns from its call of the kernel. */
static Addr
return_address(const SyncObserver *o, NodeId n, uint32_t thread)
{
	return target_word(o->target, n, o->threads[thread].called + o->back_at);
}

/*
 * order_waker: report that the waker of a high-priority thread continues after that thread's turn.
 * The waker is the low-priority thread whose operation has let the high-priority thread run; there
 * may be none.
 */
static void
order_waker(SyncObserver *o, NodeId n, uint32_t thread)
{
	uint32_t waker = o->threads[thread].waker;
	SyncThread *w;

	if (waker == NO_THREAD)
		return;
	w = &o->threads[waker];
	if (w->wakes == NO_OBJECT)
		w->wakes = sync_add_object(o, &(SyncObjectInfo){.kind = OBJECT_HIGH,
			.node = n,
			.addr = w->info.number});
	sync_report_implied(o, n, thread, w->wakes);
	sync_report_implied(o, n, waker, w->wakes);
}

void
sync_end_turn(SyncObserver *o, NodeId n, uint32_t thread)
{
	if (!o->threads[thread].high)
		return;
	sync_order_high(o, n, thread);
	order_waker(o, n, thread);
}

void
sync_note_wait(SyncObserver *o, NodeId n)
{
	const T800 *c = o->w->nodes[n];
	uint32_t thread = sync_thread_at(o, n, c->r.wptr);
	const uint8_t *code = node_memory(c, c->r.iptr, WAIT_BYTES);

	if (thread == NO_THREAD || c->priority != HIGH || !code)
		return;
	if (o->threads[thread].blocked == NO_OBJECT) /* otherwise the turn was ended before */
		sync_end_turn(o, n, thread);
	if (o->threads[thread].receiving != 0 || o->threads[thread].sent != NO_OBJECT)
		set_turn(o, n, thread, return_address(o, n, thread));
	else
		set_turn(o, n, thread, c->r.iptr + (sync_is_wait(code) ? WAIT_BYTES : 1));
}

void
sync_note_wake(SyncObserver *o, uint32_t by, uint32_t thread)
{
	SyncThread *t = &o->threads[thread];

	t->woken = true;
	t->waker = by != NO_THREAD && o->threads[by].high ? o->threads[by].waker : by;
}

void
sync_call_waited(SyncObserver *o, NodeId n, uint32_t thread)
{
	if (o->threads[thread].high)
		set_turn(o, n, thread, return_address(o, n, thread));
}

void
sync_begins_running(SyncObserver *o, NodeId n, Word desc)
{
	uint32_t thread = desc & LOW ? NO_THREAD : sync_thread_at(o, n, desc & ~3u);
	SyncThread *t;

	if (thread == NO_THREAD)
		return;
	t = &o->threads[thread];
	if (!t->woken)
		t->waker = NO_THREAD;
	t->woken = false;
	if (!t->begun)
		set_turn(o, n, thread, target_word(o->target, n, (desc & ~3u) + W_IPTR));
	t->begun = true;
}

bool
sync_is_turn(SyncObserver *o, NodeId n)
{
	const T800 *c = o->w->nodes[n];
	uint32_t thread = c->priority == HIGH ? sync_thread_at(o, n, c->r.wptr) : NO_THREAD;

	return thread != NO_THREAD && o->threads[thread].turn == c->r.iptr;
}

void
sync_report_turn(SyncObserver *o, NodeId n)
{
	uint32_t thread;

	if (!sync_is_turn(o, n))
		return;
	thread = sync_thread_at(o, n, o->w->nodes[n]->r.wptr);
	o->threads[thread].turn = 0;
	o->threads[thread].high = true;
	o->nodes[n].has_turns = true;
	sync_order_high(o, n, thread);
	sync_log_only(o, n, OPERATION_P, thread, sync_high_object(o, n));
}

void
sync_mark_return(SyncObserver *o, NodeId n, uint32_t thread)
{
	sync_mark(o, n, return_address(o, n, thread));
}

void
sync_note_critical(SyncObserver *o, NodeId n)
{
	const T800 *c = o->w->nodes[n];
	uint32_t thread = sync_thread_at(o, n, c->r.wptr);

	if (thread == NO_THREAD || c->priority != HIGH)
		return;
	o->threads[thread].critical = true;
	sync_await(o, n, AWAITED_CRITICAL, 0, thread);
}
