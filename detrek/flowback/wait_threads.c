/*
 * wait_threads.c - reads the threads at the place of a question, and the instructions with which
 * they began to wait.
 */
#include "wait_parts.h"

#include "kernel/include/border.h"

#include <stdlib.h>
#include <string.h>

enum { ALT_BYTES = 2 }; /* bytes of the instructions altwt and taltwt */

/* ---- words that the beginning of a wait has written ---- */

Addr
flowback_wait_word(Target *t, const Thread *thread, bool own)
{
	ChainFrame chain[MAX_CHAIN];
	size_t n = target_chain(t, thread, chain, MAX_CHAIN), i = chain_own_frame(chain, n, 0);

	if (thread->state == THREAD_CALL && own && i > 0 && i < n && chain[i - 1].cfa)
		return chain[i - 1].cfa - CALL_BYTES;
	return thread->wptr + W_IPTR;
}

/* set_place: set the waiter's place in the source to that of a frame. */
static void
set_place(Waits *w, const ChainFrame *frame, Waiter *one)
{
	const char *file = frame->place.file, *slash = file ? strrchr(file, '/') : NULL;

	one->in_program = true;
	if (file)
		one->place = waits_text(w, "%s() %s:%d", frame->function, slash ? slash + 1 : file,
			frame->place.line);
}

/* set_calls: store in the waiter the calls that the thread has not returned from. */
static void
set_calls(Waits *w, const Thread *thread, Waiter *one)
{
	ChainFrame chain[MAX_CHAIN];
	size_t n = target_chain(w->f->target, thread, chain, MAX_CHAIN);

	for (size_t i = n; i-- > 0;)
		if (chain[i].program && deeds_is_own(chain[i].program, chain[i].pc))
			set_place(w, &chain[i], one);
	for (size_t i = n; i-- > 1 && one->ncalls < MAX_DEED_CALLS;)
		if (chain[i].program && !chain[i - 1].inlined && chain[i - 1].cfa)
			one->calls[one->ncalls++] = (DeedCall){
				chain[i].pc + chain[i].s.code_moved, chain[i - 1].cfa};
}

/* ---- texts ---- */

/* wait_text: describe a wait: "waits to receive (EVENT_ROW, 0)". */
static const char *
wait_text(Waits *w, const ThreadRow *row)
{
	Buf text = {0};
	const char *kept;

	target_put_wait(w->f->target, row, &text);
	kept = waits_text(w, "%.*s", (int)text.len, (char *)text.data);
	buf_free(&text);
	return kept;
}

/*
 * describe_semaphore: set the texts that describe a thread which waits for a semaphore, and the
 * signal that would wake it.
 */
static void
describe_semaphore(Waits *w, Waiter *one)
{
	const ProgramObject *object;
	const char *name = waits_variable(w, one->node, one->row.semaphore, sizeof(Semaphore),
		&object);

	one->text = waits_text(w, "%s waits for semaphore %s", one->name, name);
	one->deed = waits_text(w, "%s %s", one->row.holder ? "release" : "signal", name);
}

/*
 * describe_message: set the texts that describe a thread which waits for a message, and the send
 * that would wake it.
 */
static void
describe_message(Waits *w, Waiter *one)
{
	const char *text = strchr(wait_text(w, &one->row), '(');

	one->deed = waits_text(w, "%s %.*s)", one->row.block == BLOCK_SEND ? "receive" : "send",
		(int)strcspn(text, ")"), text);
}

/* describe_join: set the text of a thread that waits for the end of another thread. */
static void
describe_join(Waits *w, Waiter *one, const Thread *threads, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (threads[i].low == one->row.holder)
			one->text = waits_text(w, "%s waits for the end of %u.%u", one->name,
				one->row.node, threads[i].number);
}

/*
 * set_texts: set the names of the waiting thread and of the object for which it waits; threads: the
 * threads of its node.
 */
