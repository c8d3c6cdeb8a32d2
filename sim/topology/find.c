/*
 * find.c - the search for a configuration.
 *
 * The search assigns ("places") logical nodes to nodes of the machine one after the other. Each
 * logical node is adjacent to one that was placed before; placing it also chooses the link ends of
 * its joins to placed neighbours. The next logical node is the one for which no candidate fitted
 * last time or, if there is no such node, the one with the fewest candidates. A candidate is an
 * unused node that meets all placed neighbours at free link ends, and keeps enough ends for its
 * other neighbours at places with unused nodes. If several unused nodes have the same type, only
 * one of them is tried. If a search has tried everything without success, there is no such
 * configuration.
 *
 * Candidates are tried in an order of preference, which becomes more random with each run; the
 * limit of steps doubles from run to run. The random numbers depend only on the run and a counter,
 * and effort is counted in steps, so the same question always gets the same answer.
 */
#include "find.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_RUNS = 24,         /* runs with different preferences, at most */
	FIRST_STEPS = 4,       /* step limit of the first run, per logical node */
	MAX_SCAN = 1000,       /* candidates counted when choosing the next logical node */
};

/* The limit for all runs together, in examined candidates; some seconds. */
#define MAX_WORK 150000000ull

/* How a search has ended. */
typedef enum SearchOutcome {
	FOUND,   /* a configuration was found */
	NONE,    /* everything was tried: there is no such configuration */
	STOPPED, /* the limit of steps was reached */
} SearchOutcome;

/* random_bits: random bits for tie-breaking: splitmix64 of the run and a counter. */
static uint32_t
random_bits(Finder *f)
{
	uint64_t z = ((uint64_t)f->run << 40) + ++f->draws * 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return (z ^ z >> 31) >> 32;
}

/* ---- preference ---- */

/*
 * count_straight_joins: the number of straight joins among the joins that candidate c gives to
 * logical node v. A join with a placed neighbour is straight if the neighbour has another join of
 * the same dimension of the grid at the same meeting place, so that the line of the grid continues
 * there.
 */
static uint32_t
count_straight_joins(const Finder *f, uint32_t v, const Candidate *c)
{
	const Graph *g = f->g;
	uint32_t n = 0;

	for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
		uint32_t u = edge_neighbour(f, v, i), p;

		if (f->place[u] == NOWHERE)
			continue;
		p = finder_place_at(f, c->node, c->mine[i - g->first[v]]);
		for (uint32_t j = g->first[u]; j < g->first[u + 1]; j++) {
			const Edge *e = &g->edges[g->at[j]];
			uint32_t w = edge_neighbour(f, u, j);

			if (w == v || f->place[w] == NOWHERE || e->dim != g->edges[g->at[i]].dim)
				continue;
			n += finder_place_at(f, f->place[u], e->a == u ? f->ends[g->at[j]].a :
				      f->ends[g->at[j]].b) == p;
		}
	}
	return n;
}

/* count_crossbar_joins: the number of joins of c that pass a crossbar; cables are faster. */
static uint32_t
count_crossbar_joins(const Finder *f, uint32_t v, const Candidate *c)
{
	uint32_t n = 0;

	for (uint32_t i = f->g->first[v]; i < f->g->first[v + 1]; i++)
		if (f->place[edge_neighbour(f, v, i)] != NOWHERE)
			n += finder_place_at(f, c->node, c->mine[i - f->g->first[v]])
				< f->m->ncrossbars;
	return n;
}

/*
 * count_reachable_nodes: the number of unused nodes that can be joined to the link ends that c
 * leaves free.
 */
static uint32_t
count_reachable_nodes(const Finder *f, uint32_t v, const Candidate *c)
{
	uint32_t n = 0;

	for (uint32_t mask = finder_ends_left(f, v, c); mask; mask &= mask - 1)
		n += f->unused[finder_place_at(f, c->node, lowest_link(mask))] - 1;
	return n;
}

/*
 * least_surplus: over the meeting places of c's node, the least difference between the number of
 * unused nodes and the number of ends wanted there.
 */
static uint32_t
least_surplus(const Finder *f, uint32_t v, const Candidate *c)
{
	uint32_t mask = finder_ends_left(f, v, c), least = NOWHERE;

	for (uint32_t l = 0; l < NLINKS; l++) {
		uint32_t p, wanted, left;

		if (!finder_is_first_at(f, c->node, l))
			continue;
		p = finder_place_at(f, c->node, l);
		wanted = f->wanted[p] + finder_wanted_ends(f, c->node, p, mask, f->todo[v]);
		left = wanted < f->unused[p] ? f->unused[p] - wanted : 0;
		least = left < least ? left : least;
	}
	return least;
}

