/*
 * messages.c - observes messages of the kernel (kernel/rendezvous.c). A send comes before its
 * receive; the receive comes before the continuation of a sender that waits for it.
 *
 * Each message is an object. Where the kernel hands a message directly to its receiver, the
 * observer sees which send belongs to the receive. If the message was buffered, the observer knows
 * the kernel's buffer for it (Held). Messages of the same sender node, event and type arrive in the
 * order in which they were sent.
 */
#include "sync_parts.h"

#include "base/list.h"

#include <stddef.h>
#include <string.h>

/* calling_thread: the thread that makes a kernel call. */
static uint32_t
calling_thread(SyncObserver *o, NodeId n, Addr call)
{
	return sync_thread_at(o, n, target_word(o->target, n, call + o->wdesc_at) & ~3u);
}

/* ---- messages that are under way ---- */

/*
 * append_message: append m to o->messages: the messages that kernels hold, or that are on their
 * way.
 */
static void
append_message(SyncObserver *o, const Message *m)
{
	o->messages = list_more(o->messages, o->nmessages, sizeof *o->messages);
	o->messages[o->nmessages++] = *m;
}

/*
 * find_got_message: the number of the message that the thread has got: the message that the kernel
 * has found for it, or the message that is arriving. o->nmessages if there is none.
 */
static uint32_t
find_got_message(const SyncObserver *o, const SyncObjectInfo *route, uint32_t thread)
{
	uint32_t found = o->threads[thread].found, i = 0;

	while (i < o->nmessages && !(found != NO_OBJECT ? o->messages[i].object == found
		: sync_same_route(&o->messages[i].info, route) && o->messages[i].held == 0))
		i++;
	return i;
}

/*
 * remove_got_message: remove the message on a route that the thread has got; returns its object, or
 * NO_OBJECT if the kernel itself or the host sent it.
 */
static uint32_t
remove_got_message(SyncObserver *o, const SyncObjectInfo *route, uint32_t thread)
{
	uint32_t i = find_got_message(o, route, thread), object;

	if (i == o->nmessages)
		return NO_OBJECT;
	object = o->messages[i].object;
	memmove(o->messages + i, o->messages + i + 1,
		(--o->nmessages - i) * sizeof *o->messages);
	return object;
}

/* ---- bytes that the kernel moves ---- */

/* report_bytes: report that the thread reads or writes the bytes of a message. */
static void
report_bytes(SyncObserver *o, NodeId n, uint32_t thread, Addr low, Word nbytes, AccessKind kind)
{
	const T800 *c = o->w->nodes[n];

	if (!o->calls.accesses || nbytes > c->r.size || low - MOSTNEG > c->r.size - nbytes)
		return;
	for (Word done = 0, more; done < nbytes; done += more) {
		more = 4 - ((low + done) & 3);
		more = more < nbytes - done ? more : nbytes - done;
		o->calls.accesses(o->calls.context, thread, n,
			&(Access){.count = t800_count(c),
				.cycles = c->r.cycles,
				.addr = low + done,
				.wdesc = wdesc(c),
				.iptr = c->r.iptr,
				.nbytes = more,
				.kind = kind},
			1);
	}
}

/* ---- sending ---- */

/*
 * report_send: add an object for the message that node n's kernel is sending, and report its send,
 * which is now sure to succeed. Does nothing if this was done before.
 */
static void
report_send(SyncObserver *o, NodeId n)
{
	Message *m = &o->nodes[n].sending;

	if (m->object != NO_OBJECT || m->thread == NO_THREAD)
		return;
	m->object = sync_add_object(o, &m->info);
	sync_moved(o, n, OPERATION_SEND, m->thread, m->object, m->moved);
}

bool
sync_is_for_host(const SyncObserver *o, NodeId n, Addr message)
{
	uint32_t to = sync_field(o, n, message, MESSAGE_NODE) & 0xFFFF;

	return to != NODE_LOCAL && target_node(o->target, to) == NOWHERE;
}

NodeId
sync_receiver_node(const SyncObserver *o, NodeId n, Addr message, Word how)
{
	uint32_t to = sync_field(o, n, message, MESSAGE_NODE) & 0xFFFF;

	return how & HOW_LOCAL || to == NODE_LOCAL || to == target_number(o->target, n) ? n
		: target_node(o->target, to);
}

