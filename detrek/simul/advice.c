/* advice.c - why an event cannot be recognised for certain at any point. */
#include "simul.h"

bool
simul_has_point(const Dcfg *d, const Query *q, const Points *p, PointMode mode)
{
	const DcfgProcess *at = &d->range[q->process];

	for (uint32_t i = 0; i <= at->stop - at->start; i++)
		if (p->valid[mode][i])
			return true;
	return false;
}

const char *
simul_advice(const Dcfg *d, const Points *points)
{
	bool found = false;

	for (uint32_t i = 0; i < d->nqueries; i++) {
		if (simul_has_point(d, &d->query[i], &points[i], DEP)
			|| simul_has_point(d, &d->query[i], &points[i], GDEP))
			return NULL;
		found |= simul_has_point(d, &d->query[i], &points[i], MONO);
	}
	if (found)
		return "no stable point: at each point a process may already have changed its "
			"event; it does not if its next message from the recognising process comes "
			"after the point and is waited for";
	return "no point: no process hears of all events; a message from each of their "
		"processes, directly or through others, would tell it";
}
