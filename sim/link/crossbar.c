/*
 * crossbar.c - the circuits that C004 crossbars make, and counters of the traffic through their
 * ports.
 *
 * A circuit carries data once it connects both directions.
 *
 * Source: links.md, section 7.
 */
#include "link.h"

/*
 * crossbar_exit_port: the port at which a signal that enters x at `port` leaves, if the reverse
 * direction is connected, too; otherwise -1.
 */
static int
crossbar_exit_port(const Crossbar *x, uint32_t port)
{
	int out = x->input[port];

	return out != NO_INPUT && x->input[out] == port ? out : -1;
}

/* Called for each port at which a circuit enters a crossbar. */
typedef void PortVisitor(Links *l, uint32_t sw, uint32_t port, const Traffic *t);

/*
 * traffic_since: the traffic that an end has sent but that is not yet counted at the ports on its
 * way.
 */
static Traffic
traffic_since(const End *e)
{
	const Traffic *t = &e->out_traffic, *c = &e->counted;

	return (Traffic){t->nbytes - c->nbytes, t->nmessages - c->nmessages, t->busy - c->busy,
		t->stall - c->stall};
}

/* traffic_add: add the counters of *t to *sum. */
static void
traffic_add(Traffic *sum, const Traffic *t)
{
	sum->nbytes += t->nbytes;
	sum->nmessages += t->nmessages;
	sum->busy += t->busy;
	sum->stall += t->stall;
}

/* port_add: add the counters of *t to those of a crossbar's port. */
static void
port_add(Links *l, uint32_t sw, uint32_t port, const Traffic *t)
{
	traffic_add(&l->ports[sw * MAX_PORTS + port], t);
}

/* trace_circuits: follow the circuits from e; delay in hundredths of a bit; `enter` may be NULL. */
static EndRef
trace_circuits(const Links *l, EndId e, uint64_t *hundredths, PortVisitor *enter)
{
	const Topology *t = l->topology;
	EndRef at = topology_across(t, l->ends[e].ref);
	Traffic sent = traffic_since(&l->ends[e]);

	*hundredths = 0;
	for (uint32_t hops = 0; at.kind == END_SWITCH && hops <= t->nswitches * MAX_PORTS; hops++) {
		int out = crossbar_exit_port(&l->crossbars[at.part], at.index);

		if (enter)
			enter((Links *)l, at.part, at.index, &sent);
		if (out < 0)
			return (EndRef){END_NONE};
		*hundredths += t->switches[at.part].delay;
		at = topology_across(t, (EndRef){END_SWITCH, at.part, out});
	}
	return at;
}

EndId
circuits_trace(const Links *l, EndId e, Time *delay)
{
	uint64_t hundredths;
	EndRef near = l->ends[e].ref, far = trace_circuits(l, e, &hundredths, NULL);

	if (near.kind == END_NODE && l->topology->nodes[near.part].control[near.index] != NOWHERE)
		return l->first_control_end
			+ 2 * l->topology->nodes[near.part].control[near.index] + 1;
	*delay = hundredths * l->ends[e].bit / 100;
	return far.kind == END_NODE || far.kind == END_HOST ? links_find_end(l, far) : NOWHERE_END;
}

void
circuits_account(Links *l)
{
	uint64_t hundredths;

	for (EndId e = 0; e < l->first_control_end; e++) {
		trace_circuits(l, e, &hundredths, port_add);
		l->ends[e].counted = l->ends[e].out_traffic;
	}
}

Traffic
port_traffic(const Links *l, uint32_t sw, uint32_t port)
{
	Traffic sum = l->ports[sw * MAX_PORTS + port];
	EndRef from = topology_across(l->topology, (EndRef){END_SWITCH, sw, port});
	uint64_t hundredths;
	uint32_t hops = 0;

	/*
	 * go back through cascaded crossbars to the end whose signal enters here; do not follow a
	 * ring
	 */
	while (from.kind == END_SWITCH) {
		int in = crossbar_exit_port(&l->crossbars[from.part], from.index);

		if (in < 0 || hops++ > l->topology->nswitches * MAX_PORTS)
			return sum;
		from = topology_across(l->topology, (EndRef){END_SWITCH, from.part, in});
	}
	if (from.kind == END_NODE || from.kind == END_HOST) {
		EndId e = links_find_end(l, from);
		Traffic sent = traffic_since(&l->ends[e]);

		if (trace_circuits(l, e, &hundredths, NULL).kind != END_NONE)
			traffic_add(&sum, &sent);
	}
	return sum;
}
