/*
 * threads.c - identifies the threads of nodes by their stacks, and observes which threads start
 * others, and when threads end.
 */
#include "sync_parts.h"

#include "base/list.h"

#include <string.h>

/* in_stack: tell if the workspace pointer lies in the thread's stack. */
static bool
in_stack(const SyncThread *t, Addr wptr)
{
	return wptr - t->info.low <= t->info.nbytes;
}

/* stack_index: the number of the node's threads whose stacks are at lower addresses. */
static uint32_t
stack_index(const SyncObserver *o, const NodeSync *s, Addr a)
{
	uint32_t from = 0, to = s->nlive;

	while (from < to) {
		uint32_t middle = (from + to) / 2;

		if (o->threads[s->live[middle]].info.low <= a)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

uint32_t
sync_thread_at(SyncObserver *o, NodeId n, Addr wptr)
{
	NodeSync *s = &o->nodes[n];
	uint32_t i;

	if (s->last != NO_THREAD && in_stack(&o->threads[s->last], wptr))
		return s->last;
	i = stack_index(o, s, wptr);
	if (i == 0 || !in_stack(&o->threads[s->live[i - 1]], wptr))
		return NO_THREAD;
	return s->last = s->live[i - 1];
}

/* remove_ended: remove the threads whose stacks are now part of a new stack; they have ended. */
static void
remove_ended(SyncObserver *o, NodeSync *s, Addr low, Word nbytes)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->nlive; i++) {
		const SyncThreadInfo *t = &o->threads[s->live[i]].info;

		if (t->low + t->nbytes <= low || t->low >= low + nbytes)
			s->live[kept++] = s->live[i];
	}
	s->nlive = kept;
	s->last = NO_THREAD;
}

/* insert_live: insert a thread into the node's sorted list. */
static void
insert_live(SyncObserver *o, NodeSync *s, uint32_t thread)
{
	uint32_t at = stack_index(o, s, o->threads[thread].info.low);

	s->live = list_more(s->live, s->nlive, sizeof *s->live);
	memmove(s->live + at + 1, s->live + at, (s->nlive - at) * sizeof *s->live);
	s->live[at] = thread;
	s->nlive++;
}

/* new_thread: append a thread and tell the client of it; returns its number. */
static uint32_t
new_thread(SyncObserver *o, const SyncThreadInfo *info)
{
	o->threads = list_more(o->threads, o->nthreads, sizeof *o->threads);
	o->threads[o->nthreads] = (SyncThread){
		.info = *info, .run = NO_OBJECT, .blocked = NO_OBJECT, .sent = NO_OBJECT,
		.found = NO_OBJECT, .waker = NO_THREAD, .wakes = NO_OBJECT};
	if (o->calls.thread)
		o->calls.thread(o->calls.context, o->nthreads, info);
	return o->nthreads++;
}

/*
 * report_run: report a V (signal) of the thread that runs another one, and a P (wait) of the other.
 */
static void
report_run(SyncObserver *o, NodeId n, uint32_t from, uint32_t to)
{
	SyncThread *t = &o->threads[to];

	if (t->run == NO_OBJECT)
		t->run = sync_add_object(o,
			&(SyncObjectInfo){.kind = OBJECT_RUN, .node = n, .addr = t->info.number});
	sync_note_wake(o, from, to);
	sync_operation(o, n, OPERATION_V, from, t->run);
	sync_operation(o, n, OPERATION_P, to, t->run);
}

/* starting_thread: the thread that starts the one with this stack, or NO_THREAD. */
static uint32_t
starting_thread(const SyncObserver *o, NodeId n, Addr low)
{
	const NodeSync *s = &o->nodes[n];

	if (s->caller == NO_THREAD || s->cloner != NO_THREAD)
		return s->cloner;
	if (target_word(o->target, n, s->call + o->number_at) != KC_STACK
		|| sync_call_argument(o, n, s->call, 0) != low)
		return NO_THREAD;
	return s->caller;
}

/*
 * report_numbering: report that thread `by` starts another one, which gets the next number: a V
 * (signal) of OBJECT_NUMBERS.
 */
