/*
 * wait_instead.c - finds deeds that were done instead of the one that would end a wait: messages
 * that no thread has received, and signals of other semaphores. It also finds where a semaphore got
 * its initial count.
 */
#include "wait_parts.h"

#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <stddef.h>
#include <string.h>

enum { MOST_STRAYS = 2 }; /* messages that waits_add_strays adds */

/* ---- messages ---- */

/*
 * is_stray: true if no thread has received the message of operation o, and the message went to the
 * waiting thread's node or has the event for which the thread waits.
 */
static bool
is_stray(const Waits *w, const Operation *o, const Waiter *one)
{
	const SyncObjectInfo *m = &w->done.objects[o->object];

	return o->kind == OPERATION_SEND && m->kind == OBJECT_MESSAGE
		&& (m->node == one->node || m->event == one->row.event)
		&& w->done.balance[o->object] > 0;
}

/*
 * add_head: add, as causes of a sent message, the origins of its receiver's node, event and type.
 */
static void
add_head(Waits *w, Cause *sent, const Operation *o)
{
	At at = waits_call_step(w, o);
	Addr m = o->moved.message;
	Source s[] = {{.addr = m, .nbytes = 2}, {.addr = m + NMSG_EVENT, .nbytes = 4},
		{.addr = m + NMSG_EVENT + 4, .nbytes = 4}};

	for (size_t i = 0; i < sizeof s / sizeof *s; i++) {
		s[i].at = at;
		s[i].event = at_first_event(at);
	}
	origin_argument(w->f, sent, &(Gathered){.source = s, .n = sizeof s / sizeof *s});
}

uint32_t
waits_add_strays(Waits *w, const Waiter *one)
{
	uint32_t found = 0;

	for (uint32_t i = w->done.noperations; i-- > 0 && found < MOST_STRAYS;) {
		const Operation *o = &w->done.operations[i];
		const SyncObjectInfo *m = &w->done.objects[o->object];
		Cause *c;

		if (!is_stray(w, o, one))
			continue;
		c = waits_new_node(w, CAUSE_OPERATION, waits_place_step(w, o),
			waits_text(w, "%s sent (%d, %u) to node %u", waits_name(w, o->thread),
				(int)m->event, m->type, w->nodes[m->node].number));
		if (!c)
			continue;
		waits_add_cause(w, one->cause, c, "not received");
		add_head(w, c, o);
		found++;
	}
	return found;
}

/* ---- semaphores ---- */

/*
 * is_sibling: true if s is not the semaphore for which the thread waits, but another part of the
 * same variable.
 */
static bool
is_sibling(Waits *w, const SyncObjectInfo *s, const Waiter *one)
{
	const ProgramObject *a, *b;

	if (s->kind != OBJECT_SEMAPHORE || s->node != one->node || s->addr == one->row.semaphore)
		return false;
	waits_variable(w, s->node, s->addr, sizeof(Semaphore), &a);
	waits_variable(w, one->node, one->row.semaphore, sizeof(Semaphore), &b);
	return a && a == b;
}

void
waits_add_signal(Waits *w, const Waiter *one)
{
	for (uint32_t i = w->done.noperations; i-- > 0;) {
		const Operation *o = &w->done.operations[i];
		Cause *c;

		if (o->kind != OPERATION_V || !waits_is_on(w, o, one))
			continue;
		c = waits_new_node(w, CAUSE_OPERATION, waits_place_step(w, o),
			waits_text(w, "%s: %s", waits_name(w, o->thread), one->deed));
		if (c)
			waits_add_cause(w, one->cause, c, "the last time by");
		return;
	}
}

bool
waits_add_surplus(Waits *w, const Waiter *one)
{
	for (uint32_t i = w->done.noperations; i-- > 0;) {
		const Operation *o = &w->done.operations[i];
		const SyncObjectInfo *s = &w->done.objects[o->object];
		const ProgramObject *object;
		Cause *c;

		if (o->kind != OPERATION_V || w->done.balance[o->object] <= 0
			|| !is_sibling(w, s, one))
			continue;
		c = waits_new_node(w, CAUSE_OPERATION, waits_place_step(w, o),
			waits_text(w, "%s signalled %s", waits_name(w, o->thread),
				waits_variable(w, s->node, s->addr, sizeof(Semaphore), &object)));
		if (c)
			waits_add_cause(w, one->cause, c, "signalled, but not taken");
		return c != NULL;
	}
	return false;
}

/*
 * is_count_given: true if the program itself has given a semaphore its count by the instruction
 * `at`; false if a library has done so, for a lock.
 */
static bool
is_count_given(Waits *w, At at)
{
	LastWrite entered;

	if (strcmp(where_function(at), "sem_init") != 0)
		return waits_own_step(w, at).in == at.in && waits_own_step(w, at).step == at.step;
	entered = control_entry_write(w->f, at);
	return !entered.known || entered.at.step >= entered.at.in->nsteps
		|| !where_is_system(w->f, entered.at);
}

/* first_on_object: the first operation on the semaphore that the thread waits for; NULL: none. */
static const Operation *
first_on_object(const Waits *w, const Waiter *one)
{
	for (uint32_t i = 0; i < w->done.noperations; i++)
		if (waits_is_on(w, &w->done.operations[i], one))
			return &w->done.operations[i];
	return NULL;
}

void
waits_add_count(Waits *w, const Waiter *one)
{
	const Operation *o = first_on_object(w, one);
	Cause *c;
	At at;

	if (!o)
		return;
	steps_trim(w->f->steps);
	at = steps_at(w->f->steps, one->node, o->count);
	c = origin_last_write(w->f, at, one->row.semaphore + offsetof(Semaphore, count), 4);
	if (!c || c->key.kind == CAUSE_INITIAL)
		return;
	at = steps_at(w->f->steps, one->node, c->key.count);
	if (!is_count_given(w, at))
		return;
	waits_set_place(w, c, at);
	waits_add_cause(w, one->cause, c, "began with");
}
