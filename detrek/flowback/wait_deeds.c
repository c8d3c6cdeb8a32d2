/*
 * wait_deeds.c - tells whether a deed ends a wait, and finds the deeds that a thread would do if
 * its own wait ended.
 */
#include "wait_parts.h"

#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <string.h>

enum { MOST_ONWARD = 100000 }; /* instructions that waits_find_onward executes for a thread */

/* ---- which deeds end a wait ---- */

/* types_match: true if two sets of message types have a type in common; 0 stands for all types. */
static bool
types_match(uint32_t a, uint32_t b)
{
	return a == 0 || b == 0 || (a & b) != 0;
}

/*
 * is_same_message: true if the deed is the kernel call `number`, with the event and type for which
 * the thread `one` waits.
 */
static bool
is_same_message(const Waiter *one, const Deed *deed, Word number)
{
	return (deed->number == number || (deed->number == KC_EXCHANGE && number == KC_SEND))
		&& deed->event == one->row.event
		&& types_match(deed->type, one->row.type);
}

/*
 * sends_to_node: true if the deed, a kernel call by a process of node n, sends a message to the
 * node whose kernel has the number.
 */
static bool
sends_to_node(const Deed *deed, NodeId n, const Waits *w, uint32_t number)
{
	uint32_t own = w->nodes[n].number;

	return deed->how & HOW_LOCAL || deed->to == NODE_LOCAL ? own == number
		: deed->to == number;
}

/*
 * does_call_end: true if the deed, a kernel call by a process of node n, ends the wait of the
 * thread `one`.
 */
static bool
does_call_end(const Waits *w, const Waiter *one, NodeId n, const Deed *deed)
{
	switch (one->row.block) {
	case BLOCK_SEMAPHORE:
		return deed->number == KC_SEM_SIGNAL && n == one->node
			&& deed->object == one->row.semaphore;
	case BLOCK_RECEIVE:
		return is_same_message(one, deed, KC_SEND)
			&& sends_to_node(deed, n, w, one->row.node);
	case BLOCK_SEND:
		return is_same_message(one, deed, KC_RECEIVE)
			&& w->nodes[n].number == one->row.to;
	default: return false;
	}
}

bool
waits_is_ended_by(const Waits *w, const Waiter *one, NodeId n, const Deed *deed)
{
	if (deed->kind == DEED_CALL)
		return does_call_end(w, one, n, deed);
	if (deed->kind == DEED_RESULT || one->result)
		return deed->kind == DEED_RESULT && one->result;
	return one->channel && n == one->node && deed->object == one->object
		&& (deed->kind == DEED_OUT) == one->input;
}

/* ---- deeds after a wait ---- */

bool
waits_find_onward(Waits *w, const Waiter *by, const Waiter *one, Deed *deed)
{
	At from = waits_beginning(w, by, by->last), now;
	const Loaded *in = from.in ? at_program(from) : NULL;
	Deeds d;

	if (!in || in->program == target_kernel(w->f->target))
		return false;
	deeds_begin(&d, w->f->target, in, one->row.node, &w->arena);
	if (one->row.parent_node == by->row.node && one->row.parent_event == -by->row.pid)
		d.child = one->row.pid;
	memcpy(d.calls, by->calls, by->ncalls * sizeof *d.calls);
	d.ncalls = by->ncalls;
	now = steps_at(w->f->steps, by->node, w->nodes[by->node].count);
	spare_begin(&w->spare, now.in, at_first_event(now), at_step(from));
	deeds_run(&d, &w->spare, MOST_ONWARD);
	deeds_run_started(&d, &w->spare);
	spare_undo(&w->spare);
	for (uint32_t i = 1; i < d.n; i++)
		if (d.deed[i].at && waits_is_ended_by(w, one, by->node, &d.deed[i])) {
			*deed = d.deed[i];
			return true;
		}
	return false;
}
