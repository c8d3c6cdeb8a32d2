/*
 * waits.c - prints the cycle of waits of a deadlocked application or, if there is none, what the
 * user's functions wait for; also what a single process that runs one of them waits for.
 */
#include "watch.h"

#include "cc/node/kernel_tables.h"
#include "cc/node/message_names.h"
#include "sim/node/deadlock.h"
#include "sim/node/node_words.h"

#include <string.h>

enum { MOST_LINES = 8 }; /* of waiting threads that are printed */

/* A run whose waits are printed, with the names of messages as far as they were needed. */
typedef struct Naming {
	const Watch *w;
	/* names of the messages of master and slave; NULL: not read yet */
	MessageNames *programs[2];
} Naming;

/* naming_free: free the names of the programs' messages. */
static void
naming_free(Naming *n)
{
	for (int i = 0; i < 2; i++)
		message_names_free(n->programs[i]);
}

/*
 * is_in_function: true if the thread executes a user's function and waits in a call of that
 * function, not inside TrEK.
 */
static bool
is_in_function(void *naming, const ThreadRow *row)
{
	const Watch *w = ((const Naming *)naming)->w;
	NodeWork work;
	const NodeWorker *p = node_worker_at(watch_node(w->s, row->node), row->stack + 4, false,
		&work);

	return p && node_worker_busy(p) && p->function >= FN_COMPUTE && row->block < BLOCK_MEETING;
}

/*
 * read_thread_work: read the status words of TrEK's program to which the thread belongs; false if
 * they are not known.
 */
static bool
read_thread_work(const T800 *c, const ThreadRow *row, bool master, NodeWork *work)
{
	if (row->node != 0)
		return node_work(c, false, work);
	return master && node_master_work(c, work);
}

/* name_semaphore: append the name of the semaphore's variable, as DeadlockChoice.name. */
static void
name_semaphore(void *naming, const ThreadRow *row, Buf *out)
{
	const Watch *w = ((const Naming *)naming)->w;
	bool master = strcmp(row->name, "master") == 0;
	const ProgramText *text = &w->text[!master];
	const Symbol *node = image_symbol(&text->image, "node");
	NodeWork work;
	Buf name = {0};

	if (row->block == BLOCK_SEMAPHORE && node
		&& read_thread_work(watch_node(w->s, row->node), row, master, &work)
		&& place_variable(text, row->semaphore, work.data - node->addr, &name))
		buf_printf(out, " (%s)", (char *)name.data);
	buf_free(&name);
}

/*
 * name_message: append the event and type of the message that a thread waits for, as
 * DeadlockChoice.message.
 */
static void
name_message(void *naming, const ThreadRow *row, Buf *out)
{
	Naming *n = naming;
	bool slave = strcmp(row->name, "master") != 0;

	if (!n->programs[slave])
		n->programs[slave] = message_names_new(n->w->text[slave].debug);
	message_names_put(n->programs[slave], row, out);
}

/* A thread that is looked for by the stack of a process. */
typedef struct WantedThread {
	const NodeWorker *process;
	ThreadRow row;
	bool found;
} WantedThread;

/* compare_stack: callback: note the row in *to if its thread is the wanted process. */
static void
compare_stack(void *to, const ThreadRow *row)
{
	WantedThread *s = to;

	if (!node_worker_has(s->process, row->stack + 4))
		return;
	s->row = *row;
	s->found = true;
}

/*
 * find_meeting: the rendezvous with TrEK (NodeMeeting) at which the process waits; NMEETINGS if it
 * waits at none.
 */
static NodeMeeting
find_meeting(const T800 *c, const NodeWorker *p)
{
	NodeMeeting i = 0;

	while (i < NMEETINGS && !node_worker_has(p, node_meeting(c, i)))
		i++;
	return i;
}

/*
 * print_tree_reason: if the process p of node 0 waits in do_task or get_result, print what TrEK
 * lets it wait for, with the numbers of tasks. If p waits elsewhere, return false; print nothing.
 */
static bool
print_tree_reason(const Watch *w, const NodeWork *work, const NodeWorker *p, FILE *f)
{
	NodeMeeting at = find_meeting(watch_node(w->s, 0), p);

	if (at == MEETING_TASK || at == MEETING_TASK_TAKEN)
		fprintf(f, " for a place in the tree: of %u tasks %u have come back", work->made,
			work->finished);
	else if (at == MEETING_RESULT)
		fprintf(f, " for a result: of %u tasks %u have come back, and %u results are taken",
			work->made, work->finished, work->taken);
	else
		return false;
	return true;
}

void
waits_reason(const Watch *w, uint32_t node, const NodeWork *work, const NodeWorker *p, FILE *f)
{
	Naming naming = {.w = w};
	DeadlockChoice choice = {NULL, NULL, name_semaphore, name_message, &naming};
	WantedThread s = {.process = p};
	Buf text = {0};

	if (w->tables)
		kernel_tables.threads(w->tables, watch_node(w->s, node), compare_stack, &s);
	if (!s.found || s.row.block == BLOCK_NONE || print_tree_reason(w, work, p, f))
		return;
	deadlock_wait(&choice, &s.row, &text);
	fprintf(f, "%s", (char *)text.data + strlen("waits"));
	buf_free(&text);
	naming_free(&naming);
}

/* list_threads: add the threads of all nodes to what can be deadlocked. */
static void
list_threads(const Watch *w, Deadlock *d)
{
	for (uint32_t i = 0; w->tables && i < w->processors; i++)
		kernel_tables.threads(w->tables, watch_node(w->s, i), deadlock_add, d);
	observers_hold(w->sync, d);
}

bool
waits_left(const Watch *w)
{
	Deadlock d = {0};
	bool left;

	list_threads(w, &d);
	left = !deadlock_find(&d, true) && deadlock_holds(&d);
	deadlock_free(&d);
	return left;
}

void
waits_print(const Watch *w, FILE *f)
{
	Naming naming = {.w = w};
	DeadlockChoice all = {NULL, NULL, name_semaphore, name_message, &naming};
	DeadlockChoice functions = {is_in_function, &naming, name_semaphore, name_message,
		&naming};
	Deadlock d = {0};
	Buf text = {0};

	list_threads(w, &d);
	deadlock_find(&d, true);
	if (!deadlock_cycle(&d, &all, &text))
		deadlock_rows(&d, &functions, MOST_LINES, &text);
	deadlock_held_rows(&d, &all, MOST_LINES, &text);
	fwrite(text.data, 1, text.len, f);
	buf_free(&text);
	deadlock_free(&d);
	naming_free(&naming);
}
