/*
 * force.c - logs the operations of a live run, or forces them into the order of a log or schedule.
 *
 * A thread that is about to do its next operation is held until all other threads of its node have
 * done their operations that are due earlier. So the operations on each object of a node happen in
 * the given order, whatever the timing of the machine; and each receive gets the message that it
 * gets in the order. In a schedule, a thread is also held until threads of other nodes have done
 * their operations that are due earlier. Operations of other nodes count from the next multiple of
 * EPOCH on, because before that they depend on how time is sliced.
 *
 * High-priority threads are held before their turns. The order has these turns, as it has all
 * operations of the node; operations within a turn are only checked. In a schedule, which has no
 * turns, they are held only where they may have to wait. If an operation has another Lamport time
 * than the given one, or receives another message, the node has left the order. From then on the
 * node runs freely. The run also continues freely after the end of a schedule.
 */
#include "force.h"

#include "answers.h"
#include "inside.h"
#include "sync_log.h"

#include "base/files.h"
#include "sim/node/deadlock.h"

#include <inttypes.h>
#include <stdlib.h>

/* A thread of the run, and its part of the order that is forced. */
typedef struct ForcedThread {
	SyncThreadInfo info;
	SyncLogThread *log; /* NULL: the thread is not in the given order */
	ClockGiven clock;
} ForcedThread;

/* What other nodes know of a thread's next operation: its state at the last multiple of EPOCH. */
typedef struct PublishedStep {
	bool more;    /* the thread has a further operation in the schedule */
	uint64_t due; /* time of this operation in the schedule */
} PublishedStep;

typedef struct LiveObject {
	SyncObjectInfo info;
	bool used; /* there has been an operation on it */
} LiveObject;

typedef struct SyncLive {
	Arena arena;
	Target *target;
	SyncObserver *observer;
	Lamport lamport;
	SyncFiles files;
	InsideLog *inside;   /* NULL if the kernels log nothing */
	Buf order_bytes;     /* contents of the file with the order */
	SyncLog *order;      /* NULL: no order is forced */
	/* [order->n] in a schedule for several nodes; NULL: nodes do not wait for each other */
	PublishedStep *published;
	bool is_news;        /* an operation was done since `published` was written */
	ForcedThread *threads;
	LiveObject *objects;
	uint32_t nthreads, threadcap, objectcap;
	bool *left;          /* [nodes] true: the node has left the order, and runs freely */
	uint64_t ndone;      /* number of operations done in the given order */
	Buf where;           /* describes the first operation that was out of order */
	Time where_at;       /* the time of that operation */
	uint64_t nhidden;    /* number of operations that a kernel does not see */
	Buf hidden;          /* name of the object of the first of these operations */
	Answers answers;
} SyncLive;

/* ---- the order ---- */

/*
 * has_more_operations: true if thread i has more operations to do, as far as the node knows; *due:
 * the time of the next one in the order.
 */
static bool
has_more_operations(const SyncLive *l, uint32_t i, uint32_t node, uint64_t *due)
{
	const SyncLogThread *t = &l->order->thread[i];

	if (t->node == node) {
		*due = t->due;
		return t->more;
	}
	*due = l->published ? l->published[i].due : 0;
	return l->published && l->published[i].more;
}

/* is_finished: true if all operations of the order are done, as far as the node knows. */
static bool
is_finished(const SyncLive *l, uint32_t node)
{
	uint64_t due;

	for (uint32_t i = 0; i < l->order->n; i++)
		if (has_more_operations(l, i, node, &due))
			return false;
	return true;
}

/*
 * unfinished_thread: the thread whose next operation is due first; NULL if all operations are done.
 */
static const SyncLogThread *
unfinished_thread(const SyncLive *l)
{
	const SyncLogThread *first = NULL;

	for (uint32_t i = 0; i < l->order->n; i++) {
		const SyncLogThread *t = &l->order->thread[i];

		if (t->more && (!first || t->due < first->due))
			first = t;
	}
	return first;
}

