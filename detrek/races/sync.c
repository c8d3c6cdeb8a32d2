/*
 * sync.c - the effects of operations on semaphores and channels in a trace, and the synchronisation
 * edges.
 *
 * Edges of the parallel dynamic graph (Miller and Choi 1988, 6.2):
 *   V -> P        from a V that releases a blocked thread, to that thread's P
 *   V -> P        from a V that raises the semaphore from 0 to 1, to the next operation on the
 *                 semaphore, if that is a P of another thread
 *   send -> recv  the message, first in first out
 *   recv -> unblk of the sender's last message
 *
 * A V while threads are blocked releases one of them and leaves the value at 0. The next P of a
 * blocked thread shows which one was released; that P does not use the value.
 */
#include "races.h"

#define THREAD(t, i) ((t)->thread.text[i]) /* the name of a thread */
#define OBJECT(t, i) ((t)->object.text[i]) /* the name of an object */

/* pending_count: the number of signals or sends in the object's queue that were not taken yet. */
static uint32_t
pending_count(const SyncObject *o)
{
	return o->tail - o->head;
}

/*
 * enqueue_operation: append an operation to those in the object's queue: signals or sends not yet
 * taken.
 */
static void
enqueue_operation(Trace *t, SyncObject *o, uint32_t op)
{
	o->queue = arena_grow(t->arena, o->queue, o->tail, &o->cap, sizeof *o->queue);
	o->queue[o->tail++] = op;
}

/* dequeue_operation: remove and return the oldest operation of the object's queue. */
static uint32_t
dequeue_operation(SyncObject *o)
{
	uint32_t op = o->queue[o->head++];

	if (o->head == o->tail)
		o->head = o->tail = 0;
	return op;
}

/* add_edge: note that a synchronisation edge leads from one operation to the other. */
static void
add_edge(Trace *t, uint32_t from, uint32_t to)
{
	t->op[to].from = from;
	t->op[from].source = true;
}

/*
 * use_object: mark the object as a channel or as a semaphore, and return it; fatal if its earlier
 * uses were of the other kind.
 */
static SyncObject *
use_object(Trace *t, uint32_t line, uint32_t object, bool channel)
{
	SyncObject *o = &t->object_state[object];

	if (!o->used)
		*o = (SyncObject){.channel = channel, .used = true, .line = line, .rising_V = NONE};
	if (o->channel != channel)
		fatal_at(t->file, line, "%s is a %s since line %u; a %s needs another name",
			OBJECT(t, object), o->channel ? "channel" : "semaphore", o->line,
			channel ? "channel" : "semaphore");
	return o;
}

void
trace_declare(Trace *t, uint32_t line, uint32_t object, uint32_t value)
{
	SyncObject *o = &t->object_state[object];

	if (o->used)
		fatal_at(t->file, line,
			"%s is used in line %u; its initial value must come before that",
			OBJECT(t, object), o->line);
	o = use_object(t, line, object, false);
	o->value = o->initial = value;
}

void
sync_block(Trace *t, uint32_t line, uint32_t thread, uint32_t object)
{
	SyncObject *o = use_object(t, line, object, false);

	if (o->value > 0)
		fatal_at(t->file, line, "%s cannot block: semaphore %s has the value %u",
			THREAD(t, thread), OBJECT(t, object), o->value);
	o->waiting++;
	t->blocked[thread] = object;
	t->blockline[thread] = line;
}

void
sync_check_running(const Trace *t, uint32_t line, uint32_t thread)
{
	if (t->blocked[thread] != NONE)
		fatal_at(t->file, line,
			"%s is blocked on %s since line %u; its next line must be P %s",
			THREAD(t, thread), OBJECT(t, t->blocked[thread]), t->blockline[thread],
			OBJECT(t, t->blocked[thread]));
}

/*
 * resume_thread: apply operation i, the P of a thread that was blocked; fatal unless a V has
 * released the thread.
 */
