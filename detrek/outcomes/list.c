/* list.c - the different outcomes of orders, and the shortest order with each. */
#include "outcomes.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

/* same_bytes: true if both buffers have the same bytes. */
static bool
same_bytes(const Buf *a, const Buf *b)
{
	return a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len) == 0);
}

/* is_outcome: tell if the play ended like the row: its end, its output and its messages. */
static bool
is_outcome(const OutcomeRow *r, const Play *p)
{
	return r->end == p->end && same_bytes(&r->output, &p->output)
		&& same_bytes(&r->said, &p->said);
}

/* count_switches: count the places at which the order switches to another thread. */
static uint32_t
count_switches(const PlayOrder *o)
{
	uint32_t switches = 0;

	for (uint32_t i = 1; i < o->n; i++)
		switches += o->choice[i].thread != o->choice[i - 1].thread;
	return switches;
}

/* copy_bytes: append the bytes of one buffer to the other. */
static void
copy_bytes(Buf *to, const Buf *from)
{
	*to = (Buf){0};
	buf_put(to, from->data, from->len);
}

/* get_row: the row of a play's outcome, added if it is new. */
static OutcomeRow *
get_row(OutcomeList *l, const Play *p)
{
	OutcomeRow *r;

	for (uint32_t i = 0; i < l->n; i++)
		if (is_outcome(&l->row[i], p))
			return &l->row[i];
	l->row = list_more(l->row, l->n, sizeof *l->row);
	r = &l->row[l->n++];
	*r = (OutcomeRow){.end = p->end};
	copy_bytes(&r->output, &p->output);
	copy_bytes(&r->said, &p->said);
	return r;
}

/*
 * is_shorter: true if the order has fewer switches between threads than the row's, or as many and
 * fewer actions.
 */
static bool
is_shorter(const OutcomeRow *r, uint32_t nswitches, uint32_t nchoices)
{
	return nswitches < r->nswitches || (nswitches == r->nswitches && nchoices < r->nchoices);
}

OutcomeRow *
outcome_count(OutcomeList *l, const Play *p, const PlayOrder *o)
{
	OutcomeRow *r = get_row(l, p);
	uint32_t nswitches = count_switches(o);

	if (r->norders++ > 0 && !is_shorter(r, nswitches, o->n))
		return r;
	r->choice = xrealloc(r->choice, (o->n + 1) * sizeof *r->choice);
	memcpy(r->choice, o->choice, o->n * sizeof *r->choice);
	r->nchoices = o->n;
	r->nswitches = nswitches;
	return r;
}

OutcomeRow *
outcome_count_next(OutcomeList *l, const Play *p, const PlayOrder *o)
{
	OutcomeRow *r = outcome_count(l, p, o);

	turns_add(l, r - l->row, o);
	return r;
}

void
outcomes_free(OutcomeList *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		buf_free(&l->row[i].output);
		buf_free(&l->row[i].said);
		free(l->row[i].choice);
		free(l->row[i].recording);
		buf_free(&l->row[i].race);
	}
	turns_free(l);
	free(l->row);
}