/* is_due: true if all operations that the order puts before the thread's next one are done. */
static bool
is_due(const SyncLive *l, uint32_t thread)
{
	const SyncLogThread *mine = l->threads[thread].log;
	uint32_t node = target_number(l->target, l->threads[thread].info.node);
	uint64_t due;

	for (uint32_t i = 0; i < l->order->n; i++)
		if (&l->order->thread[i] != mine && has_more_operations(l, i, node, &due)
			&& (!mine || !mine->more || due < mine->due))
			return false;
	return true;
}

/*
 * is_early: SyncCalls.early: true if other operations have to come before the thread's next one, by
 * the forced order.
 */
static bool
is_early(void *live, uint32_t thread)
{
	const SyncLive *l = live;

	return !l->left[l->threads[thread].info.node] && !is_due(l, thread);
}

/*
 * is_expected_message: true if the thread's next operation receives the message that a thread of
 * node `from` sent at time `sent`.
 */
static bool
is_expected_message(const SyncLogThread *t, uint32_t from, uint64_t sent)
{
	return t->from == from && t->sent == sent;
}

/*
 * message_look: the entry by which a log says that a probe sees the message `object` of the sender
 * (SyncCalls.takes).
 */
static LogLook
message_look(const SyncLive *l, uint32_t sender, uint32_t object)
{
	const LamportObject *m = object == UINT32_MAX ? NULL : &l->lamport.object[object];

	return m ? (LogLook){.seen = true, .from = m->from, .sent = m->sent}
		: (LogLook){.seen = true, .from = l->lamport.thread[sender].node,
			.sent = lamport_send_time(&l->lamport, sender)};
}

/*
 * next_look: the entry of the log for the thread's next receive or probe, if it does not wait for a
 * message and receives none; NULL if there is no such entry.
 */
static const LogLook *
next_look(const SyncLive *l, uint32_t thread)
{
	return looks_find(&l->threads[thread].log->looks, l->lamport.thread[thread].last);
}

/*
 * takes_message: SyncCalls.takes: true if, by the order, the receiver's next receive gets the
 * message.
 */
static bool
takes_message(void *live, uint32_t receiver, uint32_t sender, uint32_t object, bool waits)
{
	const SyncLive *l = live;
	const ForcedThread *f = &l->threads[receiver];
	const LogLook m = message_look(l, sender, object), *k;

	if (l->left[f->info.node] || !f->log)
		return true;
	k = waits ? NULL : next_look(l, receiver);
	if (k)
		return k->misses == 0 && (k->sent == 0 || (k->from == m.from && k->sent == m.sent));
	if (!f->log->more)
		return true;
	return f->log->receives ? is_expected_message(f->log, m.from, m.sent) : waits;
}

/* has_host_message: true if the thread gets a message of the host before its next operation. */
static bool
has_host_message(const SyncLive *l, uint32_t thread)
{
	InputReader i = l->threads[thread].log->inputs;

	return inputs_find(&i, l->lamport.thread[thread].last, INPUT_HOST);
}

/*
 * finds_message: SyncCalls.finds: true if, by the order, the receiver's next receive finds a
 * message.
 */
static bool
finds_message(void *live, uint32_t receiver)
{
	const SyncLive *l = live;
	const ForcedThread *f = &l->threads[receiver];
	const LogLook *k;

	if (l->left[f->info.node] || !f->log)
		return false;
	k = next_look(l, receiver);
	if (k)
		return k->misses == 0 && k->sent != 0;
	return f->log->more && f->log->receives && !has_host_message(l, receiver);
}

/*
 * release_due: release those held threads of a node whose next operation is due. If the node no
 * longer follows the order, release all its held threads.
 */
static void
release_due(SyncLive *l, NodeId n)
{
	for (uint32_t i = 0; i < l->nthreads; i++)
		if (l->threads[i].info.node == n && sync_is_held(l->observer, i)
			&& !is_early(l, i))
			sync_release(l->observer, i);
}

