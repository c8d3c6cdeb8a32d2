/*
 * choose.c - finds one choice for all events at a point.
 *
 * Nodes lie on one path if each pair of them does: visiting components in their order gives such a
 * path. So choices are compared in pairs, and the search backtracks when no choice fits; events
 * with few choices are decided first.
 */
#include "points.h"

#include <stdlib.h>

/* the most tries at one point: the problem is NP-hard in the number of events */
enum { MAX_TRIES = 1 << 18 };

/* The search for a choice for each event. */
typedef struct Chooser {
	const Relations *r;
	Paths *p;
	Operator op;
	const Choices *list;   /* [nlists] the choices of each event */
	const Choice **chosen; /* [nlists] */
	uint32_t nlists;
	uint32_t tries; /* number of choices compared so far */
} Chooser;

/* does_send_influence: true if the value of the send a can have influenced that of b. */
static bool
does_send_influence(const Chooser *c, uint32_t a, uint32_t b)
{
	return a != NONE && (b == NONE || relation_has(&c->r->pre, b, a));
}

/*
 * are_choices_related: true if choices x and y, for the events number i and j (i < j) of the query,
 * have sends in the relation that the operator asks for.
 */
static bool
are_choices_related(const Chooser *c, const Choice *x, uint32_t i, const Choice *y, uint32_t j)
{
	switch (c->op) {
	case CONCURRENT:
		return !does_send_influence(c, x->send, y->send) &&
		       !does_send_influence(c, y->send, x->send);
	case ORDERED:
		return j - i > 1 || does_send_influence(c, x->send, y->send);
	case SIMULTANEOUS:
		break;
	}
	return true;
}

/* are_on_one_path: tell if a and b, nodes of P or NONE, lie on one path; NONE fits every node. */
static bool
are_on_one_path(const Chooser *c, uint32_t a, uint32_t b)
{
	return a == b || a == NONE || b == NONE || paths_pass_both(c->p, a, b);
}

/* does_choice_fit: true if the choice fits together with those made for the first `depth` lists. */
static bool
does_choice_fit(Chooser *c, const Choice *x, uint32_t depth)
{
	uint32_t i = c->list[depth].event;

	c->tries++;
	for (uint32_t k = 0; k < depth; k++) {
		const Choice *y = c->chosen[k];
		uint32_t j = c->list[k].event;

		if (!are_on_one_path(c, x->recv, y->recv)
			|| !are_on_one_path(c, x->reply, y->reply) ||
			!(i < j ? are_choices_related(c, x, i, y, j)
			: are_choices_related(c, y, j, x, i)))
			return false;
	}
	return true;
}

/* search_choices: choose from the lists from `depth` on; returns true if all fit together. */
static bool
search_choices(Chooser *c, uint32_t depth)
{
	const Choices *l = &c->list[depth];

	if (depth == c->nlists)
		return true;
	for (uint32_t i = 0; i < l->n && c->tries < MAX_TRIES; i++) {
		if (!does_choice_fit(c, &l->choice[i], depth))
			continue;
		c->chosen[depth] = &l->choice[i];
		if (search_choices(c, depth + 1))
			return true;
	}
	return false;
}

/* compare_lists: order two lists of choices for qsort, the shortest first. */
static int
compare_lists(const void *a, const void *b)
{
	const Choices *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return (x->event > y->event) - (x->event < y->event);
}

Chosen
choices_find(const Relations *r, Paths *p, Operator op, Choices *list, uint32_t nlists)
{
	Chooser c = {.r = r, .p = p, .op = op, .list = list, .nlists = nlists};
	bool found;

	qsort(list, nlists, sizeof *list, compare_lists);
	c.chosen = xcalloc(nlists, sizeof *c.chosen);
	found = search_choices(&c, 0);
	free(c.chosen);
	if (found)
		return CHOSEN_YES;
	return c.tries < MAX_TRIES ? CHOSEN_NO : CHOSEN_UNKNOWN;
}
