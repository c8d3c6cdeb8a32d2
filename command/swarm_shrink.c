/*
 * swarm_shrink.c - finds a shortest list of faults that still fails.
 *
 * First it tries each fault alone. If none is enough, it uses delta debugging (Zeller and
 * Hildebrandt, "Simplifying and isolating failure-inducing input", ddmin): the list is divided into
 * pieces; if one piece, or all but one piece, still fails, the search continues with it; otherwise
 * with more pieces, until each is a single fault.
 */
#include "swarm.h"

#include <stdlib.h>
#include <string.h>

/* A list of faults, as indices in the complete list. */
typedef struct FaultList {
	uint32_t *place; /* [n] */
	uint32_t n;
} FaultList;

/*
 * fault_options: the options that cause those faults of the failed trial which the list still has.
 */
static FaultOptions
fault_options(const Trial *failed, const FaultList *l)
{
	FaultOptions o = {0};

	for (uint32_t i = 0; i < l->n; i++)
		fault_option(&o, failed->end.fault[l->place[i]], false);
	return o;
}

/* first_failing: the first candidate that fails as the trial did; n if none does. */
static uint32_t
first_failing(Swarm *s, const Trial *failed, const FaultList *candidate, uint32_t n)
{
	FaultOptions *o = xcalloc(n, sizeof *o);
	Trial *t = xcalloc(n, sizeof *t);
	uint32_t first = n;

	for (uint32_t i = 0; i < n; i++) {
		o[i] = fault_options(failed, &candidate[i]);
		t[i] = (Trial){.seed = failed->seed, .faults = &o[i]};
	}
	swarm_run(s, t, n);
	for (uint32_t i = n; i-- > 0;) {
		if (trials_end_alike(&t[i], failed))
			first = i;
		trial_free(&t[i]);
		free(o[i].option);
	}
	free(t);
	free(o);
	return first;
}

/* part_of_list: faults from..to-1 of a list, or all the others. */
static FaultList
part_of_list(const FaultList *l, uint32_t from, uint32_t to, bool others)
{
	FaultList p = {.place = xcalloc(l->n + 1, sizeof *p.place)};

	for (uint32_t i = 0; i < l->n; i++)
		if ((i >= from && i < to) != others)
			p.place[p.n++] = l->place[i];
	return p;
}

/*
 * reduce_list: reduce the list to one of its pieces, or to all but one piece, that still fails;
 * if *others is false, only pieces are tried. Returns false if none fails. Otherwise *others
 * becomes true if the list is now all but one piece, false if it is one piece.
 */
static bool
reduce_list(Swarm *s, const Trial *failed, FaultList *l, uint32_t npieces, bool *others)
{
	uint32_t n = *others && npieces > 2 ? 2 * npieces : npieces, found;
	FaultList *candidate = xcalloc(n, sizeof *candidate);

	for (uint32_t i = 0; i < n; i++) {
		uint64_t k = i % npieces;

		candidate[i] =
			part_of_list(l, l->n * k / npieces, l->n * (k + 1) / npieces, i >= npieces);
	}
	found = first_failing(s, failed, candidate, n);
	for (uint32_t i = 0; i < n; i++)
		if (i != found)
			free(candidate[i].place);
	*others = found >= npieces;
	if (found < n) {
		free(l->place);
		*l = candidate[found];
	}
	free(candidate);
	return found < n;
}

/*
 * delta_debug: remove faults from the list while the run still fails, in ever smaller pieces
 * (ddmin).
 */
static void
delta_debug(Swarm *s, const Trial *failed, FaultList *l)
{
	uint32_t npieces = 2;

	while (l->n > 1) {
		bool others = true;

		if (reduce_list(s, failed, l, npieces, &others))
			npieces = others && npieces > 3 ? npieces - 1 : 2;
		else if (npieces < l->n)
			npieces = 2 * npieces < l->n ? 2 * npieces : l->n;
		else
			return;
	}
}

FaultOptions
swarm_shrink(Swarm *s, const Trial *failed)
{
	uint32_t n = failed->end.nfaults;
	FaultList all = {.place = xcalloc(n + 1, sizeof *all.place), .n = n};
	bool others = false;
	FaultOptions o;

	for (uint32_t i = 0; i < n; i++)
		all.place[i] = i;
	if (n > 1 && !reduce_list(s, failed, &all, n, &others))
		delta_debug(s, failed, &all);
	o = fault_options(failed, &all);
	free(all.place);
	return o;
}
