/*
 * estimate.c - which part of all orders a search has run: the weighted backtrack estimator (Kilby,
 * Slaney, Thiebaux and Walsh, 2006). An order counts with the probability with which random choices
 * would lead to it, if in each state all that is wanted there were equally probable. The sum over
 * the orders that were run is known from the path: in each of its states, all orders that follow
 * from an action that was run have the probability of this action. It is 1 at the end. Before, it
 * is as good as what is known of the states: more may be wanted in each.
 */
#include "explore_parts.h"

/* estimate_width: the number of actions that will be run in a state, as far as known. */
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
