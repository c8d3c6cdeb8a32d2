/*
 * make.c - a network from its topology: nodes with their clocks, ends with their speeds,
 * cables; resetting and releasing it.
 */
#include "network.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

EndId
network_end(const Network *w, EndRef ref)
{
	uint32_t id = w->first_host_end;

	switch (ref.kind) {
	case END_NODE:
		return ref.part * NLINKS + ref.index;
	case END_HOST:
		for (uint32_t i = 0; i < ref.part; i++)
			id += w->topology->hosts[i].nlinks;
		return id + ref.index;
	case END_CONTROL:
		for (uint32_t i = 0; i < w->topology->ncontrols; i++) {
			EndRef end = w->topology->controls[i].end;

			if (end.part == ref.part && end.index == ref.index)
				return w->first_control_end + 2 * i;
		}
		return NOWHERE_END;
	default:
		return NOWHERE_END;
	}
}

uint64_t
network_random(const Network *w, uint32_t who, uint32_t purpose)
{
	uint64_t key[2] = {w->seed, (uint64_t)purpose << 32 | who};

	return XXH3_64bits(key, sizeof key);
}

static void
make_node(Network *w, NodeId n)
{
	const NodeSpec *spec = &w->topology->nodes[n];
	double ps = 1e9 / spec->khz * 1e6 / (1e6 + spec->drift);

	w->nodes[n] = t800_new(spec);
	w->period[n] = (uint64_t)(ps * (1 << 20) + 0.5);
	if (w->seed != 0)
		w->phase[n] = network_random(w, n, PURPOSE_PHASE) % (w->period[n] >> 20);
}

/*
 * make_end: an end's speed and the chip's ways with acknowledges, in bit periods. A T414 waits for the
 * whole byte, and takes 25 a byte in all (links.md, sections 2 to 4).
 */
static void
make_end(Network *w, EndId id, EndRef ref, uint32_t mbits, Chip chip)
{
	End *e = &w->ends[id];

	end_init(e, ref);
	if (mbits == 0)
		mbits = 20;
	e->bit = 1000000 / mbits;
	if (chip == CHIP_T414) {
		e->see = 15 * e->bit;
		e->turn = 8 * e->bit;
	} else {
		e->see = 11 * e->bit / 2;
		e->turn = e->bit * (mbits == 20 ? 4 : mbits == 10 ? 3 : 2);
	}
}

/* far_mbits: the speed of the node that the cable at a host's end leads to, through crossbars. */
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

static void
make_ends(Network *w)
{
	const Topology *t = w->topology;
	EndId id = 0;

	for (NodeId n = 0; n < t->nnodes; n++)
		for (uint32_t l = 0; l < NLINKS; l++)
			make_end(w, id++, (EndRef){END_NODE, n, l}, t->nodes[n].mbits[l],
				t->nodes[n].chip);
	for (uint32_t h = 0; h < t->nhosts; h++) {
		for (uint32_t l = 0; l < t->hosts[h].nlinks; l++) {
			EndRef ref = {END_HOST, h, l};
			uint32_t mbits = t->hosts[h].mbits ? t->hosts[h].mbits : far_mbits(t, ref);

			make_end(w, id++, ref, mbits, CHIP_T800);
		}
	}
	for (uint32_t i = 0; i < t->ncontrols; i++) {
		make_end(w, id++, t->controls[i].end, 20, CHIP_T800);
		make_end(w, id++, (EndRef){END_SWITCH, i, 0}, 20, CHIP_T800);
		end_join(w, id - 2, id - 1, 0, 0);
		end_serve(&w->ends[id - 1], RECEIVE_STREAM);
	}
}

static uint32_t
count_host_ends(const Topology *t)
{
	uint32_t n = 0;

	for (uint32_t h = 0; h < t->nhosts; h++)
		n += t->hosts[h].nlinks;
	return n;
}

/* boot_ends: a reset node's links wait for boot bytes. */
static void
boot_ends(Network *w, NodeId n)
{
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++)
		end_serve(&w->ends[e], RECEIVE_BOOT);
}

Network *
network_new(const Topology *t)
{
	Network *w = xcalloc(1, sizeof *w);

	w->topology = t;
	w->seed = t->seed;
	w->nnodes = t->nnodes;
	w->first_host_end = t->nnodes * NLINKS;
	w->first_control_end = w->first_host_end + count_host_ends(t);
	w->nends = w->first_control_end + 2 * t->ncontrols;
	w->nodes = xcalloc(w->nnodes, sizeof *w->nodes);
	w->period = xcalloc(w->nnodes, sizeof *w->period);
	w->phase = xcalloc(w->nnodes, sizeof *w->phase);
	w->from = xcalloc(w->nnodes, sizeof *w->from);
	w->at = xcalloc(w->nnodes, sizeof *w->at);
	w->active = xcalloc(w->nnodes, sizeof *w->active);
	w->is_active = xcalloc(w->nnodes, sizeof *w->is_active);
	w->ends = xcalloc(w->nends, sizeof *w->ends);
	w->crossbars = xcalloc(t->nswitches, sizeof *w->crossbars);
	w->ports = xcalloc((size_t)t->nswitches * MAX_PORTS, sizeof *w->ports);
	w->selectors = xcalloc(t->ncontrols, sizeof *w->selectors);
	agenda_init(&w->agenda, w->nnodes + w->nends + t->ncontrols);
	for (uint32_t i = 0; i < t->nswitches; i++)
		crossbar_init(&w->crossbars[i]);
	for (uint32_t i = 0; i < t->ncontrols; i++)
		w->selectors[i] = (Selector){.selected = -1, .change = NEVER};
	make_ends(w);
	for (NodeId n = 0; n < w->nnodes; n++) {
		make_node(w, n);
		boot_ends(w, n);
	}
	circuits_update(w, 0);
	return w;
}

void
network_reset(Network *w, bool analyse)
{
	for (EndId e = 0; e < w->first_control_end; e++)
		end_reset(&w->ends[e]);
	for (NodeId n = 0; n < w->nnodes; n++) {
		t800_halt(w->nodes[n]);
		t800_reset(w->nodes[n], analyse);
		boot_ends(w, n);
	}
	network_resume(w);
}

void
network_free(Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		t800_free(w->nodes[n]);
	for (EndId e = 0; e < w->nends; e++) {
		for (uint32_t i = 0; i < w->ends[e].norders; i++)
			free(w->ends[e].orders[i].data);
		free(w->ends[e].orders);
		free(w->ends[e].out);
		buf_free(&w->ends[e].in);
	}
	for (uint32_t i = 0; i < w->topology->ncontrols; i++)
		buf_free(&w->selectors[i].replies);
	agenda_free(&w->agenda);
	free(w->nodes);
	free(w->period);
	free(w->phase);
	free(w->from);
	faults_free(&w->faults);
	free(w->at);
	free(w->active);
	free(w->is_active);
	free(w->ends);
	free(w->crossbars);
	free(w->ports);
	free(w->selectors);
	free(w);
}
