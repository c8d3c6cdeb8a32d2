/*
 * probes.c - receives that end without a message, because they do not wait, or only until some
 * time; and probes, which look for a message and do not receive it.
 */
#include "sync_parts.h"

/*
 * report_look: report a receive that got no message, or a probe. Also report whether it repeats the
 * previous one, again without a message.
 */
static void
report_look(SyncObserver *o, NodeId n, LookResult l, Addr message)
{
	SyncThread *t = &o->threads[l.thread];
	Word event = sync_field(o, n, message, MESSAGE_EVENT);

	l.node = n;
	l.count = t800_count(o->w->nodes[n]);
	l.event = event;
	l.asked = t->asked;
	l.called = t->called;
	l.again = !l.seen && t->missed && t->missed_event == event && t->missed_type == t->asked;
	t->missed = !l.seen;
	t->missed_event = event;
	t->missed_type = t->asked;
	if (o->calls.looked)
		o->calls.looked(o->calls.context, &l);
}

void
sync_report_miss(SyncObserver *o, NodeId n, uint32_t thread, Addr message, int32_t result)
{
	if (result == KE_AGAIN || result == KE_TIMEOUT)
		report_look(o, n, (LookResult){.thread = thread, .object = NO_OBJECT}, message);
}

/*
 * seen_message: the object of the message that the kernel has found for a probe. The kernel holds
 * the message, or its sender waits; then the kernel has put the sender back to the list's front.
 */
static uint32_t
seen_message(SyncObserver *o, NodeId n, uint32_t thread, Addr message)
{
	uint32_t found = o->threads[thread].found, sender;

	if (o->threads[thread].holder != 0)
		return found;
	sender = sync_front_sender(o, n, sync_field(o, n, message, MESSAGE_EVENT));
	return sender == NO_THREAD ? NO_OBJECT : o->threads[sender].sent;
}

void
sync_report_probe(SyncObserver *o, NodeId n, uint32_t thread, Addr message, int32_t result)
{
	if (result >= 0)
		report_look(o, n, (LookResult){.thread = thread, .seen = true,
			.object = seen_message(o, n, thread, message)}, message);
	else
		sync_report_miss(o, n, thread, message, result);
	o->threads[thread].found = NO_OBJECT;
}
