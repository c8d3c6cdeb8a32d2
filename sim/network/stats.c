/* stats.c - prints a table of the activity of nodes and links. */
#include "network.h"

#include "base/number.h"

#include <inttypes.h>

static double
percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

Usage
node_usage(const Network *w, NodeId n)
{
	const T800 *c = w->nodes[n];
	Usage u = {.clock = node_clock(w, n, w->now), .busy = {c->busy[HIGH], c->busy[LOW]},
		.instructions = t800_count(c)};

	if (u.clock < c->r.cycles) /* the last stretch went beyond this clock */
		u.clock = c->r.cycles;
	if (!c->idle)
		u.busy[c->priority] += c->r.cycles - c->accounted;
	return u;
}

/* print_node: print the row of a node in the table of activities. */
static void
print_node(const Network *w, NodeId n, FILE *f)
{
	const T800 *c = w->nodes[n];
	Usage u = node_usage(w, n);

	fprintf(f, "%-8s %14" PRIu64 " %14" PRIu64 " %6.1f %6.1f  %s\n", w->topology->nodes[n].name,
		u.instructions, c->r.cycles, percent(u.busy[HIGH], u.clock),
		percent(u.busy[LOW], u.clock),
		c->stop != STOP_NONE ? stop_text(c->stop) : c->idle ? "idle" : "runs");
}

/*
 * print_traffic: print a line's name and its traffic in both directions; nothing if there was none.
 */
static void
print_traffic(const Network *w, const char *name, const Traffic *out, const Traffic *in, FILE *f)
{
	if (out->nbytes == 0 && in->nbytes == 0)
		return;
	fprintf(f, "%-8s %10" PRIu64 " %8" PRIu64 " %10" PRIu64 " %8" PRIu64 " %6.1f %6.1f\n", name,
		out->nbytes, out->nmessages, in->nbytes, in->nmessages, percent(out->busy, w->now),
		percent(out->stall, w->now));
}

/* print_end: print the row of a link end in the table of traffic. */
static void
print_end(const Network *w, EndId e, FILE *f)
{
	const End *end = &w->links.ends[e];
	char name[END_NAME];

	if (end->ref.kind == END_SWITCH)
		snprintf(name, sizeof name, "chain %u", end->ref.part);
	else
		end_name(w->topology, end->ref, name);
	print_traffic(w, name, &end->out_traffic, &end->in_traffic, f);
}

/*
 * print_port: print the traffic into a crossbar's port and out of it; what leaves a port entered
 * its partner port.
 */
static void
print_port(const Network *w, uint32_t sw, uint32_t port, FILE *f)
{
	uint8_t partner = w->links.crossbars[sw].input[port];
	Traffic in = port_traffic(&w->links, sw, port), out = {0};
	char name[END_NAME];

	if (partner != NO_INPUT)
		out = port_traffic(&w->links, sw, partner);
	end_name(w->topology, (EndRef){END_SWITCH, sw, port}, name);
	print_traffic(w, name, &out, &in, f);
}

void
network_stats(const Network *w, FILE *f)
{
	fprintf(f, "%-8s %14s %14s %6s %6s\n", "node", "instructions", "cycles", "high%", "low%");
	for (NodeId n = 0; n < w->nnodes; n++)
		print_node(w, n, f);
	fprintf(f, "%-8s %10s %8s %10s %8s %6s %6s\n", "link", "bytes out", "messages", "bytes in",
		"messages", "line%", "stall%");
	for (EndId e = 0; e < w->links.nends; e++)
		print_end(w, e, f);
	for (uint32_t s = 0; s < w->topology->nswitches; s++)
		for (uint32_t p = 0; p < w->topology->switches[s].ports; p++)
			print_port(w, s, p, f);
	fprintf(f, "time %s, %" PRIu64 " instructions\n", TIME_STRING(w->now),
		network_instructions(w));
}
