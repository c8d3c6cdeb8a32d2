/*
 * semaphores.c - operations on the kernel's semaphores (kernel/thread.c), observed when a call for
 * one begins.
 *
 * The kernel runs at high priority, so the memory of the semaphore does not change between the
 * beginning and the end of a call. A semaphore is created anew when its memory is allocated, by
 * sem_init, and if its memory differs from the state that the observed operations produced.
 */
#include "sync_parts.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static uint32_t *
slot_of(const SyncObserver *o, NodeId n, Addr a)
{
	uint32_t i = ((uint64_t)n << 32 | a) * 0x9E3779B97F4A7C15u >> 32;

	for (;; i++) {
		uint32_t *slot = &o->slots[i & (o->nslots - 1)];

		if (*slot == 0 || (o->words[*slot - 1].addr == a && o->words[*slot - 1].node == n))
			return slot;
	}
}

static void
rehash(SyncObserver *o)
{
	free(o->slots);
	o->nslots = o->nslots ? 2 * o->nslots : FIRST_SLOTS;
	o->slots = xcalloc(o->nslots, sizeof *o->slots);
	for (uint32_t i = 0; i < o->nwords; i++)
		*slot_of(o, o->words[i].node, o->words[i].addr) = i + 1;
}

SyncWord *
sync_place(SyncObserver *o, NodeId n, Addr a)
{
	uint32_t *slot;

	if (2 * o->nwords >= o->nslots)
		rehash(o);
	slot = slot_of(o, n, a);
	if (*slot == 0) {
		if (o->nwords == o->wordcap) {
			o->wordcap = o->wordcap ? 2 * o->wordcap : 16;
			o->words = xrealloc(o->words, o->wordcap * sizeof *o->words);
		}
		o->words[o->nwords] = (SyncWord){.node = n, .addr = a, .object = NO_OBJECT};
		*slot = ++o->nwords;
	}
	return &o->words[*slot - 1];
}

void
sync_renew(SyncObserver *o, NodeId n, Addr low, Word nbytes)
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
 * semaphore_at: the semaphore with the value now in its memory; a new one if that differs from the
 * state after the observed operations.
 */
static SyncWord *
semaphore_at(SyncObserver *o, NodeId n, Addr a)
{
	SyncWord *w = sync_place(o, n, a);
	int32_t count = target_word(o->target, n, a + offsetof(Semaphore, count));

	if (w->object != NO_OBJECT && (w->waiting > 0 || w->count == count))
		return w;
	w->object = sync_object(o,
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
	w->waiting++;
	o->threads[thread].blocked = w->object;
	sync_operation(o, n, OPERATION_BLOCK, thread, w->object);
}

void
sync_semaphore_try(SyncObserver *o, NodeId n, Addr semaphore)
{
	if ((int32_t)target_word(o->target, n, semaphore + offsetof(Semaphore, count)) > 0)
		sync_semaphore_wait(o, n, semaphore);
}

/* grant: the first waiting thread continues. */
static void
grant(SyncObserver *o, NodeId n, SyncWord *w, Addr call)
{
	uint32_t thread = sync_thread_at(o, n, target_word(o->target, n, call + o->wdesc_at) & ~3u);

	if (thread == NO_THREAD || o->threads[thread].blocked != w->object)
		return;
	w->waiting--;
	o->threads[thread].blocked = NO_OBJECT;
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
		grant(o, n, w, call);
	else
		w->count++;
}