static void
report_numbering(SyncObserver *o, NodeId n, uint32_t by)
{
	NodeSync *s = &o->nodes[n];

	if (!o->calls.numbers || by == NO_THREAD)
		return;
	if (s->numbers == NO_OBJECT)
		s->numbers = sync_add_object(o,
			&(SyncObjectInfo){.kind = OBJECT_NUMBERS, .node = n});
	sync_operation(o, n, OPERATION_V, by, s->numbers);
}

void
sync_stack_added(SyncObserver *o, NodeId n)
{
	NodeSync *s = &o->nodes[n];
	SyncThreadInfo info = {.node = n,
		.number = ++s->threads,
		.low = sync_argument(o, n, ARGUMENT_stack_add_low),
		.nbytes = sync_argument(o, n, ARGUMENT_stack_add_nbytes),
		.pid = target_word(o->target, n,
			sync_argument(o, n, ARGUMENT_stack_add_p) + o->pid_at)};
	uint32_t thread;

	remove_ended(o, s, info.low, info.nbytes);
	thread = new_thread(o, &info);
	insert_live(o, s, thread);
	sync_mark_programs(o, n);
	report_numbering(o, n, starting_thread(o, n, info.low));
	if (s->cloner != NO_THREAD)
		report_run(o, n, s->cloner, thread);
	s->cloner = NO_THREAD;
}

void
sync_report_run(SyncObserver *o, NodeId n, Word desc)
{
	uint32_t to = sync_thread_at(o, n, desc & ~3u), from;

	if (to == NO_THREAD)
		return;
	o->threads[to].high = !(desc & LOW);
	from = sync_thread_at(o, n, o->w->nodes[n]->r.wptr);
	if (from != NO_THREAD && from != to)
		report_run(o, n, from, to);
}

/* ---- ends ---- */

/*
 * ends_object: the number of the node's OBJECT_ENDS, by which the ends of processes order threads.
 * The object is made if there is none.
 */
static uint32_t
ends_object(SyncObserver *o, NodeId n)
{
	NodeSync *s = &o->nodes[n];

	if (s->ends == NO_OBJECT)
		s->ends = sync_add_object(o, &(SyncObjectInfo){.kind = OBJECT_ENDS, .node = n});
	return s->ends;
}

/* ending_thread: the thread that ends its process with this call of the kernel, or NO_THREAD. */
static uint32_t
ending_thread(const SyncObserver *o, NodeId n, int32_t pid)
{
	const NodeSync *s = &o->nodes[n];
	Word number = target_word(o->target, n, s->call + o->number_at);

	return s->caller != NO_THREAD && (number == KC_EXIT || number == KC_PANIC)
		&& o->threads[s->caller].info.pid == pid ? s->caller : NO_THREAD;
}

void
sync_process_ends(SyncObserver *o, NodeId n)
{
	const NodeSync *s = &o->nodes[n];
	int32_t pid = target_word(o->target, n,
		sync_argument(o, n, ARGUMENT_process_end_p) + o->pid_at);
	uint32_t by = ending_thread(o, n, pid);

	if (by != NO_THREAD && o->nodes[n].has_turns)
		sync_log_only(o, n, OPERATION_V, by, ends_object(o, n));
	for (uint32_t i = 0; i < s->nlive; i++) {
		uint32_t thread = s->live[i];

		if (o->threads[thread].info.pid != pid)
			continue;
		if (o->calls.ends)
			o->calls.ends(o->calls.context, thread);
		if (o->threads[thread].blocked == NO_OBJECT)
			sync_operation(o, n, OPERATION_V, thread, ends_object(o, n));
	}
}

void
sync_order_ends(SyncObserver *o, NodeId n, uint32_t thread)
{
	if (o->nodes[n].ends != NO_OBJECT)
		sync_operation(o, o->threads[thread].info.node, OPERATION_V, thread,
			o->nodes[n].ends);
}

void
sync_report_notice(SyncObserver *o, NodeId from, uint32_t thread)
{
	NodeId n = o->threads[thread].info.node;

	if (o->nodes[n].has_turns)
		sync_log_only(o, n, OPERATION_P, thread, ends_object(o, from));
}