void
sync_message_send(SyncObserver *o, NodeId n, Addr call)
{
	NodeSync *s = &o->nodes[n];
	Addr message = sync_call_argument(o, n, call, 0);
	Word how = sync_call_argument(o, n, call, 1);
	bool unbuffered = how & HOW_LOCAL
		|| sync_field(o, n, message, MESSAGE_FLAGS) & PACKET_NOBUF;
	NodeId receiver = sync_receiver_node(o, n, message, how);
	bool local = receiver == n;

	s->sending = (Message){.object = NO_OBJECT,
		.thread = how & (HOW_LINK | HOW_PROBE) ? NO_THREAD : calling_thread(o, n, call),
		.local = local,
		.direct = local && unbuffered,
		.moved = {message, sync_field(o, n, message, MESSAGE_BODY),
			sync_field(o, n, message, MESSAGE_LENGTH)},
		.info = {.kind = OBJECT_MESSAGE,
			.node = receiver,
			.from = n,
			.event = sync_field(o, n, message, MESSAGE_EVENT),
			.type = sync_field(o, n, message, MESSAGE_TYPE)}};
	if (receiver == NOWHERE) /* the host */
		s->sending.thread = NO_THREAD;
	if (s->sending.thread == NO_THREAD)
		return;
	o->threads[s->sending.thread].unbuffered = unbuffered;
	sync_order_high(o, n, s->sending.thread);
	report_bytes(o, n, s->sending.thread, sync_field(o, n, message, MESSAGE_BODY),
		sync_field(o, n, message, MESSAGE_LENGTH), ACCESS_READ);
	if (local)
		sync_choose_receiver(o, n, s->sending.thread, NO_OBJECT, s->sending.info.event);
	sync_await(o, n, AWAITED_SEND, call, message);
}

/* end_send: complete the send of the kernel's message_send, which has returned `result`. */
static void
end_send(SyncObserver *o, NodeId n, int32_t result)
{
	Message *m = &o->nodes[n].sending;

	if (result >= 0 || result == CALL_WAITS)
		report_send(o, n);
	if (m->object != NO_OBJECT && !m->given && m->local && result == CALL_WAITS)
		o->threads[m->thread].sent = m->object;
	else if (m->object != NO_OBJECT && !m->given)
		append_message(o, m);
	m->thread = NO_THREAD;
}

/* ---- arriving ---- */

/* next_in_transit: the message by a route that arrives next; NULL if no thread has sent it. */
static Message *
next_in_transit(SyncObserver *o, const SyncObjectInfo *route)
{
	for (uint32_t i = 0; i < o->nmessages; i++)
		if (sync_same_route(&o->messages[i].info, route) && !o->messages[i].arrived)
			return &o->messages[i];
	return NULL;
}

/* find_message: the message that is an object; NULL: it is not in the list. */
static Message *
find_message(SyncObserver *o, uint32_t object)
{
	for (uint32_t i = 0; i < o->nmessages; i++)
		if (o->messages[i].object == object)
			return &o->messages[i];
	return NULL;
}

void
sync_note_arrival(SyncObserver *o, NodeId n, Addr header)
{
	NodeSync *s = &o->nodes[n];
	SyncObjectInfo route = {.node = n,
		.from = target_node(o->target,
			target_word(o->target, n, header + offsetof(PacketHeader, from)) & 0xFFFF),
		.event = target_word(o->target, n, header + offsetof(PacketHeader, event)),
		.type = target_word(o->target, n, header + offsetof(PacketHeader, type))};
	Message *m = next_in_transit(o, &route);

	s->sinking = true;
	s->arriving = m ? m->object : NO_OBJECT;
	if (m)
		sync_choose_receiver(o, n, m->thread, m->object, route.event);
	sync_await(o, n, AWAITED_SINK, 0, 0);
}

/*
 * end_arrival: note where the arriving message is now: has_place: in the node; otherwise still in
 * the link, until there is room.
 */
static void
end_arrival(SyncObserver *o, NodeId n, bool has_place)
{
	NodeSync *s = &o->nodes[n];
	Message *m = find_message(o, s->arriving);

	s->sinking = false;
	if (!m)
		return;
	m->arrived = has_place;
	m->stuck = !has_place;
	if (m->stuck && o->calls.arrived)
		o->calls.arrived(o->calls.context, n);
}