/*
 * handle_arrival: called by the observer: release the held threads whose next operation may be done
 * because a message has arrived on node n.
 */
static void
handle_arrival(void *live, NodeId n)
{
	release_due(live, n);
}

/*
 * leave_order: note that the operation's node no longer follows the order. Of several nodes, the
 * one that leaves first in simulated time may be noted later.
 */
static void
leave_order(SyncLive *l, const Operation *o)
{
	const ForcedThread *t = &l->threads[o->thread];
	Time at = node_time(target_network(l->target), o->node, o->cycles);
	char name[SYNC_NAME];

	sync_object_name(l->target, o->object, &l->objects[o->object].info, name);
	l->left[t->info.node] = true;
	if (l->where.len > 0 && l->where_at <= at)
		return;
	l->where.len = 0;
	l->where_at = at;
	buf_printf(&l->where,
		"thread %u.%u, operation %" PRIu64 " on %s, node %u before instruction %" PRIu64,
		target_number(l->target, t->info.node), t->info.number,
		t->log ? t->log->done + 1 : 1, name, target_number(l->target, o->node), o->count);
}

/*
 * is_in_turn: true if all operations before this one in the schedule are done. Always true for a
 * log; for the beginning of a thread, which belongs to the operation that starts it; and for the
 * continuation of a sender, which belongs to the receive.
 */
static bool
is_in_turn(const SyncLive *l, const Operation *o)
{
	const SyncLogThread *t = l->threads[o->thread].log;

	return !t->dues || l->objects[o->object].info.kind == OBJECT_RUN
		|| o->kind == OPERATION_UNBLOCK || is_due(l, o->thread);
}

/*
 * is_behind_order: true if a schedule is forced which does not have the operation: the schedule has
 * ended, or it lacks the beginning of the thread that the operation runs.
 */
static bool
is_behind_order(const SyncLive *l, const Operation *o)
{
	const SyncLogThread *t = l->threads[o->thread].log;

	return l->order->is_schedule
		&& (is_finished(l, target_number(l->target, l->threads[o->thread].info.node))
		|| (l->objects[o->object].info.kind == OBJECT_RUN && (!t || !t->more)));
}

/* is_expected: true if the operation is the thread's next one in the order. */
static bool
is_expected(const SyncLive *l, const Operation *o, uint64_t time)
{
	const SyncLogThread *t = l->threads[o->thread].log;
	const LamportObject *object;

	if (!t || !t->more || t->time != time || t->receives != (o->kind == OPERATION_RECV))
		return false;
	if (!t->receives)
		return true;
	object = &l->lamport.object[o->object];
	return is_expected_message(t, object->from, object->sent);
}

/*
 * check_time: if the operation is its thread's next one in the forced order, at its time, go to the
 * thread's next entry; otherwise note that the node leaves the order.
 */
static void
check_time(SyncLive *l, const Operation *o, uint64_t time)
{
	SyncLogThread *t = l->threads[o->thread].log;

	if (l->left[l->threads[o->thread].info.node] || is_behind_order(l, o))
		return;
	if (!is_expected(l, o, time) || !is_in_turn(l, o)) {
		leave_order(l, o);
	} else {
		sync_log_next(t);
		l->ndone++;
		l->is_news = true;
	}
	release_due(l, o->node);
}

/* ---- schedules for several nodes ---- */

/*
 * waits_for_news: SyncCalls.waits: true if a thread is held, and operations were done of which the
 * other nodes do not know yet.
 */
static bool
waits_for_news(void *live)
{
	const SyncLive *l = live;

	for (uint32_t i = 0; i < l->nthreads; i++)
		if (l->is_news && sync_is_held(l->observer, i))
			return true;
	return false;
}

/* publish_times: let all nodes know the times of the next operations of other nodes' threads. */
static void
publish_times(SyncLive *l)
{
	for (uint32_t i = 0; i < l->order->n; i++)
		l->published[i] =
			(PublishedStep){l->order->thread[i].more, l->order->thread[i].due};
	l->is_news = false;
}

