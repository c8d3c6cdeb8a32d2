/* net.c - data shared by all searches of a trace: sums along the tasks, and the time limit. */
#include "solve.h"

#include "base/clock.h"

#include <stdlib.h>

/*
 * add_share: if a task has events on a semaphore, add a share with these events; *nshares, *nsteps:
 * the numbers of shares and steps used so far.
 */
static void
add_share(SemNet *n, uint32_t sem, uint32_t task, uint32_t *nshares, uint32_t *nsteps)
{
	const SemTrace *t = n->t;
	uint32_t *before = n->nsteps + (size_t)sem * n->npoints + t->first[task] + task;
	uint32_t *at = n->at + *nsteps, steps = 0;
	int32_t *sum = n->sum + *nsteps;

	at[0] = 0;
	sum[0] = 0;
	for (uint32_t k = 0; k < sem_task_length(t, task); k++) {
		const SemEvent *e = &t->event[t->first[task] + k];

		if (e->sem == sem) {
			n->shareof[t->first[task] + k] = *nshares;
			steps++;
			at[steps] = k + 1;
			sum[steps] = sum[steps - 1] + (e->wait ? -1 : 1);
		}
		before[k + 1] = steps;
	}
	if (steps == 0)
		return;
	n->share[(*nshares)++] = (SemShare){task, before, at, sum};
	*nsteps += steps + 1;
}

/* add_shares: list for each semaphore the tasks that signal it or wait for it, with their sums. */
static void
add_shares(SemNet *n)
{
	const SemTrace *t = n->t;
	size_t most = (size_t)t->nsems * t->ntasks; /* number of shares, few of which have a step */
	uint32_t nshares = 0, nsteps = 0;

	if (most > t->nevents)
		most = t->nevents;
	n->share = xcalloc(most, sizeof *n->share);
	n->firstshare = xcalloc(t->nsems + 1, sizeof *n->firstshare);
	n->shareof = xcalloc(t->nevents, sizeof *n->shareof);
	n->nsteps = xcalloc((size_t)n->npoints * t->nsems, sizeof *n->nsteps);
	n->at = xcalloc(t->nevents + most + 1, sizeof *n->at); /* plus one without a step */
	n->sum = xcalloc(t->nevents + most + 1, sizeof *n->sum);
	for (uint32_t s = 0; s < t->nsems; s++) {
		for (uint32_t task = 0; task < t->ntasks; task++)
			add_share(n, s, task, &nshares, &nsteps);
		n->firstshare[s + 1] = nshares;
	}
}

SemNet
semnet_new(const SemTrace *t)
{
	SemNet n = {t, t->nevents + t->ntasks};

	n.balance = xcalloc((size_t)n.npoints * t->nsems, sizeof *n.balance);
	n.waits = xcalloc((size_t)n.npoints * t->nsems, sizeof *n.waits);
	add_shares(&n);
	for (uint32_t s = 0; s < t->nsems; s++) {
		for (uint32_t task = 0; task < t->ntasks; task++) {
			size_t point = s * (size_t)n.npoints + t->first[task] + task;
			const SemEvent *e = &t->event[t->first[task]];

			for (uint32_t k = 0; k < sem_task_length(t, task); k++, point++) {
				int32_t own = e[k].sem == s, wait = own && e[k].wait;

				n.balance[point + 1] = n.balance[point] + own - 2 * wait;
				n.waits[point + 1] = n.waits[point] + wait;
			}
		}
	}
	return n;
}

void
semnet_free(SemNet *n)
{
	free(n->balance);
	free(n->waits);
	free(n->share);
	free(n->firstshare);
	free(n->shareof);
	free(n->nsteps);
	free(n->at);
	free(n->sum);
	*n = (SemNet){0};
}

Deadline
deadline_after(double seconds)
{
	return (Deadline){seconds > 0 ? clock_processor() + seconds : 0};
}

/* deadline_passed: true if the time limit was reached; reads the clock at every 64th call. */
bool
deadline_passed(Deadline *d)
{
	if (!d->over && d->end > 0 && (++d->calls & 63) == 0)
		d->over = clock_processor() > d->end;
	return d->over;
}
