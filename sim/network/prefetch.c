/*
 * prefetch.c - loads the data with which the next steps begin into the host's nearest cache.
 *
 * A step executes a few hundred instructions, and the data of 75 nodes do not fit into that cache:
 * without prefetching, a step waits for some 30 cache lines one after the other. A round knows its
 * steps beforehand. Data behind a pointer are loaded one or two steps after the pointer.
 */
#include "lead.h"
#include "step.h"
#include "sim/cpu/node_code.h"

/* load_lines: load the cache lines of nbytes. */
static inline void
load_lines(const void *p, size_t nbytes)
{
	for (size_t i = 0; i < nbytes; i += CACHE_LINE)
		__builtin_prefetch((const char *)p + i);
}

/* load_node: load the data with which a step of the node begins. */
static void
load_node(const Network *w, NodeId n)
{
	load_lines(w->nodes[n], sizeof *w->nodes[n]);
	load_lines(&w->links.outlook[n * NLINKS], CACHE_LINE);
	if (w->leads)
		load_lines(&w->leads[n], sizeof(Lead));
}

/* load_work: load the first locals, and the node's data about translated code. */
static void
load_work(const T800 *c)
{
	if (c->r.wptr - MOSTNEG < c->r.size)
		load_lines(c->r.mem + (c->r.wptr - MOSTNEG), 2 * CACHE_LINE);
	if (c->code)
		load_lines(c->code, offsetof(NodeCode, valid));
}

/* load_entry: load the place where the next entry into translated code is noted. */
static void
load_entry(const T800 *c)
{
	bool inside = c->r.wptr - MOSTNEG < c->r.onchip;

	if (c->code)
		load_lines(&c->code->jumps[inside][c->r.iptr & (JUMPS - 1)], sizeof(Jump));
}

void
prefetch_nodes(const Network *w, uint32_t step, uint32_t nsteps)
{
	if (step + 4 < nsteps)
		load_node(w, w->chosen[step + 4]);
	if (step + 2 < nsteps)
		load_work(w->nodes[w->chosen[step + 2]]);
	if (step + 1 < nsteps)
		load_entry(w->nodes[w->chosen[step + 1]]);
}
