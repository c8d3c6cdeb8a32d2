/* probe_print.c - prints the results of `trellis probe`, as text or as JSON. */
#include "probe_runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *
probe_text(const ProbeRun *r, const char *key)
{
	const char *s = json_string_value(json_object_get(r->figures, key));

	return s ? s : "?";
}

/* short_name: the run's name without its directory. */
static const char *
short_name(const ProbeRun *r)
{
	const char *slash = strrchr(r->name, '/');

	return slash ? slash + 1 : r->name;
}

/* print_text_row: print the value of a key in both runs. */
static void
print_text_row(const ProbeRun *a, const ProbeRun *b, const char *key, FILE *f)
{
	fprintf(f, "%-14s %20s %20s\n", key, probe_text(a, key), probe_text(b, key));
}

double
probe_figure_ratio(uint64_t a, uint64_t b)
{
	return a > 0 ? (double)b / a : 1;
}

/* count_messages: the number of sends and receives of all nodes. */
static uint64_t
count_messages(const ProbeRun *r)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < r->nnodes; i++)
		sum += r->nodes[i].nmessages;
	return sum;
}

uint32_t
probe_figures(const ProbeRun *a, const ProbeRun *b, ProbeFigure figures[PROBE_FIGURES])
{
	ProbeFigure low = {.what = "cycles, low"}, high = {.what = "cycles, high"};
	uint32_t n = 0;

	for (uint32_t i = 0; i < a->nnodes; i++) {
		low.a += a->nodes[i].low;
		low.b += b->nodes[i].low;
		high.a += a->nodes[i].high;
		high.b += b->nodes[i].high;
	}
	if (probe_ratio(a, b) > 0)
		figures[n++] = (ProbeFigure){"time, us", a->end - a->begin, b->end - b->begin};
	figures[n++] = low;
	figures[n++] = high;
	if (a->has_events && b->has_events)
		figures[n++] = (ProbeFigure){"messages", count_messages(a), count_messages(b)};
	return n;
}

/* print_figures: print the totals of both runs, and their ratios. */
static void
print_figures(const ProbeRun *a, const ProbeRun *b, FILE *f)
{
	ProbeFigure figures[PROBE_FIGURES];
	uint32_t n = probe_figures(a, b, figures);

	for (uint32_t i = 0; i < n; i++) {
		const ProbeFigure *x = &figures[i];

		fprintf(f, "%-14s %20" PRIu64 " %20" PRIu64, x->what, x->a, x->b);
		if (x->a > 0)
			fprintf(f, " %9.3f", probe_figure_ratio(x->a, x->b));
		fputc('\n', f);
	}
}

/* print_nodes: print a row with the work of each node in both runs. */
static void
print_nodes(const ProbeRun *a, const ProbeRun *b, FILE *f)
{
	fprintf(f, "\n%-6s %15s %15s %15s %12s %12s\n", "NODE", "TASKS", "SPLITS", "JOINS", "LOW",
		"HIGH");
	for (uint32_t i = 0; i < a->nnodes; i++) {
		const ProbeNode *x = &a->nodes[i], *y = &b->nodes[i];

		fprintf(f,
			"n%-5u %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64
			" %7" PRIu64 " %12.3f %12.3f\n",
			i, x->tasks, y->tasks, x->splits, y->splits, x->joins, y->joins,
			probe_figure_ratio(x->low, y->low), probe_figure_ratio(x->high, y->high));
	}
}

void
probe_put_message(const ProbeRun *r, uint32_t node, uint32_t i, Buf *out)
{
	const ProbeNode *n = &r->nodes[node];
	const MonitorRecord *m = &n->message[i];

	if (i >= n->nmessages)
		buf_printf(out, "nothing more");
	else
		buf_printf(out, "%u us: %s n%u, task %u part %x", m->time,
			m->kind == MONITOR_SEND ? "send to" : "receive from", m->peer, m->task,
			m->part);
}

