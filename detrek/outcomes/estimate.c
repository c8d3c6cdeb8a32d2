/*
 * estimate.c - estimates the part of all orders that a search has run: the weighted backtrack
 * estimator (Kilby, Slaney, Thiebaux and Walsh, 2006). An order counts with the probability that
 * random choices lead to it, if in each state all wanted actions are equally probable. The sum over
 * the orders that were run is known from the path: in each of its states, all orders that follow
 * from an action that was run have the probability of this action. The sum is 1 at the end. Before,
 * it is only an estimate, because more actions may be wanted later in each state.
 */
#include "explore_parts.h"

/*
 * estimate_width: the number of different actions that the search will run in a state, as far as
 * known.
 */
static uint32_t
estimate_width(const Explorer *e, const Level *l)
{
	return l->delays < e->x->options->delays ? l->nwanted : l->at + 1;
}

double
estimate_done(const Explorer *e)
{
	double part = 1, done = 0;

	for (uint32_t i = 0; i < e->n; i++) {
		const Level *l = &e->level[i];
		uint32_t width = estimate_width(e, l);

		done += part * l->at / width;
		part /= width;
	}
	return done;
}
