/*
 * conclusion.c - the first sentences of a page: how the run ended, what failed, how the time was
 * spent, and how much a monitor on the nodes slowed the run. Each is one sentence with figures.
 */
#include "page.h"

#include "sim/cpu/cpu.h"

#include <string.h>

/* ---- how it ended ---- */

/* The results in run.json (vm/run_stats.c), and the texts that explain them to the user. */
static const struct {
	const char *result, *text;
} end_texts[] = {
	{"ended", "ended"},
	{"quiet", "did not end: all processes wait (deadlock)"},
	{"stuck", "did not end: no task has finished for too long"},
	{"limit", "did not end: it was stopped at the time limit"},
	{"broken", "did not end: node 0 sent a bad packet to the host"},
	{"interrupted", "did not end: it was interrupted"},
	{"not started", "was not started: nodes or programs are missing"},
	{"event", "did not end: it was stopped at an event"},
};

const char *
page_end_text(const char *result)
{
	for (size_t i = 0; i < sizeof end_texts / sizeof *end_texts; i++)
		if (strcmp(end_texts[i].result, result) == 0)
			return end_texts[i].text;
	return result;
}

/* put_run_end: append how the application or its recording ended, and when. */
static void
put_run_end(Buf *b, const PageRun *r, Time end)
{
	if (r->run)
		buf_printf(b, "The application %s, after %.6g s of simulated time",
			page_end_text(page_string(r->run, "result")), page_number(r->run, "time"));
	else
		buf_printf(b, "The recording%s ends after %.6g s of simulated time",
			r->ran.not_ended
			? " of a run that has not ended (it was killed, or goes on)"
				: "", end / 1e12);
	if (r->analysed && r->trek.ncomplete == r->trek.trace->spec->ntasks)
		buf_printf(b, "; all %u tasks are complete", r->trek.ncomplete);
	else if (r->analysed)
		buf_printf(b, "; %u of %u tasks are complete", r->trek.ncomplete,
			r->trek.trace->spec->ntasks);
	buf_printf(b, ".");
}

/* ---- what failed ---- */

/*
 * put_separator: append the separator before the next part of an enumeration: nothing before the
 * first part, otherwise a comma; *n counts the parts.
 */
static void
put_separator(Buf *b, uint32_t *n)
{
	buf_printf(b, *n ? "; " : "Failed: ");
	++*n;
}

/* put_tasks: append how many tasks stopped; *n counts the parts of the sentence. */
static void
put_tasks(Buf *b, const TrekResult *k, uint32_t *n)
{
	uint32_t ntasks = 0;
	const TrekRow *row = k->row;

	for (uint32_t i = 0; i < k->nrows; i++)
		ntasks += i == 0 || row[i].task != row[i - 1].task;
	if (ntasks == 0)
		return;
	put_separator(b, n);
	buf_printf(b, "%u %s stopped, the first of them task %u on node %u in %s", ntasks,
		ntasks == 1 ? "task" : "tasks", row->task, row->node, row->process->name);
}

/* put_faults: append how many injected faults acted; *n counts the parts of the sentence. */
static void
put_faults(Buf *b, const PageRun *r, uint32_t *n)
{
	const json_t *faults = json_object_get(r->run, "faults"), *fault;
	uint32_t acted = 0;
	size_t i;

	json_array_foreach(faults, i, fault)
		acted += json_is_number(json_object_get(fault, "time"));
	if (json_array_size(faults) == 0)
		return;
	put_separator(b, n);
	buf_printf(b, "of %zu injected %s, %u acted", json_array_size(faults),
		json_array_size(faults) == 1 ? "fault" : "faults", acted);
}

/* put_stops: append how many nodes the machine stopped; *n counts the parts of the sentence. */
static void
put_stops(Buf *b, const PageRun *r, const PagePath *p, uint32_t *n)
{
	if (p->nstops == 0)
		return;
	put_separator(b, n);
	buf_printf(b, "the machine stopped %u %s, the first %s at %.6g s (%s)", p->nstops,
		p->nstops == 1 ? "node" : "nodes", r->trace.topology->nodes[p->stop.where].name,
		p->stop.at / 1e12,
		p->stop.value < NSTOPS ? stop_text(p->stop.value) : "stopped");
}

/* put_failures: append the sentence that says what failed, or that nothing did. */
static void
put_failures(Buf *b, const PageRun *r, const PagePath *p)
{
	uint32_t n = 0;

	if (r->analysed)
		put_tasks(b, &r->trek, &n);
	put_stops(b, r, p, &n);
	put_faults(b, r, &n);
	if (n > 0) {
		buf_printf(b, ".");
		return;
	}
	if (r->traced && !r->run && !r->analysed) { /* how processes ended is not known */
		buf_printf(b, "None of %u nodes was stopped by the machine.",
			r->trace.topology->nnodes);
		return;
	}
	buf_printf(b, "Nothing failed");
	if (r->analysed)
		buf_printf(b, ": none of %u tasks stopped", r->trek.trace->spec->ntasks);
	if (r->traced)
		buf_printf(b, "%s none of %u nodes was stopped by the machine",
			r->analysed ? "," : ":", r->trace.topology->nnodes);
	if (r->run)
		buf_printf(b, "%s no fault was injected", r->analysed || r->traced ? "," : ":");
	buf_printf(b, ".");
}

/* ---- where the time went ---- */

/* The shares of time in which the nodes compute. */
typedef struct ComputeShares {
	double high, low; /* percent at high and low priority, mean of all nodes */
	uint32_t busiest; /* number of the busiest node */
	double most;      /* the busiest node's share, in percent */
	size_t n;         /* number of nodes */
} ComputeShares;

