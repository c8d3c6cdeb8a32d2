/*
 * probe.c - measures the effect of a monitor. It compares two runs A and B of an application by
 * their figures (PREFIX.json) and their events (PREFIX.all): the time, the cycles, which node
 * computed which task, and the order of messages on each node.
 *
 * The time of a run is measured from the beginning of data_generator() to the end of
 * result_receiver(), by node 0's clock, so waiting for the monitor to begin is not included. Two
 * runs behave the same if every node sends and receives the same messages in the same order, and
 * computes the same tasks.
 */
#include "probe_runs.h"

#include "base/files.h"
#include "base/option.h"
#include "kernel/include/border.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- reading ---- */

/* json_member: the member of a JSON object with this key; fatal if there is none. */
static json_t *
json_member(const ProbeRun *r, const json_t *of, const char *key)
{
	json_t *m = json_object_get(of, key);

	if (!m)
		fatal("%s.json has no '%s'; 'trellis export records' writes such a file", r->prefix,
			key);
	return m;
}

/* json_figure: the number with this key in a JSON object; fatal if there is none. */
static uint64_t
json_figure(const ProbeRun *r, const json_t *of, const char *key)
{
	return json_integer_value(json_member(r, of, key));
}

/* read_figures: read PREFIX.json into the run. */
static void
read_figures(ProbeRun *r)
{
	char *name = xasprintf("%s.json", r->prefix);
	Buf text = file_read(name, RECORDS_MAX_FILE);
	json_error_t error;
	const char *failed;
	json_t *rows;

	r->figures = json_loadb(text.len > 0 ? (char *)text.data : "", text.len, 0, &error);
	if (!r->figures)
		fatal_at(name, error.line, "%s", error.text);
	failed = json_string_value(json_object_get(r->figures, "failed"));
	if (failed && !json_object_get(r->figures, "nodes"))
		fatal("%s: %s; only runs that have ended can be compared", name, failed);
	rows = json_member(r, r->figures, "nodes");
	if (!json_is_array(rows) || json_array_size(rows) == 0
		|| json_array_size(rows) > NODE_LIMIT)
		fatal("%s: 'nodes' is not a list of nodes", name);
	r->nnodes = json_array_size(rows);
	r->nodes = xcalloc(r->nnodes, sizeof *r->nodes);
	for (uint32_t i = 0; i < r->nnodes; i++) {
		const json_t *row = json_array_get(rows, i);

		r->nodes[i] = (ProbeNode){
			.tasks = json_figure(r, row, "tasks"),
			.splits = json_figure(r, row, "splits"),
			.joins = json_figure(r, row, "joins"),
			.instructions = json_figure(r, row, "instructions"),
			.low = json_figure(r, row, "cycles_low"),
			.high = json_figure(r, row, "cycles_high"),
		};
	}
	buf_free(&text);
	free(name);
}

/* add_message: append a send or receive to those of a node. */
static void
add_message(ProbeNode *n, const MonitorRecord *m)
{
	if (n->nmessages == n->cap) {
		n->cap = n->cap ? 2 * n->cap : 256;
		n->message = xrealloc(n->message, n->cap * sizeof *n->message);
	}
	n->message[n->nmessages++] = *m;
}

/* add_work: note that a node has computed the task or part of a record. */
static void
add_work(ProbeRun *r, uint32_t node, const MonitorRecord *m)
{
	if (r->nwork == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 256;
		r->work = xrealloc(r->work, r->cap * sizeof *r->work);
	}
	r->work[r->nwork++] = (ProbeWork){m->task, m->part, node};
}

/*
 * add_time: set r->begin to the time at which data_generator() first began on node 0, and r->end to
 * the time of node 0's last send, receive or end of a user's function so far.
 */
static void
add_time(ProbeRun *r, const MonitorRecord *m)
{
	if (!r->has_begun && m->kind == MONITOR_START && m->peer == FN_DATA_GENERATOR) {
		r->has_begun = true;
		r->begin = m->time;
	}
	if (m->kind == MONITOR_SEND || m->kind == MONITOR_RECV || m->kind == MONITOR_END)
		r->end = m->time;
}

/*
 * add_event: a RecordHandler: add what a record of the run shows: a message or a task of the node,
 * or the beginning or end of the run.
 */
