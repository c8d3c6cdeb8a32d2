/*
 * sample.c - random orders: probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and
 * Nagarakatte, 2010). A bug of depth d, for which the order of d pairs of actions is enough, is
 * found by a run of n threads that do at most k actions with a probability of at least
 * 1 / (n k^(d-1)), if the places where priorities change are chosen from k.
 *
 * The number k is not known beforehand. So places are chosen from the largest number of actions
 * that a run had so far, and only runs that chose from the final largest number count.
 */
#include "explore_parts.h"

#include "base/clock.h"
#include "base/progress.h"

#include <math.h>

/*
 * initial_length: the number of actions of a first run: at first, the random places are chosen
 * among this number of actions.
 */
static uint32_t
initial_length(Server *s)
{
	Arena a = {0};
	Play p = server_play(s, &a, &(PlayOrder){0});
	uint32_t n = p.nstates - 1;

	arena_free(&a);
	return n > 0 ? n : 1;
}

/*
 * count_sample: count a run for the probability. If it is longer than assumed, the earlier runs do
 * not count.
 */
static void
count_sample(SampleBound *b, uint32_t nactions)
{
	b->nruns++;
	if (nactions > b->nactions) {
		b->nactions = nactions;
		b->nruns = 0;
	}
}

/* play_sample: run the i-th random order, and count it. */
static void
play_sample(Exploration *x, Server *s, RaceJobs *races, uint64_t i)
{
	Arena a = {0};
	Play p = server_play(s, &a, &(PlayOrder){.seed = x->options->seed + i,
		.depth = x->options->depth, .length = x->bound.nactions});

	x->chooses |= play_has_choices(&p);
	count_sample(&x->bound, p.nstates - 1);
	explore_count_order(x, races, &a, &p);
	arena_free(&a);
}

void
explore_samples(Exploration *x, Server *s, const ExploreOptions *o)
{
	double began = clock_wall();
	RaceJobs *races = o->race ? race_jobs_new(x, o->jobs) : NULL;

	*x = (Exploration){.options = o, .bound.nactions = initial_length(s)};
	progress_begin();
	for (uint64_t i = 0; i < o->samples && !explore_is_over(x, began); i++) {
		play_sample(x, s, races, i);
		progress_show("%llu samples, %u outcomes", (unsigned long long)x->norders,
			x->list.n);
	}
	progress_clear();
	if (races)
		race_jobs_end(races);
}

double
sample_probability(const Exploration *x)
{
	double one = 1 / (x->nthreads * pow(x->bound.nactions, x->options->depth - 1.0));

	return x->bound.nruns > 0 ? 1 - pow(1 - one, x->bound.nruns) : 0;
}
