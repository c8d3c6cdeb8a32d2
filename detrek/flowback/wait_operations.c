/* wait_operations.c - finds the operations by which the threads of a run are ordered. */
#include "wait_parts.h"

#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <stdlib.h>

/* The context of the functions that the observer calls. */
typedef struct ObserverContext {
	Waits *w;           /* w->done gets the operations */
	const Network *net; /* the network that is replayed */
} ObserverContext;

/* report_born: pass a new thread to steps_note_thread, because the thread may end soon. */
static void
report_born(const ObserverContext *x, const SyncThreadInfo *info)
{
	Target *target = x->w->f->target;
	Loaded loaded[MAX_LOADED];
	uint32_t n = target_loaded_programs(target, info->node, loaded);
	Thread t = {.node = info->node, .low = info->low, .nbytes = info->nbytes,
		.number = target_thread_number(target, info->node, info->low, info->pid)};

	for (uint32_t i = 1; i < n; i++)
		if (loaded[i].program && loaded[i].pid == info->pid) {
			t.in = loaded[i];
			steps_note_thread(x->w->f->steps, &t,
				t800_count(x->net->nodes[info->node]));
		}
}

/* note_thread: store a thread of the run; called by the observer. */
static void
note_thread(void *noting, uint32_t thread, const SyncThreadInfo *info)
{
	const ObserverContext *x = noting;
	WaitOperations *o = &x->w->done;

	o->threads = arena_more(&x->w->arena, o->threads, thread, sizeof *o->threads);
	o->threads[thread] = *info;
	o->nthreads = thread + 1;
	report_born(x, info);
}

/* note_object: store an object of the run; called by the observer. */
static void
note_object(void *noting, uint32_t object, const SyncObjectInfo *info)
{
	const ObserverContext *x = noting;
	WaitOperations *o = &x->w->done;

	o->objects = arena_more(&x->w->arena, o->objects, object, sizeof *o->objects);
	o->objects[object] = *info;
	o->nobjects = object + 1;
}

/* note_operation: store an operation of the run; called by the observer. */
static void
note_operation(void *noting, const Operation *done)
{
	const ObserverContext *x = noting;
	WaitOperations *o = &x->w->done;

	if (done->count >= x->w->nodes[done->node].count
		|| sync_is_implied(o->objects[done->object].kind))
		return;
	o->operations = arena_more(&x->w->arena, o->operations, o->noperations,
		sizeof *o->operations);
	o->operations[o->noperations++] = *done;
}

/* compute_balances: compute WaitOperations.balance for each object. */
static void
compute_balances(Waits *w)
{
	WaitOperations *o = &w->done;

	o->balance = arena_alloc(&w->arena, o->nobjects + 1, sizeof *o->balance);
	for (uint32_t i = 0; i < o->noperations; i++) {
		OperationKind kind = o->operations[i].kind;

		o->balance[o->operations[i].object]
			+= (kind == OPERATION_V || kind == OPERATION_SEND)
				- (kind == OPERATION_P || kind == OPERATION_RECV);
	}
}

void
waits_observe(Waits *w)
{
	ObserverContext x = {w, past_network(w->f->past)};

	sync_observe(w->f->past, w->f->target, &(SyncCalls){.thread = note_thread,
		.object = note_object, .operation = note_operation, .context = &x});
	compute_balances(w);
}

/* is_in_kernel: true if the operation was observed in the kernel, during a call of the thread. */
static bool
is_in_kernel(const Waits *w, const Operation *o)
{
	ObjectKind kind = w->done.objects[o->object].kind;

	return kind == OBJECT_SEMAPHORE || kind == OBJECT_MESSAGE;
}

At
waits_call_step(Waits *w, const Operation *o)
{
	LastWrite call;
	At at;

	steps_trim(w->f->steps);
	at = steps_at(w->f->steps, o->node, o->count);
	if (!is_in_kernel(w, o))
		return at;
	call = steps_writer(w->f->steps, at, at_first_event(at), o->called + KCALL_FRAME);
	return call.known && call.at.step < call.at.in->nsteps ? call.at : (At){NULL};
}

At
waits_place_step(Waits *w, const Operation *o)
{
	return waits_own_step(w, waits_call_step(w, o));
}

const Operation *
waits_last_operation(const Waits *w, OperationKind kind, uint32_t thread)
{
	for (uint32_t i = w->done.noperations; i-- > 0;)
		if (w->done.operations[i].kind == kind && w->done.operations[i].thread == thread)
			return &w->done.operations[i];
	return NULL;
}

uint32_t
waits_thread_on_stack(const Waits *w, NodeId n, Addr stack)
{
	for (uint32_t i = w->done.nthreads; i-- > 0;)
		if (w->done.threads[i].node == n && w->done.threads[i].low == stack)
			return i;
	return NO_THREAD;
}

bool
waits_is_on(const Waits *w, const Operation *o, const Waiter *one)
{
	const SyncObjectInfo *s = &w->done.objects[o->object];

	return s->kind == OBJECT_SEMAPHORE && s->node == one->node
		&& s->addr == one->row.semaphore;
}
