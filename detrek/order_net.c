/*
 * order_net.c - what all searches of a trace share: sums along the tasks, the time limit.
 */
#include "order_solve.h"

#include <stdlib.h>
#include <time.h>

SemNet
semnet_new(const SemTrace *t)
{
	SemNet n = {t, t->nevents + t->ntasks};

	n.net = xcalloc((size_t)n.npoints * t->nsems, sizeof *n.net);
	n.waits = xcalloc((size_t)n.npoints * t->nsems, sizeof *n.waits);
	for (uint32_t s = 0; s < t->nsems; s++) {
		for (uint32_t task = 0; task < t->ntasks; task++) {
			size_t point = s * (size_t)n.npoints + t->first[task] + task;
			const SemEvent *e = &t->event[t->first[task]];

			for (uint32_t k = 0; k < sem_length(t, task); k++, point++) {
				int32_t own = e[k].sem == s, wait = own && e[k].wait;

				n.net[point + 1] = n.net[point] + own - 2 * wait;
				n.waits[point + 1] = n.waits[point] + wait;
			}
		}
	}
	return n;
}

void
semnet_free(SemNet *n)
{
	free(n->net);
	free(n->waits);
	*n = (SemNet){0};
}

double
deadline_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec * 1e-9;
}

Deadline
deadline_after(double seconds)
{
	return (Deadline){seconds > 0 ? deadline_now() + seconds : 0};
}

/* The clock is looked at every 64th time. */
bool
deadline_passed(Deadline *d)
{
	if (!d->over && d->end > 0 && (++d->calls & 63) == 0)
		d->over = deadline_now() > d->end;
	return d->over;
}
