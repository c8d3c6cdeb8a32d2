/*
 * channels.c - channels in memory: the process that comes first waits, the second moves the
 * message.
 *
 * The second one's instruction is observed: before it, the first one's arrival orders the second,
 * and that orders the first one's going on. So what the second reads or writes of the first one's
 * message is the first one's access, after that.
 */
#include "sync_parts.h"

enum { OP_IN = 0xF7, OP_OUT = 0xFB, OP_OUTBYTE = 0xFE, OP_OUTWORD = 0xFF };

bool
sync_is_channel_code(uint8_t code)
{
	return code == OP_IN || code == OP_OUT || code == OP_OUTBYTE || code == OP_OUTWORD;
}

/*
 * object_of: what is signalled on a channel: that the first is there, or that the second has come.
 */
static uint32_t
object_of(SyncObserver *o, NodeId n, Addr channel, bool second)
{
	SyncWord *w = sync_place(o, n, channel + second); /* refuses an odd address */

	if (w->object == NO_OBJECT)
		w->object = sync_object(o,
			&(SyncObjectInfo){.kind = OBJECT_CHANNEL,
				.node = n,
				.addr = channel,
				.serial = second});
	return w->object;
}

/* is_alternative: the process that the channel names waits for several. */
static bool
is_alternative(const SyncObserver *o, NodeId n, Word desc)
{
	Word state = target_word(o->target, n, (desc & ~3u) + W_STATE);

	return state == ENABLING || state == WAITING || state == READY;
}

static void
arrive(SyncObserver *o, NodeId n, uint32_t thread, Addr channel)
{
	sync_place(o, n, channel)->waiting++;
	sync_operation(o, n, OPERATION_V, thread, object_of(o, n, channel, false));
}

/* meet: the thread finds another one there. */
static void
meet(SyncObserver *o, NodeId n, uint32_t thread, uint32_t other, Addr channel, bool input)
{
	SyncWord *w = sync_place(o, n, channel);
	NodeSync *s = &o->nodes[n];

	if (w->waiting == 0)
		return; /* its arrival was none of a thread's */
	w->waiting--;
	sync_operation(o, n, OPERATION_P, thread, object_of(o, n, channel, false));
	if (other == NO_THREAD)
		return;
	sync_operation(o, n, OPERATION_V, thread, object_of(o, n, channel, true));
	sync_operation(o, n, OPERATION_P, other, object_of(o, n, channel, true));
	s->copy = (Copy){.count = t800_count(o->w->nodes[n]),
		.thread = other,
		.kind = input ? ACCESS_READ : ACCESS_WRITE};
}

bool
sync_is_memory_channel(Addr channel)
{
	return channel - MOSTNEG > EVENT_CHANNEL - MOSTNEG;
}

void
sync_channel(SyncObserver *o, NodeId n, uint8_t code)
{
	const T800 *c = o->w->nodes[n];
	Addr channel = c->r.breg & ~3u;
	uint32_t thread = sync_thread_at(o, n, c->r.wptr);
	Word desc = target_word(o->target, n, channel);

	if (thread == NO_THREAD || !sync_is_memory_channel(channel))
		return;
	o->threads[thread].high = !(wdesc(c) & LOW);
	if (desc == NOTPROCESS || (code != OP_IN && is_alternative(o, n, desc)))
		arrive(o, n, thread, channel);
	else
		meet(o, n, thread, sync_thread_at(o, n, desc & ~3u), channel, code == OP_IN);
}
