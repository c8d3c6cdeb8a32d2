/*
 * compare.c - compares two runs side by side: their figures, the first event of the machine that
 * differs, and the probe effect, or at least how much each node computed.
 */
#include "page.h"

#include <math.h>
#include <string.h>

void
page_compare_row(Buf *b, const char *what, double one, double other, const char *fmt)
{
	char text[64];

	buf_printf(b, "<tr><th>%s</th>", what);
	snprintf(text, sizeof text, fmt, one);
	buf_printf(b, "<td>%s</td>", text);
	snprintf(text, sizeof text, fmt, other);
	buf_printf(b, "<td>%s</td>", text);
	if (one > 0)
		buf_printf(b, "<td>%.4f</td></tr>\n", other / one);
	else
		buf_printf(b, "<td></td></tr>\n");
}

void
page_table_of_runs(Buf *b, const char *one, const char *other)
{
	buf_printf(b, "<tr><th></th><th>");
	markup_text(b, one);
	buf_printf(b, "</th><th>");
	markup_text(b, other);
	buf_printf(b, "</th><th>ratio</th></tr>\n");
}

/* sum_of_nodes: the sum of the number `key` over all nodes of the run. */
static double
sum_of_nodes(const PageRun *r, const char *key)
{
	double total = 0;
	json_t *node;
	size_t i;

	json_array_foreach(json_object_get(r->run, "nodes"), i, node)
		total += page_number(node, key);
	return total;
}

/* put_figures: append the table that compares the times and counts of both runs. */
static void
put_figures(Buf *b, const PageRun *r, const PageRun *other)
{
	static const struct {
		const char *what, *key;
	} sums[] = {
		{"tasks and parts computed", "tasks"}, {"messages sent", "messages_out"},
		{"bytes sent", "bytes_out"},
	};

	page_table_begin(b, "both runs");
	page_table_of_runs(b, r->name, other->name);
	page_compare_row(b, "simulated time, s", page_number(r->run, "time"),
		page_number(other->run, "time"), "%.6f");
	page_compare_row(b, "instructions", page_number(r->run, "instructions"),
		page_number(other->run, "instructions"), "%.0f");
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
		page_compare_row(b, sums[i].what, sum_of_nodes(r, sums[i].key),
			sum_of_nodes(other, sums[i].key), "%.0f");
	page_table_end(b);
}

/* put_moved_tasks: append the nodes that computed a different number of tasks in the two runs. */
static void
put_moved_tasks(Buf *b, const PageRun *r, const PageRun *other)
{
	const json_t *nodes = json_object_get(r->run, "nodes");
	const json_t *others = json_object_get(other->run, "nodes");
	uint32_t n = 0;

	for (size_t i = 0; i < json_array_size(nodes) && i < json_array_size(others); i++) {
		double a = page_number(json_array_get(nodes, i), "tasks");
		double c = page_number(json_array_get(others, i), "tasks");

		if (a == c)
			continue;
		buf_printf(b, "%s node %zu: %.0f, %.0f",
			n++ ? ";" : "<p>Tasks computed on other nodes:", i, a, c);
	}
	buf_printf(b, n ? ".</p>\n" : "<p>Every node computed as many tasks in both.</p>\n");
}

/* put_record: append one record of a run's trace as text. */
static void
put_record(Buf *b, const PageRun *r, const TraceRecord *record)
{
	const Topology *t = r->trace.topology;
	char text[END_NAME];

	buf_printf(b, "%.3f us %s ", record->at / 1e6, trace_kind_name(record->kind));
	markup_text(b, record->kind <= TRACE_STOP ? t->nodes[record->where].name
		: end_name(t, trace_end(t, record->where), text));
}

/* put_first_difference: append the first event in which the two runs differ. */
static void
put_first_difference(Buf *b, PageRun *r, PageRun *other)
{
	TraceRecord one, two;
	uint64_t n = 0;
	bool more, others;

	do {
		more = trace_file_next(&r->trace, &one);
		others = trace_file_next(&other->trace, &two);
		n++;
	} while (more && others && one.at == two.at && one.kind == two.kind
		&& one.where == two.where && one.value == two.value);
	buf_printf(b, "<p>");
	if (!more && !others)
		buf_printf(b, "All %llu events of the machine are the same.",
			(unsigned long long)n - 1);
	else
		buf_printf(b, "The machine's events differ from the %lluth on: ",
			(unsigned long long)n);
	if (more)
		put_record(b, r, &one);
	else if (others)
		buf_printf(b, "the end");
	if (more || others)
		buf_printf(b, " here, ");
	if (others)
		put_record(b, other, &two);
	else if (more)
		buf_printf(b, "the end");
	buf_printf(b, more || others ? " there.</p>\n" : "</p>\n");
	trace_file_rewind(&r->trace);
	trace_file_rewind(&other->trace);
}

void
page_compare(Buf *b, PageRun *r, PageRun *other)
{
	buf_printf(b, "<section id=\"compare\">\n<h2>Compared with another run</h2>\n");
	if (other->command) {
		buf_printf(b, "<pre>");
		markup_text(b, other->command);
		buf_printf(b, "</pre>\n");
	}
	if (r->run && other->run)
		put_figures(b, r, other);
	if (r->traced && other->traced)
		put_first_difference(b, r, other);
	if (r->prefix && other->prefix && !r->ran.not_ended && !other->ran.not_ended)
		page_probe(b, r, other);
	else if (r->run && other->run)
		put_moved_tasks(b, r, other);
	buf_printf(b, "</section>\n");
}
