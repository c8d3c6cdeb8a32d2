/*
 * semaphores.c - operations on the kernel's semaphores (kernel/thread.c), observed when a call for
 * one begins.
 *
 * The kernel runs at high priority, so the memory of the semaphore does not change between the
 * beginning and the end of a call. A semaphore counts as a new one when its memory is allocated,
 * at a call of sem_init, and if its memory differs from the state after the observed operations.
 */
#include "sync_parts.h"

#include "base/list.h"

#include <stddef.h>

SyncWord *
sync_get_word(SyncObserver *o, NodeId n, Addr a)
{
	uint64_t key = (uint64_t)n << 32 | a;
	const TableSlot *s = table_find(&o->known, key);

	if (s)
		return &o->words[s->number];
	table_put(&o->known, key, o->nwords);
	o->words = list_more(o->words, o->nwords, sizeof *o->words);
	o->words[o->nwords] = (SyncWord){.node = n, .addr = a, .object = NO_OBJECT};
	return &o->words[o->nwords++];
}

void
sync_renew_objects(SyncObserver *o, NodeId n, Addr low, Word nbytes)
{
	for (uint32_t i = 0; i < o->nwords; i++) {
		SyncWord *w = &o->words[i];

		if (w->node != n || w->addr - low >= nbytes)
			continue;
		w->object = NO_OBJECT;
		w->waiting = 0;
	}
}

/*
 * semaphore_at: the semaphore at an address; a new object if its value differs from that which the
 * observed operations give.
 */
static SyncWord *
semaphore_at(SyncObserver *o, NodeId n, Addr a)
{
	SyncWord *w = sync_get_word(o, n, a);
	int32_t count = target_word(o->target, n, a + offsetof(Semaphore, count));

	if (w->object != NO_OBJECT && (w->waiting > 0 || w->count == count))
		return w;
	w->object = sync_add_object(o,
		&(SyncObjectInfo){.kind = OBJECT_SEMAPHORE,
			.node = n,
			.addr = a,
			.serial = w->serial++,
			.value = count < 0 ? 0 : count});
	w->count = count;
	return w;
}

void
sync_semaphore_wait(SyncObserver *o, NodeId n, Addr semaphore)
{
	uint32_t thread = o->nodes[n].caller;
	SyncWord *w;

	if (thread == NO_THREAD)
		return;
	w = semaphore_at(o, n, semaphore);
	if (w->count > 0) {
		w->count--;
		sync_operation(o, n, OPERATION_P, thread, w->object);
		return;
	}
	sync_end_turn(o, n, thread);
	w->waiting++;
	o->threads[thread].blocked = w->object;
	sync_operation(o, n, OPERATION_BLOCK, thread, w->object);
}

void
sync_semaphore_try(SyncObserver *o, NodeId n, Addr semaphore)
{
	uint32_t thread = o->nodes[n].caller;

	if ((int32_t)target_word(o->target, n, semaphore + offsetof(Semaphore, count)) > 0)
		sync_semaphore_wait(o, n, semaphore);
	else if (thread != NO_THREAD)
		sync_log_only(o, n, OPERATION_V, thread, semaphore_at(o, n, semaphore)->object);
}

/* report_grant: report that the first waiting thread gets the semaphore and continues. */
static void
report_grant(SyncObserver *o, NodeId n, SyncWord *w, Addr call)
{
	uint32_t thread = sync_thread_at(o, n, target_word(o->target, n, call + o->wdesc_at) & ~3u);

	if (thread == NO_THREAD || o->threads[thread].blocked != w->object)
		return;
	w->waiting--;
	o->threads[thread].blocked = NO_OBJECT;
	sync_note_wake(o, o->nodes[n].caller, thread);
	sync_operation(o, n, OPERATION_P, thread, w->object);
}

void
sync_semaphore_signal(SyncObserver *o, NodeId n, Addr semaphore)
{
	uint32_t thread = o->nodes[n].caller;
	Addr call = target_word(o->target, n, semaphore + offsetof(Semaphore, front));
	SyncWord *w;

	if (thread == NO_THREAD)
		return;
	w = semaphore_at(o, n, semaphore);
	sync_operation(o, n, OPERATION_V, thread, w->object);
	if (call != 0)
		report_grant(o, n, w, call);
	else
		w->count++;
}
