/*
 * list.c - listings of a machine: counts, crossbar settings, routes, the worm's view, DOT.
 */
#include "reading.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* Distances of all pairs are computed in networks of at most this many nodes. */
enum { MAX_PAIRS = 8192 };

/* ---- counts ---- */

uint32_t
config_circuits(const Topology *t, const Config *c)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->njoins; i++)
		n += topology_across(t, c->joins[i].a).kind == END_SWITCH;
	return n;
}

void
topo_list_counts(const Topology *t, const Config *only, Buf *out)
{
	uint32_t ports = 0, used = 0, links = 0, controls = 0;

	for (uint32_t i = 0; i < t->nswitches; i++) {
		ports += t->switches[i].ports;
		for (uint32_t p = 0; p < t->switches[i].ports; p++)
			used += t->switches[i].cable[p] != NOWHERE;
	}
	for (uint32_t i = 0; i < t->nhosts; i++) {
		links += t->hosts[i].nlinks;
		controls += t->hosts[i].ncontrol;
	}
	buf_printf(out, "nodes %u\nswitches %u\nswitch-ports %u\nused-ports %u\n",
		   (unsigned)t->nnodes, (unsigned)t->nswitches, (unsigned)ports, (unsigned)used);
	buf_printf(out, "host-links %u\ncontrol-links %u\n", (unsigned)links, (unsigned)controls);
	for (uint32_t i = 0; i < t->nconfigs; i++) {
		const Config *c = &t->configs[i];
		Walk w;

		if (only && only != c)
			continue;
		w = topo_walk_new(t, c);
		buf_printf(out, "config %s nodes %u circuits %u depth %u\n", c->name,
			   (unsigned)c->nplaces, (unsigned)config_circuits(t, c),
			   (unsigned)topo_walk_depth(&w));
		topo_walk_free(&w);
	}
}

/* ---- crossbar settings ---- */

void
topo_list_circuits(const Topology *t, const Config *c, Buf *out)
{
	uint32_t *other = xmalloc((size_t)(t->nswitches + 1) * MAX_PORTS * sizeof *other);
	char name[END_NAME];

	memset(other, 0xff, (size_t)(t->nswitches + 1) * MAX_PORTS * sizeof *other);
	for (uint32_t i = 0; c && i < c->ncircuits; i++) {
		const Circuit *k = &c->circuits[i];

		other[k->sw * MAX_PORTS + k->a] = k->b;
		other[k->sw * MAX_PORTS + k->b] = k->a;
	}
	for (uint32_t i = 0; i < t->nswitches; i++) {
		const SwitchSpec *s = &t->switches[i];

		buf_printf(out, "%s %s %u:", s->name,
			   end_name(t, t->controls[s->control].end, name), (unsigned)s->place);
		for (uint32_t p = 0; p < s->ports; p++) {
			uint32_t q = other[i * MAX_PORTS + p];

			if (q != NOWHERE && q >= p)
				buf_printf(out, " %u-%u", (unsigned)p, (unsigned)q);
		}
		buf_byte(out, '\n');
	}
	free(other);
}

/* ---- routes ---- */

/* list_pairs: print the diameter and the mean distance over all pairs of nodes. */
static void
list_pairs(Walk *w, uint32_t nnodes, Buf *out)
{
	uint64_t sum = 0, pairs = 0;
	uint32_t diameter = 0;

	if (nnodes > MAX_PAIRS) {
		buf_printf(out, "diameter - (more than %d nodes)\n", MAX_PAIRS);
		return;
	}
	for (NodeId i = 0; i < w->t->nnodes; i++) {
		if (w->logical[i] == NOWHERE)
			continue;
		topo_walk_from(w, i);
		for (uint32_t k = 1; k < w->nreached; k++)
			sum += w->depth[w->order[k]];
		pairs += w->nreached - 1;
		if (w->depth[w->order[w->nreached - 1]] > diameter)
			diameter = w->depth[w->order[w->nreached - 1]];
	}
	buf_printf(out, "diameter %u\nmean-distance %.3f\n", (unsigned)diameter,
		   pairs ? (double)sum / pairs : 0.0);
}

void
topo_list_routes(const Topology *t, const Config *c, Buf *out)
{
	Walk w = topo_walk_new(t, c);
	uint32_t nnodes = c ? c->nplaces : t->nnodes, depth;
	char near[END_NAME], far[END_NAME];

	buf_printf(out, "network %s nodes %u root %s\n", c ? c->name : t->name, (unsigned)nnodes,
		   t->nodes[w.root].name);
	list_pairs(&w, nnodes, out);
	depth = topo_walk_depth(&w);
	buf_printf(out, "depth %u\nunreached %u\n", (unsigned)depth,
		(unsigned)(nnodes - w.nreached));
	for (uint32_t i = 0; i < w.nreached; i++) {
		NodeId n = w.order[i];

		buf_printf(out, "node %u %s depth %u", (unsigned)w.logical[n], t->nodes[n].name,
			   (unsigned)w.depth[n]);
		if (w.from[n].kind == END_NODE)
			buf_printf(out, " from %s to %s", end_name(t, w.from[n], near),
				   end_name(t, w.peers[end_number(t, w.from[n])], far));
		buf_byte(out, '\n');
	}
	topo_walk_free(&w);
}

