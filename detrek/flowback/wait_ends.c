/*
 * wait_ends.c - explains why nothing ends a wait, if the cause is not a lock that another thread
 * holds. The causes are: other waiting threads that would end the wait later; conditional jumps by
 * which threads have skipped the deed (deeds.h) that would end the wait; and the last thread that
 * did this deed.
 */
#include "wait_parts.h"

#include <string.h>

enum {
	MOST_ASKED = 120, /* threads whose next deeds are searched */
	MOST_FOUND = 3,   /* at most so many threads are shown that would do the deed */
};

/*
 * missing_deed: the graph's node for the kernel call or use of a channel that the waiting thread
 * `by` would do if it did not wait.
 */
static Cause *
missing_deed(Waits *w, const Waiter *by, const Waiter *one, const Deed *deed)
{
	At from = waits_beginning(w, by, by->last);
	bool is_new;
	Cause *c = graph_node(&w->f->graph, (CauseKey){CAUSE_MISSING, by->node, at_count(from),
		deed->at}, &is_new);
	const char *text = waits_text(w, "%s would then %s", by->name, one->deed);

	if (!is_new)
		return c;
	where_describe_code(w->f, c, at_program(from), deed->at);
	c->process = by->number;
	c->name = arena_strndup(&w->f->graph.arena, text, strlen(text));
	c->expanded = true;
	return c;
}

/* may_end_wait: true if the other thread waits, and could end the wait if it did not. */
static bool
may_end_wait(const Waiter *one, const Waiter *by)
{
	if (by == one || !by->stuck || !waits_is_waiting(by))
		return false;
	if (one->result)
		return by->in_program; /* not a worker without a task */
	return one->row.block == BLOCK_RECEIVE
		|| (one->row.block == BLOCK_SEND ? by->row.node == one->row.to
			: by->node == one->node);
}

/*
 * explain_onward: add, as causes of a wait, other waiting threads that would end the wait if their
 * own waits ended; returns their number.
 */
static uint32_t
explain_onward(Waits *w, Waiter *one)
{
	uint32_t asked = 0, found = 0;

	for (uint32_t i = 0; i < w->n && asked < MOST_ASKED && found < MOST_FOUND; i++) {
		Waiter *by = &w->waiters[i];
		Deed deed;
		Cause *c;

		if (!may_end_wait(one, by) || (asked++, !waits_find_onward(w, by, one, &deed)))
			continue;
		c = missing_deed(w, by, one, &deed);
		waits_add_cause(w, one->cause, c, "waits for");
		waits_add_next_wait(w, one, c, by, "but waits itself");
		found++;
	}
	return found;
}

/*
 * may_skip: true if a thread of node n could have skipped a kernel call or use of a channel that
 * ends the wait of the thread `one`.
 */
static bool
may_skip(const Waits *w, const Waiter *one, NodeId n)
{
	if (one->result)
		return true;
	if (one->row.block == BLOCK_SEMAPHORE || one->channel)
		return n == one->node;
	return one->row.block == BLOCK_RECEIVE
		|| (one->row.block == BLOCK_SEND && w->nodes[n].number == one->row.to);
}

/*
 * explain_skipped: add, as causes of a wait, the jumps by which threads have skipped the signal or
 * message that would end the wait. own: only jumps of the waiting thread itself. Returns the number
 * of these causes.
 */
static uint32_t
explain_skipped(Waits *w, Waiter *one, bool own)
{
	SkipList list = {0};

	if (!one->in_program) /* no program's jump decides on what TrEK's threads wait for */
		return 0;
	for (NodeId n = 0; n < steps_network(w->f->steps)->nnodes; n++) {
		JumpSelection by = {.node = n, .low = one->row.stack,
			.nbytes = n == one->node ? one->nbytes : 0, .others = !own};

		if (may_skip(w, one, n) && (!own || n == one->node))
			waits_find_skipped(w, one, &by, &list);
	}
	return waits_add_skipped(w, one->cause, &list, one->deed);
}

/* sender_before: the thread that sent message o before, and now waits; NULL if it does not wait. */
static Waiter *
sender_before(Waits *w, const Waiter *one, const Operation *o)
{
	const SyncObjectInfo *m = &w->done.objects[o->object];
	const SyncThreadInfo *t = &w->done.threads[o->thread];
	Waiter *by;

	if (o->kind != OPERATION_SEND || m->node != one->node || m->event != one->row.event)
		return NULL;
	by = waits_waiter(w, t->node, t->low);
	return by && by != one && waits_is_waiting(by) ? by : NULL;
}

/*
 * explain_before: for a wait for a message: find the last message with the same event that was sent
 * to the node by a thread which now waits. Add this send as a cause of the wait, and the wait of
 * the sender as a cause of the send.
 */
static void
explain_before(Waits *w, Waiter *one)
{
	for (uint32_t i = w->done.noperations; i-- > 0;) {
		const Operation *o = &w->done.operations[i];
		Waiter *by = sender_before(w, one, o);
		Cause *c = by ? waits_new_node(w, CAUSE_OPERATION, waits_place_step(w, o),
			waits_text(w, "%s: %s", by->name, one->deed)) : NULL;

		if (!c)
			continue;
		waits_add_cause(w, one->cause, c, "the last time by");
		waits_add_next_wait(w, one, c, by, "which waits");
		return;
	}
}

/*
 * explain_instead: add, as causes of a wait, the signals and messages that threads have sent
 * instead of the one that would end the wait; returns whether there are any.
 */
static bool
explain_instead(Waits *w, Waiter *one)
{
	if (one->row.block == BLOCK_RECEIVE)
		return waits_add_strays(w, one) > 0;
	return one->row.block == BLOCK_SEMAPHORE && waits_add_surplus(w, one);
}

void
waits_explain_unended(Waits *w, Waiter *one)
{
	uint32_t skipped = explain_skipped(w, one, false), onward = explain_onward(w, one);

	if (onward == 0 && one->row.block == BLOCK_RECEIVE)
		explain_before(w, one);
	if (skipped + onward == 0 && !one->next)
		explain_skipped(w, one, true);
	one->skipped = (explain_instead(w, one) && onward == 0) || skipped > 0;
	if (one->row.block == BLOCK_SEMAPHORE && skipped + onward == 0)
		waits_add_signal(w, one);
}
