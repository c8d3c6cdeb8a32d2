/*
 * tree.c - makes a tree that shows where the recorded orders part. Its leaves are the outcomes; at
 * its forks, the shortest orders with these outcomes differ in an action.
 */
#include "outcomes.h"

#include <assert.h>
#include <string.h>

typedef struct TreeMaker {
	OutcomeTree *tree;
	const OutcomeList *list;
	Server *server;
} TreeMaker;

/* The rows whose orders are equal at the beginning, in the order of outcomes. */
typedef struct Rows {
	uint32_t *row, n; /* [n] numbers of rows */
} Rows;

/* has_same_action: true if both orders have the same action at a place, or have ended there. */
static bool
has_same_action(const OutcomeRow *a, const OutcomeRow *b, uint32_t at)
{
	if (at >= a->nchoices || at >= b->nchoices)
		return at >= a->nchoices && at >= b->nchoices;
	return choice_is_same(&a->choice[at], &b->choice[at]);
}

/* find_fork: the first place, from `at` on, at which the orders do not all have the same action. */
static uint32_t
find_fork(const OutcomeList *l, Rows r, uint32_t at)
{
	const OutcomeRow *first = &l->row[r.row[0]];

	for (;; at++) {
		for (uint32_t i = 1; i < r.n; i++)
			if (!has_same_action(first, &l->row[r.row[i]], at))
				return at;
		assert(at < first->nchoices); /* equal orders have one outcome */
	}
}

/* describe_action: an action of a row's order in words; NULL: not known. */
static char *
describe_action(TreeMaker *m, const OutcomeRow *r, uint32_t at)
{
	Arena a = {0};
	char *words;
	Play p;

	if (at >= r->nchoices)
		return arena_strndup(&m->tree->arena, "it has ended", 12);
	if (!m->server)
		return NULL;
	p = server_play(m->server, &a, &(PlayOrder){.choice = r->choice, .n = at + 1,
		.tell = at + 1, .instead = r->choice[at]});
	words = p.told.len == 0 ? NULL
		: arena_strndup(&m->tree->arena, (char *)p.told.data,
			strlen((char *)p.told.data));
	arena_free(&a);
	return words;
}

static OutcomeFork *make_fork(TreeMaker *m, Rows r, uint32_t at);

/* split_rows: move the rows that have the same action as the first one to another list. */
static Rows
split_rows(TreeMaker *m, Rows *from, uint32_t at)
{
	const OutcomeRow *first = &m->list->row[from->row[0]];
	Rows taken = {arena_alloc(&m->tree->arena, from->n, sizeof *taken.row), 0};
	uint32_t left = 0;

	for (uint32_t i = 0; i < from->n; i++)
		if (has_same_action(first, &m->list->row[from->row[i]], at))
			taken.row[taken.n++] = from->row[i];
		else
			from->row[left++] = from->row[i];
	from->n = left;
	return taken;
}

/* make_fork: the tree that decides between rows r, which are alike before action `at`. */
static OutcomeFork *
make_fork(TreeMaker *m, Rows r, uint32_t at)
{
	OutcomeFork *f = arena_alloc(&m->tree->arena, 1, sizeof *f);

	f->row = r.row[0];
	if (r.n == 1)
		return f;
	at = find_fork(m->list, r, at);
	f->action = at + 1;
	f->branch = arena_alloc(&m->tree->arena, r.n, sizeof *f->branch);
	while (r.n > 0) {
		Rows alike = split_rows(m, &r, at);

		f->branch[f->n++] = (OutcomeBranch){
			describe_action(m, &m->list->row[alike.row[0]], at),
				make_fork(m, alike, at)};
	}
	return f;
}

void
outcome_tree_make(OutcomeTree *t, const OutcomeList *l, uint32_t most, Server *s)
{
	Rows all = {arena_alloc(&t->arena, l->n + 1, sizeof *all.row), 0};

	for (; all.n < l->n && all.n < most; all.n++)
		all.row[all.n] = all.n;
	if (all.n > 1)
		t->fork = make_fork(&(TreeMaker){t, l, s}, all, 0);
	t->noutcomes = all.n;
}

void
outcome_tree_free(OutcomeTree *t)
{
	arena_free(&t->arena);
	*t = (OutcomeTree){0};
}
