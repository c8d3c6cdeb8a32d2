/*
 * place.c - the state of a search for a configuration: which nodes are placed, which link ends are
 * free, how many unused nodes each meeting place has, and the candidates that follow from these.
 */
#include "find.h"

#include <stdlib.h>
#include <string.h>

/* ---- beginning and end ---- */

/*
 * doors_alike: true if searches from two doors (links of logical node 0 to a host) are equivalent.
 */
static bool
doors_alike(const Finder *f, const Door *a, const Door *b)
{
	uint32_t pa = finder_place_at(f, a->node, a->link),
		pb = finder_place_at(f, b->node, b->link);

	return pa == pb && pa != NOWHERE && f->m->type[a->node] == f->m->type[b->node];
}

/*
 * find_doors: list the doors to try: one of several equivalent ones; without hosts, one node of
 * each type.
 */
static void
find_doors(Finder *f)
{
	const MeetingPlaces *m = f->m;
	uint32_t n = 0, all;

	if (m->t->nhosts) {
		all = meet_doors(m, f->root, &f->doors);
	} else {
		f->doors = xcalloc(m->t->nnodes, sizeof *f->doors);
		for (all = 0; all < m->t->nnodes; all++)
			f->doors[all] = (Door){.node = all, .link = NOWHERE};
	}
	for (uint32_t i = 0; i < all; i++) {
		const Door *d = &f->doors[i];
		bool known = f->root != NOWHERE && d->node != f->root;

		if (d->link == NOWHERE)
			known |= f->stamp[m->type[d->node]]++ > 0;
		for (uint32_t k = 0; d->link != NOWHERE && k < n && !known; k++)
			known = doors_alike(f, d, &f->doors[k]);
		if (!known)
			f->doors[n++] = *d;
	}
	f->ndoors = n;
	memset(f->stamp, 0, m->ntypes * sizeof *f->stamp);
}

void
finder_init(Finder *f, const MeetingPlaces *m, const Shape *s, const Graph *g, NodeId root)
{
	uint32_t nnodes = m->t->nnodes, n = g->n;

	*f = (Finder){.m = m, .s = s, .g = g, .root = root};
	f->place = xmalloc(n * sizeof *f->place);
	memset(f->place, 0xff, n * sizeof *f->place);
	f->ends = xcalloc(g->nedges + 1, sizeof *f->ends);
	f->todo = xcalloc(n, sizeof *f->todo);
	for (uint32_t v = 0; v < n; v++)
		f->todo[v] = g->first[v + 1] - g->first[v];
	f->used = xcalloc(nnodes, sizeof *f->used);
	f->free = xcalloc(nnodes, sizeof *f->free);
	for (uint32_t i = 0; i < nnodes * NLINKS; i++)
		if (m->place[i] != NOWHERE)
			f->free[i / NLINKS] |= 1 << i % NLINKS;
	f->unused = xcalloc(m->nplaces + 1, sizeof *f->unused);
	for (uint32_t p = 0; p < m->nplaces; p++)
		f->unused[p] = m->first[p + 1] - m->first[p];
	f->wanted = xcalloc(m->nplaces + 1, sizeof *f->wanted);
	f->levels = xcalloc(n, sizeof *f->levels);
	f->stamp = xcalloc(m->ntypes, sizeof *f->stamp);
	find_doors(f);
}

void
finder_free(Finder *f)
{
	free(f->doors);
	free(f->place);
	free(f->ends);
	free(f->todo);
	free(f->used);
	free(f->free);
	free(f->unused);
	free(f->wanted);
	free(f->levels);
	free(f->pool);
	free(f->stamp);
}

/* ---- ends ---- */

/* finder_ends_at: those ends in mask that node n has at place p, as a mask. */
static uint32_t
finder_ends_at(const Finder *f, NodeId n, uint32_t p, uint32_t mask)
{
	uint32_t at = 0;

	for (; mask; mask &= mask - 1)
		if (finder_place_at(f, n, lowest_link(mask)) == p)
			at |= mask & -mask;
	return at;
}

