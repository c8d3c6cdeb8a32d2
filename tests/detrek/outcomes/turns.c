/*
 * turns.c - the choices that decide between outcomes, of random trees of orders: as found when their orders come one after
 * the other, also if the search goes on later; and of all pairs of orders. Likewise the tree of their shortest orders.
 */
#include "detrek/outcomes/outcomes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { TREES = 2000, MOST = 200, DEPTH = 7, OUTCOMES = 4 };

typedef struct Leaf {
	Choice choice[DEPTH + 1];
	uint32_t n, outcome;
} Leaf;

static Leaf leaf[MOST];
static uint32_t nleaves;

/* grow: add the orders that begin with these actions, in depth. */
static void
grow(Choice *path, uint32_t n)
{
	uint32_t nchildren = n < DEPTH && (n == 0 || rand() % 4) ? 1 + rand() % 3 : 0;

	if (nleaves == MOST)
		return;
	if (nchildren == 0) {
		Leaf *l = &leaf[nleaves++];

		memcpy(l->choice, path, n * sizeof *path);
		l->n = n;
		l->outcome = rand() % OUTCOMES;
	}
	for (uint32_t i = 0; i < nchildren; i++) {
		path[n] = (Choice){i, rand() % 3};
		grow(path, n + 1);
	}
}

static void
add_leaves(OutcomeList *l, uint32_t from, uint32_t upto)
{
	for (uint32_t i = from; i < upto; i++) {
		uint8_t text[1] = {'a' + leaf[i].outcome};
		Play p = {.end = PLAY_ENDED, .output = {text, 1}};

		outcome_count_next(l, &p, &(PlayOrder){.choice = leaf[i].choice, .n = leaf[i].n});
	}
}

/* by_parts: the search is interrupted, and goes on. */
static OutcomeList
by_parts(void)
{
	OutcomeList all = {0};
	uint32_t next;

	for (uint32_t i = 0; i < nleaves; i = next) {
		OutcomeList before = all;
		Buf b = {0};
		WireReader r;

		buf_byte(&b, '\0'); /* it has bytes, also if the list is empty */
		turns_put(&b, &before);
		for (uint32_t k = 0; k < all.n; k++) {
			free(all.row[k].turn.choice);
			all.row[k].turn = (OutcomeTurn){0};
		}
		all.last = (OutcomeOrder){0};
		r = (WireReader){b.data + 1, b.data + b.len, false};
		turns_get(&all, &r);
		assert_false(r.bad);
		buf_free(&b);
		free(before.last.choice);
		next = i + 1 + rand() % (nleaves - i);
		add_leaves(&all, i, next);
	}
	return all;
}

static uint32_t
count_equal(const Leaf *a, const Leaf *b)
{
	uint32_t n = 0;

	while (n < a->n && n < b->n && a->choice[n].thread == b->choice[n].thread)
		n++;
	return n;
}

/* last_turn: for how long two orders are equal at most of which one has that outcome, and the other has another one. */
static uint32_t
last_turn(uint32_t outcome)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < nleaves; i++)
		for (uint32_t k = 0; k < nleaves; k++)
			if (leaf[i].outcome == outcome && leaf[k].outcome != outcome
				&& count_equal(&leaf[i], &leaf[k]) >= most)
				most = count_equal(&leaf[i], &leaf[k]) + 1;
	return most;
}

/* has_order: an order with that outcome begins as the turn says, with that last action. */
static bool
has_order(const OutcomeTurn *t, uint32_t outcome, Choice last)
{
	Leaf l = {.n = t->n};

	memcpy(l.choice, t->choice, t->n * sizeof *t->choice);
	l.choice[t->n - 1] = last;
	for (uint32_t i = 0; i < nleaves; i++)
		if (leaf[i].outcome == outcome && count_equal(&l, &leaf[i]) == t->n)
			return true;
	return false;
}

static void
check_list(const OutcomeList *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		const OutcomeRow *r = &l->row[i];
		const OutcomeTurn *t = &r->turn;
		uint32_t outcome = r->output.data[0] - 'a';

		assert_int_equal(t->n, last_turn(outcome));
		if (t->n == 0)
			continue;
		assert_true(has_order(t, outcome, t->choice[t->n - 1]));
		assert_true(has_order(t, l->row[t->other].output.data[0] - 'a', t->instead));
	}
}

static void
same_turns(const OutcomeList *a, const OutcomeList *b)
{
	assert_int_equal(a->n, b->n);
	for (uint32_t i = 0; i < a->n; i++) {
		const OutcomeTurn *s = &a->row[i].turn, *t = &b->row[i].turn;

		assert_int_equal(s->n, t->n);
		assert_int_equal(s->other, t->other);
		assert_int_equal(a->row[i].norders, b->row[i].norders);
		for (uint32_t k = 0; k < s->n; k++)
			assert_int_equal(s->choice[k].thread, t->choice[k].thread);
	}
}

/* ---- the tree of the outcomes' shortest orders ---- */

/* count_leaves: how often a row is below a fork. */
static uint32_t
count_leaves(const OutcomeFork *f, uint32_t row)
{
	uint32_t n = f->n == 0 && f->row == row;

	for (uint32_t i = 0; i < f->n; i++)
		n += count_leaves(f->branch[i].next, row);
	return n;
}

/* parted_at: the number of the action in which the orders of two rows part, by the tree. */
static uint32_t
parted_at(const OutcomeFork *f, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < f->n; i++) {
		const OutcomeFork *next = f->branch[i].next;

		if (count_leaves(next, a) && count_leaves(next, b))
			return parted_at(next, a, b);
	}
	return f->action;
}

/* first_difference: the same, by the orders. */
static uint32_t
first_difference(const OutcomeRow *a, const OutcomeRow *b)
{
	uint32_t n = 0;

	while (n < a->nchoices && n < b->nchoices && a->choice[n].thread == b->choice[n].thread)
		n++;
	return n + 1;
}

static void
check_tree(const OutcomeList *l, uint32_t most)
{
	uint32_t n = l->n < most ? l->n : most;
	OutcomeTree t = {0};

	outcome_tree_make(&t, l, most, NULL);
	assert_int_equal(t.noutcomes, n);
	assert_int_equal(t.fork != NULL, n > 1);
	for (uint32_t i = 0; t.fork && i < l->n; i++) {
		assert_int_equal(count_leaves(t.fork, i), i < n);
		for (uint32_t k = 0; k < i && i < n; k++)
			assert_int_equal(parted_at(t.fork, i, k), first_difference(&l->row[i], &l->row[k]));
	}
	outcome_tree_free(&t);
}

static void
test_turns(void **state)
{
	(void)state;
	srand(1);
	for (int i = 0; i < TREES; i++) {
		Choice path[DEPTH + 1];
		OutcomeList alone = {0}, parts;

		nleaves = 0;
		grow(path, 0);
		add_leaves(&alone, 0, nleaves);
		check_list(&alone);
		check_tree(&alone, OUTCOMES);
		check_tree(&alone, OUTCOMES - 1);
		parts = by_parts();
		same_turns(&alone, &parts);
		outcomes_free(&parts);
		outcomes_free(&alone);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_turns)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
