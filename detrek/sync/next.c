/* next.c - the operation that a thread is about to do. */
#include "next.h"

#include "sync_parts.h"

#include "sim/node/node_words.h"

#include <stddef.h>

static Word
argument(const SyncObserver *o, NodeId n, Addr call, uint32_t i)
{
	return target_word(o->target, n, call + o->argument_at_call + 4 * i);
}

static void
read_semaphore(const SyncObserver *o, NodeId n, NextOperation *next)
{
	next->count = target_word(o->target, n, next->object + offsetof(Semaphore, count));
}

/* receiver_of: the node of the receiver of a message that a node sends. */
static NodeId
receiver_of(const SyncObserver *o, NodeId n, Addr message, Word how)
{
	uint32_t to = target_word(o->target, n, message + o->message_at[MESSAGE_NODE]) & 0xFFFF;

	return how & HOW_LOCAL || to == NODE_LOCAL || to == target_number(o->target, n) ? n
		: target_node(o->target, to);
}

static void
read_message(const SyncObserver *o, NodeId n, Addr call, NextOperation *next)
{
	next->how = argument(o, n, call, 1);
	next->event = target_word(o->target, n, next->object + o->message_at[MESSAGE_EVENT]);
	next->type = target_word(o->target, n, next->object + o->message_at[MESSAGE_TYPE]);
	next->unbuffered = target_word(o->target, n,
		next->object + o->message_at[MESSAGE_FLAGS]) & PACKET_NOBUF;
	next->to = next->kind == NEXT_SEND ? receiver_of(o, n, next->object, next->how) : n;
}

/* next_call: the operation of a call of the kernel. */
static NextOperation
next_call(const SyncObserver *o, NodeId n, Addr call)
{
	static const NextKind kinds[] = {[KC_SEND] = NEXT_SEND, [KC_RECEIVE] = NEXT_RECEIVE,
		[KC_CLONE] = NEXT_START, [KC_STACK] = NEXT_START, [KC_THREAD_END] = NEXT_END,
		[KC_SEM_WAIT] = NEXT_WAIT, [KC_SEM_TRY] = NEXT_TRY, [KC_SEM_SIGNAL] = NEXT_SIGNAL};
	Word number = target_word(o->target, n, call + o->number_at);
	NextOperation next = {.kind = kinds[number], .node = n, .object = argument(o, n, call, 0)};

	switch (number) {
	case KC_SEM_WAIT: case KC_SEM_TRY: case KC_SEM_SIGNAL: read_semaphore(o, n, &next); break;
	case KC_SEND: case KC_RECEIVE: read_message(o, n, call, &next); break;
	case KC_THREAD_END: next.object = argument(o, n, call, 1); break;
	}
	return next;
}

NextOperation
sync_next(SyncObserver *o, uint32_t thread)
{
	NodeId n = o->threads[thread].info.node;
	const T800 *c = o->w->nodes[n];
	const uint8_t *code = node_memory(c, c->r.iptr, 2);

	if (sync_begins(o, n, c->r.iptr, LIBRARY_CALL))
		return next_call(o, n, target_word(o->target, n, c->r.wptr + FIRST_ARGUMENT));
	if (sync_is_channel_code(code[0]))
		return (NextOperation){.kind = NEXT_CHANNEL, .node = n,
			.object = c->r.breg & ~3u};
	return (NextOperation){.kind = NEXT_START, .node = n};
}