bool
finder_is_first_at(const Finder *f, NodeId n, uint32_t link)
{
	uint32_t p = finder_place_at(f, n, link);

	for (uint32_t l = 0; l < link; l++)
		if (finder_place_at(f, n, l) == p)
			return false;
	return p != NOWHERE;
}

uint32_t
finder_ends_left(const Finder *f, uint32_t v, const Candidate *c)
{
	uint32_t mask = f->free[c->node];

	for (uint32_t i = f->g->first[v]; i < f->g->first[v + 1]; i++)
		if (f->place[edge_neighbour(f, v, i)] != NOWHERE)
			mask &= ~(1u << c->mine[i - f->g->first[v]]);
	return mask;
}

/* ---- candidates ---- */

bool
finder_is_promising(const Finder *f, NodeId n, uint32_t mask, uint32_t todo)
{
	uint32_t good = 0;

	for (; mask; mask &= mask - 1)
		good += f->unused[finder_place_at(f, n, lowest_link(mask))] > 1;
	return good >= todo;
}

/* push_candidate: append a candidate to those found. */
static void
push_candidate(Finder *f, const Candidate *c)
{
	if (f->npool == f->pool_size) {
		f->pool_size = f->pool_size ? 2 * f->pool_size : 256;
		f->pool = xrealloc(f->pool, f->pool_size * sizeof *f->pool);
	}
	f->pool[f->npool++] = *c;
}

/*
 * complete_candidate: choose link ends for the edges of logical node v, from its i-th edge on, and
 * push each possible choice as a candidate, until `most` candidates have been pushed. The ends of
 * c's node that are free are in `mask`; each chosen one must meet a free end of a placed neighbour.
 * The ends of edge `anchor` are already chosen.
 */
static void
complete_candidate(Finder *f, uint32_t v, Candidate *c, uint32_t i, uint32_t anchor, uint32_t mask,
	       uint32_t most)
{
	uint32_t k = i - f->g->first[v], tried = 0;
	NodeId q;

	if (f->npool >= most)
		return;
	if (i == f->g->first[v + 1]) {
		if (finder_is_promising(f, c->node, mask, f->todo[v]))
			push_candidate(f, c);
		return;
	}
	q = f->place[edge_neighbour(f, v, i)];
	if (q == NOWHERE || i == anchor) {
		complete_candidate(f, v, c, i + 1, anchor, mask, most);
		return;
	}
	for (uint32_t left = mask; left; left &= left - 1) {
		uint32_t mine = lowest_link(left), p = finder_place_at(f, c->node, mine), theirs;

		if (tried >> mine & 1)
			continue;
		tried |= finder_ends_at(f, c->node, p, mask);
		theirs = finder_ends_at(f, q, p, f->free[q]);
		if (!theirs)
			continue;
		c->mine[k] = mine;
		c->theirs[k] = highest_link(theirs);
		complete_candidate(f, v, c, i + 1, anchor, mask & ~(1u << mine), most);
	}
}

/*
 * push_candidates_at: push the candidates for logical node v that can be joined to the placed
 * neighbour on edge `anchor`, at that neighbour's link `theirs`.
 */
static void
push_candidates_at(Finder *f, uint32_t v, uint32_t anchor, uint32_t theirs, bool all, uint32_t most)
{
	const MeetingPlaces *m = f->m;
	NodeId q = f->place[edge_neighbour(f, v, anchor)];
	uint32_t p = finder_place_at(f, q, theirs), k = anchor - f->g->first[v];

	f->stamps++;
	for (uint32_t i = m->first[p]; i < m->first[p + 1] && f->npool < most; i++) {
		NodeId n = m->member[i];
		Candidate c = {.node = n};

		f->work++;
		if (f->used[n] || (!all && f->stamp[m->type[n]] == f->stamps))
			continue;
		f->stamp[m->type[n]] = f->stamps;
		c.mine[k] = lowest_link(finder_ends_at(f, n, p, f->free[n]));
		c.theirs[k] = theirs;
		complete_candidate(f, v, &c, f->g->first[v], anchor,
			f->free[n] & ~(1u << c.mine[k]), most);
	}
}

