/*
 * waits.c - makes the graph of a wait. The first node is the wait of a thread. Its causes are the
 * place where another thread got the object, or the reasons why no thread does the deed (deeds.h)
 * that would end the wait. Then follows the wait of that other thread, and so on.
 *
 * If the object is a lock, the operations on it show where its holder took it. The deeds that would
 * end other waits are found by running code on a spare node (wait_ends.c).
 */
#include "wait_parts.h"

#include "kernel/include/border.h"

#include <string.h>

enum { MOST_EXPLAINED = 24 }; /* threads of one answer */

/* ---- threads ---- */

Waiter *
waits_waiter(Waits *w, NodeId n, Addr stack)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (w->waiters[i].node == n && w->waiters[i].row.stack == stack)
			return &w->waiters[i];
	return NULL;
}

bool
waits_is_waiting(const Waiter *one)
{
	return one->own && one->row.block != BLOCK_NONE && one->row.block != BLOCK_HELD;
}

void
waits_add_next_wait(Waits *w, Waiter *one, Cause *effect, Waiter *next, const char *what)
{
	Cause *c = next && waits_is_waiting(next) ? waits_explain(w, next) : NULL;

	if (!c)
		return;
	if (!one->next)
		one->next = next;
	waits_add_cause(w, effect, c, what);
}

/* ---- locks ---- */

/*
 * taking_operation: the operation with which a thread last took the semaphore, or began to wait for
 * it; NULL: not known.
 */
static const Operation *
taking_operation(const Waits *w, const Waiter *one, uint32_t thread)
{
	const Operation *p = NULL, *o;

	for (uint32_t i = w->done.noperations; i-- > 0;) {
		o = &w->done.operations[i];
		if (o->thread != thread || !waits_is_on(w, o, one))
			continue;
		if (p)
			return o->kind == OPERATION_BLOCK && o->object == p->object ? o : p;
		if (o->kind == OPERATION_P)
			p = o;
	}
	return p;
}

/* holder_cause: the node of the operation p, with which a thread took the semaphore. */
static Cause *
holder_cause(Waits *w, const Waiter *one, const Operation *p, const char *how)
{
	const ProgramObject *object;
	const char *name = waits_variable(w, one->node, one->row.semaphore, sizeof(Semaphore),
		&object);

	return waits_new_node(w, CAUSE_HELD, waits_place_step(w, p),
		waits_text(w, "%s %s %s", waits_name(w, p->thread), how, name));
}

/*
 * explain_unreleased: add, as causes of `held`, the jumps by which the lock's holder has skipped
 * the release since operation p, with which it took the lock.
 */
static void
explain_unreleased(Waits *w, const Waiter *one, const Operation *p, Cause *held)
{
	const SyncThreadInfo *t = &w->done.threads[p->thread];
	SkipList list = {0};

	waits_find_skipped(w, one, &(JumpSelection){.node = one->node, .from = p->count,
		.low = t->low,
		.nbytes = t->nbytes}, &list);
	waits_add_skipped(w, held, &list, one->deed);
}

/* explain_lock: add, as causes, where the lock's holder took it, and why it is not released. */
static void
explain_lock(Waits *w, Waiter *one)
{
	uint32_t thread = waits_thread_on_stack(w, one->node, one->row.holder);
	Waiter *holder = waits_waiter(w, one->node, one->row.holder);
	const Operation *p = thread != NO_THREAD ? taking_operation(w, one, thread) : NULL;
	Cause *held = p ? holder_cause(w, one, p, holder ? "holds" : "ended with") : NULL;
	Deed deed;

	if (!held)
		return;
	waits_add_cause(w, one->cause, held, "held by");
	if (!holder || !waits_is_waiting(holder) || holder == one
		|| !waits_find_onward(w, holder, one, &deed))
		explain_unreleased(w, one, p, held);
	if (holder == one)
		one->next = one;
	else
		waits_add_next_wait(w, one, held, holder, "which waits");
}

/* ---- all ---- */

/*
 * is_in_function: true if the instruction is in the function, or in functions that this one calls,
 * without any function of the program itself in between.
 */
