/*
 * sample.c - random orders: probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and
 * Nagarakatte, 2010). A bug of depth d, for which the order of d pairs of actions is enough, is
 * found by a run of n threads that do k actions with a probability of at least 1 / (n k^(d-1)).
 */
#include "explore_parts.h"

#include <math.h>

/* first_run: its number of actions is what the random places are chosen from. */
static uint32_t
first_run(Server *s)
{
	Arena a = {0};
	Play p = server_play(s, &a, &(PlayOrder){0});
	uint32_t n = p.nstates - 1;

	arena_free(&a);
	return n > 0 ? n : 1;
}

static PlayOrder
order_done(Arena *a, const Play *p)
{
	PlayOrder o = {.choice = arena_alloc(a, p->nevents + 1, sizeof *o.choice)};

	for (uint32_t i = 0; i < p->nevents; i++)
		if (action_is_chosen(&p->event[i]))
			o.choice[o.n++] = (Choice){p->event[i].thread, p->event[i].object};
	return o;
}

static void
play_sample(Exploration *x, Server *s, RaceJobs *races, uint64_t i, uint32_t length)
{
	const OutcomeRow *r;
	Arena a = {0};
	Play p = server_play(s, &a, &(PlayOrder){.seed = x->options->seed + i,
		.depth = x->options->depth, .length = length});
	PlayOrder o = order_done(&a, &p);

	r = explore_count(x, &p, &o);
	if (races)
		race_jobs_search(races, r - x->list.row, &o);
	arena_free(&a);
}

void
explore_samples(Exploration *x, Server *s, const ExploreOptions *o)
{
	double began = clock_wall();
	RaceJobs *races = o->race ? race_jobs_new(x, o->jobs) : NULL;
	uint32_t length;

	*x = (Exploration){.options = o};
	length = first_run(s);
	progress_begin();
	for (uint64_t i = 0; i < o->samples && !explore_is_over(x, began); i++) {
		play_sample(x, s, races, i, length);
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
	double nactions = x->nactions > 0 ? x->nactions : 1;
	double one = 1 / (x->nthreads * pow(nactions, x->options->depth - 1.0));

	return 1 - pow(1 - one, x->norders);
}
