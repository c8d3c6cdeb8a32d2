/*
 * kernel_threads.c - lists the threads of the programs on a node, and what each waits for.
 *
 * A thread is identified by its stack. The kernel's lists show which threads wait for a message. A
 * semaphore's queue leads to the calls of the threads that wait for it, which are stored in their
 * stacks. A channel through which processes of a node meet contains the descriptor of the process
 * that waits there. For the other threads, the processor's queues show whether they run.
 */
#include "kernel_ref.h"

#include "kernel/include/kernel_calls.h"
#include "sim/node/node_words.h"

#include <stddef.h>
#include <string.h>

/* Distance in bytes from the Semaphore that a thread signals at its end to the thread's stack. */
enum { JOINED = sizeof(Semaphore) + STACK_ZONE };

/* The search for what a thread waits for. */
typedef struct Finding {
	const T800 *c;
	Ref lists, links;
	Word call_wdesc, call_state, call_next, call_argument; /* offsets of fields of a KCall */
} Finding;

/* word_at: the word at an address of the node; 0 if it cannot be read. */
static Word
word_at(const Finding *f, Addr a)
{
	const uint8_t *p = a & 3 ? NULL : node_memory(f->c, a, 4);

	return p ? get32(p) : 0;
}

/* The address range of a thread's stack. */
typedef struct Span {
	Addr low;
	Word nbytes;
} Span;

/* is_in_stack: true if the workspace of a descriptor lies in the stack. */
static bool
is_in_stack(Span s, Word desc)
{
	return (desc & ~3u) - s.low <= s.nbytes;
}

/* ---- who runs ---- */

/*
 * is_on_list: true if the list from `first` to `last` contains a process whose workspace is in the
 * stack; next: the offset of a process's link word.
 */
static bool
is_on_list(const Finding *f, Span s, Word first, Word last, int next)
{
	for (int i = 0; i < LONGEST_LIST && first != NOTPROCESS && (first & ~3u) != 0; i++) {
		if (is_in_stack(s, first))
			return true;
		if (first == last)
			return false;
		first = word_at(f, (first & ~3u) + next);
	}
	return false;
}

/* is_running: true if the thread runs, is ready, or waits for a time. */
static bool
is_running(const Finding *f, Span s)
{
	static const Addr timers[] = {[HIGH] = TPTRLOC0, [LOW] = TPTRLOC1};
	const T800 *c = f->c;

	if (!c->idle && is_in_stack(s, c->r.wptr))
		return true;
	if (c->priority == HIGH && !c->idle && is_in_stack(s, word_at(f, SAVE_WDESC)))
		return true;
	for (int p = HIGH; p <= LOW; p++)
		if (is_on_list(f, s, c->fptr[p], c->bptr[p], W_LINK)
			|| (c->tvalid[p]
				&& is_on_list(f, s, word_at(f, timers[p]), NOTPROCESS, W_TLINK)))
			return true;
	return false;
}

/* ---- messages ---- */

/* has_call: true if the list's element belongs to a call of the thread with this stack. */
static bool
has_call(const Finding *f, Span s, Ref element)
{
	Addr call = ref_number(ref_member(element, "call"));

	return call != 0 && is_in_stack(s, word_at(f, call + f->call_wdesc));
}

/* set_message_wait: set in *row the event and type of the message that a waiter w waits for. */
static void
set_message_wait(Ref w, ThreadRow *row)
{
	row->block = ref_number(ref_member(w, "kind")) == WAIT_SEND ? BLOCK_SEND : BLOCK_RECEIVE;
	row->event = ref_number(ref_member(w, "event"));
	row->type = ref_number(ref_member(w, "type"));
	row->timed = ref_number(ref_member(w, "timed"));
	row->to = row->node;
}

/*
 * waits_for_message: set in *row the message for which the thread waits; false if it waits for
 * none.
 */
static bool
waits_for_message(const Finding *f, Span s, ThreadRow *row)
{
	for (uint32_t kind = 0; ref_element(f->lists, kind).type; kind++)
		for (uint32_t i = 0; ref_element(ref_element(f->lists, kind), i).type; i++) {
			Ref w = ref_target(ref_element(ref_element(f->lists, kind), i));

			for (int n = 0; w.type && n < LONGEST_LIST;
				n++, w = ref_target(ref_member(w, "next")))
				if (has_call(f, s, w)) {
					set_message_wait(w, row);
					return true;
				}
		}
	return false;
}

/*
 * waits_for_link: true if the thread waits until its message has left over a link; *row gets the
 * message.
 */
static bool
waits_for_link(const Finding *f, Span s, ThreadRow *row)
{
	for (uint32_t link = 0; link < NLINKS; link++)
		for (uint32_t class = 0; class < NCLASSES; class++) {
			Ref m = kernel_waiting_message(f->links, link, class);

			for (int n = 0; m.type && n < LONGEST_LIST;
				n++, m = ref_target(ref_member(m, "next"))) {
				Ref header = ref_member(m, "h");

				if (!has_call(f, s, m))
					continue;
				row->block = BLOCK_SEND;
				row->event = ref_number(ref_member(header, "event"));
				row->type = ref_number(ref_member(header, "type"));
				row->to = ref_number(ref_member(header, "to"));
				return true;
			}
		}
	return false;
}

/* ---- semaphores ---- */

/* is_in_queue: true if a kernel call waits in the semaphore's queue. */
static bool
is_in_queue(const Finding *f, Addr semaphore, Addr call)
{
	Addr c = word_at(f, semaphore + offsetof(Semaphore, front));

	for (int n = 0; n < LONGEST_LIST && c != 0 && c != call; n++)
		c = word_at(f, c + f->call_next);
	return c == call;
}

