/*
 * channels.c - channels in memory: the first process to arrive waits, the second one moves the
 * message.
 *
 * The instruction of the second process is observed. It is ordered after the arrival of the first
 * process, and before the continuation of the first. The second process also reads or writes the
 * message of the first one; these accesses count as accesses of the first process, after its
 * continuation.
 */
#include "sync_parts.h"

enum { OP_IN = 0xF7, OP_OUT = 0xFB, OP_OUTBYTE = 0xFE, OP_OUTWORD = 0xFF };

bool
sync_is_channel_code(uint8_t code)
{
	return code == OP_IN || code == OP_OUT || code == OP_OUTBYTE || code == OP_OUTWORD;
}

bool
sync_is_output_code(uint8_t code)
{
	return sync_is_channel_code(code) && code != OP_IN;
}

/*
 * channel_object: the number of the object for one of the two signals by which a channel orders
 * threads: that the first process has arrived there or, with `second`, that the second has.
 */
static uint32_t
channel_object(SyncObserver *o, NodeId n, Addr channel, bool second)
{
	SyncWord *w = sync_get_word(o, n, channel + second); /* refuses an odd address */

	if (w->object == NO_OBJECT)
		w->object = sync_add_object(o,
			&(SyncObjectInfo){.kind = OBJECT_CHANNEL,
				.node = n,
				.addr = channel,
				.serial = second});
	return w->object;
}

/* is_alternative: true if the process in the channel word waits for several channels. */
static bool
is_alternative(const SyncObserver *o, NodeId n, Word desc)
{
	Word state = target_word(o->target, n, (desc & ~3u) + W_STATE);

	return state == ENABLING || state == WAITING || state == READY;
}

/* arrive_at_channel: report that the thread arrives first at a channel. */
static void
arrive_at_channel(SyncObserver *o, NodeId n, uint32_t thread, Addr channel)
{
	sync_get_word(o, n, channel)->waiting++;
	sync_operation(o, n, OPERATION_V, thread, channel_object(o, n, channel, false));
}

/*
 * meet_at_channel: report that the thread arrives at a channel at which the thread `other` waits,
 * and exchanges a message with it.
 */
static void
meet_at_channel(
	SyncObserver *o, NodeId n, uint32_t thread, uint32_t other, Addr channel, bool input)
{
	SyncWord *w = sync_get_word(o, n, channel);
	NodeSync *s = &o->nodes[n];

	if (w->waiting == 0)
		return; /* what arrived was not a thread */
	w->waiting--;
	sync_operation(o, n, OPERATION_P, thread, channel_object(o, n, channel, false));
	if (other == NO_THREAD)
		return;
	sync_note_wake(o, thread, other);
	sync_operation(o, n, OPERATION_V, thread, channel_object(o, n, channel, true));
	sync_operation(o, n, OPERATION_P, other, channel_object(o, n, channel, true));
	s->copy = (ChannelCopy){.count = t800_count(o->w->nodes[n]),
		.thread = other,
		.kind = input ? ACCESS_READ : ACCESS_WRITE};
}

bool
sync_is_memory_channel(Addr channel)
{
	return channel - MOSTNEG > EVENT_CHANNEL - MOSTNEG;
}

void
sync_handle_channel(SyncObserver *o, NodeId n, uint8_t code)
{
	const T800 *c = o->w->nodes[n];
	Addr channel = c->r.breg & ~3u;
	uint32_t thread = sync_thread_at(o, n, c->r.wptr);
	Word desc = target_word(o->target, n, channel);

	if (thread == NO_THREAD || !sync_is_memory_channel(channel))
		return;
	o->threads[thread].high = !(wdesc(c) & LOW);
	o->threads[thread].inputs = code == OP_IN;
	if (desc == NOTPROCESS || (code != OP_IN && is_alternative(o, n, desc)))
		arrive_at_channel(o, n, thread, channel);
	else
		meet_at_channel(
			o, n, thread, sync_thread_at(o, n, desc & ~3u), channel, code == OP_IN);
}
