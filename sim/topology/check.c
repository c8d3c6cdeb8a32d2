/*
 * check.c - checks a machine after all parts and cables are known: errors that make it unusable,
 * and warnings.
 */
#include "reading.h"

#include <stdlib.h>

/* check_hosts: fatal if a host has no cable; warn about data links without a cable. */
static void
check_hosts(const Topology *t)
{
	for (uint32_t i = 0; i < t->nhosts; i++) {
		const HostSpec *h = &t->hosts[i];
		uint32_t wired = 0;
		char name[END_NAME];

		for (uint32_t l = 0; l < h->nlinks; l++)
			wired += h->cable[l] != NOWHERE;
		if (wired == 0)
			fatal_at(t->file, h->line, "host %s is not connected; wire %s.0 to a node "
				"or crossbar", h->name, h->name);
		for (uint32_t l = 0; l < h->nlinks; l++)
			if (h->cable[l] == NOWHERE)
				warning_at(t->file, h->line, "data link %s is not used",
					end_name(t, (EndRef){END_HOST, i, l}, name));
		for (uint32_t l = 0; l < h->ncontrol; l++)
			if (h->control[l] == NOWHERE)
				warning_at(t->file, h->line, "control link %s controls no crossbar",
					end_name(t, (EndRef){END_CONTROL, i, l}, name));
	}
}

/* check_switches: fatal if a crossbar has no control link. */
static void
check_switches(const Topology *t)
{
	for (uint32_t i = 0; i < t->nswitches; i++)
		if (t->switches[i].control == NOWHERE)
			fatal_at(t->file, t->switches[i].line, "crossbar %s has no control link; "
				"add 'control h.c0 %s'",
				 t->switches[i].name, t->switches[i].name);
}

/* check_speeds: check that two joined link ends have the same speed. */
static void
check_speeds(const Topology *t)
{
	int warned = 0;

	for (uint32_t i = 0; i < t->nwires; i++) {
		const Wire *w = &t->wires[i];
		uint32_t a = end_mbits(t, w->a), b = end_mbits(t, w->b);
		char na[END_NAME], nb[END_NAME];

		if (a == b || !a || !b || w->line == warned)
			continue;
		warned = w->line;
		warning_at(t->file, w->line, "%s has %uMb and %s %uMb; both ends of a cable need "
			"the same speed", end_name(t, w->a, na), (unsigned)a,
			end_name(t, w->b, nb), (unsigned)b);
	}
}

/* ---- reach ---- */

/* A search over all parts; node numbers come first, then crossbars, then hosts. */
typedef struct Reach {
	const Topology *t;
	uint32_t *queue; /* the parts reached, in this order; each is visited once */
	uint32_t nqueue;
	bool *seen; /* [part] the part is or was in the queue */
} Reach;

/* add_reached: queue the part of an end, which a cable reaches, unless it was queued before. */
static void
add_reached(Reach *r, EndRef e)
{
	uint32_t n = e.part;

	if (e.kind == END_NONE)
		return;
	if (e.kind != END_NODE)
		n += r->t->nnodes + (e.kind == END_HOST ? r->t->nswitches : 0);
	if (r->seen[n])
		return;
	r->seen[n] = true;
	r->queue[r->nqueue++] = n;
}

/* follow_cables: reach the parts at the other ends of part n's cables. */
static void
follow_cables(Reach *r, uint32_t n)
{
	const Topology *t = r->t;
	EndRef e = {END_NODE, n, 0};
	uint32_t nends;

	if (n >= t->nnodes + t->nswitches) {
		e = (EndRef){END_HOST, n - t->nnodes - t->nswitches, 0};
		nends = t->hosts[e.part].nlinks;
	} else if (n >= t->nnodes) {
		e = (EndRef){END_SWITCH, n - t->nnodes, 0};
		nends = t->switches[e.part].ports;
	} else {
		nends = t->nodes[n].nlinks;
	}
	for (; e.index < nends; e.index++)
		add_reached(r, topology_across(t, e));
}

/* warn_unreached: print one warning for all unreachable nodes declared on one line of the file. */
static void
warn_unreached(const Topology *t, const bool *seen)
{
	for (NodeId i = 0, next; i < t->nnodes; i = next) {
		uint32_t n = 0;
		NodeId first = i;

		for (next = i; next < t->nnodes && t->nodes[next].line == t->nodes[i].line; next++)
			if (!seen[next] && n++ == 0)
				first = next;
		if (n == 0)
			continue;
		warning_at(t->file, t->nodes[i].line, "%s%s cannot be reached from %s over cables",
			t->nodes[first].name, n > 1 ? " and others of this line" : "",
			t->nhosts ? t->hosts[0].name : t->nodes[0].name);
	}
}

/*
 * check_reach: warn of nodes that cannot be reached from a host (or from the first node if there is
 * no host).
 */
static void
check_reach(const Topology *t)
{
	uint32_t nparts = t->nnodes + t->nswitches + t->nhosts;
	Reach r = {
		.t = t,
		.queue = xcalloc(nparts, sizeof *r.queue),
		.seen = xcalloc(nparts, sizeof *r.seen),
	};

	for (uint32_t i = 0; i < t->nhosts; i++)
		add_reached(&r, (EndRef){END_HOST, i, 0});
	if (t->nhosts == 0)
		add_reached(&r, (EndRef){END_NODE, 0, 0});
	for (uint32_t i = 0; i < r.nqueue; i++)
		follow_cables(&r, r.queue[i]);
	warn_unreached(t, r.seen);
	free(r.queue);
	free(r.seen);
}

/* check_t400: check that a T400 has no more links than the chip. */
static void
check_t400(const Topology *t)
{
	for (NodeId i = 0; i < t->nnodes; i++) {
		const NodeSpec *n = &t->nodes[i];
		uint32_t wired = 0;

		for (uint32_t l = 0; l < NLINKS; l++)
			wired += n->cable[l] != NOWHERE;
		if (n->chip == CHIP_T400 && wired > 2)
			fatal_at(t->file, n->line,
				"%s: a T400 has two links, and %u are wired; a T425 "
				"has four",
				n->name, (unsigned)wired);
	}
}

void
topology_check(const Topology *t, int last_line)
{
	if (t->nnodes == 0)
		fatal_at(t->file, last_line, "%s has no nodes; add one with 'node n0'", t->name);
	check_t400(t);
	check_switches(t);
	check_hosts(t);
	check_speeds(t);
	check_reach(t);
}