/*
 * waits_for_semaphore: set in *row the semaphore for which the thread waits; false if it waits for
 * none.
 */
static bool
waits_for_semaphore(const Finding *f, Span s, ThreadRow *row)
{
	for (Addr call = (s.low + 3) & ~3u; call - s.low < s.nbytes; call += 4) {
		Word desc = word_at(f, call + f->call_wdesc);
		Addr semaphore = word_at(f, call + f->call_argument);

		if (!is_in_stack(s, desc) || !(word_at(f, call + f->call_state) & KCALL_WAITS)
			|| !node_memory(f->c, semaphore, sizeof(Semaphore))
			|| !is_in_queue(f, semaphore, call))
			continue;
		row->block = BLOCK_SEMAPHORE;
		row->semaphore = semaphore;
		row->holder = word_at(f, semaphore + offsetof(Semaphore, holder));
		if (row->holder == NO_LOCK)
			row->holder = 0;
		return true;
	}
	return false;
}

/*
 * set_joined_thread: if the semaphore for which the thread waits signals the end of another thread
 * of the process, change *row: the thread waits for that other thread.
 */
static void
set_joined_thread(Ref stacks, ThreadRow *row)
{
	for (int n = 0; stacks.type && n < LONGEST_LIST;
		n++, stacks = ref_target(ref_member(stacks, "next"))) {
		Addr low = ref_number(ref_member(stacks, "low"));

		if (row->block != BLOCK_SEMAPHORE || row->semaphore != low - JOINED)
			continue;
		row->block = BLOCK_JOIN;
		row->holder = low;
	}
}

/* ---- meetings of the processes of an application's node 0 ---- */

/*
 * waits_for_meeting: true if the thread with this stack, on node 0 of an application, waits for
 * another process of the node: to pass it a task or result, or to get one (NodeMeeting).
 */
static bool
waits_for_meeting(const Finding *f, Span s)
{
	for (NodeMeeting i = 0; i < NMEETINGS; i++)
		if (is_in_stack(s, node_meeting(f->c, i)))
			return true;
	return false;
}

/* ---- all ---- */

/* find_wait_reason: find out why the thread does not run, and set it in *row. */
static void
find_wait_reason(const Finding *f, Ref stacks, Span s, ThreadRow *row)
{
	if (is_running(f, s) || waits_for_message(f, s, row) || waits_for_link(f, s, row))
		return;
	row->block = waits_for_meeting(f, s) ? BLOCK_MEETING : BLOCK_OTHER;
	if (row->block == BLOCK_OTHER && waits_for_semaphore(f, s, row))
		set_joined_thread(stacks, row);
}

/* is_stack: true if the range is in memory and has the guard word. */
static bool
is_stack(const Finding *f, Span s)
{
	return s.nbytes > 0 && node_memory(f->c, s.low, s.nbytes) &&
	       word_at(f, s.low) == STACK_GUARD;
}

/* process_threads: call `each` with a row for each thread of a process. */
static void
process_threads(const Finding *f, Ref process, uint32_t node,
	void (*each)(void *context, const ThreadRow *row), void *context)
{
	Ref stacks = ref_target(ref_member(process, "stacks")), stack = stacks;
	ThreadRow common = {.node = node,
		.pid = ref_number(ref_member(process, "pid")),
		.halted = f->c->stop > STOP_BOOT,
		.parent_node = ref_number(ref_member(process, "parent_node")),
		.parent_event = ref_number(ref_member(process, "parent_event"))};

	kernel_process_name(process, common.name, sizeof common.name);
	common.alone = !ref_target(ref_member(stacks, "next")).type;
	for (int n = 0; stack.type && n < LONGEST_LIST;
		n++, stack = ref_target(ref_member(stack, "next"))) {
		Span s = {ref_number(ref_member(stack, "low")),
			ref_number(ref_member(stack, "nbytes"))};
		ThreadRow row = common;

		if (!is_stack(f, s))
			continue;
		row.stack = s.low;
		find_wait_reason(f, stacks, s, &row);
		each(context, &row);
	}
}

/*
 * find_call_offsets: get the offsets of a call's fields from the type of the lists of waiters;
 * false if it is unknown.
 */
static bool
find_call_offsets(Finding *f)
{
	Ref waiter = {f->c, 0, NULL}, call;
	const Type *t = f->lists.type;

	while (t && (type_plain(t)->kind == TYPE_ARRAY || type_plain(t)->kind == TYPE_POINTER))
		t = type_plain(t)->target;
	waiter.type = t;
	call = ref_member(waiter, "call");
	if (!call.type)
		return false;
	call = (Ref){f->c, 0, type_plain(call.type)->target};
	f->call_wdesc = ref_member(call, "wdesc").at;
	f->call_state = ref_member(call, "state").at;
	f->call_next = ref_member(call, "next").at;
	f->call_argument = ref_member(call, "argument").at;
	return ref_member(call, "argument").type != NULL;
}

void
kernel_threads(const KernelDebug *k, const T800 *c,
	void (*each)(void *context, const ThreadRow *row), void *context)
{
	Ref table = kernel_variable(k, c, k ? &k->table : NULL);
	Finding f = {.c = c};
	NodeWords words;

	if (!table.type || !node_words(c, &words))
		return;
	f.lists = kernel_variable(k, c, &k->lists);
	f.links = kernel_variable(k, c, &k->links);
	if (!find_call_offsets(&f))
		return;
	for (uint32_t i = 0; ref_element(table, i).type; i++) {
		Ref p = kernel_process(table, i);

		if (p.type && !ref_number(ref_member(p, "ending")))
			process_threads(&f, p, words.node, each, context);
	}
}
