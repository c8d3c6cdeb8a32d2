/*
 * turn.c - the choices that decide between outcomes. The search visits orders as the leaves of a
 * tree, depth first: orders with longer equal beginnings are nearer to each other. So of all pairs
 * of orders with two given outcomes, a pair with the longest equal beginning is a pair of
 * neighbours.
 */
#include "outcomes.h"

#include <stdlib.h>
#include <string.h>

/* copy_choices: a copy of n choices on the heap. */
static Choice *
copy_choices(const Choice *from, uint32_t n)
{
	Choice *list = xcalloc(n + 1, sizeof *list);

	memcpy(list, from, n * sizeof *list);
	return list;
}

/* free_turn: free the memory of a choice that decides between two outcomes. */
static void
free_turn(OutcomeTurn *t)
{
	free(t->choice);
	free(t->own);
	free(t->its);
	*t = (OutcomeTurn){0};
}

/*
 * set_turn: note in the row of `own` the choice at which two orders with different outcomes begin
 * to differ, if it comes later than in all such pairs of orders so far.
 */
static void
set_turn(OutcomeList *l, const OutcomeOrder *own, const OutcomeOrder *other)
{
	OutcomeTurn *t = &l->row[own->row].turn;
	uint32_t n = own->n < other->n ? own->n : other->n, at = 0;

	while (at < n && choice_is_same(&own->choice[at], &other->choice[at]))
		at++;
	if (at == n || at < t->n) /* its deciding choice comes later, after t->n - 1 actions */
		return;
	free_turn(t);
	*t = (OutcomeTurn){.other = other->row,
		.choice = copy_choices(own->choice, at + 1),
		.n = at + 1,
		.instead = other->choice[at]};
}

void
turns_add(OutcomeList *l, uint32_t row, const PlayOrder *o)
{
	OutcomeOrder now = {row, o->choice, o->n};

	if (l->last.choice && l->last.row != row) {
		set_turn(l, &l->last, &now);
		set_turn(l, &now, &l->last);
	}
	free(l->last.choice);
	l->last = (OutcomeOrder){row, copy_choices(o->choice, o->n), o->n};
}

void
turns_free(OutcomeList *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		free_turn(&l->row[i].turn);
	free(l->last.choice);
}

/* ---- of a search that goes on ---- */

/* put_order: append an order of a row, with the choice that is made instead of its last. */
static void
put_order(Buf *b, uint32_t row, const Choice *choice, uint32_t n, Choice instead)
{
	put_number(b, row);
	play_order_put(b, &(PlayOrder){.choice = (Choice *)choice, .n = n, .instead = instead});
}

void
turns_put(Buf *b, const OutcomeList *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		const OutcomeTurn *t = &l->row[i].turn;

		put_order(b, t->other, t->choice, t->n, t->instead);
	}
	if (l->n > 0)
		put_order(b, l->last.row, l->last.choice, l->last.n, (Choice){0});
}

/* get_order: read an order of one of nrows rows, and the choice made instead of its last. */
static OutcomeOrder
get_order(WireReader *r, uint32_t nrows, Choice *instead)
{
	Arena a = {0};
	uint32_t row = get_below(r, nrows);
	PlayOrder o = play_order_get(&a, r);
	OutcomeOrder order = {row, copy_choices(o.choice, o.n), o.n};

	*instead = o.instead;
	arena_free(&a);
	return order;
}

void
turns_get(OutcomeList *l, WireReader *r)
{
	Choice none;

	for (uint32_t i = 0; i < l->n; i++) {
		OutcomeTurn *t = &l->row[i].turn;
		OutcomeOrder o = get_order(r, l->n, &t->instead);

		t->other = o.row;
		t->choice = o.choice;
		t->n = o.n;
	}
	if (l->n > 0)
		l->last = get_order(r, l->n, &none);
}

/* ---- in words ---- */

/* describe_turn: play both sides of a deciding choice, and store what each thread does there. */
static void
describe_turn(OutcomeTurn *t, Server *s)
{
	Arena a = {0};
	Play p = server_play(s, &a, &(PlayOrder){.choice = t->choice, .n = t->n, .tell = t->n,
		.instead = t->instead});
	const char *own = (char *)p.told.data, *end = own + p.told.len;
	size_t n = p.told.len > 0 ? strlen(own) + 1 : 0;

	if (n > 0 && own + n < end) {
		t->own = xstrdup(own);
		t->its = xstrdup(own + n);
	}
	arena_free(&a);
}

void
turns_describe(OutcomeList *l, Server *s)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->row[i].turn.n > 0)
			describe_turn(&l->row[i].turn, s);
}
