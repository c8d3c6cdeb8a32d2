/* thread_names.c - names places, semaphores and messages of threads. */
#include "thread_names.h"
#include "stuck.h"
#include "target.h"

#include "cc/node/message_names.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The names of messages in the source of a program. */
typedef struct ProgramMessages {
	const ProgramInfo *program;
	MessageNames *messages; /* owned */
} ProgramMessages;

struct ThreadNames {
	Target *target;
	/* threads of the node that was asked for last; valid until the network runs on */
	Thread *threads;
	uint32_t nthreads;
	NodeId node;  /* the node that was asked for last */
	ProgramMessages *named; /* [nnamed] the message names that have been read */
	uint32_t nnamed;
	StuckThread *shown; /* [nshown] threads that reports have named; NULL: not wanted */
	uint32_t nshown, most_shown; /* number of entries, and room for entries */
};

ThreadNames *
thread_names_new(Network *w, const char *kernel)
{
	ThreadNames *t = xcalloc(1, sizeof *t);

	*t = (ThreadNames){.target = target_new(w), .node = NOWHERE};
	if (kernel && access(kernel, R_OK) == 0)
		target_add_program(t->target, program_open(kernel, "kernel"));
	return t;
}

/* free_read_names: free the names that were read from the target. */
static void
free_read_names(ThreadNames *t)
{
	for (uint32_t i = 0; i < t->nnamed; i++)
		message_names_free(t->named[i].messages);
	free(t->named);
	free(t->threads);
}

void
thread_names_close(ThreadNames *t)
{
	if (!t)
		return;
	free_read_names(t);
	target_free(t->target);
	free(t);
}

void
thread_names_program(ThreadNames *t, const char *file)
{
	if (access(file, R_OK) == 0)
		target_add_program(t->target, program_open(file, NULL));
}

ThreadNames *
thread_names_open(Network *w, const char *kernel, const char *const *program, uint32_t n)
{
	ThreadNames *t = thread_names_new(w, kernel);

	for (uint32_t i = 0; i < n; i++)
		if (program[i])
			thread_names_program(t, program[i]);
	return t;
}

void
thread_names_recorded(ThreadNames *t, const Past *p)
{
	target_add_recorded(t->target, p);
}

/* get_message_names: the message names of a program; NULL if it is not known. */
static const MessageNames *
get_message_names(ThreadNames *t, const ProgramInfo *p)
{
	for (uint32_t i = 0; i < t->nnamed; i++)
		if (t->named[i].program == p)
			return t->named[i].messages;
	if (!p)
		return NULL;
	t->named = xrealloc(t->named, (t->nnamed + 1) * sizeof *t->named);
	t->named[t->nnamed] = (ProgramMessages){p, message_names_new(p->debug)};
	return t->named[t->nnamed++].messages;
}

/* find_thread: find the thread whose stack is at an address of a node; false if there is none. */
static bool
find_thread(ThreadNames *t, uint32_t node, Addr stack, Thread *thread)
{
	NodeId n = target_node(t->target, node);

	if (n != t->node) {
		t->node = n;
		free(t->threads);
		t->threads = n == NOWHERE ? NULL : target_threads(t->target, n, &t->nthreads);
		t->nthreads = n == NOWHERE ? 0 : t->nthreads;
	}
	for (uint32_t i = 0; i < t->nthreads; i++)
		if (t->threads[i].low == stack) {
			*thread = t->threads[i];
			return true;
		}
	return false;
}

/*
 * find_chain: find the calls of the thread with that stack; returns their number, 0 without a
 * thread.
 */
static size_t
find_chain(ThreadNames *t, uint32_t node, Addr stack, ChainFrame chain[MAX_CHAIN])
{
	Thread thread;

	return find_thread(t, node, stack, &thread)
		       ? target_chain(t->target, &thread, chain, MAX_CHAIN)
		       : 0;
}

