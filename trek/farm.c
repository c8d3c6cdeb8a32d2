/*
 * farm.c - runs the application on node 0: generator and receiver, each a process with its own copy
 * of the globals, and the manager's two threads that serve them.
 *
 * 	data_generator --(channels)-->  task source --> data manager --> node 1 ...
 * 	result_receiver <--(channels)--  result sink <-- results of the children
 *
 * The source takes a task when the data manager has a place for it; the sink gives a result to the
 * receiver on request. So a receiver that takes no results eventually stops the whole farm.
 */
#include "tree_node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <t800.h>

uint32_t farm_time;
uint32_t *farm_owner_tasks;

/* ---- in the generator's process ---- */

static struct {
	uint32_t made; /* number of tasks that were sent; those in `grain` do not count */
	Item *grain[256]; /* tasks that wait to be sent together */
	uint32_t ngrain;
} generator;

/* The number of tasks that the generator must make; 0 if it decides. */
static uint32_t
tasks_due(void)
{
	return node_steps() ? node.setup.processors - 1 : node.setup.tasks;
}

static const char *
due_option(void) /* the name of the option that sets tasks_due() */
{
	return node_steps() ? "stage_count()" : "total_tasks";
}

/* The number that the monitor records for a task being made; 0, the step, for blocks of an SPMD. */
static uint32_t
monitored_number(uint32_t task)
{
	return node_steps() ? 0 : task;
}

static void
send_last(LocalKind what, uint32_t count) /* announce that no more tasks, or results, will come */
{
	Packed last = {.kind = ITEM_LAST, .count = count};

	pass_send_local(what, &(LocalPass){&last, 0, NULL});
}

static void
send_tasks(const void *data, uint32_t nbytes, uint32_t count) /* to the farm's thread */
{
	Packed head = {ITEM_TASK, generator.made, 0, count, nbytes, 0, NO_CHILD};

	pass_send_local(LOCAL_TASK, &(LocalPass){&head, 0, data});
	generator.made += count;
}

static void
send_grain(void) /* send the collected tasks as one item */
{
	Item **grain = generator.grain, *m;

	if (generator.ngrain == 0)
		return;
	m = generator.ngrain == 1 ? grain[0] : bundle_make(ITEM_TASK, grain, generator.ngrain, 0);
	send_tasks(m->data, m->nbytes, generator.ngrain);
	if (generator.ngrain > 1)
		item_free(m);
	while (generator.ngrain > 0)
		item_free(grain[--generator.ngrain]);
}

void
do_task(const void *data, uint32_t nbytes)
{
	uint32_t task = generator.made + generator.ngrain;

	if (!node.process_status || node.process_status->function != FN_DATA_GENERATOR)
		fail("do_task() may not be called here");
	if (tasks_due() && task == tasks_due())
		fail("more than %s (%u) tasks were made", due_option(), (unsigned)task);
	if (nbytes > TREK_MAX_BYTES)
		fail("%u bytes for task %u; at most %u can be sent", (unsigned)nbytes,
			(unsigned)task, TREK_MAX_BYTES);
	trek_probe(PROBE_END, FN_DATA_GENERATOR, monitored_number(task), 0, 1);
	if (node.setup.granularity == 1) {
		send_tasks(data, nbytes, 1);
	} else {
		generator.grain[generator.ngrain++] = item_copy(ITEM_TASK, data, nbytes);
		if (generator.ngrain == node.setup.granularity)
			send_grain();
	}
	node.process_status->task = monitored_number(task + 1);
	trek_probe(PROBE_START, FN_DATA_GENERATOR, node.process_status->task, 0, 1);
}

/*
 * For the monitor, these functions work on one task at a time: the generator from one call of
 * do_task to the next, the receiver from a result to the next call of get_result. Waiting does not
 * count as work of the user's function. Before its first call, the receiver works on no task.
 */

/* process_begin: show in the main process's memory that this process runs the function. */
static void
process_begin(NodeWorker *seen, uint32_t function)
{
	items_forget();
	node.process_status = seen;
	seen->stack = (uint32_t)__t800_wptr();
	seen->stack_bytes = node.setup.stack;
	seen->function = function;
}

