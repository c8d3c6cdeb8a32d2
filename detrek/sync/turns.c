/*
 * turns.c - the turns of high-priority threads.
 *
 * No other process runs on a node while a high-priority thread runs, until it waits. So what
 * such threads do is decided by the order of their turns, with respect to each other and to the
 * operations of others; their memory alone can decide what they do next. A turn begins where a
 * thread starts, and behind each instruction that may have made it wait, whether it has waited or
 * not: so the turns of a thread do not depend on that.
 *
 * A call of the kernel waits with stopp in the library. A turn begins there only if the thread has
 * waited; but behind the call, in any case, if it receives a message, or sends one that waits for
 * its receiver: whether the other side came first depends on the machine.
 */
#include "sync_parts.h"

#include "sim/node/node_words.h"

/* Prefix and operate instructions, and their size. */
enum { STOPP = 0xF521, TIN = 0xFB22, ALTWT = 0xF424, TALTWT = 0xF125, WAIT_BYTES = 2 };

bool
sync_is_wait(const uint8_t *code)
{
	uint16_t both = code[0] | code[1] << 8;

	return both == STOPP || both == TIN || both == ALTWT || both == TALTWT;
}

static void
set_turn(SyncObserver *o, NodeId n, uint32_t thread, Addr at)
{
	o->threads[thread].turn = at;
	sync_mark(o, n, at);
}

/* behind_call: where the thread returns from its call of the kernel. */
static Addr
behind_call(const SyncObserver *o, NodeId n, uint32_t thread)
{
	return target_word(o->target, n, o->threads[thread].called);
}

void
sync_waits(SyncObserver *o, NodeId n)
{
	const T800 *c = o->w->nodes[n];
	uint32_t thread = sync_thread_at(o, n, c->r.wptr);
	const uint8_t *code = node_memory(c, c->r.iptr, WAIT_BYTES);

	if (thread == NO_THREAD || c->priority != HIGH || !code)
		return;
	if (o->threads[thread].receiving != 0 || o->threads[thread].sent != NO_OBJECT)
		set_turn(o, n, thread, behind_call(o, n, thread));
	else
		set_turn(o, n, thread, c->r.iptr + (sync_is_wait(code) ? WAIT_BYTES : 1));
}

void
sync_call_waited(SyncObserver *o, NodeId n, uint32_t thread)
{
	if (o->threads[thread].high)
		set_turn(o, n, thread, behind_call(o, n, thread));
}

void
sync_begins_running(SyncObserver *o, NodeId n, Word desc)
{
	uint32_t thread = sync_thread_at(o, n, desc & ~3u);

	if (thread == NO_THREAD || o->threads[thread].begun)
		return;
	o->threads[thread].begun = true;
	if (!(desc & LOW))
		set_turn(o, n, thread, target_word(o->target, n, (desc & ~3u) + W_IPTR));
}

bool
sync_is_turn(SyncObserver *o, NodeId n)
{
	const T800 *c = o->w->nodes[n];
	uint32_t thread = c->priority == HIGH ? sync_thread_at(o, n, c->r.wptr) : NO_THREAD;

	return o->calls.turn && thread != NO_THREAD && o->threads[thread].turn == c->r.iptr;
}

void
sync_turn(SyncObserver *o, NodeId n)
{
	uint32_t thread;

	if (!sync_is_turn(o, n))
		return;
	thread = sync_thread_at(o, n, o->w->nodes[n]->r.wptr);
	o->threads[thread].turn = 0;
	o->threads[thread].high = true;
	o->nodes[n].has_turns = true;
	sync_log_only(o, n, OPERATION_P, thread, sync_high_object(o, n));
}