/*
 * rank_candidate: the rank of a candidate node for logical node v; candidates of lower ranks are
 * tried first.
 */
static uint32_t
rank_candidate(Finder *f, uint32_t v, const Candidate *c)
{
	enum { MOST = 4 * MAX_PORTS };
	bool tree = f->g->nedges < f->g->n && f->s->kind != SHAPE_CHAIN;
	uint32_t r, chance = f->run ? random_bits(f) % (4u << f->run % 8) : 0;

	if (tree == !(f->run % 2)) {
		r = least_surplus(f, v, c);
		r = MOST - (r < MOST ? r : MOST);
	} else {
		r = count_reachable_nodes(f, v, c);
	}
	if (f->run % 4 != 3)
		r += count_crossbar_joins(f, v, c) << 10;
	if (shape_has_lines(f->s) && f->run % 4 != 3)
		r += (NLINKS - count_straight_joins(f, v, c)) << 14;
	return r + chance;
}

static int
compare_candidates(const void *pa, const void *pb)
{
	const Candidate *a = pa, *b = pb;

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return memcmp(a->mine, b->mine, sizeof a->mine);
}

/* is_next_to_placed: true if v is not yet placed and has a placed neighbour. */
static bool
is_next_to_placed(const Finder *f, uint32_t v)
{
	return f->place[v] == NOWHERE && f->todo[v] < f->g->first[v + 1] - f->g->first[v];
}

/*
 * choose_logical_node: the logical node to place next. If no candidate fitted some logical node
 * last time, it is that node; so this node is placed earlier and earlier, until a candidate fits.
 * Otherwise it is the node with the fewest candidates (at most MAX_SCAN are counted) among the
 * neighbours of placed nodes.
 */
static uint32_t
choose_logical_node(Finder *f)
{
	const Graph *g = f->g;
	uint32_t best = NOWHERE, least = NOWHERE;
	uint64_t enough = f->work + MAX_SCAN;

	if (f->last != NOWHERE && is_next_to_placed(f, f->last))
		return f->last;
	for (uint32_t v = 0; v < g->n && least > 1 && f->work < enough; v++) {
		uint32_t n, start = f->npool;

		if (!is_next_to_placed(f, v))
			continue;
		n = finder_push_candidates(f, v, true, least);
		f->npool = start;
		if (n < least) {
			least = n;
			best = v;
		}
	}
	return best;
}

/* push_level: begin to place logical node v: list its candidates in the order of their ranks. */
static void
push_level(Finder *f, uint32_t v)
{
	Level *l = &f->levels[f->nlevels++];

	l->v = v;
	l->first = l->next = f->npool;
	finder_push_candidates(f, v, false, NOWHERE);
	l->end = f->npool;
	l->stuck = true;
	for (uint32_t i = l->first; i < l->end; i++)
		f->pool[i].rank = rank_candidate(f, v, &f->pool[i]);
	if (l->end > l->first)
		qsort(f->pool + l->first, l->end - l->first, sizeof *f->pool, compare_candidates);
}

/*
 * place_below_root: place all logical nodes except node 0, which is already placed. Returns STOPPED
 * if `steps` placements were not enough.
 */
static SearchOutcome
place_below_root(Finder *f, uint64_t steps)
{
	uint64_t last = f->steps + steps;

	f->npool = f->nlevels = 0;
	f->last = NOWHERE;
	if (f->g->n == 1)
		return FOUND;
	push_level(f, choose_logical_node(f));
	while (f->nlevels) {
		Level *l = &f->levels[f->nlevels - 1];

		if (f->place[l->v] != NOWHERE)
			candidate_remove(f, l->v);
		if (l->next == l->end) {
			if (l->stuck)
				f->last = l->v;
			f->npool = l->first;
			f->nlevels--;
			continue;
		}
		if (f->steps == last || f->work > MAX_WORK)
			break;
		candidate_put(f, l->v, &f->pool[l->next++]);
		if (finder_is_tight(f, f->place[l->v]))
			continue;
		l->stuck = false;
		if (f->nlevels + 1 == f->g->n)
			return FOUND;
		push_level(f, choose_logical_node(f));
	}
	if (f->nlevels == 0)
		return NONE;
	while (f->nlevels--)
		if (f->place[f->levels[f->nlevels].v] != NOWHERE)
			candidate_remove(f, f->levels[f->nlevels].v);
	f->nlevels = 0;
	return STOPPED;
}

