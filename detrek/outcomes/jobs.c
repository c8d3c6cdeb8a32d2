/*
 * jobs.c - lets other processes run orders before the search needs them. Each leaf of the tree of
 * wanted actions of a state will be run, in a fixed order, whatever earlier runs show. So other
 * servers run the next leaves, and each play is kept until the explorer needs it. The explorer
 * makes the same choices as without these servers, so the result does not depend on the number of
 * processes.
 */
#include "explore_parts.h"

#include <stdlib.h>

enum { MOST_AHEAD = 64 }; /* plays that are kept or made, for each server */

/* A run that is made ahead of the search, for a leaf of the tree of wanted actions. */
typedef struct AheadRun {
	Arena arena;
	Play play; /* the play, in the arena, when it has been made */
} AheadRun;

struct Jobs {
	Server **server; /* [n] */
	AheadRun **work;    /* [n] the run that each server makes; NULL: none */
	uint32_t n;
	AheadRun **ahead;   /* [nahead] the runs made or being made that the search has not taken */
	uint32_t nahead;
};

/* await_answer: wait for the play of the run that server i makes, and keep it. */
static void
await_answer(Jobs *j, uint32_t i)
{
	AheadRun *a = j->work[i];

	a->play = server_answer(j->server[i], &a->arena);
	j->work[i] = NULL;
}

/*
 * find_work: the first queued run that no process makes, apart from the next one, which the
 * explorer itself makes; NULL if there is none.
 */
static Branch *
find_work(const Explorer *e, uint32_t *level, uint32_t *at)
{
	for (uint32_t i = e->n; i-- > 0;) {
		const Level *l = &e->level[i];

		for (uint32_t k = l->at + 1; k < l->nwanted; k++)
			if (l->delays < e->x->options->delays
				&& !branch_leaf(&l->queue[k])->ahead) {
				*level = i;
				*at = k;
				return branch_leaf(&l->queue[k]);
			}
	}
	return NULL;
}

/*
 * begin_work: let process i, which is free, make the next run that the search will need, if there
 * is one.
 */
static void
begin_work(Explorer *e, uint32_t i)
{
	Jobs *j = e->jobs;
	uint32_t level, at;
	Branch *leaf = j->nahead < j->n * MOST_AHEAD ? find_work(e, &level, &at) : NULL;
	PlayOrder o;

	if (!leaf)
		return;
	o = explore_make_order(e, &e->arena, level, at);
	server_ask(j->server[i], &o);
	leaf->ahead = j->work[i] = xcalloc(1, sizeof *leaf->ahead);
	j->ahead[j->nahead++] = leaf->ahead;
}

void
jobs_begin(Explorer *e)
{
	Jobs *j = e->jobs;

	for (uint32_t i = 0; i < j->n; i++) {
		if (j->work[i] && server_has_answer(j->server[i]))
			await_answer(j, i);
		if (!j->work[i])
			begin_work(e, i);
	}
}

/* remove_ahead: remove a run from the list of those that are made ahead of the search. */
static void
remove_ahead(Jobs *j, const AheadRun *a)
{
	uint32_t i = 0;

	while (j->ahead[i] != a)
		i++;
	j->ahead[i] = j->ahead[--j->nahead];
}

bool
jobs_take_play(Explorer *e)
{
	Level *l = e->n > 0 ? &e->level[e->n - 1] : NULL;
	Branch *leaf = l ? branch_leaf(&l->queue[l->at]) : NULL;
	AheadRun *a = leaf ? leaf->ahead : NULL;

	if (!a)
		return false;
	for (uint32_t i = 0; i < e->jobs->n; i++)
		if (e->jobs->work[i] == a)
			await_answer(e->jobs, i);
	arena_free(&e->arena);
	e->arena = a->arena;
	e->play = a->play;
	leaf->ahead = NULL;
	remove_ahead(e->jobs, a);
	free(a);
	return true;
}

/* ---- beginning and end ---- */

Jobs *
jobs_new(const PlayedProgram *p, uint32_t n)
{
	Jobs *j = xcalloc(1, sizeof *j);

	*j = (Jobs){.server = xcalloc(n, sizeof *j->server),
		.work = xcalloc(n, sizeof *j->work),
		.n = n,
		.ahead = xcalloc(n * MOST_AHEAD, sizeof *j->ahead)};
	for (uint32_t i = 0; i < n; i++)
		j->server[i] = server_new(p);
	return j;
}

void
jobs_free(Jobs *j)
{
	for (uint32_t i = 0; i < j->n; i++)
		server_free(j->server[i]);
	for (uint32_t i = 0; i < j->nahead; i++) {
		arena_free(&j->ahead[i]->arena);
		free(j->ahead[i]);
	}
	free(j->server);
	free(j->work);
	free(j->ahead);
	free(j);
}
