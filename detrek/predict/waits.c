/* waits.c - finds the objects that the threads of a deadlock wait for at the end of a run. */
#include "predict.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_NAMED = 64 }; /* threads that the report of a deadlock names, at most */

/* The context of add_wait: the run, and where the waits go. */
typedef struct WaitCollector {
	const Live *live;
	Waits *to;
} WaitCollector;

/* find_thread: the number of the last thread that had a stack at an address. */
static uint32_t
find_thread(const Live *l, NodeId n, Addr low)
{
	uint32_t i = l->trace->thread.n;

	while (i > 0 && (l->thread[i - 1].node != n || l->thread[i - 1].low != low))
		i--;
	return i > 0 ? i - 1 : NO_THREAD;
}

/* put_thread: append a text and the name of the thread with a stack, if there is one. */
static void
put_thread(const Live *l, const char *before, NodeId n, Addr low, Buf *out)
{
	uint32_t thread = low ? find_thread(l, n, low) : NO_THREAD;

	if (thread != NO_THREAD)
		buf_printf(out, "%s%s", before, l->trace->thread.text[thread]);
}

/* put_state: append a state as target_put_state does, but with the threads' names in the trace. */
static void
put_state(const Live *l, const StuckWait *w, Buf *out)
{
	Thread t = *w->thread;

	put_thread(l, "waits for the end of ", t.node, w->joined, out);
	if (out->len > 0)
		return;
	t.holder = 0;
	target_put_state(l->target, &t, out);
	put_thread(l, ", held by ", t.node, w->thread->holder, out);
}

/* last_operation: the last operation of a thread; NULL: there is none. */
static const Operation *
last_operation(const Live *l, uint32_t thread)
{
	for (uint32_t i = l->nops; i-- > 0;)
		if (l->op[i].thread == thread && !sync_is_implied(l->object[l->op[i].object].kind))
			return &l->op[i];
	return NULL;
}

/* put_object: name the object that the thread waits for. Returns whether the name is complete. */
static bool
put_object(const Live *l, uint32_t thread, const StuckWait *w, char name[SYNC_NAME])
{
	const Operation *last = last_operation(l, thread);

	name[0] = '\0';
	if (w->message)
		snprintf(name, SYNC_NAME, ">%u.%" PRId32, w->to, w->event);
	else if (last && (last->kind == OPERATION_BLOCK
		|| l->object[last->object].kind == OBJECT_CHANNEL))
		sync_object_name(l->target, last->object, &l->object[last->object], name);
	return !w->message && last && last->kind == OPERATION_BLOCK;
}

/* make_wait: make room for the wait of a thread; waits are in the order of threads. */
static Wait *
make_wait(Waits *w, Arena *a, uint32_t thread)
{
	uint32_t i = w->n;

	w->wait = arena_grow(a, w->wait, w->n++, &w->cap, sizeof *w->wait);
	for (; i > 0 && w->wait[i - 1].number > thread; i--)
		w->wait[i] = w->wait[i - 1];
	return &w->wait[i];
}

/* add_wait: add the wait of a stuck thread to those of the execution. */
static void
add_wait(void *taking, const StuckWait *stuck)
{
	const WaitCollector *k = taking;
	const Live *l = k->live;
	uint32_t thread = find_thread(l, stuck->thread->node, stuck->thread->low);
	char name[SYNC_NAME];
	Wait *w;

	if (thread == NO_THREAD)
		return;
	w = make_wait(k->to, l->arena, thread);
	*w = (Wait){.number = thread,
		.thread = l->trace->thread.text[thread],
		.at = *stuck->thread};
	w->exact = put_object(l, thread, stuck, name);
	w->object = arena_strndup(l->arena, name, strlen(name));
	put_state(l, stuck, &w->state);
}

/* is_named: tell if thread t is in the list. */
static bool
is_named(const StuckThread *list, uint32_t n, const Thread *t)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i].node == t->node && list[i].number == t->number)
			return true;
	return false;
}

Waits
waits_at_end(const Live *l)
{
	bool quiet = past_run_end(l->past) == RUN_QUIET;
	StuckThread named[MOST_NAMED];
	Waits w = {0};
	Buf text = {0};
	uint32_t n;

	stuck_put_threads(l->past, l->target, &text);
	past_go_present(l->past);
	if (text.len > 0)
		target_stuck_each(l->target, quiet, add_wait, &(WaitCollector){l, &w});
	buf_free(&text);
	n = w.n > 0 ? target_stuck_threads(l->target, quiet, named, MOST_NAMED) : 0;
	for (uint32_t i = 0; i < w.n; i++)
		w.wait[i].named = is_named(named, n, &w.wait[i].at);
	return w;
}

void
waits_free(Waits *w)
{
	for (uint32_t i = 0; i < w->n; i++)
		buf_free(&w->wait[i].state);
}

const Wait *
waits_find(const Waits *w, const char *thread)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (strcmp(w->wait[i].thread, thread) == 0)
			return &w->wait[i];
	return NULL;
}

/*
 * is_for_semaphore: true if the thread waits for the semaphore `sem`, a name in the text of the
 * operations.
 */
static bool
is_for_semaphore(const Wait *w, const char *sem)
{
	size_t n = strlen(w->object);

	return n > 0 && strncmp(w->object, sem, n) == 0
		&& (sem[n] == '\0' || (!w->exact && sem[n] == '.'));
}

/*
 * is_not_started: true if the thread does not exist in the run, and `sem` is the semaphore by which
 * a thread is started.
 */
static bool
is_not_started(const Live *l, const char *thread, const char *sem)
{
	for (uint32_t i = 0; i < l->trace->thread.n; i++)
		if (strcmp(l->trace->thread.text[i], thread) == 0)
			return false;
	return strstr(sem, ".run-") != NULL;
}

bool
waits_have_kind(const Waits *w, const Live *l, const Model *m, const DeadlockKind *k)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->t->ntasks; i++) {
		const char *thread = m->t->task[i], *sem;
		const Wait *wait = waits_find(w, thread);

		if (k->waits[i] == NO_EVENT)
			continue;
		sem = m->t->sem[k->waits[i]];
		if (wait ? !is_for_semaphore(wait, sem) : !is_not_started(l, thread, sem))
			return false;
		n += wait != NULL;
	}
	return n > 0;
}
