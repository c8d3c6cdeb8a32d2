/*
 * probe.c - writes the probe effect, as `trellis probe` finds it: how a monitor, or any other
 * difference between the two runs, changed the time, the work and the order of messages.
 */
#include "page.h"
#include "tmon/host/probe_runs.h"

#include <inttypes.h>

/* The two runs, their names, and their differences. */
typedef struct RunPair {
	ProbeRun a, b;
	const char *name[2];
	ProbeDifference d;
	bool events; /* the events of both runs are known */
} RunPair;

/* put_text_row: append a row with a text of both runs. */
static void
put_text_row(Buf *b, const RunPair *p, const char *key)
{
	buf_printf(b, "<tr><th>%s</th><td>", key);
	markup_text(b, probe_text(&p->a, key));
	buf_printf(b, "</td><td>");
	markup_text(b, probe_text(&p->b, key));
	buf_printf(b, "</td><td></td></tr>\n");
}

/* put_figures: append the table that compares both runs. */
static void
put_figures(Buf *b, const RunPair *p)
{
	ProbeFigure f[PROBE_FIGURES];
	uint32_t n = probe_figures(&p->a, &p->b, f);

	page_table_begin(b, "the probe effect");
	page_table_of_runs(b, p->name[0], p->name[1]);
	put_text_row(b, p, "monitor");
	put_text_row(b, p, "result");
	for (uint32_t i = 0; i < n; i++)
		page_compare_row(b, f[i].what, f[i].a, f[i].b, "%.0f");
	page_table_end(b);
}

/* put_place: append in which task, part and node a difference lies; nothing if w is NULL. */
static void
put_place(Buf *b, const char *name, const ProbeWork *w)
{
	if (!w)
		return;
	buf_printf(b, " in ");
	markup_text(b, name);
	buf_printf(b, " task %u part %x on n%u", w->task, w->part, w->node);
}

/* put_order: print on how many nodes the messages differ, and how many tasks other nodes did. */
static void
put_order(Buf *b, const RunPair *p)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->a.nnodes; i++)
		n += p->d.order_differs[i];
	buf_printf(b, "<p>The order of messages differs on %u of %u nodes.", n, p->a.nnodes);
	if (p->d.nelsewhere > 0) {
		buf_printf(b,
			" %u tasks and parts were computed elsewhere, or in one run only; the "
			"first:",
			p->d.nelsewhere);
		put_place(b, p->name[0], p->d.first_a);
		if (p->d.first_a && p->d.first_b)
			buf_printf(b, ",");
		put_place(b, p->name[1], p->d.first_b);
		buf_printf(b, ".");
	}
	buf_printf(b, "</p>\n");
}

/* put_message: append a cell with message i of the node. */
static void
put_message(Buf *b, const ProbeRun *r, uint32_t node, uint32_t i)
{
	Buf text = {0};

	probe_put_message(r, node, i, &text);
	buf_byte(&text, '\0');
	buf_printf(b, "<td>");
	markup_text(b, (char *)text.data);
	buf_printf(b, "</td>");
	buf_free(&text);
}

/* put_node: append the row of node i in both runs. */
static void
put_node(Buf *b, const RunPair *p, uint32_t i)
{
	const ProbeNode *x = &p->a.nodes[i], *y = &p->b.nodes[i];

	buf_printf(b, "<tr><td>n%u</td>", i);
	buf_printf(b, "<td>%" PRIu64 "</td><td>%" PRIu64 "</td>", x->tasks, y->tasks);
	buf_printf(b, "<td>%" PRIu64 "</td><td>%" PRIu64 "</td>", x->splits, y->splits);
	buf_printf(b, "<td>%" PRIu64 "</td><td>%" PRIu64 "</td>", x->joins, y->joins);
	buf_printf(b, "<td>%.3f</td><td>%.3f</td>", probe_figure_ratio(x->low, y->low),
		probe_figure_ratio(x->high, y->high));
	if (p->events && p->d.order_differs[i]) {
		buf_printf(b, "<td>%u</td>", p->d.first_difference[i] + 1);
		put_message(b, &p->a, i, p->d.first_difference[i]);
		put_message(b, &p->b, i, p->d.first_difference[i]);
	}
	buf_printf(b, "</tr>\n");
}

/* put_nodes: append the table of the nodes on which the runs differ. */
static void
put_nodes(Buf *b, const RunPair *p)
{
	buf_printf(b, "<details>\n<summary>Node by node</summary>\n");
	page_table_begin(b, "both runs, node by node");
	buf_printf(b,
		"<tr><th>node</th><th colspan=\"2\">tasks</th><th colspan=\"2\">splits</th>"
		"<th colspan=\"2\">joins</th><th>low</th><th>high</th>");
	if (p->events)
		buf_printf(b, "<th>differs from</th><th>here</th><th>there</th>");
	buf_printf(b, "</tr>\n");
	for (uint32_t i = 0; i < p->a.nnodes; i++)
		put_node(b, p, i);
	page_table_end(b);
	buf_printf(b, "</details>\n");
}

void
page_probe(Buf *b, const PageRun *r, const PageRun *other)
{
	RunPair p = {.a = probe_read(r->prefix, r->name),
		.b = probe_read(other->prefix, other->name),
		.name = {r->name, other->name}};

	buf_printf(b, "<h3>Probe effect</h3>\n<div id=\"probe\">\n");
	if (p.a.nnodes == p.b.nnodes) {
		p.d = probe_compare(&p.a, &p.b);
		p.events = p.a.has_events && p.b.has_events;
		put_figures(b, &p);
		buf_printf(b, "<p id=\"verdict\">Verdict: %s.</p>\n", probe_verdict(&p.a, &p.b,
			&p.d));
		if (p.events)
			put_order(b, &p);
		put_nodes(b, &p);
		probe_difference_free(&p.d);
	} else {
		buf_printf(b,
			"<p>The runs cannot be compared: they are on %u and on %u nodes.</p>\n",
			p.a.nnodes, p.b.nnodes);
	}
	buf_printf(b, "</div>\n");
	probe_free(&p.a);
	probe_free(&p.b);
}
