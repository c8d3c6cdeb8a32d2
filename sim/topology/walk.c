/* walk.c - breadth-first search over the network formed by the cables and a configuration. */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

Walk
topo_walk_new(const Topology *t, const Config *c)
{
	Walk w = {
		.t = t,
		.c = c,
		.peers = topology_peers(t, c),
		.logical = xmalloc(t->nnodes * sizeof *w.logical),
		.root = c ? c->place[0] : 0,
		.depth = xcalloc(t->nnodes, sizeof *w.depth),
		.from = xcalloc(t->nnodes, sizeof *w.from),
		.order = xcalloc(t->nnodes, sizeof *w.order),
	};

	for (NodeId i = 0; i < t->nnodes; i++)
		w.logical[i] = c ? NOWHERE : i;
	for (uint32_t i = 0; c && i < c->nplaces; i++)
		w.logical[c->place[i]] = i;
	return w;
}

void
topo_walk_free(Walk *w)
{
	free(w->peers);
	free(w->logical);
	free(w->depth);
	free(w->from);
	free(w->order);
}

void
topo_walk_from(Walk *w, NodeId start)
{
	memset(w->depth, 0xff, w->t->nnodes * sizeof *w->depth);
	w->depth[start] = 0;
	w->from[start] = (EndRef){0};
	w->order[0] = start;
	w->nreached = 1;
	for (uint32_t i = 0; i < w->nreached; i++) {
		NodeId n = w->order[i];

		for (uint32_t l = 0; l < NLINKS; l++) {
			EndRef far = w->peers[n * NLINKS + l];

			if (far.kind != END_NODE || w->logical[far.part] == NOWHERE ||
			    w->depth[far.part] != NOWHERE)
				continue;
			w->depth[far.part] = w->depth[n] + 1;
			w->from[far.part] = (EndRef){END_NODE, n, l};
			w->order[w->nreached++] = far.part;
		}
	}
}

uint32_t
topo_walk_depth(Walk *w)
{
	topo_walk_from(w, w->root);
	return w->depth[w->order[w->nreached - 1]];
}