void
sync_note_held(SyncObserver *o, NodeId n, Addr held)
{
	NodeSync *s = &o->nodes[n];
	Message *m = s->sinking ? find_message(o, s->arriving) : &s->sending;

	if (m)
		m->held = held;
}

void
sync_note_held_complete(SyncObserver *o, NodeId n, Addr held)
{
	for (uint32_t i = 0; i < o->nmessages; i++)
		if (o->messages[i].info.node == n && o->messages[i].held == held)
			o->messages[i].complete = true;
	o->nodes[n].sending.complete |= o->nodes[n].sending.held == held;
	if (o->calls.arrived)
		o->calls.arrived(o->calls.context, n);
}

/* ---- receiving ---- */

void
sync_note_search(SyncObserver *o, NodeId n)
{
	const NodeSync *s = &o->nodes[n];
	const Awaited *a = s->nawaited > 0 ? &s->awaited[s->nawaited - 1] : NULL;

	if (a && (a->kind == AWAITED_RECEIVE || a->kind == AWAITED_PROBE))
		sync_await(o, n, AWAITED_SEARCH, a->call, a->argument);
}

/*
 * end_search: note which Held (buffered message) the kernel has found for the call, or that it has
 * found none.
 */
static void
end_search(SyncObserver *o, NodeId n, Addr call, Addr held)
{
	uint32_t thread = calling_thread(o, n, call);

	if (thread != NO_THREAD)
		o->threads[thread].holder = held;
	for (uint32_t i = 0; thread != NO_THREAD && held != 0 && i < o->nmessages; i++)
		if (o->messages[i].info.node == n && o->messages[i].held == held)
			o->threads[thread].found = o->messages[i].object;
}

/*
 * remove_kernel_message: remove a message that a kernel itself sent and that the thread has
 * received.
 */
static void
remove_kernel_message(SyncObserver *o, const SyncObjectInfo *route, uint32_t thread)
{
	if (route->type == TYPE_EXIT && route->event < 0)
		sync_report_notice(o, route->from, thread);
	sync_order_ends(o, route->from, thread);
}

/*
 * report_receive: report that the thread has received a message from the node that the message
 * names; object: the message's number, or NO_OBJECT if it is not known yet.
 */
static void
report_receive(SyncObserver *o, NodeId n, uint32_t thread, Addr message, uint32_t object)
{
	Word room = o->threads[thread].room, length = sync_field(o, n, message, MESSAGE_LENGTH);
	MovedMessage moved = {message, sync_field(o, n, message, MESSAGE_BODY),
		length < room ? length : room};
	SyncObjectInfo route = {.node = n,
		.from = target_node(o->target, sync_field(o, n, message, MESSAGE_NODE) & 0xFFFF),
		.event = sync_field(o, n, message, MESSAGE_EVENT),
		.type = sync_field(o, n, message, MESSAGE_TYPE)};

	o->threads[thread].receiving = 0;
	sync_call_waited(o, n, thread);
	object = object != NO_OBJECT ? object : remove_got_message(o, &route, thread);
	o->threads[thread].found = NO_OBJECT;
	if (object != NO_OBJECT)
		sync_moved(o, n, OPERATION_RECV, thread, object, moved);
	else if (route.from != NOWHERE)
		remove_kernel_message(o, &route, thread);
	else
		moved.nbytes = sync_handle_input(o, n, thread, moved);
	report_bytes(o, n, thread, moved.body, moved.nbytes, ACCESS_WRITE);
	sync_order_high(o, n, thread);
}

void
sync_message_receive(SyncObserver *o, NodeId n, Addr call)
{
	Addr message = sync_call_argument(o, n, call, 0);
	Word how = sync_call_argument(o, n, call, 1);
	uint32_t thread = calling_thread(o, n, call);

	if (thread == NO_THREAD)
		return;
	sync_choose_message(o, n, thread, sync_field(o, n, message, MESSAGE_EVENT),
		!(how & (HOW_TRY | HOW_UNTIL | HOW_PROBE)));
	o->threads[thread].found = NO_OBJECT;
	o->threads[thread].holder = 0;
	o->threads[thread].asked = sync_field(o, n, message, MESSAGE_TYPE);
	o->threads[thread].tries = how & (HOW_TRY | HOW_UNTIL | HOW_PROBE);
	if (how & HOW_PROBE) {
		sync_await(o, n, AWAITED_PROBE, call, message);
		return;
	}
	o->threads[thread].receiving = message;
	o->threads[thread].room = sync_field(o, n, message, MESSAGE_LENGTH);
	sync_await(o, n, AWAITED_RECEIVE, call, message);
}

