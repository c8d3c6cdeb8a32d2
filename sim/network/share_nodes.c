/*
 * share_nodes.c - steps the nodes of a round on several threads.
 *
 * While threads step nodes, a node reads only such data about the other ends of its links as does
 * not change: w->at, the agenda, End.first_order, and the results of link_expect. Only the calling
 * thread changes these.
 */
#include "share.h"
#include "step.h"

enum { STEP_WORK = 300 }; /* the fixed cost of a step, as a number of instructions */

bool
shares_keep_node(Network *w, NodeId n)
{
	Shares *all = w->shares;
	Share *s;

	if (!all->on || all->alone[n])
		return false;
	s = &all->share[all->owner[n]];
	s->steps[s->nsteps++].node = n;
	return true;
}

bool
shares_stepping(const Network *w)
{
	return w->shares && w->shares->stepping;
}

bool
shares_keep_order(Network *w, EndId e)
{
	Shares *all = w->shares;

	if (!shares_stepping(w))
		return false;
	buf_put(&all->share[all->owner[w->links.ends[e].ref.part]].ordered, &e, sizeof e);
	return true;
}

/* step_share: CrewWork: step the nodes collected in a share. */
static void
step_share(void *context, uint32_t share)
{
	Network *w = context;
	Share *s = &w->shares->share[share];

	for (uint32_t i = 0; i < s->nsteps; i++) {
		SteppedNode *step = &s->steps[i];
		const T800 *c = w->nodes[step->node];
		uint64_t before = t800_count(c);

		step->executes = node_run(w, step->node, w->shares->until);
		step->asks = c->asking;
		step->at = next_act(w, step->node);
		w->shares->work[step->node] += t800_count(c) - before + STEP_WORK;
	}
}

/*
 * publish_nodes: publish the results of a share's steps: times, idle nodes, and orders. Returns
 * whether all of its nodes still execute.
 */
static bool
publish_nodes(Network *w, Share *s)
{
	const EndId *ordered = (EndId *)s->ordered.data;
	bool all = true;

	for (uint32_t i = 0; i < s->nsteps; i++) {
		const SteppedNode *step = &s->steps[i];

		node_publish(w, step->node, step->executes, step->at);
		all &= step->executes;
	}
	for (size_t i = 0; i < s->ordered.len / sizeof *ordered; i++)
		network_announce_orders(w, ordered[i]);
	s->ordered.len = 0;
	return all;
}

/*
 * serve_asking: answer the nodes that ask for a byte in a link, and continue them. Returns whether
 * all of them still execute.
 */
static bool
serve_asking(Network *w, const Share *s)
{
	bool all = true;

	for (uint32_t i = 0; i < s->nsteps; i++)
		if (s->steps[i].executes && s->steps[i].asks)
			all &= node_serve(w, s->steps[i].node, w->shares->until);
	return all;
}

bool
shares_step(Network *w, Time until)
{
	Shares *all = w->shares;
	uint64_t set = 0;
	uint32_t pieces = 0;
	bool execute = true;

	if (!all || !all->on)
		return true;
	all->until = until;
	for (uint32_t i = 0; i < all->n; i++) {
		pieces += all->share[i].nsteps;
		if (all->share[i].nsteps > 0)
			set |= 1ull << i;
	}
	all->stepping = true;
	shares_do(w, set, pieces, step_share);
	all->stepping = false;
	for (uint32_t i = 0; i < all->n; i++)
		execute &= publish_nodes(w, &all->share[i]);
	for (uint32_t i = 0; i < all->n; i++)
		execute &= serve_asking(w, &all->share[i]);
	return execute;
}
