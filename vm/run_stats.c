/* run_stats.c - prints the work of each node of a run: --stats and --stats-json. */
#include "figures.h"

#include "base/files.h"
#include "base/number.h"
#include "base/texts.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The row of one node. */
typedef struct Row {
	const char *name;     /* the name of the machine's node */
	const char *state;
	uint64_t instructions;
	double high, low;     /* percentage of time computing at each priority */
	Cycles busy[2];       /* cycles spent computing at each priority */
	WorkDone done;
	uint64_t out, in;     /* messages over its links */
	uint64_t bytes_out, bytes_in;
	double line;          /* percentage of time in which its busiest link's line was in use */
} Row;

/* percent: how many percent of `whole` a part is; 0 if whole is 0. */
static double
percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

/* node_row: the figures of one node. */
static Row
node_row(const Watch *watch, uint32_t node)
{
	const Network *w = station_network(watch->s);
	NodeId n = station_plan(watch->s)->place[node];
	const T800 *c = w->nodes[n];
	Usage u = node_usage(w, n);
	Row r = {
		.name = w->topology->nodes[n].name,
		.state = c->stop != STOP_NONE ? stop_text(c->stop) : c->idle ? "idle" : "runs",
		.instructions = u.instructions,
		.high = percent(u.busy[HIGH], u.clock),
		.low = percent(u.busy[LOW], u.clock),
		.busy = {u.busy[HIGH], u.busy[LOW]},
		.done = watch_done(watch, node),
	};

	for (uint32_t l = 0; l < NLINKS; l++) {
		const End *e = &w->links.ends[network_find_end(w, (EndRef){END_NODE, n, l})];

		r.out += e->out_traffic.nmessages;
		r.in += e->in_traffic.nmessages;
		r.bytes_out += e->out_traffic.nbytes;
		r.bytes_in += e->in_traffic.nbytes;
		r.line = fmax(r.line, percent(e->out_traffic.busy, w->now));
	}
	return r;
}

void
run_stats(const Watch *watch, FILE *f)
{
	const Network *w = station_network(watch->s);

	fprintf(f, "%4s %-8s %12s %6s %6s %6s %7s %6s %6s %9s %9s %11s %11s %6s  %s\n", "node",
		"place", "instructions", "high%", "low%", "idle%", "tasks", "splits", "joins",
		"msgs out", "msgs in", "bytes out", "bytes in", "line%", "state");
	for (uint32_t i = 0; i < watch->v->processors; i++) {
		Row r = node_row(watch, i);

		fprintf(f,
			"%4u %-8s %12" PRIu64 " %6.1f %6.1f %6.1f %7u %6u %6u %9" PRIu64
			" %9" PRIu64 " %11" PRIu64 " %11" PRIu64 " %6.1f  %s\n",
			i, r.name, r.instructions, r.high, r.low, 100 - r.high - r.low,
			r.done.computed, r.done.split, r.done.joined, r.out, r.in, r.bytes_out,
			r.bytes_in, r.line, r.state);
	}
	fprintf(f, "time %s, %" PRIu64 " instructions\n", TIME_STRING(w->now),
		network_instructions(w));
}

/* row_json: the figures of a node as a JSON object. */
static json_t *
row_json(uint32_t node, const Row *r)
{
	return json_pack("{s:i, s:s, s:s, s:I, s:f, s:f, s:f, s:I, s:I, s:i, s:i, s:i, s:I, s:I, "
		"s:I, s:I, s:f}",
		"node", (int)node, "place", r->name, "state", r->state, "instructions",
		(json_int_t)r->instructions, "high", r->high, "low", r->low, "idle",
		100 - r->high - r->low, "cycles_high", (json_int_t)r->busy[HIGH], "cycles_low",
		(json_int_t)r->busy[LOW], "tasks", (int)r->done.computed, "splits",
		(int)r->done.split, "joins", (int)r->done.joined, "messages_out",
		(json_int_t)r->out, "messages_in", (json_int_t)r->in, "bytes_out",
		(json_int_t)r->bytes_out, "bytes_in", (json_int_t)r->bytes_in, "line", r->line);
}

const char *const run_result[NRESULTS] = {
	[RESULT_ENDED] = "ended", [RESULT_QUIET] = "quiet", [RESULT_LEFT] = "left the order",
	[RESULT_STUCK] = "stuck", [RESULT_LIMIT] = "limit", [RESULT_BROKEN] = "broken",
	[RESULT_SIGNAL] = "interrupted", [RESULT_DOWN] = "not started", [RESULT_EVENT] = "event",
};

/*
 * faults_json: the faults as a list: each as a line of a script, with the time in seconds at which
 * it acted; null if it did not.
 */
static json_t *
faults_json(const Network *w)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < w->faults.n; i++) {
		const Fault *f = &w->faults.fault[i];
		char *text = text_utf8(w->faults.text[i]);

		json_array_append_new(list,
			json_pack("{s:s, s:o}", "fault", text, "time",
				f->done && f->struck != NEVER ? json_real(f->struck / 1e12)
				: json_null()));
		free(text);
	}
	return list;
}

void
run_json_begun(const char *file)
{
	static const char text[] =
		"{\n \"failed\": \"the run has not ended: it was interrupted, or goes on\"\n}";

	file_write(file, text, strlen(text));
}

void
run_json(const RunFigures *figures, const char *file)
{
	const Watch *watch = figures->watch;
	const Network *w = station_network(watch->s);
	const Vms *v = watch->v;
	json_t *rows = json_array(), *slowed, *all;
	char print[17], *out, *monitor = monitor_text(figures->o), *file_text = text_utf8(v->file);

	for (uint32_t i = 0; i < v->processors; i++) {
		Row r = node_row(watch, i);

		json_array_append_new(rows, row_json(i, &r));
	}
	slowed = figures->slowed > 0 ? json_real(figures->slowed) : json_null();
	snprintf(print, sizeof print, "%016" PRIx64, network_fingerprint(w));
	all = json_pack("{s:s, s:s, s:s?, s:o, s:s, s:f, s:f, s:o, s:I, s:s, s:s, s:o, s:o}",
		"application", file_text, "result", run_result[figures->result], "failed",
		figures->failed, "failures", watch_failures(watch), "monitor", monitor, "time",
		w->now / 1e12, "monitored_from", figures->monitored_from / 1e12, "slowed", slowed,
		"instructions", (json_int_t)network_instructions(w), "topology",
		vms_tree_name[v->tree], "fingerprint", print, "faults", faults_json(w), "nodes",
		rows);
	out = json_dumps(all, JSON_INDENT(1));
	if (!out)
		fatal("cannot write %s: no memory", file);
	fflush(stdout);
	file_write(file, out, strlen(out));
	free(out);
	free(monitor);
	free(file_text);
	json_decref(all);
}