static bool
is_in_function(Waits *w, At at, const char *function)
{
	At own = waits_own_step(w, at);

	while (at.in && (at.in != own.in || at.step != own.step)) {
		const Loaded *l = at_program(at);
		Addr pc = l ? at_step(at)->iptr - l->text_moved : 0;
		const DebugFunction *f = l ? program_function_at(l->program, pc) : NULL;
		LastWrite entered = control_entry_write(w->f, at);

		if (f && strcmp(f->name, function) == 0)
			return true;
		at = entered.known && entered.at.step < entered.at.in->nsteps ? entered.at
			: (At){NULL};
	}
	return false;
}

/*
 * set_rendezvous: if a thread has announced a message, and waits until the receiver is ready, treat
 * it as a thread that waits to send.
 */
static void
set_rendezvous(Waits *w, Waiter *one)
{
	uint32_t thread = waits_thread_on_stack(w, one->node, one->row.stack);
	const Operation *sent = one->row.block == BLOCK_RECEIVE && one->row.type == TYPE_TRANSPORT
		&& thread != NO_THREAD ? waits_last_operation(w, OPERATION_SEND, thread) : NULL;
	const SyncObjectInfo *m = sent ? &w->done.objects[sent->object] : NULL;

	if (!m || !is_in_function(w, waits_beginning(w, one, one->last), "tsend"))
		return;
	one->row.block = BLOCK_SEND;
	one->row.event = m->event;
	one->row.type = m->type;
	one->row.to = w->nodes[m->node].number;
	one->text = waits_text(w, "%s waits to send (%d, %u) to n%u", one->name, (int)m->event,
		m->type, one->row.to);
	one->deed = waits_text(w, "receive (%d, %u)", (int)m->event, m->type);
}

/*
 * explain_child: add, as a cause of a wait, the wait of the child process for whose end it waits.
 */
static void
explain_child(Waits *w, Waiter *one)
{
	for (uint32_t i = 0; i < w->n; i++) {
		Waiter *child = &w->waiters[i];

		if (child->row.parent_node == one->row.node
			&& child->row.parent_event == one->row.event)
			waits_add_next_wait(w, one, one->cause, child, "whose end");
	}
}

/* waits_for_child: tell if the thread waits for the end of a child process. */
static bool
waits_for_child(const ThreadRow *row)
{
	return row->block == BLOCK_RECEIVE && row->event == -row->pid && row->type == TYPE_EXIT;
}

/* set_channel: set the channel at which the thread waits, and the direction. */
static void
set_channel(Waits *w, Waiter *one, At began)
{
	const ProgramObject *object;
	const char *name;
	Executed e;

	if (!one->channel || !began.in || !at_decode(began, &e))
		return;
	one->object = at_step(began)->breg & ~3u;
	one->input = executed_is(&e, OPER_IN);
	name = waits_variable(w, one->node, one->object, sizeof(Word), &object);
	one->result = is_in_function(w, began, "get_result");
	one->deed = waits_text(w, one->input ? "output to %s" : "input from %s", name);
	one->text = waits_text(w, "%s waits to %s channel %s", one->name,
		one->input ? "input from" : "output to", name);
	if (!one->result)
		return;
	one->deed = "put_result";
	one->text = waits_text(w, "%s waits for a result", one->name);
}

/* explain_kind: add the causes of a wait, depending on the kind of wait. */
static void
explain_kind(Waits *w, Waiter *one)
{
	const ThreadRow *row = &one->row;

	if (row->block == BLOCK_JOIN)
		waits_add_next_wait(w, one, one->cause, waits_waiter(w, one->node, row->holder),
			"whose end");
	else if (waits_for_child(row))
		explain_child(w, one);
	else if (row->block == BLOCK_SEMAPHORE && row->holder)
		explain_lock(w, one);
	else
		waits_explain_unended(w, one);
	if (row->block == BLOCK_SEMAPHORE && (row->holder == 0 || !one->next || one->next == one))
		waits_add_count(w, one);
}

Cause *
waits_explain(Waits *w, Waiter *one)
{
	if (one->cause || w->explained == MOST_EXPLAINED)
		return one->cause;
	set_channel(w, one, waits_beginning(w, one, one->last));
	set_rendezvous(w, one);
	one->cause = waits_new_node(w, CAUSE_WAIT, waits_beginning(w, one, one->own), one->text);
	if (one->cause) {
		w->explained++;
		explain_kind(w, one);
	}
	return one->cause;
}