static void
resume_thread(Trace *t, uint32_t line, uint32_t i)
{
	SyncOp *op = &t->op[i];
	SyncObject *o = &t->object_state[op->object];

	if (t->blocked[op->thread] != op->object)
		sync_check_running(t, line, op->thread);
	if (pending_count(o) == 0)
		fatal_at(t->file, line, "no V of %s has let %s go since it blocked (line %u)",
			OBJECT(t, op->object), THREAD(t, op->thread), t->blockline[op->thread]);
	add_edge(t, dequeue_operation(o), i);
	o->waiting--;
	t->blocked[op->thread] = NONE;
}

/* apply_P: check and apply the wait that is operation i. */
static void
apply_P(Trace *t, uint32_t line, uint32_t i)
{
	SyncOp *op = &t->op[i];
	SyncObject *o = use_object(t, line, op->object, false);

	if (t->blocked[op->thread] != NONE) {
		resume_thread(t, line, i);
		return;
	}
	if (o->value == 0)
		fatal_at(t->file, line,
			"%s cannot pass: semaphore %s is 0 (a wait shows as B, then V, then P)",
			THREAD(t, op->thread), OBJECT(t, op->object));
	o->value--;
	if (o->rising_V != NONE && t->op[o->rising_V].thread != op->thread)
		add_edge(t, o->rising_V, i);
	o->rising_V = NONE;
}

/* apply_V: check and apply the signal that is operation i. */
static void
apply_V(Trace *t, uint32_t line, uint32_t i)
{
	SyncObject *o = use_object(t, line, t->op[i].object, false);

	sync_check_running(t, line, t->op[i].thread);
	if (o->waiting > pending_count(o)) {
		enqueue_operation(t, o, i);
		return;
	}
	if (o->value == UINT32_MAX)
		fatal_at(t->file, line, "semaphore %s goes beyond %u", OBJECT(t, t->op[i].object),
			UINT32_MAX);
	o->rising_V = o->value++ == 0 ? i : NONE;
}

/* apply_SEND: check and apply the send that is operation i. */
static void
apply_SEND(Trace *t, uint32_t line, uint32_t i)
{
	SyncObject *o = use_object(t, line, t->op[i].object, true);

	sync_check_running(t, line, t->op[i].thread);
	enqueue_operation(t, o, i);
	t->lastsend[t->op[i].thread] = i;
}

/* apply_RECV: check and apply the receive that is operation i: it takes the oldest send. */
static void
apply_RECV(Trace *t, uint32_t line, uint32_t i)
{
	SyncObject *o = use_object(t, line, t->op[i].object, true);
	uint32_t send;

	sync_check_running(t, line, t->op[i].thread);
	if (pending_count(o) == 0)
		fatal_at(t->file, line, "no message is in channel %s: the send must come before "
			"the recv",
			OBJECT(t, t->op[i].object));
	send = dequeue_operation(o);
	t->received[send] = i;
	add_edge(t, send, i);
}

/* apply_UNBLK: check and apply operation i: a sender whose message was received continues. */
static void
apply_UNBLK(Trace *t, uint32_t line, uint32_t i)
{
	SyncOp *op = &t->op[i];
	uint32_t send = t->lastsend[op->thread];

	use_object(t, line, op->object, true);
	sync_check_running(t, line, op->thread);
	if (send == NONE || t->op[send].object != op->object)
		fatal_at(t->file, line, "%s has no send on %s to be unblocked from",
			THREAD(t, op->thread),
			OBJECT(t, op->object));
	if (t->received[send] == NONE)
		fatal_at(t->file, line, "the send of line %u has not been received",
			t->op[send].line);
	add_edge(t, t->received[send], i);
	t->lastsend[op->thread] = NONE;
}

void
sync_apply(Trace *t, uint32_t line, uint32_t op)
{
	static void (*const apply[])(Trace *, uint32_t, uint32_t) = {
#define X(name, word) [SYNC_##name] = apply_##name,
		SYNC_KINDS(X)
#undef X
	};

	apply[t->op[op].kind](t, line, op);
}