/* ---- logical node 0 ---- */

/*
 * try_root: search with logical node 0 on node n, whose link `door` leads to the host (NOWHERE: no
 * host); returns how the search ended.
 */
static SearchOutcome
try_root(Finder *f, NodeId n, uint32_t door, uint64_t steps)
{
	uint8_t before = f->free[n];
	SearchOutcome o;

	if (door != NOWHERE)
		f->free[n] &= ~(1u << door);
	if (!finder_is_promising(f, n, f->free[n], f->todo[0])) {
		f->free[n] = before;
		return NONE;
	}
	candidate_put(f, 0, &(Candidate){.node = n});
	o = place_below_root(f, steps);
	if (o == FOUND)
		return FOUND;
	candidate_remove(f, 0);
	f->free[n] = before;
	return o;
}

/*
 * run_search: try each possible place of logical node 0, for at most `steps` placements; every
 * second run begins with a place other than the first.
 */
static SearchOutcome
run_search(Finder *f, uint64_t steps)
{
	uint32_t start = f->run % 2 ? f->run / 2 % f->ndoors : 0;
	SearchOutcome all = NONE;

	f->draws = 0;
	for (uint32_t i = 0; i < f->ndoors; i++) {
		const Door *d = &f->doors[(start + i) % f->ndoors];
		SearchOutcome o = try_root(f, d->node, d->link, steps);

		if (o == FOUND) {
			f->host = d->host;
			f->door = d->link;
			return FOUND;
		}
		if (o == STOPPED)
			all = STOPPED;
	}
	return all;
}

/* ---- the whole search ---- */

/* add_join: append a join of two ends to the configuration. */
static void
add_join(Config *c, EndRef a, EndRef b)
{
	c->joins = list_more(c->joins, c->njoins, sizeof *c->joins);
	c->joins[c->njoins++] = (Join){a, b, c->line};
}

/* set_result: set the configuration's places and joins to those found. */
static void
set_result(const Finder *f, Config *c)
{
	const Graph *g = f->g;

	c->nplaces = g->n;
	c->place = xmalloc(g->n * sizeof *c->place);
	memcpy(c->place, f->place, g->n * sizeof *c->place);
	if (f->door != NOWHERE)
		add_join(c, f->host, (EndRef){END_NODE, f->place[0], f->door});
	for (uint32_t i = 0; i < g->nedges; i++)
		add_join(c, (EndRef){END_NODE, f->place[g->edges[i].a], f->ends[i].a},
			 (EndRef){END_NODE, f->place[g->edges[i].b], f->ends[i].b});
}

/*
 * search_configuration: run searches until one finds a configuration; false with the reason in
 * `why`.
 */
static bool
search_configuration(Finder *f, Buf *why)
{
	uint64_t steps = (uint64_t)FIRST_STEPS * f->g->n;
	SearchOutcome o = STOPPED;

	for (f->run = 0; o == STOPPED && f->run < MAX_RUNS && f->work < MAX_WORK; f->run++) {
		o = run_search(f, steps);
		steps *= 2;
	}
	if (o == NONE)
		buf_printf(why, "no such configuration exists: all placements were tried (%llu "
			"steps)",
			   (unsigned long long)f->steps);
	if (o == STOPPED)
		buf_printf(why, "no configuration was found in %llu steps; one may still exist",
			   (unsigned long long)f->steps);
	return o == FOUND;
}

bool
config_find(const Topology *t, const Shape *s, NodeId root, Config *c, Buf *why)
{
	MeetingPlaces m = meet_new(t);
	Graph g = {0};
	Finder f;
	bool found = false;

	if (s->n <= t->nnodes)
		g = shape_graph(s);
	if (!shape_is_impossible(&m, s, &g, root, why)) {
		finder_init(&f, &m, s, &g, root);
		found = search_configuration(&f, why);
		if (found)
			set_result(&f, c);
		finder_free(&f);
	}
	shape_graph_free(&g);
	meet_free(&m);
	assert(!found || config_verify(t, s, c) == NULL);
	return found;
}