bool
thread_put_state(ThreadNames *t, const ThreadRow *row, Buf *out)
{
	Thread thread;

	if (!find_thread(t, row->node, row->stack, &thread) || !thread.has_place)
		return false;
	target_put_state(t->target, &thread, out);
	return true;
}

bool
thread_put_place(ThreadNames *t, const ThreadRow *row, Buf *out)
{
	ChainFrame chain[MAX_CHAIN];
	size_t n = find_chain(t, row->node, row->stack, chain), own = chain_own_frame(chain, n, 0);

	if (own < n)
		buf_printf(out, "%s() at %s:%d", chain[own].function,
			source_name(chain[own].place.file), chain[own].place.line);
	return own < n;
}

bool
thread_put_ended(ThreadNames *t, uint32_t node, Addr iptr, Addr wptr, bool behind, Buf *out)
{
	enum { MOST_SHOWN = 8 };
	Thread thread = {.node = target_node(t->target, node), .has_place = true,
		.behind = behind, .iptr = iptr, .wptr = wptr};
	ChainFrame chain[MAX_CHAIN];
	size_t n, shown = 0;

	if (thread.node == NOWHERE || !target_ended_program(t->target, thread.node, iptr,
		&thread.in))
		return false;
	n = target_chain(t->target, &thread, chain, MAX_CHAIN);
	for (size_t i = chain_own_frame(chain, n, 0); i < n && shown < MOST_SHOWN;
		i = chain_own_frame(chain, n, i + 1)) {
		buf_printf(out, "    %s() at %s:%d\n", chain[i].function,
			source_name(chain[i].place.file), chain[i].place.line);
		shown++;
	}
	return shown > 0;
}

void
thread_put_halt(ThreadNames *t, const Halt *h, Buf *out)
{
	/* the report's place is that of the caller of __kcall */
	if (h->report.pid != 0 && h->iptr != 0)
		thread_put_ended(t, h->report.node, h->iptr, h->wptr + (h->error ? 0 : CALL_BYTES),
			!h->error, out);
}

bool
thread_put_instruction(ThreadNames *t, NodeId n, Addr iptr, Buf *out)
{
	Thread thread = {.node = n, .has_place = true, .iptr = iptr};
	ChainFrame frame;

	if (!target_ended_program(t->target, n, iptr, &thread.in)
		|| target_chain(t->target, &thread, &frame, 1) == 0)
		return false;
	buf_printf(out, "%s()", frame.function);
	if (frame.place.file)
		buf_printf(out, " at %s:%d", source_name(frame.place.file), frame.place.line);
	return true;
}

bool
thread_put_start(ThreadNames *t, const ThreadRow *row, Buf *out)
{
	ChainFrame chain[MAX_CHAIN];
	size_t n = find_chain(t, row->node, row->holder, chain);

	while (n > 0 && !chain_is_own(&chain[n - 1]))
		n--;
	if (n > 0)
		buf_printf(out, "%s()", chain[n - 1].function);
	return n > 0;
}

bool
thread_put_semaphore(ThreadNames *t, const ThreadRow *row, Buf *out)
{
	NodeId n = target_node(t->target, row->node);

	return n != NOWHERE && target_put_semaphore(t->target, n, row->semaphore, out);
}

void
thread_put_message(ThreadNames *t, const ThreadRow *row, Buf *out)
{
	Thread thread = {0};

	find_thread(t, row->node, row->stack, &thread);
	message_names_put(get_message_names(t, thread.in.program), row, out);
}

bool
thread_put_function(ThreadNames *t, uint32_t node, Addr iptr, Buf *out)
{
	return target_put_function(t->target, node, iptr, out);
}

void
thread_note_shown(ThreadNames *t, const ThreadRow *row)
{
	Thread thread;

	if (t->nshown < t->most_shown && find_thread(t, row->node, row->stack, &thread))
		t->shown[t->nshown++] = (StuckThread){thread.node, thread.number};
}