static void
process_end(void) /* show in the main process's memory that no function runs */
{
	node.process_status->function = FN_NONE;
	exit(0);
}

static void
generate(void *seen) /* the process of data_generator */
{
	process_begin(seen, FN_DATA_GENERATOR);
	trek_probe(PROBE_START, FN_DATA_GENERATOR, 0, 0, 1);
	data_generator();
	trek_probe(PROBE_END, FN_DATA_GENERATOR, node.process_status->task, 0, 1);
	send_grain();
	if (tasks_due() && generator.made != tasks_due()) {
		trek_probe(PROBE_START, FN_DATA_GENERATOR, node.process_status->task, 0, 1);
		fail("%u tasks were made, and %u announced (%s)", (unsigned)generator.made,
			(unsigned)tasks_due(), due_option());
	}
	send_last(LOCAL_TASK, generator.made);
	process_end();
}

/* ---- in the receiver's process ---- */

static struct {
	NodeWork *work;     /* status words of the main process */
	int has_taken, last_taken; /* a result has been taken; the last result has been taken */
	const Packed *item; /* results being taken, in the main process's memory; NULL: none */
	uint32_t more;      /* number of items after this one */
	Bundle bundle;      /* the results of the item that are still to be taken */
	uint32_t n;         /* number of results of the item that were taken */
} receiver;

/* next_item: begin with an item's results. */
static void
next_item(const Packed *p, uint32_t more)
{
	receiver.item = p;
	receiver.more = more;
	receiver.bundle = bundle_open(p);
	receiver.n = 0;
}

/* result_task: the task of the next result. */
static uint32_t
result_task(void)
{
	return node_steps() ? node_steps() - 1 : receiver.item->task + receiver.n;
}

/* wait_for_result: the next result is in receiver.bundle; returns 0 if there is none. */
static int
wait_for_result(void)
{
	const LocalPass *p;

	if (receiver.last_taken)
		return 0;
	if (receiver.has_taken)
		trek_probe(PROBE_END, FN_RESULT_RECEIVER, node.process_status->task, 0, 1);
	receiver.has_taken = 1;
	if (!receiver.item) {
		p = pass_recv_local(LOCAL_RESULT);
		if (p->first->kind == ITEM_LAST)
			receiver.last_taken = 1;
		else
			next_item(p->first, p->more);
	}
	if (!receiver.last_taken)
		node.process_status->task = result_task();
	trek_probe(PROBE_START, FN_RESULT_RECEIVER, node.process_status->task, 0, 1);
	if (receiver.last_taken)
		pass_taken_local(LOCAL_RESULT);
	return !receiver.last_taken;
}

/* result_taken: note that a result was copied; after the pack's last result, let TrEK free it. */
static void
result_taken(void)
{
	receiver.work->taken++; /* TrEK counts others only while no result is being taken */
	if (++receiver.n < receiver.item->count)
		return;
	if (receiver.more > 0) {
		next_item(packed_next(receiver.item), receiver.more - 1);
		return;
	}
	receiver.item = NULL;
	pass_taken_local(LOCAL_RESULT);
}

int32_t
get_result(void *room, uint32_t room_bytes, uint32_t *task)
{
	uint32_t number;
	Part p;

	if (!node.process_status || node.process_status->function != FN_RESULT_RECEIVER)
		fail("get_result() may not be called here");
	if (!wait_for_result())
		return -1;
	p = bundle_next(&receiver.bundle);
	/* in an SPMD, the number of the block */
	number = node_steps() ? receiver.item->child : result_task();
	if (p.nbytes > room_bytes)
		fail("the result of task %u has %u bytes, and there is room for %u",
			(unsigned)number, (unsigned)p.nbytes, (unsigned)room_bytes);
	memcpy(room, p.data, p.nbytes);
	if (task)
		*task = number;
	result_taken();
	return p.nbytes;
}

static void
receive(void *seen) /* the process of result_receiver */
{
	process_begin(seen, FN_RESULT_RECEIVER);
	receiver.work = (NodeWork *)((uint8_t *)seen - offsetof(NodeWork, worker[WORKER_RECEIVER]));
	result_receiver();
	if (receiver.has_taken)
		trek_probe(PROBE_END, FN_RESULT_RECEIVER, node.process_status->task, 0, 1);
	process_end();
}

