/*
 * search.c - the state of a search that was interrupted, as bytes and as a file, from which it can
 * be resumed: its counts, and the path of states, each with its sleeping and its wanted actions.
 *
 * The file is the line SEARCH_BEGIN, a checksum of the rest, the words that chose the program and
 * the orders, and the state. Numbers are as in base/wire.h. The wanted actions of a state are
 * written as a list, each with its depth in the tree; the actions below an action follow it.
 */
#include "explore_parts.h"

#include "base/files.h"
#include "base/list.h"
#include "base/table.h"

#include <stdlib.h>

#define SEARCH_BEGIN "trellis search 1\n"

/* get_count: read a number of entries, each of which takes at least a byte. */
static uint32_t
get_count(WireReader *r, uint64_t most)
{
	uint64_t left = r->end - r->p;

	return get_below(r, (most < left ? most : left) + 1);
}

/* ---- outcomes ---- */

/* put_row: append an outcome: its end, output, number of orders, choices and race. */
static void
put_row(Buf *b, const OutcomeRow *row)
{
	put_number(b, row->end);
	put_bytes(b, row->output.data, row->output.len);
	put_bytes(b, row->said.data, row->said.len);
	put_number(b, row->norders);
	choices_put(b, row->choice, row->nchoices);
	put_bytes(b, row->race.data, row->race.len);
}

/* get_order: read the shortest order of an outcome. */
static PlayOrder
get_order(Arena *a, WireReader *r, uint32_t nthreads)
{
	PlayOrder o = {0};

	o.choice = choices_get(a, r, &o.n);
	for (uint32_t i = 0; i < o.n; i++)
		r->bad |= o.choice[i].thread >= nthreads;
	return o;
}

/* get_row: read a row, and add its orders to *norders. */
static void
get_row(WireReader *r, Exploration *x, uint64_t *norders)
{
	Arena a = {0};
	Play p = {.end = get_below(r, PLAY_CUT + 1)};
	PlayOrder o;
	OutcomeRow *row;
	uint64_t n;
	Buf race;

	p.output = bytes_get(r);
	p.said = bytes_get(r);
	n = get_number(r);
	o = get_order(&a, r, x->nthreads);
	race = bytes_get(r);
	r->bad |= n == 0 || n > x->norders - *norders || p.end == PLAY_COVERED;
	if (!r->bad) {
		row = outcome_count(&x->list, &p, &o);
		r->bad = row->norders != 1; /* the outcome occurs twice */
		row->norders = n;
		buf_put(&row->race, race.data, race.len);
		*norders += n;
	}
	arena_free(&a);
}

/* ---- what is counted ---- */

/* put_counts: append what the exploration has counted so far, and its threads. */
static void
put_counts(Buf *b, const Exploration *x)
{
	put_hash(b, x->program);
	put_number(b, x->norders);
	put_number(b, x->ncovered);
	put_number(b, x->nleft);
	put_number(b, x->lacks);
	put_number(b, x->chooses);
	put_number(b, x->nsearched);
	put_number(b, x->nracy);
	put_number(b, x->nactions);
	put_number(b, x->nthreads);
	for (uint32_t i = 0; i < x->nthreads; i++) {
		put_number(b, x->thread[i].node);
		put_number(b, x->thread[i].number);
	}
	put_number(b, x->list.n);
	for (uint32_t i = 0; i < x->list.n; i++)
		put_row(b, &x->list.row[i]);
	turns_put(b, &x->list);
}

/* get_threads: read the threads of the exploration. */
static void
get_threads(WireReader *r, Exploration *x)
{
	x->nthreads = get_count(r, MOST_THREADS);
	x->thread = xcalloc(x->nthreads + 1, sizeof *x->thread);
	for (uint32_t i = 0; i < x->nthreads; i++) {
		x->thread[i].node = get_below(r, UINT32_MAX);
		x->thread[i].number = get_below(r, UINT32_MAX);
	}
}

/* get_counts: read what put_counts has written. */
static void
get_counts(WireReader *r, Exploration *x)
{
	uint64_t norders = 0;
	uint32_t n;

	x->program = get_hash(r);
	x->norders = get_number(r);
	x->ncovered = get_number(r);
	x->nleft = get_number(r);
	x->lacks = get_below(r, 1u << NLACKS);
	x->chooses = get_below(r, 2);
	x->nsearched = get_number(r);
	x->nracy = get_number(r);
	r->bad |= x->nsearched > x->norders || x->nracy > x->nsearched;
	x->nactions = get_below(r, MOST_ACTIONS + 1);
	get_threads(r, x);
	n = get_count(r, UINT32_MAX - 1);
	for (uint32_t i = 0; i < n && !r->bad; i++)
		get_row(r, x, &norders);
	if (!r->bad)
		turns_get(&x->list, r);
	r->bad |= norders != x->norders;
}

/* ---- what is wanted ---- */

/* count_branches: count the branches of the list with all those below them. */
static uint32_t
count_branches(const Branch *list, uint32_t n)
{
	uint32_t sum = n;

	for (uint32_t i = 0; i < n; i++)
		sum += count_branches(list[i].child, list[i].n);
	return sum;
}

/*
 * put_branches: append a list of branches, with all below them; depth: how many levels of branches
 * are above.
 */
static void
put_branches(Buf *b, const Branch *list, uint32_t n, uint32_t depth)
{
	for (uint32_t i = 0; i < n; i++) {
		put_number(b, depth);
		action_put(b, &list[i].action);
		put_branches(b, list[i].child, list[i].n, depth + 1);
	}
}

