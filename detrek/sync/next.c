/* next.c - the operation that a thread is about to do. */
#include "next.h"

#include "sync_parts.h"

#include "sim/node/node_words.h"

#include <stddef.h>

/* read_semaphore: set the count of the semaphore on which the next operation acts. */
static void
read_semaphore(const SyncObserver *o, NodeId n, NextOperation *next)
{
	next->count = target_word(o->target, n, next->object + offsetof(Semaphore, count));
}

/* read_message: set event, type and destination of the message of the next operation. */
static void
read_message(const SyncObserver *o, NodeId n, Addr call, NextOperation *next)
{
	next->how = sync_call_argument(o, n, call, 1);
	next->event = sync_field(o, n, next->object, MESSAGE_EVENT);
	next->type = sync_field(o, n, next->object, MESSAGE_TYPE);
	next->unbuffered = sync_field(o, n, next->object, MESSAGE_FLAGS) & PACKET_NOBUF;
	next->to = next->kind == NEXT_SEND
		? sync_receiver_node(o, n, next->object, next->how) : n;
}

/*
 * next_call: the operation that a kernel call, about to be made, does; its fields are set from the
 * call's arguments.
 */
static NextOperation
next_call(const SyncObserver *o, NodeId n, Addr call)
{
	static const NextKind kinds[] = {[KC_SEND] = NEXT_SEND, [KC_RECEIVE] = NEXT_RECEIVE,
		[KC_EXCHANGE] = NEXT_SEND,
		[KC_CLONE] = NEXT_START, [KC_STACK] = NEXT_START, [KC_THREAD_END] = NEXT_END,
		[KC_SEM_WAIT] = NEXT_WAIT, [KC_SEM_TRY] = NEXT_TRY, [KC_SEM_SIGNAL] = NEXT_SIGNAL};
	Word number = target_word(o->target, n, call + o->number_at);
	NextOperation next = {.kind = kinds[number], .node = n,
		.object = sync_call_argument(o, n, call, 0)};

	switch (number) {
	case KC_SEM_WAIT: case KC_SEM_TRY: case KC_SEM_SIGNAL: read_semaphore(o, n, &next); break;
	case KC_SEND: case KC_RECEIVE: case KC_EXCHANGE: read_message(o, n, call, &next); break;
	case KC_THREAD_END: next.object = sync_call_argument(o, n, call, 1); break;
	}
	return next;
}

/*
 * next_operation: the operation that the thread's next instruction does, without counts and
 * messages.
 */
static NextOperation
next_operation(const SyncObserver *o, uint32_t thread)
{
	NodeId n = o->threads[thread].info.node;
	const T800 *c = o->w->nodes[n];
	const uint8_t *code = node_memory(c, c->r.iptr, 2);

	if (sync_is_function_begin(o, n, c->r.iptr, LIBRARY_CALL))
		return next_call(o, n, c->r.wptr);
	if (sync_is_channel_code(code[0]))
		return (NextOperation){.kind = NEXT_CHANNEL, .node = n,
			.object = c->r.breg & ~3u,
			.offers = o->nodes[n].alternatives && sync_is_output_code(code[0])};
	if (sync_is_before_alternative(o, n, thread))
		return (NextOperation){.kind = NEXT_ALTERNATIVE, .node = n,
			.enabled = sync_enabled_channels(o, n, thread)};
	return (NextOperation){.kind = NEXT_START, .node = n};
}

NextOperation
sync_next_operation(SyncObserver *o, uint32_t thread)
{
	NextOperation next = next_operation(o, thread);

	next.high = o->w->nodes[next.node]->priority == HIGH;
	return next;
}