/* ---- the worm's view ---- */

/* print_worm_link: print where a node's link leads: to HOST, to number:link, or nowhere. */
static void
print_worm_link(const Walk *w, const uint32_t *number, EndRef far, Buf *out)
{
	char text[24] = "...";

	if (far.kind == END_HOST)
		snprintf(text, sizeof text, "HOST");
	else if (far.kind == END_NODE && w->depth[far.part] != NOWHERE)
		snprintf(text, sizeof text, "%u:%u", (unsigned)number[far.part],
			(unsigned)far.index);
	buf_printf(out, " %7s", text);
}

/* boot_link: the link over which a boot worm enters node n; NOWHERE if there is none. */
static uint32_t
boot_link(const Walk *w, NodeId n)
{
	if (w->from[n].kind == END_NODE)
		return w->peers[end_number(w->t, w->from[n])].index;
	for (uint32_t l = 0; l < NLINKS; l++)
		if (w->peers[n * NLINKS + l].kind == END_HOST)
			return l;
	return NOWHERE;
}

void
topo_list_worm(const Topology *t, const Config *c, Buf *out)
{
	Walk w = topo_walk_new(t, c);
	uint32_t *number = xcalloc(t->nnodes, sizeof *number);

	topo_walk_from(&w, w.root);
	for (uint32_t i = 0; i < w.nreached; i++)
		number[w.order[i]] = i;
	buf_printf(out, "    # Part      Mb Bt [   Link0   Link1   Link2   Link3 ]\n");
	for (uint32_t i = 0; i < w.nreached; i++) {
		NodeId n = w.order[i];
		const NodeSpec *s = &t->nodes[n];
		uint32_t boot = boot_link(&w, n);

		buf_printf(out, "%5u %s-%-4.3g %3u ", (unsigned)i, chip_name(s->chip),
			s->khz / 1000.0, (unsigned)s->mbits[boot == NOWHERE ? 0 : boot]);
		if (boot == NOWHERE)
			buf_printf(out, " - [");
		else
			buf_printf(out, "%2u [", (unsigned)boot);
		for (uint32_t l = 0; l < NLINKS; l++)
			print_worm_link(&w, number, w.peers[n * NLINKS + l], out);
		buf_printf(out, " ] %s\n", s->name);
	}
	free(number);
	topo_walk_free(&w);
}

/* ---- DOT ---- */

/* print_dot_cable: print an edge of the graph, with the numbers of both ends. */
static void
print_dot_cable(const Topology *t, EndRef a, EndRef b, Buf *out)
{
	buf_printf(out, "  \"%s\" -- \"%s\" [taillabel=\"%u\", headlabel=\"%u\"];\n",
		   topo_part_name(t, a), topo_part_name(t, b), (unsigned)a.index,
		   (unsigned)b.index);
}

void
topo_list_dot(const Topology *t, const Config *c, Buf *out)
{
	Walk w = topo_walk_new(t, c);

	buf_printf(out, "graph \"%s\" {\n", c ? c->name : t->name);
	for (uint32_t i = 0; i < t->nhosts; i++)
		buf_printf(out, "  \"%s\" [shape=house];\n", t->hosts[i].name);
	for (uint32_t i = 0; !c && i < t->nswitches; i++)
		buf_printf(out, "  \"%s\" [shape=box];\n", t->switches[i].name);
	for (NodeId i = 0; i < t->nnodes; i++)
		if (w.logical[i] != NOWHERE)
			buf_printf(out, "  \"%s\" [label=\"%u\\n%s\"];\n", t->nodes[i].name,
				   (unsigned)w.logical[i], t->nodes[i].name);
	for (uint32_t i = 0; i < t->nwires; i++) {
		EndRef a = t->wires[i].a, b = t->wires[i].b;
		bool inside = (a.kind != END_NODE || w.logical[a.part] != NOWHERE) &&
			      (b.kind != END_NODE || w.logical[b.part] != NOWHERE);

		if (!c || (inside && a.kind != END_SWITCH && b.kind != END_SWITCH))
			print_dot_cable(t, a, b, out);
	}
	for (uint32_t i = 0; c && i < c->njoins; i++)
		if (topology_across(t, c->joins[i].a).kind == END_SWITCH)
			print_dot_cable(t, c->joins[i].a, c->joins[i].b, out);
	buf_printf(out, "}\n");
	topo_walk_free(&w);
}