/* get_action: read an action that is part of a branch; an invalid one marks the reader as bad. */
static Action
get_action(WireReader *r)
{
	Action a = action_get(r);

	r->bad |= a.thread >= MOST_THREADS || !action_is_chosen(&a);
	return a;
}

/* The list to which the next branch of some depth is appended. */
typedef struct BranchList {
	Branch **list;
	uint32_t *n;
} BranchList;

/* get_branches: read the queue of branches of a level. */
static void
get_branches(WireReader *r, Level *l)
{
	uint32_t n = get_count(r, UINT32_MAX - 1);
	BranchList *place = list_more(NULL, 0, sizeof *place);
	uint32_t most = 0;

	place[0] = (BranchList){&l->queue, &l->nwanted};
	for (uint32_t i = 0; i < n && !r->bad; i++) {
		uint32_t depth = get_below(r, most + 1ull);
		Action a = get_action(r);
		Branch *b = branch_add(place[depth].list, place[depth].n, &a);

		most = depth + 1;
		place = list_more(place, most, sizeof *place);
		place[most] = (BranchList){&b->child, &b->n};
	}
	free(place);
}

/* ---- the path ---- */

/* put_level: append a level of the path: its state, its chosen action and its queue. */
static void
put_level(Buf *b, const Level *l)
{
	put_number(b, l->state.n);
	for (uint32_t i = 0; i < l->state.n; i++)
		action_put(b, &l->state.action[i]);
	put_hash(b, l->asleep);
	put_number(b, l->at);
	put_number(b, l->delays);
	put_number(b, count_branches(l->queue, l->nwanted));
	put_branches(b, l->queue, l->nwanted, 0);
}

/*
 * check_queue: check that each action of the queue is in the state, can be done, is not asleep, and
 * occurs once.
 */
static void
check_queue(WireReader *r, Level *l)
{
	for (uint32_t i = 0; i < l->nwanted && !r->bad; i++) {
		const Action *a = &l->queue[i].action;
		uint32_t index = state_find_action(&l->state, a->thread, a->object);
		ActionSet bit = index < l->state.n ? 1ull << index : 0;

		l->queue[i].index = index;
		r->bad |= bit == 0 || (l->asleep | l->wanted) & bit
			|| !action_is_enabled(&l->state.action[index]);
		l->wanted |= bit;
	}
}

/* get_level: read a level of the path. */
static void
get_level(WireReader *r, Level *l)
{
	*l = (Level){.state.n = get_count(r, MOST_READY)};
	l->state.action = xcalloc(l->state.n + 1, sizeof *l->state.action);
	for (uint32_t i = 0; i < l->state.n && !r->bad; i++)
		l->state.action[i] = get_action(r);
	l->asleep = get_hash(r);
	r->bad |= l->state.n < MOST_READY && l->asleep >> l->state.n != 0;
	l->at = get_below(r, UINT32_MAX);
	l->delays = get_below(r, MOST_ACTIONS + 1);
	get_branches(r, l);
	check_queue(r, l);
	r->bad |= l->at >= l->nwanted;
	if (!r->bad)
		l->state.chosen = l->queue[l->at].index;
}

void
search_put(Buf *b, const Explorer *e)
{
	put_counts(b, e->x);
	put_number(b, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		put_level(b, &e->level[i]);
}

bool
search_get(WireReader *r, Explorer *e)
{
	uint32_t n;

	get_counts(r, e->x);
	n = get_count(r, MOST_ACTIONS);
	for (uint32_t i = 0; i < n && !r->bad; i++) {
		e->level = list_more(e->level, e->n, sizeof *e->level);
		get_level(r, &e->level[e->n++]);
	}
	r->bad |= (n == 0) != (e->x->norders + e->x->ncovered == 0) || r->p != r->end;
	return !r->bad;
}

/* ---- the file ---- */

void
search_write(const char *file, char *const *word, uint32_t nwords, const Buf *state)
{
	Buf rest = {0}, all = {0};

	put_number(&rest, nwords);
	for (uint32_t i = 0; i < nwords; i++)
		put_bytes(&rest, word[i], strlen(word[i]));
	buf_put(&rest, state->data, state->len);
	buf_printf(&all, SEARCH_BEGIN);
	put_hash(&all, table_hash(rest.data, rest.len));
	buf_put(&all, rest.data, rest.len);
	file_write(file, all.data, all.len);
	buf_free(&all);
	buf_free(&rest);
}

/*
 * check_file: check that the file has the state of a search, and is complete. Returns a reader of
 * the rest.
 */
static WireReader
check_file(const char *file, const Buf *b)
{
	size_t n = strlen(SEARCH_BEGIN);
	WireReader r = {b->data, b->data + b->len, false};
	uint64_t sum;

	if (b->len < n || memcmp(b->data, SEARCH_BEGIN, n) != 0)
		fatal("%s: not the state of a search by this version of trellis outcomes", file);
	r.p += n;
	sum = get_hash(&r);
	if (r.bad || sum != table_hash(r.p, r.end - r.p))
		fatal("%s: damaged: its checksum is wrong", file);
	return r;
}

void
saved_search_open(SavedSearch *s, const char *file, const Buf *bytes)
{
	WireReader r = check_file(file, bytes);

	*s = (SavedSearch){.file = file, .nwords = get_count(&r, 100000)};
	s->word = xcalloc(s->nwords + 1, sizeof *s->word);
	for (uint32_t i = 0; i < s->nwords; i++)
		s->word[i] = get_text(&r);
	s->state = r;
	if (r.bad)
		fatal("%s: not the state of a search", file);
}

void
saved_search_free(SavedSearch *s)
{
	for (uint32_t i = 0; i < s->nwords; i++)
		free(s->word[i]);
	free(s->word);
}
