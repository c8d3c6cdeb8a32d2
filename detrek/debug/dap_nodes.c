/*
 * dap_nodes.c - nodes and their processes: the client's threads, and requests of our own.
 *
 * A machine has hundreds of processes, too many for a useful list. The client's threads are only
 * some of them: the processes of the node where the machine has stopped or that the user has
 * selected, the processes at which the machine stopped before, and the processes in a deadlock. The
 * other processes are found by two requests of our own:
 *
 *	trellisNodes                  nodes: [{number, name, state, selected}]
 *	trellisProcesses {node}       processes: [{id, name, process, state, selected}]
 *
 * `node` and `number` are a node's number, `process` is an argument of the debugger's command
 * `process`, which selects one in the client's console, and `id` is the thread's.
 */
#include "dap.h"

#include <stdlib.h>
#include <string.h>

/* ---- the threads ---- */

/* is_stopped: tell if this thread is among the last that were reported as stopped. */
static bool
is_stopped(const Dap *d, int64_t thread)
{
	for (uint32_t i = 0; i < DAP_MAX_STOPPED; i++)
		if (d->stopped[i] == thread)
			return true;
	return false;
}

/*
 * add_stopped: add a thread to those reported as stopped; the oldest of DAP_MAX_STOPPED is dropped.
 */
static void
add_stopped(Dap *d, NodeId n, uint32_t number)
{
	int64_t thread = dap_thread_id(d->s, n, number);

	if (!is_stopped(d, thread))
		d->stopped[d->nstopped++ % DAP_MAX_STOPPED] = thread;
}

void
dap_list_stopped(Dap *d)
{
	Session *s = d->s;
	StuckThread stuck[DAP_MAX_STOPPED];
	uint32_t n = session_is_deadlock(s)
		? target_stuck_threads(s->target, true, stuck, DAP_MAX_STOPPED) : 0;

	for (uint32_t i = 0; i < n; i++)
		add_stopped(d, stuck[i].node, stuck[i].number);
	if (s->has_thread)
		add_stopped(d, s->node, s->number);
	d->listed_node = s->node;
}

/* has_stopped: tell if the thread has stopped for good or was reported as stopped. */
static bool
has_stopped(const Dap *d, const Thread *t)
{
	return t->state == THREAD_STOPPED
		|| is_stopped(d, dap_thread_id(d->s, t->node, t->number));
}

/* may_have_stopped: true if a process of the node may be one that has stopped. */
static bool
may_have_stopped(const Dap *d, NodeId n)
{
	for (uint32_t i = 0; i < DAP_MAX_STOPPED; i++)
		if (d->stopped[i] && dap_thread_node(d->stopped[i]) == n)
			return true;
	return d->s->w->nodes[n]->stop != STOP_NONE;
}

/* thread_json: a process as a thread of the protocol. */
static json_t *
thread_json(Session *s, const Thread *t)
{
	Buf name = {0};

	thread_name(s, t, &name);
	return json_pack("{s:I, s:o}", "id", (json_int_t)dap_thread_id(s, t->node, t->number),
		"name", buf_json(&name));
}

/*
 * no_process_json: the listed node as a thread. It is needed at the beginning of a run, when there
 * are no processes, because clients can continue only from a thread.
 */
static json_t *
no_process_json(Session *s, NodeId n)
{
	Buf name = {0};

	put_no_process(s, n, &name);
	return json_pack("{s:I, s:o}", "id", (json_int_t)dap_thread_id(s, n, DAP_NO_PROCESS),
		"name", buf_json(&name));
}

/* add_threads: add the node's processes that are to be listed. */
static void
add_threads(Dap *d, json_t *list, NodeId n)
{
	uint32_t count;
	Thread *threads = target_threads(d->s->target, n, &count);

	if (count == 0 && n == d->listed_node)
		json_array_append_new(list, no_process_json(d->s, n));
	for (uint32_t i = 0; i < count; i++)
		if (n == d->listed_node || has_stopped(d, &threads[i]))
			json_array_append_new(list, thread_json(d->s, &threads[i]));
	free(threads);
}

json_t *
dap_threads(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	json_t *list = dap_new_list(d);

	(void)args;
	for (uint32_t i = 0; i < s->w->nnodes; i++) {
		NodeId n = node_in_order(s, i);

		if (n == d->listed_node || may_have_stopped(d, n))
			add_threads(d, list, n);
	}
	return json_pack("{s:o}", "threads", list);
}

/* ---- all of them ---- */

json_t *
dap_nodes(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	json_t *list = dap_new_list(d);

	(void)args;
	for (uint32_t i = 0; i < s->w->nnodes; i++) {
		NodeId n = node_in_order(s, i);
		Buf state = {0};

		put_node_state(s, n, &state);
		json_array_append_new(list, json_pack("{s:I, s:s, s:o, s:b}", "number",
			(json_int_t)target_number(s->target, n), "name",
			s->w->topology->nodes[n].name, "state", buf_json(&state), "selected",
			n == d->listed_node));
	}
	return json_pack("{s:o}", "nodes", list);
}

/* process_json: a process with its place and state as JSON. */
static json_t *
process_json(Session *s, const Thread *t)
{
	json_t *one = thread_json(s, t);
	char process[30];
	Buf state = {0};

	target_put_state(s->target, t, &state);
	snprintf(process, sizeof process, "%u.%u", target_number(s->target, t->node), t->number);
	json_object_set_new(one, "process", json_string(process));
	json_object_set_new(one, "state", buf_json(&state));
	json_object_set_new(one, "selected", json_boolean(s->has_thread && t->node == s->node
		&& t->number == s->number));
	return one;
}

json_t *
dap_processes(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	int64_t number = dap_number(d, args, "node", INT64_MIN);
	NodeId n = number >= 0 && number <= UINT32_MAX ? target_node(s->target, number) : NOWHERE;
	json_t *list = dap_new_list(d);
	uint32_t count;
	Thread *threads;

	if (n == NOWHERE)
		dap_fail(d, "unknown node %lld", (long long)number);
	threads = target_threads(s->target, n, &count);
	for (uint32_t i = 0; i < count; i++)
		json_array_append_new(list, process_json(s, &threads[i]));
	free(threads);
	return json_pack("{s:o}", "processes", list);
}