static void
add_event(void *run, uint32_t node, const MonitorRecord *m)
{
	ProbeRun *r = run;

	if (node >= r->nnodes)
		fatal("%s.all has records of node %u; %s.json has %u nodes", r->prefix, node,
			r->prefix, r->nnodes);
	if (node == 0)
		add_time(r, m);
	if (m->kind == MONITOR_SEND || m->kind == MONITOR_RECV)
		add_message(&r->nodes[node], m);
	if (m->kind == MONITOR_START && m->peer == FN_COMPUTE)
		add_work(r, node, m);
}

/* compare_tasks: compare work by task, part and node, for qsort. */
static int
compare_tasks(const void *a, const void *b)
{
	const ProbeWork *x = a, *y = b;

	if (x->task != y->task)
		return x->task < y->task ? -1 : 1;
	if (x->part != y->part)
		return x->part < y->part ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

ProbeRun
probe_read(const char *prefix, const char *name)
{
	ProbeRun r = {.prefix = prefix, .name = name};
	char *file = xasprintf("%s.all", prefix);
	Buf all;

	read_figures(&r);
	r.has_events = access(file, F_OK) == 0;
	if (r.has_events) {
		all = file_read(file, RECORDS_MAX_FILE);
		records_read(file, all.data, all.len, add_event, &r);
		if (r.nwork > 0)
			qsort(r.work, r.nwork, sizeof *r.work, compare_tasks);
		buf_free(&all);
	}
	free(file);
	return r;
}

void
probe_free(ProbeRun *r)
{
	for (uint32_t i = 0; i < r->nnodes; i++)
		free(r->nodes[i].message);
	free(r->nodes);
	free(r->work);
	json_decref(r->figures);
}

/* ---- comparing ---- */

double
probe_ratio(const ProbeRun *a, const ProbeRun *b)
{
	double x = a->end - a->begin, y = b->end - b->begin;

	return a->has_begun && b->has_begun && x > 0 ? y / x : 0;
}

/* same_message: true if two records are equal, except for their times. */
static bool
same_message(const MonitorRecord *a, const MonitorRecord *b)
{
	return a->kind == b->kind && a->peer == b->peer && a->task == b->task && a->part == b->part;
}

/*
 * compare_messages: compare the messages of a node in both runs: set *differ to whether any message
 * differs, and *first to the index of the first message that differs.
 */
static void
compare_messages(const ProbeNode *a, const ProbeNode *b, bool *differ, uint32_t *first)
{
	uint32_t i = 0;

	while (i < a->nmessages && i < b->nmessages && same_message(&a->message[i], &b->message[i]))
		i++;
	*differ = i < a->nmessages || i < b->nmessages;
	*first = i;
}

/*
 * compare_work: compare the sorted lists of the tasks and parts that two runs computed: set
 * d->nelsewhere to the number of tasks and parts that another node, or no node, computed in the
 * other run, and d->first_a and d->first_b to the first of them.
 */
static void
compare_work(const ProbeRun *a, const ProbeRun *b, ProbeDifference *d)
{
	uint32_t i = 0, j = 0;

	while (i < a->nwork || j < b->nwork) {
		const ProbeWork *x = i < a->nwork ? &a->work[i] : NULL,
				*y = j < b->nwork ? &b->work[j] : NULL;
		bool one = x && y && x->task == y->task && x->part == y->part;
		bool before = x && (!y || compare_tasks(x, y) < 0);

		if (one && x->node == y->node) {
			i++, j++;
			continue;
		}
		if (d->nelsewhere++ == 0) {
			d->first_a = one || before ? x : NULL;
			d->first_b = one || !before ? y : NULL;
		}
		i += one || before;
		j += one || !before;
	}
}

ProbeDifference
probe_compare(const ProbeRun *a, const ProbeRun *b)
{
	ProbeDifference d = {
		.order_differs = xcalloc(a->nnodes, sizeof *d.order_differs),
		.first_difference = xcalloc(a->nnodes, sizeof *d.first_difference),
		.is_same = true,
	};

	for (uint32_t i = 0; i < a->nnodes; i++) {
		const ProbeNode *x = &a->nodes[i], *y = &b->nodes[i];

		d.is_same &= x->tasks == y->tasks && x->splits == y->splits && x->joins == y->joins;
		if (!a->has_events || !b->has_events)
			continue;
		compare_messages(x, y, &d.order_differs[i], &d.first_difference[i]);
		d.is_same &= !d.order_differs[i];
	}
	compare_work(a, b, &d);
	d.is_same &= d.nelsewhere == 0 || !a->has_events || !b->has_events;
	return d;
}

void
probe_difference_free(ProbeDifference *d)
{
	free(d->order_differs);
	free(d->first_difference);
}
