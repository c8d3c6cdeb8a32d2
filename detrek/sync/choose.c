/*
 * choose.c - lets a receive get the message that the forced order gives it, even if other messages
 * are held or arrive earlier.
 *
 * By event and type, the kernel looks for a message among those that it holds and those of waiting
 * senders, and for a receiver among the waiting receivers. Meanwhile, the observer hides messages
 * and receivers that do not belong together in the order: it inverts their events in the kernel's
 * lists. So a message that arrives too early is held as if no process waited for it. Nothing else
 * runs on the node meanwhile, because the kernel has high priority.
 */
#include "sync_parts.h"

#include "base/list.h"
#include "sim/node/node_words.h"

enum { MOST_LISTED = 1 << 16 }; /* a longer list is damaged */

/* put_word: store a value in the node's memory as a forced change, so that the recording has it. */
static void
put_word(SyncObserver *o, NodeId n, Addr a, Word value)
{
	network_force(o->w, &(Force){.kind = FORCE_WORD, .node = n, .addr = a, .value = value},
		true);
}

/* ---- hiding ---- */

/*
 * hide_event: hide from the kernel the object that has its event at an address, by inverting the
 * event.
 */
static void
hide_event(SyncObserver *o, NodeId n, Addr at, Word event)
{
	NodeSync *s = &o->nodes[n];

	if (target_word(o->target, n, at) != event || !node_memory(o->w->nodes[n], at, 4))
		return;
	s->hidden = list_more(s->hidden, s->nhidden, sizeof *s->hidden);
	s->hidden[s->nhidden++] = at;
	put_word(o, n, at, ~event);
}

void
sync_unhide(SyncObserver *o, NodeId n)
{
	NodeSync *s = &o->nodes[n];

	for (uint32_t i = 0; i < s->nhidden; i++)
		if (target_word(o->target, n, s->hidden[i]) == ~s->hidden_event)
			put_word(o, n, s->hidden[i], s->hidden_event);
	s->nhidden = 0;
}

/*
 * begin_search: show the kernel again what was hidden from an earlier search, and note the event
 * for which it now searches.
 */
static void
begin_search(SyncObserver *o, NodeId n, Word event)
{
	sync_unhide(o, n); /* an earlier search, by a caller of the kernel's function, is over */
	o->nodes[n].hidden_event = event;
}

/*
 * may_take: true if, by the forced order, the receiver's next receive may get the message of the
 * sender (SyncCalls.takes).
 */
static bool
may_take(const SyncObserver *o, uint32_t receiver, uint32_t sender, uint32_t object, bool waits)
{
	return o->calls.takes(o->calls.context, receiver, sender, object, waits);
}

/* first_waiter: the address of the first Waiter of a kind for an event. */
static Addr
first_waiter(const SyncObserver *o, NodeId n, uint32_t kind, Word event)
{
	const KernelLayout *k = target_layout(o->target);
	Word nbuckets = k->nlists / NWAITS;

	return target_word(o->target, n,
		o->nodes[n].lists + 4 * (kind * nbuckets + event % nbuckets));
}

/* waiting_thread: the thread of a kernel's Waiter. */
static uint32_t
waiting_thread(SyncObserver *o, NodeId n, Addr waiter)
{
	Addr call = target_word(o->target, n, waiter + target_layout(o->target)->waiter_call);

	return sync_thread_at(o, n, target_word(o->target, n, call + o->wdesc_at) & ~3u);
}

uint32_t
sync_front_sender(SyncObserver *o, NodeId n, Word event)
{
	const KernelLayout *k = target_layout(o->target);
	Addr w = first_waiter(o, n, WAIT_SEND, event);

	for (int i = 0; w != 0 && i < MOST_LISTED; i++) {
		if (target_word(o->target, n, w + k->waiter_event) == event)
			return waiting_thread(o, n, w);
		w = target_word(o->target, n, w + k->waiter_next);
	}
	return NO_THREAD;
}

/* ---- the kernel looks for a message ---- */

/* hide_senders: hide the senders whose messages the receiver may not get now. */
static void
hide_senders(SyncObserver *o, NodeId n, uint32_t receiver, Word event, bool waits)
{
	const KernelLayout *k = target_layout(o->target);
	Addr w = first_waiter(o, n, WAIT_SEND, event);

	for (int i = 0; w != 0 && i < MOST_LISTED; i++) {
		uint32_t sender = waiting_thread(o, n, w);

		if (sender != NO_THREAD && o->threads[sender].sent != NO_OBJECT
			&& !may_take(o, receiver, sender, o->threads[sender].sent, waits))
			hide_event(o, n, w + k->waiter_event, event);
		w = target_word(o->target, n, w + k->waiter_next);
	}
}

void
sync_choose_message(SyncObserver *o, NodeId n, uint32_t receiver, Word event, bool waits)
{
	if (!o->calls.takes)
		return;
	begin_search(o, n, event);
	hide_senders(o, n, receiver, event, waits);
	for (uint32_t i = 0; i < o->nmessages; i++) {
		const Message *m = &o->messages[i];

		if (m->held != 0 && m->info.node == n && (Word)m->info.event == event
			&& !may_take(o, receiver, m->thread, m->object, waits))
			hide_event(o, n, m->held + o->held_event_at, event);
	}
}

/* is_message_there: true if the message is where a receive that does not wait finds it. */
static bool
is_message_there(const Message *m, NodeId n, Word event, Word type)
{
	return m->info.node == n && (Word)m->info.event == event
		&& ((m->held != 0 && m->complete) || m->stuck)
		&& (type == 0 || m->info.type == 0 || (m->info.type & type));
}

/* is_sender_there: true if a sender waits whose message the receiver may get. */
static bool
is_sender_there(SyncObserver *o, NodeId n, uint32_t receiver, Word event)
{
	const KernelLayout *k = target_layout(o->target);
	Addr w = first_waiter(o, n, WAIT_SEND, event);

	for (int i = 0; w != 0 && i < MOST_LISTED; i++) {
		uint32_t sender = waiting_thread(o, n, w);

		if (sender != NO_THREAD && o->threads[sender].sent != NO_OBJECT
			&& may_take(o, receiver, sender, o->threads[sender].sent, false))
			return true;
		w = target_word(o->target, n, w + k->waiter_next);
	}
	return false;
}

bool
sync_has_message(SyncObserver *o, NodeId n, uint32_t receiver, Word event, Word type)
{
	for (uint32_t i = 0; i < o->nmessages; i++) {
		const Message *m = &o->messages[i];

		if (is_message_there(m, n, event, type)
			&& may_take(o, receiver, m->thread, m->object, false))
			return true;
	}
	return is_sender_there(o, n, receiver, event);
}

/* ---- the kernel looks for a receiver ---- */

void
sync_choose_receiver(SyncObserver *o, NodeId n, uint32_t sender, uint32_t object, Word event)
{
	const KernelLayout *k = target_layout(o->target);
	Addr w;

	if (!o->calls.takes)
		return;
	begin_search(o, n, event);
	w = first_waiter(o, n, WAIT_RECEIVE, event);
	for (int i = 0; w != 0 && i < MOST_LISTED; i++) {
		uint32_t receiver = waiting_thread(o, n, w);
		bool waits = target_word(o->target, n, w + o->timed_at) == 0;

		if (receiver != NO_THREAD && !may_take(o, receiver, sender, object, waits))
			hide_event(o, n, w + k->waiter_event, event);
		w = target_word(o->target, n, w + k->waiter_next);
	}
}