/* node_shares: the mean shares of time that the nodes compute, and which node computes most. */
static ComputeShares
node_shares(const PageRun *r)
{
	ComputeShares s = {0};
	json_t *node;
	size_t i;

	json_array_foreach(json_object_get(r->run, "nodes"), i, node) {
		double high = page_number(node, "high"), low = page_number(node, "low");

		s.high += high;
		s.low += low;
		s.n++;
		if (i == 0 || high + low > s.most) {
			s.busiest = i;
			s.most = high + low;
		}
	}
	if (s.n > 0) {
		s.high /= s.n;
		s.low /= s.n;
	}
	return s;
}

/* node_place: the place of the node in the network, as text. */
static const char *
node_place(const PageRun *r, uint32_t node)
{
	return page_string(json_array_get(json_object_get(r->run, "nodes"), node), "place");
}

/* put_shares: append in which part of the time the nodes compute. */
static void
put_shares(Buf *b, const PageRun *r)
{
	ComputeShares s = node_shares(r);
	const json_t *manager = json_array_get(json_object_get(r->run, "nodes"), 0);

	if (s.n == 0)
		return;
	buf_printf(b, "The nodes computed %.1f %% of the time, %.1f %% of it at high priority "
		"(the kernel)",
		s.high + s.low, s.high + s.low > 0 ? 100 * s.high / (s.high + s.low) : 0);
	if (s.n > 1)
		buf_printf(b, "; the manager, %s, which makes the tasks, %.1f %%, the busiest "
			"node, %s, %.1f %%",
			node_place(r, 0), page_number(manager, "high")
			+ page_number(manager, "low"), node_place(r, s.busiest), s.most);
}

/* put_path: append how the critical path divides into computing, messages and waiting. */
static void
put_path(Buf *b, const PageRun *r, const PagePath *p)
{
	double all = p->time[PATH_COMPUTES] + p->time[PATH_MESSAGE] + p->time[PATH_WAITS];
	const Topology *t = r->trace.topology;
	uint32_t most = 0;

	for (uint32_t i = 1; i < t->nnodes; i++)
		if (p->of_node[i] > p->of_node[most])
			most = i;
	buf_printf(b, "the critical path is %.1f %% computing (%s most, %.1f %%), %.1f %% "
		"messages on their way and %.1f %% waiting", 100 * p->time[PATH_COMPUTES] / all,
		t->nodes[most].name, 100 * p->of_node[most] / all,
		100 * p->time[PATH_MESSAGE] / all, 100 * p->time[PATH_WAITS] / all);
}

/* put_time: append the sentence that says how the time was spent. */
static void
put_time(Buf *b, const PageRun *r, const PagePath *p)
{
	bool path = r->traced && p->n > 0;

	if (r->run)
		put_shares(b, r);
	if (path)
		buf_printf(b, r->run ? "; " : "Of the time, ");
	if (path)
		put_path(b, r, p);
	if (r->run || path)
		buf_printf(b, ".");
}

/* ---- the monitor on the nodes ---- */

/* has_inside: tell if the run had the monitor inside the nodes. */
static bool
has_inside(const PageRun *r)
{
	return strncmp(page_string(r->run, "monitor"), "inside", 6) == 0;
}

/*
 * is_comparable: true if `other` ran the same application to its end, without a monitor on nodes.
 */
static bool
is_comparable(const PageRun *r, const PageRun *other)
{
	return other && other->run && !has_inside(other)
		&& page_number(other->run, "time") > 0
		&& json_array_size(json_object_get(r->run, "nodes"))
			== json_array_size(json_object_get(other->run, "nodes"))
		&& strcmp(page_string(r->run, "application"),
			page_string(other->run, "application")) == 0
		&& strcmp(page_string(r->run, "result"), page_string(other->run, "result")) == 0;
}

/* put_monitor: append how much the monitor inside the nodes has slowed the run. */
static void
put_monitor(Buf *b, const PageRun *r, const PageRun *other)
{
	double time = page_number(r->run, "time"), without;

	if (!has_inside(r))
		return;
	if (!is_comparable(r, other) && page_number(r->run, "slowed") > 0) {
		buf_printf(b, "The monitor on the nodes made the run %.2f times as long as the "
			"same run without it; a recording without --monitor costs nothing.",
			page_number(r->run, "slowed"));
		return;
	}
	if (!is_comparable(r, other)) {
		buf_printf(b, "A monitor slowed the nodes in this run, by a factor that the run "
			"alone does not show: the same command without --monitor makes the run "
			"without that cost, and 'trellis report %s OTHER' measures the factor.",
			r->name);
		return;
	}
	without = page_number(other->run, "time");
	buf_printf(b, "The monitor on the nodes made the run %.2f times as long: %.6g s, and "
		"%.6g s without it (%s).", time / without, time, without, other->name);
}

/* put_sentence: append the text as a paragraph with this id; nothing if it is empty. */
static void
put_sentence(Buf *b, const char *id, const Buf *text)
{
	if (text->len == 0)
		return;
	buf_printf(b, "<p id=\"%s\">", id);
	markup_text(b, (const char *)text->data);
	buf_printf(b, "</p>\n");
}

void
page_conclusion(Buf *b, const PageRun *r, const PageRun *other, const PagePath *p, Time end)
{
	Buf ended = {0}, failed = {0}, spent = {0}, monitor = {0};

	put_run_end(&ended, r, end);
	put_failures(&failed, r, p);
	put_time(&spent, r, p);
	put_monitor(&monitor, r, other);
	put_sentence(b, "ended", &ended);
	put_sentence(b, "failed", &failed);
	page_first_failure(b, r);
	put_sentence(b, "spent", &spent);
	put_sentence(b, "monitor", &monitor);
	buf_free(&ended);
	buf_free(&failed);
	buf_free(&spent);
	buf_free(&monitor);
}
