/* stuck.c - the threads of a network that wait for each other for ever. */
#include "stuck.h"

#include "cc/node/kernel_tables.h"

#include <stdlib.h>

enum { MOST_LINES = 8 }; /* rows of a deadlock that are printed if no cycle is found */

/* put_name: append, in brackets, the name of the object that a thread waits for, if it is known. */
static void
put_name(void *names, const ThreadRow *row, Buf *out)
{
	Buf name = {0};

	if (row->block == BLOCK_JOIN ? thread_put_start(names, row, &name)
		: thread_put_semaphore(names, row, &name))
		buf_printf(out, " (%.*s)", (int)name.len, (char *)name.data);
	buf_free(&name);
}

/* put_message: append the message that the thread of the row waits for. */
static void
put_message(void *names, const ThreadRow *row, Buf *out)
{
	thread_put_message(names, row, out);
}

/* note_shown: note that the thread of the row has been shown. */
static void
note_shown(void *names, const ThreadRow *row)
{
	thread_note_shown(names, row);
}

DeadlockChoice
stuck_choice(ThreadNames *names)
{
	return names ? (DeadlockChoice){.name = put_name, .message = put_message,
		.shown = note_shown, .names = names} : (DeadlockChoice){0};
}

/* put_other_rows: print the rows of a deadlock in which no cycle can be named. */
static void
put_other_rows(const Deadlock *d, const DeadlockChoice *choice, Buf *out)
{
	bool *knot = deadlock_knot(d, choice);

	if (knot)
		deadlock_knot_rows(d, choice, knot, MOST_LINES, out);
	else
		deadlock_rows(d, choice, MOST_LINES, out);
	free(knot);
}

void
stuck_rows(const Deadlock *d, const DeadlockChoice *choice, Buf *out)
{
	if (!deadlock_cycle(d, choice, out))
		put_other_rows(d, choice, out);
}

/* judge_threads: print the threads that are stuck, and those that are held. */
static Stuck
judge_threads(Deadlock *d, const DeadlockChoice *choice, bool closed, Buf *out)
{
	bool forever = deadlock_find(d, closed);

	if (forever)
		stuck_rows(d, choice, out);
	deadlock_held_rows(d, choice, MOST_LINES, out);
	return forever ? STUCK_FOREVER : deadlock_holds(d) ? STUCK_HELD : STUCK_NOT;
}

void
stuck_read(T800 *const *node, uint32_t nnodes, const char *kernel, Holder holder, Deadlock *d)
{
	KernelDebug *k = kernel_tables.open(kernel);

	for (uint32_t i = 0; i < nnodes; i++)
		kernel_tables.threads(k, node[i], deadlock_add, d);
	if (holder.mark)
		holder.mark(holder.context, d);
	kernel_tables.close(k);
}

Stuck
stuck_text(T800 *const *node, uint32_t nnodes, const char *kernel, bool closed, Holder holder,
	ThreadNames *names, Buf *out)
{
	DeadlockChoice choice = stuck_choice(names);
	Deadlock d = {0};
	Stuck found;

	stuck_read(node, nnodes, kernel, holder, &d);
	found = judge_threads(&d, &choice, closed, out);
	deadlock_free(&d);
	return found;
}

const char *
stuck_word(Stuck s)
{
	return s == STUCK_HELD ? "the program left the order: the turn of threads that the machine "
		"holds does not come"
		: "deadlock: all processes are waiting";
}