/*
 * begin_epoch: called by the observer: let all nodes know which operations were done, and release
 * the idle threads whose next operation is due.
 */
static void
begin_epoch(void *live)
{
	SyncLive *l = live;

	publish_times(l);
	for (uint32_t i = 0; i < l->nthreads; i++)
		if (sync_is_held(l->observer, i) && !is_early(l, i))
			sync_release_idle(l->observer, i);
}

/* read_order: read the file with the order that is forced. */
static void
read_order(SyncLive *l)
{
	l->order_bytes = file_read(l->files.order, SIZE_MAX);
	l->order = sync_log_read(&l->arena, l->files.order, &l->order_bytes);
	if (!l->order->is_schedule || target_network(l->target)->nnodes < 2)
		return;
	l->published = arena_alloc(&l->arena, l->order->n, sizeof *l->published);
	publish_times(l);
}

/* ---- observation ---- */

/* handle_thread: called by the observer: add a thread, and find its part of the forced log. */
static void
handle_thread(void *live, uint32_t thread, const SyncThreadInfo *info)
{
	SyncLive *l = live;
	uint32_t node = target_number(l->target, info->node);

	l->threads = arena_grow(&l->arena, l->threads, thread, &l->threadcap, sizeof *l->threads);
	l->threads[thread] = (ForcedThread){.info = *info};
	l->nthreads = thread + 1;
	lamport_add_thread(&l->lamport, node, info->number);
	for (uint32_t i = 0; l->order && i < l->order->n; i++)
		if (l->order->thread[i].node == node
			&& l->order->thread[i].number == info->number)
			l->threads[thread].log = &l->order->thread[i];
}

/* handle_object: called by the observer: add an object. */
static void
handle_object(void *live, uint32_t object, const SyncObjectInfo *info)
{
	SyncLive *l = live;

	l->objects = arena_grow(&l->arena, l->objects, object, &l->objectcap, sizeof *l->objects);
	l->objects[object] = (LiveObject){.info = *info};
}

/*
 * notes_operations: true if a program on the node notes for its kernel the operations that the
 * kernel does not see.
 */
static bool
notes_operations(const SyncLive *l, NodeId n)
{
	Loaded loaded[MAX_LOADED];
	uint32_t nloaded = target_loaded_programs(l->target, n, loaded);

	for (uint32_t i = 1; i < nloaded; i++)
		if (loaded[i].program && image_symbol(&loaded[i].program->image, "__note_turn"))
			return true;
	return false;
}

/*
 * count_hidden: count an operation that no kernel sees: on a channel in memory, the beginning of a
 * high-priority thread's turn, or the running of a thread that has run before.
 */
static void
count_hidden(SyncLive *l, const Operation *o)
{
	const LiveObject *object = &l->objects[o->object];
	bool again = object->info.kind == OBJECT_RUN && o->kind == OPERATION_V && object->used;
	char name[SYNC_NAME];

	if (object->info.kind != OBJECT_CHANNEL && object->info.kind != OBJECT_HIGH && !again)
		return;
	if (!l->inside || notes_operations(l, o->node))
		return;
	sync_object_name(l->target, o->object, &object->info, name);
	if (l->nhidden++ == 0)
		buf_printf(&l->hidden, "%s", name);
}

/*
 * handle_operation: called by the observer: give the operation its Lamport time, and compare this
 * with the forced order.
 */
static void
handle_operation(void *live, const Operation *o)
{
	SyncLive *l = live;
	uint64_t time;

	if (!lamport_has_logged(&l->lamport, o->kind, o->thread)
		|| sync_is_implied(l->objects[o->object].info.kind))
		return;
	count_hidden(l, o);
	l->objects[o->object].used = true;
	time = lamport_step(&l->lamport, o->kind, o->thread, o->object, l->inside);
	if (l->order)
		check_time(l, o, time);
}