/* ---- in the main process ---- */

static void
task_source(void *unused) /* thread: takes the generator's tasks and numbers them */
{
	(void)unused;
	for (;;) {
		const LocalPass *p;
		const Packed *head;

		places_acquire(&node.space);
		p = pass_recv_local(LOCAL_TASK);
		head = p->first;
		if (head->kind == ITEM_LAST) {
			inbox_put(&node.result, item_make(head, NULL));
			pass_taken_local(LOCAL_TASK);
			return;
		}
		node.work.made += head->count;
		if (!data_send(head, p->data))
			inbox_put(&node.data, item_make(head, p->data));
		pass_taken_local(LOCAL_TASK);
	}
}

static void
result_sink(void *unused) /* thread: delivers results to the receiver */
{
	uint32_t made = UINT32_MAX;

	(void)unused;
	while (node.work.taken != made) {
		Item *m = inbox_get(&node.result);

		if (m->kind == ITEM_LAST) {
			made = m->count;
		} else {
			if (m->count > 0)
				pass_send_local(LOCAL_RESULT,
					&(LocalPass){item_first(m), m->more, NULL});
			else /* the tasks were set aside (trek/tolerant) */
				node.work.taken += m->part;
			places_release(&node.room);
		}
		item_free(m);
	}
	send_last(LOCAL_RESULT, 0);
}

static void
count_arrived(Item *m) /* add the results' tasks to the totals of their owners */
{
	const Packed *p = item_first(m);

	for (uint32_t i = 0; i <= m->more; i++, p = packed_next(p)) {
		const Owner *o = packed_owners(p);

		node.work.finished += p->count;
		for (uint32_t k = 0; k < p->nowners; k++)
			farm_owner_tasks[o[k].node] += o[k].count;
	}
}

static Pid receiver_pid;

static void
start_process(void (*f)(void *), int worker, Pid *pid) /* run f in a copy of this process */
{
	*pid = kclone(f, &node.work.worker[worker], node.setup.stack, PRIORITY_LOW);
	if (*pid < 0)
		fail("no memory left for the generator and the receiver");
}

void
farm_start(void)
{
	Pid unused;

	farm_owner_tasks = kalloc(node.setup.processors * sizeof *farm_owner_tasks);
	if (!farm_owner_tasks)
		fail("no memory left for the report");
	for (uint32_t i = 0; i < node.setup.processors; i++)
		farm_owner_tasks[i] = 0;
	node.work.owned = (uint32_t)farm_owner_tasks;
	node.count_arrived = count_arrived;
	pass_local_start();
	node_start();
	if (node.setup.shape == TREE_PIPELINE && node.setup.processors > 2)
		node_thread(link_from_last, node.setup.processors - 1, THREAD_STACK, PRIORITY_HIGH);
	farm_time = getclock();
	start_process(generate, WORKER_GENERATOR, &unused);
	start_process(receive, WORKER_RECEIVER, &receiver_pid);
	/* last: their data is not copied */
	node_thread(task_source, 0, THREAD_STACK, PRIORITY_HIGH);
	node_thread(result_sink, 0, THREAD_STACK, PRIORITY_HIGH);
}

/*
 * ended_properly: false if a process that has ended with this status was still inside its user
 * function, except that result_receiver may end it by exit(0).
 */
static int
ended_properly(NodeWorker *w, int status)
{
	int within = w->function == FN_DATA_GENERATOR
		|| (w->function == FN_RESULT_RECEIVER && status != 0);

	w->stack |= STACK_ENDED;
	if (within && status >= 0)
		fprintf(stderr, "trek: %s() ended its process by exit(%d)\n",
			function_name[w->function], status);
	return !within;
}

int
farm_wait(void)
{
	uint32_t start = farm_time;
	int ok = 1;

	for (int i = 0; i < 2; i++) {
		int status, received = kwait(0, &status) == receiver_pid;

		if (received)
			farm_time = getclock() - start;
		ok &= ended_properly(
			&node.work.worker[received ? WORKER_RECEIVER : WORKER_GENERATOR], status);
	}
	node.work.phase = WORK_REPORTED;
	return ok;
}