static void
set_texts(Waits *w, Waiter *one, const Thread *threads, uint32_t count)
{
	one->name = waits_text(w, "%u.%u", one->row.node, one->number);
	one->text = waits_text(w, "%s %s", one->name, wait_text(w, &one->row));
	one->deed = "end the wait";
	switch (one->row.block) {
	case BLOCK_SEMAPHORE: describe_semaphore(w, one); break;
	case BLOCK_SEND:
	case BLOCK_RECEIVE: describe_message(w, one); break;
	case BLOCK_JOIN: describe_join(w, one, threads, count); break;
	case BLOCK_OTHER: one->text = waits_text(w, "%s %s", one->name, one->state); break;
	default: break;
	}
}

/* ---- threads ---- */

/* is_alternative: true if the process waits for one of several channels. */
static bool
is_alternative(const Waits *w, const Thread *t)
{
	uint8_t code[ALT_BYTES];
	Executed e;

	return target_read(w->f->target, t->node, t->iptr - ALT_BYTES, code, ALT_BYTES)
		&& executed_decode(code, ALT_BYTES, 1, &e)
		&& (executed_is(&e, OPER_ALTWT) || executed_is(&e, OPER_TALTWT));
}

/* set_thread: copy into `one` the place where thread t waits. */
static void
set_thread(Waits *w, const Thread *t, Waiter *one)
{
	one->number = t->number;
	one->state = thread_state(t->state);
	one->nbytes = t->nbytes;
	if (!t->has_place || t->state <= THREAD_READY)
		return;
	one->own = flowback_wait_word(w->f->target, t, true);
	one->last = t->wptr + W_IPTR;
	if (t->state == THREAD_CALL) /* the return address */
		one->last = t->wptr + target_layout(w->f->target)->call_back;
	one->channel = t->state == THREAD_CHANNEL && !is_alternative(w, t);
	if (t->state == THREAD_CHANNEL && !one->channel)
		one->state = "waits for one of several channels";
	set_calls(w, t, one);
}

/* add_waiter: add the thread of a row to those that wait. stuck: it waits for ever. */
static void
add_waiter(Waits *w, const ThreadRow *row, bool stuck)
{
	Waiter *one = &w->waiters[w->n];
	uint32_t count;
	Thread *threads;

	*one = (Waiter){.row = *row, .node = target_node(w->f->target, row->node), .stuck = stuck,
		.object = row->semaphore, .state = "waits", .place = ""};
	if (one->node == NOWHERE)
		return;
	threads = target_threads(w->f->target, one->node, &count);
	for (uint32_t i = 0; i < count; i++)
		if (threads[i].low == row->stack)
			set_thread(w, &threads[i], one);
	set_texts(w, one, threads, count);
	free(threads);
	w->n++;
}

/* set_node: note the instructions, number and loaded programs of node n. */
static void
set_node(Waits *w, NodeId n, const T800 *c)
{
	WaitNode *node = &w->nodes[n];
	Loaded loaded[MAX_LOADED];

	*node = (WaitNode){.count = t800_count(c), .number = target_number(w->f->target, n),
		.nloaded = target_loaded_programs(w->f->target, n, loaded)};
	node->loaded = arena_alloc(&w->arena, node->nloaded + 1, sizeof *loaded);
	memcpy(node->loaded, loaded, node->nloaded * sizeof *loaded);
}

void
waits_read(Waits *w, bool closed)
{
	const Network *net = steps_network(w->f->steps);
	Deadlock d = {0};

	w->nodes = arena_alloc(&w->arena, net->nnodes, sizeof *w->nodes);
	for (NodeId n = 0; n < net->nnodes; n++)
		set_node(w, n, net->nodes[n]);
	target_deadlock(w->f->target, closed, &d);
	w->waiters = arena_alloc(&w->arena, d.n + 1, sizeof *w->waiters);
	for (uint32_t i = 0; i < d.n; i++)
		add_waiter(w, &d.row[i], d.stuck[i]);
	deadlock_free(&d);
}

/* ---- places ---- */

At
waits_present_step(Waits *w, NodeId n)
{
	steps_trim(w->f->steps);
	return steps_at(w->f->steps, n, w->nodes[n].count);
}

At
waits_beginning(Waits *w, const Waiter *one, Addr word)
{
	At at = waits_present_step(w, one->node);
	LastWrite written = word ? steps_writer(w->f->steps, at, at_first_event(at), word)
		: (LastWrite){.known = false};

	return written.known && written.at.step < written.at.in->nsteps ? written.at : (At){NULL};
}