/*
 * handle_turn: called by the observer: give the operation, which only the log has (SyncCalls.turn),
 * its Lamport time, and compare that with the forced order.
 */
static void
handle_turn(void *live, const Operation *o)
{
	SyncLive *l = live;
	uint64_t time = l->objects[o->object].info.kind == OBJECT_HIGH
		? lamport_turn(&l->lamport, o->thread, l->inside)
		: lamport_step(&l->lamport, o->kind, o->thread, o->object, l->inside);

	count_hidden(l, o);
	if (l->order)
		check_time(l, o, time);
}

/* ---- from outside ---- */

/*
 * answering_thread: the thread's part of the log, if the log supplies the values that the thread
 * gets from outside.
 */
static SyncLogThread *
answering_thread(const SyncLive *l, uint32_t thread)
{
	const ForcedThread *f = &l->threads[thread];

	return l->order && !l->order->is_schedule && !l->left[f->info.node] ? f->log : NULL;
}

/*
 * handle_clock_read: called by the observer: the value that a thread reads from the clock. It comes
 * from the log if a log is forced.
 */
static Word
handle_clock_read(void *live, const ClockRead *r)
{
	SyncLive *l = live;
	return answers_clock(&l->answers, answering_thread(l, r->thread),
		&l->threads[r->thread].clock, l->lamport.thread[r->thread].last, r);
}

/*
 * handle_host_input: called by the observer: the bytes of a message of the host for a thread. They
 * come from the log if a log is forced.
 */
static const uint8_t *
handle_host_input(void *live, HostInput *i)
{
	SyncLive *l = live;
	return answers_input(&l->answers, answering_thread(l, i->thread),
		&l->threads[i->thread].info, l->lamport.thread[i->thread].last, i);
}

/*
 * handle_look: called by the observer: note a receive without a message, or a probe, and compare it
 * with the forced log. When a schedule is forced, only receives that find no message are compared,
 * and only up to its end.
 */
static void
handle_look(void *live, const LookResult *looked)
{
	SyncLive *l = live;
	const ForcedThread *f = &l->threads[looked->thread];
	LogLook done = looked->seen && looked->object != UINT32_MAX
		? message_look(l, looked->thread, looked->object) : (LogLook){.seen = looked->seen};

	if (!f->log || l->left[f->info.node] || (l->order->is_schedule
		&& (looked->seen || (!f->log->more && !next_look(l, looked->thread)))))
		return;
	answers_look(&l->answers, f->log, &f->info, l->lamport.thread[looked->thread].last, looked,
		&done);
}

/* ---- alternatives ---- */

/*
 * scheduled_channel: which of the n channels, counted from 1, the thread's next operation uses;
 * ANY_CHANNEL if it uses none of them.
 */
static uint32_t
scheduled_channel(const SyncLogThread *t, const Addr *channel, uint32_t n)
{
	for (uint32_t i = 0; t->more && i < n; i++)
		if (channel[i] == t->channel)
			return i + 1;
	return ANY_CHANNEL;
}

/*
 * choose_channel: SyncCalls.chooses: the number of the channel that an alternative must take by the
 * order.
 */
static uint32_t
choose_channel(void *live, uint32_t thread, const Addr *channel, uint32_t n)
{
	const SyncLive *l = live;
	const ForcedThread *f = &l->threads[thread];
	const LogLook *k;

	if (l->left[f->info.node] || !f->log)
		return ANY_CHANNEL;
	k = looks_find(&f->log->choices, l->lamport.thread[thread].last);
	if (!k)
		return l->order->is_schedule ? scheduled_channel(f->log, channel, n) : ANY_CHANNEL;
	return k->misses > 0 ? 0 : k->from <= n ? k->from : ANY_CHANNEL;
}

/*
 * handle_choice: called by the observer: note the channel that an alternative has taken, and
 * compare it with the forced log.
 */