/*
 * end_receive: report the message that a receive, which has returned, has got, or that it got none.
 */
static void
end_receive(SyncObserver *o, NodeId n, Addr call, Addr message, int32_t result)
{
	uint32_t thread = calling_thread(o, n, call);

	if (thread == NO_THREAD || o->threads[thread].receiving != message || result == CALL_WAITS)
		return;
	if (result >= 0 || result == KE_TRUNC)
		report_receive(o, n, thread, message, NO_OBJECT);
	o->threads[thread].receiving = 0;
	sync_report_miss(o, n, thread, message, result);
}

/* end_probe: report whether a probe, which has returned, has seen a message. */
static void
end_probe(SyncObserver *o, NodeId n, Addr call, Addr message, int32_t result)
{
	uint32_t thread = calling_thread(o, n, call);

	if (thread != NO_THREAD)
		sync_report_probe(o, n, thread, message, result);
}

void
sync_message_returned(SyncObserver *o, NodeId n, const Awaited *a, int32_t result)
{
	if (a->kind != AWAITED_SEARCH)
		sync_unhide(o, n);
	switch (a->kind) {
	case AWAITED_SEARCH: end_search(o, n, a->call, result); break;
	case AWAITED_SEND: end_send(o, n, result); break;
	case AWAITED_RECEIVE: end_receive(o, n, a->call, a->argument, result); break;
	case AWAITED_PROBE: end_probe(o, n, a->call, a->argument, result); break;
	case AWAITED_SINK: end_arrival(o, n, result & 0xFF); break;
	default: break;
	}
}

/* ---- calls that have waited ---- */

/*
 * continue_receiver: report the receive of a waiting thread that gets its message now, from a send
 * or over a link.
 */
static void
continue_receiver(SyncObserver *o, NodeId n, uint32_t thread, int32_t result)
{
	Message *m = &o->nodes[n].sending;
	Addr message = o->threads[thread].receiving;

	if (result < 0 && result != KE_TRUNC) {
		o->threads[thread].receiving = 0;
		sync_report_miss(o, n, thread, message, result);
		return;
	}
	sync_note_wake(o, m->thread, thread);
	report_send(o, n);
	report_receive(o, n, thread, message, m->thread != NO_THREAD ? m->object : NO_OBJECT);
	m->given = true;
	if (m->thread == NO_THREAD || !m->direct)
		return;
	sync_operation(o, n, OPERATION_UNBLOCK, m->thread, m->object);
	sync_call_waited(o, n, m->thread);
}

/* continue_sender: report that a waiting sender goes on, because its message is being received. */
static void
continue_sender(SyncObserver *o, NodeId n, uint32_t thread, int32_t result)
{
	NodeSync *s = &o->nodes[n];
	uint32_t object = o->threads[thread].sent;

	o->threads[thread].sent = NO_OBJECT;
	for (uint32_t i = s->nawaited; result >= 0 && i-- > 0;) {
		const Awaited *a = &s->awaited[i];
		uint32_t receiver = a->kind == AWAITED_RECEIVE ? calling_thread(o, n, a->call)
			: NO_THREAD;

		if (receiver == NO_THREAD || o->threads[receiver].receiving != a->argument)
			continue;
		sync_note_wake(o, receiver, thread);
		report_receive(o, n, receiver, a->argument, object);
		sync_operation(o, n, OPERATION_UNBLOCK, thread, object);
		return;
	}
}

void
sync_call_finished(SyncObserver *o, NodeId n, Addr call, int32_t result)
{
	uint32_t thread = calling_thread(o, n, call);

	if (thread == NO_THREAD)
		return;
	if (o->threads[thread].sent != NO_OBJECT)
		continue_sender(o, n, thread, result);
	else if (o->threads[thread].receiving != 0)
		continue_receiver(o, n, thread, result);
}
