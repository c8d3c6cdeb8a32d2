/*
 * made.h - generated distributed control flow graphs, and direct computations from the definitions,
 * for the tests of trellis simul.
 */
#ifndef MADE_H
#define MADE_H

#include "detrek/simul/simul.h"

#include <string.h>

enum { MODEL_NODES = 48 };

static inline uint32_t
draw(uint32_t *state, uint32_t n)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return (uint64_t)*state * n >> 32;
}

/* What graphs are to be like. */
typedef struct MadeShape {
	uint32_t minprocesses, maxprocesses;
	uint32_t minnodes, maxnodes; /* of a process */
	uint32_t comps;  /* out of 10 inner nodes, the number that neither send nor receive */
	uint32_t hub;    /* of 10 messages, those to or from the first process */
	uint32_t extras; /* most additional edges of a process */
	bool loops;      /* these may lead back */
} MadeShape;

static inline void
made_node(Buf *b, uint32_t *s, const MadeShape *m, uint32_t nprocesses, uint32_t p, uint32_t node)
{
	uint32_t peer = (p + 1 + draw(s, nprocesses - 1)) % nprocesses;

	if (p > 0 && draw(s, 10) < m->hub)
		peer = 0;
	if (draw(s, 10) < m->comps)
		buf_printf(b, "node n%u comp\n", node);
	else
		buf_printf(b, "node n%u %s P%u\n", node, draw(s, 2) ? "send" : "recv", peer);
}

static inline void
made_flow(Buf *b, uint32_t *s, const MadeShape *m, uint32_t first, uint32_t n)
{
	buf_printf(b, "flow");
	for (uint32_t i = first; i < first + n; i++)
		buf_printf(b, " n%u", i);
	for (uint32_t k = draw(s, m->extras + 1); k > 0; k--) {
		uint32_t from = draw(s, n - 1), to = draw(s, n);

		if (m->loops || from < to)
			buf_printf(b, "\nflow n%u n%u", first + from, first + to);
	}
	buf_printf(b, "\n");
}

/* An event E<p> of each process, which some of its nodes change, and a query at each process. */
static inline void
made_events(Buf *b, uint32_t *s, const uint32_t *first, uint32_t nprocesses)
{
	for (uint32_t p = 0; p < nprocesses; p++) {
		uint32_t n = first[p + 1] - first[p];

		buf_printf(b, "event E%u P%u changes n%u", p, p, first[p]);
		for (uint32_t k = draw(s, 3); k > 0; k--)
			buf_printf(b, " n%u", first[p] + draw(s, n));
		buf_printf(b, "\n");
	}
	for (uint32_t p = 0; p < nprocesses; p++) {
		uint32_t skip = nprocesses > 2 ? draw(s, nprocesses + 1) : nprocesses;

		buf_printf(b, "query");
		for (uint32_t q = 0; q < nprocesses; q++)
			if (q != skip || q == (p + 1) % nprocesses)
				buf_printf(b, " E%u", q);
		buf_printf(b, " at P%u\n", p);
	}
}

/* A random graph; every node is on a way to the stop. */
static inline Buf
made_dcfg(uint32_t *s, const MadeShape *m)
{
	Buf b = {0};
	uint32_t nprocesses = m->minprocesses + draw(s, m->maxprocesses - m->minprocesses + 1);
	uint32_t first[16] = {0};

	for (uint32_t p = 0; p < nprocesses; p++) {
		uint32_t n = m->minnodes + draw(s, m->maxnodes - m->minnodes + 1), node = first[p];

		buf_printf(&b, "process P%u\nnode n%u comp\n", p, node++);
		for (; node < first[p] + n - 1; node++)
			made_node(&b, s, m, nprocesses, p, node);
		buf_printf(&b, "node n%u comp\n", node);
		first[p + 1] = node + 1;
		made_flow(&b, s, m, first[p], n);
	}
	made_events(&b, s, first, nprocesses);
	return b;
}

/* Whether to can be reached from from by a path of any length that does not meet avoid. */
static inline bool
reaches(const Graph *g, uint32_t from, uint32_t to, uint32_t avoid)
{
	Arena a = {0};
	Walk w;
	bool met;

	if (from == avoid)
		return false;
	w = walk_new(&a, g);
	walk_from(&w, from, avoid, NONE);
	met = from == to || walk_met(&w, to);
	arena_free(&a);
	return met;
}

typedef bool Matrix[MODEL_NODES][MODEL_NODES]; /* [send or receive][node in its set] */

static inline bool
dominates(const Dcfg *d, uint32_t a, uint32_t b, bool post)
{
	const DcfgProcess *p = &d->range[d->node[a].process];

	return d->node[a].process == d->node[b].process &&
		(a == b || !reaches(post ? &d->back : &d->flow, post ? p->stop : p->start, b, a));
}

/* Whether the set of y flows to x by one step, as the equations at sets.c say. */
static inline bool
flows(const Dcfg *d, int relation, uint32_t y, uint32_t x)
{
	bool inside = d->node[x].process == d->node[y].process;
	bool xsends = d->node[x].kind == DCFG_SEND, ysends = d->node[y].kind == DCFG_SEND;
	uint32_t s = xsends ? x : y, r = xsends ? y : x;
	bool joined = false;

	if (xsends == ysends)
		return false;
	if (inside && relation == 2)
		return ysends && dominates(d, x, y, false);
	if (inside)
		return xsends && (relation == 0 ? path_exists(d, y, x, NONE)
			: dominates(d, x, y, true));
	for (uint32_t e = d->comm.first[s]; e < d->comm.first[s + 1]; e++)
		joined |= d->comm.to[e] == r;
	if (!joined || (relation == 2) != xsends)
		return false;
	if (relation == 1)
		return d->comm.first[s + 1] - d->comm.first[s] == 1;
	return relation == 0 || d->rcomm.first[r + 1] - d->rcomm.first[r] == 1;
}

/* PRE (0), POST1 (1) or POST2 (2): the least solution, by going round until nothing changes. */
static inline void
solve(const Dcfg *d, int relation, Matrix m)
{
	static Matrix step;
	uint32_t n = d->name.n;
	DcfgKind item = relation == 2 ? DCFG_RECV : DCFG_SEND;
	bool changed = true;

	memset(m, 0, sizeof(Matrix));
	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = 0; y < n; y++)
			step[y][x] = d->node[x].kind != DCFG_COMP &&
				d->node[y].kind != DCFG_COMP && flows(d, relation, y, x);
	while (changed) {
		changed = false;
		for (uint32_t x = 0; x < n; x++) {
			for (uint32_t y = 0; y < n; y++) {
				bool self = x == y && d->node[x].kind == item;

				for (uint32_t i = 0; (self || step[y][x]) && i < n; i++) {
					bool in = (self && i == x) || (m[y][i] && step[y][x] &&
						d->node[i].process != d->node[x].process);

					changed |= in && !m[x][i];
					m[x][i] |= in;
				}
			}
		}
	}
}

#endif