static void
handle_choice(void *live, const ChannelChoice *c)
{
	SyncLive *l = live;
	const ForcedThread *f = &l->threads[c->thread];

	if (l->inside && l->nhidden++ == 0)
		buf_printf(&l->hidden, "an alternative");
	if (f->log && !l->left[f->info.node] && (!l->order->is_schedule || c->number == 0))
		answers_choice(&l->answers, f->log, &f->info, l->lamport.thread[c->thread].last, c);
}

/* ---- beginning and end ---- */

SyncLive *
sync_live_begin(Network *w, const char *kernel, const SyncFiles *files)
{
	SyncLive *l = xcalloc(1, sizeof *l);

	if (files->inside)
		file_check_output(files->inside);
	*l = (SyncLive){.target = target_new(w), .files = *files};
	l->answers.target = l->target;
	l->left = arena_alloc(&l->arena, w->nnodes, sizeof *l->left);
	l->inside = files->inside ? inside_new() : NULL;
	if (files->order)
		read_order(l);
	target_add_program(l->target, program_open(kernel, "kernel"));
	if (!target_layout(l->target)->known)
		fatal("%s: a kernel without debugging information, whose operations cannot be "
			"observed",
			kernel);
	l->observer = sync_observer_new(l->target,
		&(SyncCalls){.thread = handle_thread,
			.object = handle_object,
			.operation = handle_operation,
			.clock = handle_clock_read,
			.input = handle_host_input,
			.early = files->order ? is_early : NULL,
			.takes = files->order ? takes_message : NULL,
			.finds = files->order ? finds_message : NULL,
			.looked = files->order ? handle_look : NULL,
			.chose = handle_choice,
			.chooses = files->order ? choose_channel : NULL,
			.arrived = files->order ? handle_arrival : NULL,
			.waits = waits_for_news,
			.epoch = l->published ? begin_epoch : NULL,
			.numbers = true,
			.turn = l->order && l->order->is_schedule ? NULL : handle_turn,
			.context = l});
	sync_attach(l->observer);
	return l;
}

void
sync_live_program(SyncLive *l, const char *file)
{
	sync_live_named_program(l, file, NULL);
}

void
sync_live_named_program(SyncLive *l, const char *file, const char *name)
{
	target_add_program(l->target, program_open(file, name));
}

void
sync_live_receive(SyncLive *l, uint32_t node, const uint8_t *body, size_t nbytes)
{
	if (l->inside)
		inside_add_block(l->inside, node, body, nbytes);
}

bool
sync_live_is_complete(SyncLive *l)
{
	return !l->inside || inside_is_complete(l->inside, l->target);
}

/* ---- threads that are held at the end ---- */

/* stack_node: the number of the thread's node in the kernel; *wptr: an address in its stack. */
static uint32_t
stack_node(const SyncLive *l, uint32_t thread, Addr *wptr)
{
	*wptr = l->threads[thread].info.low;
	return target_number(l->target, l->threads[thread].info.node);
}

/*
 * mark_held: mark a held thread in the diagnosis of a deadlock, with the operation before which
 * it is held.
 */
static void
mark_held(const SyncLive *l, uint32_t thread, Deadlock *d)
{
	Addr wptr;
	uint32_t node = stack_node(l, thread, &wptr);
	const SyncLogThread *t = l->threads[thread].log;
	Buf text = {0};

	sync_put_held(l->observer, thread, &text);
	if (t && t->more)
		buf_printf(&text, ", operation %" PRIu64 " of %u.%u", t->done + 1, t->node,
			t->number);
	else
		buf_printf(&text, ", which is not in the order");
	buf_byte(&text, '\0');
	deadlock_hold(d, node, wptr, (char *)text.data);
	buf_free(&text);
}

/* mark_next_due: mark the thread whose operation is next in the order. */
static void
mark_next_due(const SyncLive *l, uint32_t thread, Deadlock *d)
{
	const SyncLogThread *t = l->threads[thread].log;
	Addr wptr;
	uint32_t node = stack_node(l, thread, &wptr);
	char *text = xasprintf("although operation %" PRIu64 " of %u.%u is next in the order",
		t->done + 1, t->node, t->number);

	deadlock_remark(d, node, wptr, text);
	free(text);
}

