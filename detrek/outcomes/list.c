/* list.c - the different outcomes of orders, and the shortest order with each. */
#include "outcomes.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

static bool
same_bytes(const Buf *a, const Buf *b)
{
	return a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len) == 0);
}

static bool
is_outcome(const OutcomeRow *r, const Play *p)
{
	return r->end == p->end && same_bytes(&r->output, &p->output)
		&& same_bytes(&r->said, &p->said);
}

static uint32_t
count_switches(const PlayOrder *o)
{
	uint32_t switches = 0;

	for (uint32_t i = 1; i < o->n; i++)
		switches += o->choice[i].thread != o->choice[i - 1].thread;
	return switches;
}

static void
copy_bytes(Buf *to, const Buf *from)
{
	*to = (Buf){0};
	buf_put(to, from->data, from->len);
}

static OutcomeRow *
row_of(OutcomeList *l, const Play *p)
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

/* is_shorter: an order with fewer switches between threads, or else with fewer actions. */
static bool
is_shorter(const OutcomeRow *r, uint32_t nswitches, uint32_t nchoices)
{
	return nswitches < r->nswitches || (nswitches == r->nswitches && nchoices < r->nchoices);
}

/* count_order: an order has that outcome. */
static OutcomeRow *
count_order(OutcomeList *l, const Play *p, const PlayOrder *o)
{
	OutcomeRow *r = row_of(l, p);
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
outcome_add(OutcomeList *l, const Play *p, const PlayOrder *o)
{
	OutcomeRow *r = count_order(l, p, o);

	turns_add(l, r - l->row, o);
	return r;
}

/* ---- from and to another process ---- */

void
outcomes_put(Buf *b, const OutcomeList *l)
{
	put_number(b, l->n);
	for (uint32_t i = 0; i < l->n; i++) {
		const OutcomeRow *r = &l->row[i];
		Play p = {.end = r->end, .output = r->output, .said = r->said};

		play_put(b, &p);
		play_order_put(b, &(PlayOrder){.choice = r->choice, .n = r->nchoices});
		put_number(b, r->norders);
		put_bytes(b, r->race.data, r->race.len);
	}
	turns_put(b, l);
}

/* join_row: the next row counts as often as it says. Returns the number of its row in the list. */
static uint32_t
join_row(OutcomeList *l, WireReader *r)
{
	Arena a = {0};
	Play p = play_get(&a, r);
	PlayOrder o = play_order_get(&a, r);
	uint64_t norders = get_number(r);
	OutcomeRow *row = count_order(l, &p, &o);
	const uint8_t *race;
	size_t n;

	row->norders += norders - 1;
	race = get_bytes(r, &n);
	if (row->race.len == 0 && n > 0)
		buf_put(&row->race, race, n);
	arena_free(&a);
	return row - l->row;
}

void
outcomes_join(OutcomeList *l, WireReader *r)
{
	OutcomeList from = {.n = get_below(r, r->end - r->p)};
	uint32_t *row = xcalloc(from.n + 1, sizeof *row);

	from.row = xcalloc(from.n + 1, sizeof *from.row);
	for (uint32_t i = 0; i < from.n; i++)
		row[i] = join_row(l, r);
	turns_get(&from, r);
	if (!r->bad)
		turns_join(l, &from, row);
	outcomes_free(&from);
	free(row);
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