/* The context of mark_withheld. */
typedef struct Marking {
	const Target *target;
	Deadlock *deadlock; /* gets the marks */
} Marking;

/*
 * mark_withheld: note in the deadlock that a process does not run because the forced order makes it
 * wait for others.
 */
static void
mark_withheld(void *marking, NodeId n, Word desc)
{
	const Marking *m = marking;

	deadlock_hold(m->deadlock, target_number(m->target, n), desc & ~3u,
		"its turn in the order that is forced");
}

/* mark_withheld_threads: note in the deadlock the threads that a forced order withholds. */
static void
mark_withheld_threads(void *target, Deadlock *d)
{
	const Target *t = target;

	past_withheld(target_past(t), mark_withheld, &(Marking){t, d});
}

/* make_holder: the callback by which withheld threads of a forced run are noted in a deadlock. */
static Holder
make_holder(Target *t)
{
	return (Holder){target_past(t) ? mark_withheld_threads : NULL, t};
}

/* kernel_file: the file of the nodes' kernel; NULL if there is none. */
static const char *
kernel_file(const Target *t)
{
	const ProgramInfo *kernel = target_kernel(t);

	return kernel ? kernel->file : NULL;
}

void
target_deadlock(Target *t, bool closed, Deadlock *d)
{
	const Network *w = target_network(t);

	stuck_read(w->nodes, w->nnodes, kernel_file(t), make_holder(t), d);
	deadlock_find(d, closed);
}

bool
target_has_waiting(Target *t)
{
	Deadlock d = {0};
	bool waits = false;

	target_deadlock(t, true, &d);
	for (uint32_t i = 0; i < d.n; i++)
		waits |= d.row[i].block != BLOCK_NONE && d.row[i].block != BLOCK_HELD;
	deadlock_free(&d);
	return waits;
}

void
target_put_wait(Target *t, const ThreadRow *row, Buf *out)
{
	ThreadNames names = {.target = t, .node = NOWHERE};
	DeadlockChoice choice = stuck_choice(&names);

	deadlock_wait(&choice, row, out);
	free_read_names(&names);
}

/* find_stuck: append the threads that wait for ever, and note in `names` which ones are named. */
static Stuck
find_stuck(Target *t, bool closed, ThreadNames *names, Buf *out)
{
	const Network *w = target_network(t);
	Stuck found = stuck_text(w->nodes, w->nnodes, kernel_file(t), closed, make_holder(t), names,
		out);

	free_read_names(names);
	return found;
}

Stuck
target_stuck(Target *t, bool closed, Buf *out)
{
	ThreadNames names = {.target = t, .node = NOWHERE};

	return find_stuck(t, closed, &names, out);
}

uint32_t
target_stuck_threads(Target *t, bool closed, StuckThread *list, uint32_t most)
{
	ThreadNames names = {.target = t, .node = NOWHERE, .shown = list, .most_shown = most};
	Buf text = {0};
	Stuck found = find_stuck(t, closed, &names, &text);

	buf_free(&text);
	return found == STUCK_FOREVER ? names.nshown : 0;
}

void
target_stuck_each(Target *t, bool closed, void (*each)(void *context, const StuckWait *w),
	void *context)
{
	ThreadNames names = {.target = t, .node = NOWHERE};
	Deadlock d = {0};
	Thread thread;

	target_deadlock(t, closed, &d);
	for (uint32_t i = 0; i < d.n; i++) {
		const ThreadRow *row = &d.row[i];

		if (d.stuck[i] && find_thread(&names, row->node, row->stack, &thread))
			each(context, &(StuckWait){.thread = &thread,
				.joined = row->block == BLOCK_JOIN ? row->holder : 0,
				.message = row->block == BLOCK_SEND || row->block == BLOCK_RECEIVE,
				.event = row->event,
				.to = row->block == BLOCK_SEND ? row->to : row->node});
	}
	deadlock_free(&d);
	free_read_names(&names);
}