void
sync_live_mark_held(const SyncLive *l, Deadlock *d)
{
	const SyncLogThread *next = l->order ? unfinished_thread(l) : NULL;

	for (uint32_t i = 0; i < l->nthreads; i++) {
		if (sync_is_held(l->observer, i))
			mark_held(l, i, d);
		else if (next && l->threads[i].log == next && deadlock_holds(d))
			mark_next_due(l, i, d);
	}
}

/* append_result: append whether the order was followed. Returns whether it was, to its end. */
static bool
append_result(const SyncLive *l, Buf *out)
{
	const SyncLogThread *next = unfinished_thread(l);

	if (l->where.len > 0)
		buf_printf(out, "after %" PRIu64 " operations the run left the order: %.*s",
			l->ndone, (int)l->where.len, (const char *)l->where.data);
	else if (next)
		buf_printf(out,
			"%" PRIu64 " operations in this order; the run ended before operation "
			"%" PRIu64 " of thread %u.%u",
			l->ndone, next->done + 1, next->node, next->number);
	else
		buf_printf(out, "all %" PRIu64 " operations in this order", l->ndone);
	return l->where.len == 0 && !next;
}

/* print_result: print whether the order was followed. Returns the exit status. */
static int
print_result(SyncLive *l)
{
	Buf said = {0};
	bool followed = append_result(l, &said);

	for (uint32_t i = 0; followed && i < l->order->n; i++)
		answers_end(&l->answers, &l->order->thread[i]);
	fprintf(stderr, "%s: %.*s\n", l->files.order, (int)said.len, (const char *)said.data);
	buf_free(&said);
	if (!answers_print(&l->answers, l->files.order))
		return EXIT_FOUND;
	return followed ? 0 : EXIT_LEFT_ORDER;
}

/* write_inside: write the kernels' log; if the log is not complete, print why instead. */
static bool
write_inside(SyncLive *l)
{
	Buf log = {0}, why = {0};
	bool whole;

	if (l->nhidden > 0)
		buf_printf(&why,
			"the kernels do not see %" PRIu64 " of the operations, the first on %.*s; "
			"'trellis export sync' of a recording has them",
			l->nhidden, (int)l->hidden.len, (const char *)l->hidden.data);
	else if (l->answers.nunnoted > 0)
		buf_printf(&why,
			"the kernels do not see %" PRIu64 " values of the clock that the program "
			"reads itself, the first in %.*s; 'trellis export sync' of a recording has "
			"them",
			l->answers.nunnoted, (int)l->answers.unnoted.len,
			(const char *)l->answers.unnoted.data);
	whole = why.len == 0 && inside_pack(l->inside, l->target, &log, &why)
		&& inside_agrees(l->inside, &l->lamport, &why);
	if (whole)
		file_write(l->files.inside, log.data, log.len);
	else
		fprintf(stderr, "%s: not written: %.*s\n", l->files.inside, (int)why.len,
			(const char *)why.data);
	buf_free(&log);
	buf_free(&why);
	return whole;
}

/* live_free: free all that observing a run has allocated. */
static void
live_free(SyncLive *l)
{
	sync_detach(l->observer);
	sync_observer_free(l->observer);
	target_free(l->target);
	lamport_free(&l->lamport);
	if (l->inside)
		inside_free(l->inside);
	buf_free(&l->order_bytes);
	buf_free(&l->where);
	buf_free(&l->hidden);
	answers_free(&l->answers);
	arena_free(&l->arena);
	free(l);
}

int
sync_live_end(SyncLive *l)
{
	int status = l->order ? print_result(l) : 0;
	bool whole = !l->inside || write_inside(l);

	live_free(l);
	return whole ? status : EXIT_FOUND;
}

bool
sync_live_end_order(SyncLive *l, Buf *said)
{
	bool followed = append_result(l, said);

	live_free(l);
	return followed;
}
