/*
 * trek.c - adds the page's data about TrEK's tasks: their messages, and the event graphs of the
 * tasks that failed and, if there is room, of other tasks.
 */
#include "page.h"

#include <stdlib.h>
#include <string.h>

/* find_failed_tasks: the tasks with a row in the error list. */
static bool *
find_failed_tasks(const TrekResult *r)
{
	bool *failed = xcalloc(r->trace->ntasks + 1, sizeof *failed);

	for (uint32_t i = 0; i < r->nrows; i++)
		if (r->row[i].task < r->trace->ntasks)
			failed[r->row[i].task] = true;
	return failed;
}

/* ---- messages ---- */

enum { RESULT = 1, LOST = 2 }; /* flags of a message: it carries a result; it was lost */

/* event_time: the simulated time of a task's event. */
static Time
event_time(const PageRun *r, uint32_t event)
{
	return r->began + r->trek.trace->stamp_data[event].ptime * 1000000;
}

/* put_part: add the message of a send event as a row of the table. */
static void
put_part(const PageRun *r, const PageRows *rows, PageTime t, uint32_t event, uint32_t *row)
{
	const TvmEvent *e = &r->trek.trace->event[event];
	bool lost = e->partner == NO_PARTNER;

	row[0] = rows->of_trek[e->node];
	row[1] = rows->of_trek[e->peer];
	row[2] = page_scale_time(t, event_time(r, event));
	row[3] = page_scale_time(t, event_time(r, lost ? event : e->partner));
	row[4] = e->task;
	row[5] = (tvm_is_result(r->trek.trace->spec, e) ? RESULT : 0) | (lost ? LOST : 0);
}

/*
 * put_parts: add to the page's data which node worked on which task, beginning with failed tasks.
 */
static void
put_parts(const PageRun *r, const PageRows *rows, PageTime t, const bool *failed, json_t *data)
{
	static const PageColumn columns[] = {
		{"from", 2}, {"to", 2}, {"begin", 4}, {"end", 4}, {"task", 4}, {"kind", 1},
	};
	enum { NCOLUMNS = sizeof columns / sizeof *columns };
	const TvmTrace *trace = r->trek.trace;
	uint32_t *words = xcalloc(NCOLUMNS * PAGE_PARTS, sizeof *words), n = 0, all = 0;

	for (int others = 0; others < 2; others++) /* failed tasks are drawn first */
		for (uint32_t i = 0; i < trace->n; i++) {
			uint32_t event = trace->bytask[i];
			const TvmEvent *e = &trace->event[event];

			if (tvm_is_recv(e) || failed[e->task] == (bool)others)
				continue;
			all++;
			if (n < PAGE_PARTS)
				put_part(r, rows, t, event, words + NCOLUMNS * n++);
		}
	json_object_set_new(data, "parts", page_table(columns, NCOLUMNS, words, n));
	json_object_set_new(data, "nparts", json_integer(all));
	free(words);
}

/* ---- graphs ---- */

/* graph_json: the vertices and arcs of a picture as JSON. */
static json_t *
graph_json(const Picture *p)
{
	json_t *vertices = json_array(), *arcs = json_array();

	for (uint32_t i = 0; i < p->nvertices; i++)
		json_array_append_new(vertices,
			json_pack("[siii]", p->vertex[i].label, (int)p->vertex[i].x,
				(int)p->vertex[i].y, (int)p->vertex[i].frontier));
	for (uint32_t i = 0; i < p->narcs; i++)
		json_array_append_new(arcs, json_pack("[ii]", (int)p->arc[i].from,
			(int)p->arc[i].to));
	return json_pack("{soso}", "vertices", vertices, "arcs", arcs);
}

/*
 * add_graph: adds the graph of a task. Returns its size in bytes, or 0 if there was no room for it.
 */
static size_t
add_graph(const PageRun *r, uint32_t task, size_t room, json_t *graphs)
{
	json_t *graph = graph_json(picture_new(&r->trek, task, DRAW_EVENTS));
	size_t n = json_dumpb(graph, NULL, 0, JSON_COMPACT);
	char key[16];

	if (n > room) {
		json_decref(graph);
		return 0;
	}
	snprintf(key, sizeof key, "%u", task);
	json_object_set_new(graphs, key, graph);
	return n;
}

/*
 * put_graphs: add the event graphs of tasks to the page's data, failed tasks first, as far as there
 * is room.
 */
static void
put_graphs(const PageRun *r, const bool *failed, json_t *data)
{
	const TvmTrace *trace = r->trek.trace;
	json_t *graphs = json_object(), *left = json_array();
	size_t room = PAGE_GRAPHS;

	for (int others = 0; others < 2; others++)
		for (uint32_t task = 0; task < trace->ntasks; task++) {
			size_t n;

			if (failed[task] == (bool)others
				|| trace->task_start[task] == trace->task_start[task + 1])
				continue;
			if (others && room < PAGE_GRAPHS / 2)
				break;
			n = add_graph(r, task, room, graphs);
			room -= n;
			if (n == 0 && !others)
				json_array_append_new(left, json_integer(task));
		}
	json_object_set_new(data, "graphs", graphs);
	json_object_set_new(data, "graphsLeftOut", left);
}

/* put_failed: add to the page's data the numbers of the tasks that failed. */
static void
put_failed(const PageRun *r, const bool *failed, json_t *data)
{
	json_t *list = json_array();

	for (uint32_t task = 0; task < r->trek.trace->ntasks; task++)
		if (failed[task])
			json_array_append_new(list, json_integer(task));
	json_object_set_new(data, "failed", list);
}

void
page_add_trek(PageRun *r, const PageRows *rows, PageTime t, json_t *data)
{
	bool *failed = find_failed_tasks(&r->trek);

	put_parts(r, rows, t, failed, data);
	put_graphs(r, failed, data);
	put_failed(r, failed, data);
	json_object_set_new(data, "ntasks", json_integer(r->trek.trace->ntasks));
	free(failed);
}
