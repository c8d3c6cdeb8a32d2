/*
 * make.c - the links of a topology: ends with their speeds, cables, crossbars without circuits.
 */
#include "link_pair.h"

#include <stdlib.h>
#include <string.h>

EndId
links_find_end(const Links *l, EndRef ref)
{
	uint32_t id = l->first_host_end;

	switch (ref.kind) {
	case END_NODE:
		return ref.part * NLINKS + ref.index;
	case END_HOST:
		for (uint32_t i = 0; i < ref.part; i++)
			id += l->topology->hosts[i].nlinks;
		return id + ref.index;
	case END_CONTROL:
		for (uint32_t i = 0; i < l->topology->ncontrols; i++) {
			EndRef end = l->topology->controls[i].end;

			if (end.part == ref.part && end.index == ref.index)
				return l->first_control_end + 2 * i;
		}
		return NOWHERE_END;
	default:
		return NOWHERE_END;
	}
}

/*
 * make_end: set an end's speed and its chip's acknowledge timing, in bit periods. A T414 or T212
 * acknowledges after the whole byte, and takes 25 bit periods a byte in all (links.md, sections 2
 * to 4).
 */
static void
make_end(Links *l, EndId id, EndRef ref, uint32_t mbits, Chip chip)
{
	End *e = &l->ends[id];

	end_init(e, ref);
	if (mbits == 0)
		mbits = 20;
	e->bit = 1000000 / mbits;
	e->word_bytes = chip_word_bytes(chip);
	if (chip == CHIP_T414 || chip == CHIP_T212) {
		e->decide_delay = 15 * e->bit;
		e->turn = 8 * e->bit;
	} else {
		e->decide_delay = 11 * e->bit / 2;
		e->turn = e->bit * (mbits == 20 ? 4 : mbits == 10 ? 3 : 2);
	}
}

/*
 * far_mbits: the link speed of the node to which a host's end is cabled, directly or through
 * crossbars.
 */
static uint32_t
far_mbits(const Topology *t, EndRef ref)
{
	EndRef far = topology_across(t, ref);

	if (far.kind == END_NODE)
		return t->nodes[far.part].mbits[far.index];
	for (uint32_t p = 0; far.kind == END_SWITCH && p < t->switches[far.part].ports; p++) {
		EndRef other = topology_across(t, (EndRef){END_SWITCH, far.part, p});

		if (other.kind == END_NODE)
			return t->nodes[other.part].mbits[other.index];
	}
	return 0;
}

/*
 * make_control: make the two ends of a control link. If a node controls the chain, its own end
 * replaces the first; a circuit leads from it to the second (circuits_trace).
 */
static void
make_control(Links *links, EndId id, uint32_t control)
{
	EndRef by = links->topology->controls[control].end;
	bool host = by.kind == END_CONTROL;

	make_end(links, id, host ? by : (EndRef){END_NONE}, 20, CHIP_T800);
	make_end(links, id + 1, (EndRef){END_SWITCH, control, 0},
		host ? 20 : links->topology->nodes[by.part].mbits[by.index], CHIP_T800);
	if (host)
		end_join(links, id, id + 1, 0, 0);
	end_serve(&links->ends[id + 1], RECEIVE_STREAM);
}

/* make_ends: make the ends of nodes, hosts and control links, in the order of their numbers. */
static void
make_ends(Links *links)
{
	const Topology *t = links->topology;
	EndId id = 0;

	for (NodeId n = 0; n < t->nnodes; n++)
		for (uint32_t l = 0; l < NLINKS; l++)
			make_end(links, id++, (EndRef){END_NODE, n, l}, t->nodes[n].mbits[l],
				t->nodes[n].chip);
	for (uint32_t h = 0; h < t->nhosts; h++) {
		for (uint32_t l = 0; l < t->hosts[h].nlinks; l++) {
			EndRef ref = {END_HOST, h, l};
			uint32_t mbits = t->hosts[h].mbits ? t->hosts[h].mbits : far_mbits(t, ref);

			make_end(links, id++, ref, mbits, CHIP_T800);
		}
	}
	for (uint32_t i = 0; i < t->ncontrols; i++) {
		make_control(links, id, i);
		id += 2;
	}
}

/* count_host_ends: the number of data links of all hosts. */
static uint32_t
count_host_ends(const Topology *t)
{
	uint32_t n = 0;

	for (uint32_t h = 0; h < t->nhosts; h++)
		n += t->hosts[h].nlinks;
	return n;
}

/* make_outlook: outlooks without bounds, because nothing is known about the ends yet. */
static Outlook *
make_outlook(uint32_t nends)
{
	Outlook *all = xaligned(nends * sizeof *all);

	_Static_assert(NLINKS * sizeof *all == CACHE_LINE, "a node's ends share a line");
	for (uint32_t i = 0; i < nends; i++)
		all[i] = (Outlook){.busy = true};
	return all;
}

void
links_init(Links *l, const Topology *t)
{
	l->topology = t;
	l->first_host_end = t->nnodes * NLINKS;
	l->first_control_end = l->first_host_end + count_host_ends(t);
	l->nends = l->first_control_end + 2 * t->ncontrols;
	l->ends = xcalloc(l->nends, sizeof *l->ends);
	l->outlook = make_outlook(l->nends);
	l->crossbars = xmalloc(t->nswitches * sizeof *l->crossbars);
	memset(l->crossbars, NO_INPUT, t->nswitches * sizeof *l->crossbars);
	l->ports = xcalloc((size_t)t->nswitches * MAX_PORTS, sizeof *l->ports);
	make_ends(l);
}

void
links_free(Links *l)
{
	for (EndId e = 0; e < l->nends; e++) {
		for (uint32_t i = 0; i < l->ends[e].norders; i++)
			free(l->ends[e].orders[i].data);
		free(l->ends[e].orders);
		free(l->ends[e].out);
		free(l->ends[e].ahead);
		buf_free(&l->ends[e].in);
	}
	free(l->ends);
	free(l->outlook);
	free(l->crossbars);
	free(l->ports);
}