uint32_t
finder_push_candidates(Finder *f, uint32_t v, bool all, uint32_t most)
{
	uint32_t anchor = f->g->first[v], start = f->npool, tried = 0;
	uint32_t limit = most > UINT32_MAX - start ? UINT32_MAX : start + most;
	NodeId q;

	while (f->place[edge_neighbour(f, v, anchor)] == NOWHERE)
		anchor++;
	q = f->place[edge_neighbour(f, v, anchor)];
	for (uint32_t left = f->free[q]; left; left &= left - 1) {
		uint32_t link = highest_link(left & -left), same;

		if (tried >> link & 1)
			continue;
		same = finder_ends_at(f, q, finder_place_at(f, q, link), f->free[q]);
		tried |= same;
		push_candidates_at(f, v, anchor, highest_link(same), all, limit);
	}
	return f->npool - start;
}

/* ---- placing ---- */

/* use_node: mark a node as used, or as unused again. */
static void
use_node(Finder *f, NodeId n, bool on)
{
	f->used[n] = on;
	for (uint32_t l = 0; l < NLINKS; l++)
		if (finder_is_first_at(f, n, l))
			f->unused[finder_place_at(f, n, l)] += on ? -1 : 1;
}

uint32_t
finder_wanted_ends(const Finder *f, NodeId n, uint32_t p, uint32_t mask, uint32_t todo)
{
	uint32_t elsewhere = __builtin_popcount(mask & ~finder_ends_at(f, n, p, mask));

	return todo > elsewhere ? todo - elsewhere : 0;
}

/* count_wanted_ends: add to `wanted` (or subtract) the ends that v's node needs at its places. */
static void
count_wanted_ends(Finder *f, uint32_t v, bool on)
{
	NodeId n = f->place[v];

	for (uint32_t l = 0; l < NLINKS; l++)
		if (finder_is_first_at(f, n, l)) {
			uint32_t p = finder_place_at(f, n, l);
			uint32_t wanted = finder_wanted_ends(f, n, p, f->free[n], f->todo[v]);

			f->wanted[p] += on ? wanted : -wanted;
		}
}

bool
finder_is_tight(const Finder *f, NodeId n)
{
	uint32_t serves = f->g->nedges < f->g->n ? 1 : NLINKS;

	for (uint32_t l = 0; l < NLINKS; l++) {
		uint32_t p = finder_place_at(f, n, l);

		if (p != NOWHERE && f->wanted[p] > serves * f->unused[p])
			return true;
	}
	return false;
}

void
candidate_put(Finder *f, uint32_t v, const Candidate *c)
{
	const Graph *g = f->g;

	f->steps++;
	use_node(f, c->node, true);
	f->place[v] = c->node;
	for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
		uint32_t u = edge_neighbour(f, v, i), k = i - g->first[v], e = g->at[i];
		bool first = g->edges[e].a == v;

		if (f->place[u] == NOWHERE) {
			f->todo[u]--;
			continue;
		}
		count_wanted_ends(f, u, false);
		f->todo[u]--;
		f->free[c->node] &= ~(1u << c->mine[k]);
		f->free[f->place[u]] &= ~(1u << c->theirs[k]);
		count_wanted_ends(f, u, true);
		f->ends[e] = first ? (EdgeEnds){c->mine[k], c->theirs[k]} :
				     (EdgeEnds){c->theirs[k], c->mine[k]};
	}
	count_wanted_ends(f, v, true);
}

void
candidate_remove(Finder *f, uint32_t v)
{
	const Graph *g = f->g;
	NodeId n = f->place[v];

	count_wanted_ends(f, v, false);
	for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
		uint32_t u = edge_neighbour(f, v, i), e = g->at[i];
		bool first = g->edges[e].a == v;

		if (f->place[u] == NOWHERE) {
			f->todo[u]++;
			continue;
		}
		count_wanted_ends(f, u, false);
		f->todo[u]++;
		f->free[n] |= 1u << (first ? f->ends[e].a : f->ends[e].b);
		f->free[f->place[u]] |= 1u << (first ? f->ends[e].b : f->ends[e].a);
		count_wanted_ends(f, u, true);
	}
	f->place[v] = NOWHERE;
	use_node(f, n, false);
}