/* print_message: print the i-th message of a node in a run. */
static void
print_message(const ProbeRun *r, uint32_t node, uint32_t i, FILE *f)
{
	Buf text = {0};

	probe_put_message(r, node, i, &text);
	fprintf(f, "  %s: %.*s\n", short_name(r), (int)text.len, (char *)text.data);
	buf_free(&text);
}

/* print_order: print the nodes on which the order of messages differs. */
static void
print_order(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d, FILE *f)
{
	for (uint32_t i = 0; i < a->nnodes; i++) {
		if (!d->order_differs[i])
			continue;
		fprintf(f, "n%u: the order of messages differs from number %u on:\n", i,
			d->first_difference[i] + 1);
		print_message(a, i, d->first_difference[i], f);
		print_message(b, i, d->first_difference[i], f);
	}
}

/* print_place: print which node has computed a task or part; w NULL: nothing. */
static void
print_place(const ProbeRun *r, const ProbeWork *w, FILE *f)
{
	if (w)
		fprintf(f, "  %s: task %u part %x on n%u\n", short_name(r), w->task, w->part,
			w->node);
}

/* print_work: print how many tasks were computed elsewhere, and the first of them. */
static void
print_work(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d, FILE *f)
{
	if (d->nelsewhere == 0)
		return;
	fprintf(f, "%u tasks and parts were computed elsewhere, or in one run only; the first:\n",
		d->nelsewhere);
	print_place(a, d->first_a, f);
	print_place(b, d->first_b, f);
}

const char *
probe_verdict(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d)
{
	if (!d->is_same)
		return "the behaviour is not the same";
	if (a->has_events && b->has_events)
		return "the behaviour is the same: every message of every node, and the node that "
			"computed each task";
	return "the nodes did as much; the order of events is not known of both";
}

void
probe_print(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d, FILE *f)
{

	fprintf(f, "%-14s %20s %20s\n", "", short_name(a), short_name(b));
	print_text_row(a, b, "monitor", f);
	print_text_row(a, b, "result", f);
	print_figures(a, b, f);
	print_nodes(a, b, f);
	fputc('\n', f);
	if (a->has_events && b->has_events) {
		print_order(a, b, d, f);
		print_work(a, b, d, f);
	}
	fprintf(f, "%s\n", probe_verdict(a, b, d));
}

/* ---- JSON ---- */

/* run_figures: the figures of a run as JSON. */
static json_t *
run_figures(const ProbeRun *r)
{
	return json_pack("{s:s, s:s, s:s, s:I, s:I}", "prefix", r->name, "monitor",
		probe_text(r, "monitor"), "result", probe_text(r, "result"), "time_us",
		(json_int_t)(r->has_begun ? r->end - r->begin : 0), "messages",
		(json_int_t)count_messages(r));
}

/* node_figures: the figures of a node in both runs as JSON. */
static json_t *
node_figures(const ProbeNode *x, const ProbeNode *y)
{
	return json_pack("{s:[I,I], s:[I,I], s:[I,I], s:[I,I], s:[I,I]}",
		"tasks", (json_int_t)x->tasks, (json_int_t)y->tasks,
		"splits", (json_int_t)x->splits, (json_int_t)y->splits,
		"joins", (json_int_t)x->joins, (json_int_t)y->joins,
		"cycles_low", (json_int_t)x->low, (json_int_t)y->low,
		"cycles_high", (json_int_t)x->high, (json_int_t)y->high);
}

void
probe_json(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d, FILE *f)
{
	json_t *nodes = json_array(), *all;

	for (uint32_t i = 0; i < a->nnodes; i++) {
		json_t *n = node_figures(&a->nodes[i], &b->nodes[i]);

		if (d->order_differs[i])
			json_object_set_new(n, "differs_from",
				json_integer(d->first_difference[i] + 1));
		json_array_append_new(nodes, n);
	}
	all = json_pack("{s:o, s:o, s:f, s:b, s:i, s:o}", "a", run_figures(a), "b", run_figures(b),
		"ratio", probe_ratio(a, b), "same", d->is_same, "elsewhere", (int)d->nelsewhere,
		"nodes", nodes);
	json_dumpf(all, f, JSON_INDENT(1));
	fputc('\n', f);
	json_decref(all);
}
