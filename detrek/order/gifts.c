/*
 * gifts.c - finds which tasks could still release a waiting task, because they give more signals to
 * its semaphore than they take.
 */
#include "solve.h"

#include <stdlib.h>

Gifts
gifts_new(const SemNet *net)
{
	const SemTrace *t = net->t;
	Gifts g = {net, xcalloc((size_t)t->nevents * 2 + 1, sizeof *g.most)};

	for (uint32_t i = 0; i < net->firstshare[t->nsems]; i++) {
		const SemShare *x = &net->share[i];
		uint32_t step = x->nsteps[sem_task_length(t, x->task)];
		int32_t *most = g.most + (x->sum - net->sum);

		most[step] = x->sum[step];
		while (step-- > 0)
			most[step] = x->sum[step] > most[step + 1] ? x->sum[step] : most[step + 1];
	}
	return g;
}

void
gifts_free(Gifts *g)
{
	free(g->most);
}

bool
gifts_can_give(const Gifts *g, const SemShare *x, Count done)
{
	uint32_t step = x->nsteps[done];

	return g->most[x->sum - g->net->sum + step] > x->sum[step];
}
