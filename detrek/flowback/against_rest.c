/*
 * against_rest.c - adds those causes of a value that have no partner among the causes of the right
 * value. A question about the value alone would show these causes.
 *
 * If both values are of one run, a statement on which only the wrong value depends is suspect for
 * this reason alone (dicing; Lyle and Weiser, 1987): most values of a wrong run are right.
 */
#include "against_parts.h"

#include <string.h>

enum { LOOKED_AT = 400 }; /* statements that are checked for changes of the source */

/* The search for the causes that have no partner. */
typedef struct RestSearch {
	Comparison *c;
	uint32_t n, most; /* number of statements so far; the largest number, 0: any number */
	const Cause **right; /* [nright] executions on which the right value of the run depends */
	uint32_t nright;
} RestSearch;

/* note_right_cause: list an execution on which the right value depends; a visitor of graph_walk. */
static bool
note_right_cause(void *context, Cause *cause, const Cause *shown, uint32_t steps)
{
	RestSearch *r = context;

	(void)shown;
	(void)steps;
	r->right = arena_more(&r->c->scratch, r->right, r->nright, sizeof *r->right);
	r->right[r->nright++] = cause;
	return true;
}

/*
 * is_only_ours: true if the right value, in the same run, does not depend on the statement. For a
 * jump, only its executions that went the same way count.
 */
static bool
is_only_ours(const RestSearch *r, const Cause *ours)
{
	for (uint32_t i = 0; i < r->nright; i++) {
		const Cause *c = r->right[i];

		if (cause_same_line(c, ours) && is_jump(c) == is_jump(ours)
			&& (!is_jump(c) || strcmp(c->value, ours->value) == 0))
			return false;
	}
	return r->nright > 0 && ours->line;
}

/* partnerless_verdict: the verdict on a cause of our run that has no partner in the right run. */
static Verdict
partnerless_verdict(const RestSearch *r, const Cause *cause)
{
	if (against_is_edited(r->c, OURS, cause))
		return VERDICT_EDITED;
	return is_only_ours(r, cause) ? VERDICT_ALONE : VERDICT_CAUSE;
}

/* add_partnerless: add a cause as a match without a partner; a visitor of graph_walk. */
static bool
add_partnerless(void *context, Cause *cause, const Cause *shown, uint32_t steps)
{
	RestSearch *r = context;
	AgainstResult *x = r->c->x;
	Match *m;

	(void)steps;
	if (cause != shown)
		return true;
	x->more = r->most && r->n == r->most;
	if (x->more)
		return false;
	m = arena_alloc(&x->arena, 1, sizeof *m);
	*m = (Match){.ours = cause, .distance = r->n++};
	m->verdict = partnerless_verdict(r, cause);
	x->matches = arena_more(&x->arena, x->matches, x->n, sizeof *x->matches);
	x->matches[x->n++] = m;
	return true;
}

/*
 * has_edits: true if the file of one of the causes so far has another text in the other run.
 */
static bool
has_edits(Comparison *c)
{
	const CauseGraph *g = flowback_graph(c->f[OURS]);
	const char *file = "";

	for (uint32_t i = 0; i < g->nnodes; i++) {
		if (strcmp(g->nodes[i]->file, file) != 0 && against_file_is_edited(c,
			g->nodes[i]->file))
			return true;
		file = g->nodes[i]->file;
	}
	return false;
}

/*
 * list_right_causes: list the executions on which the right value depends, if it is of the same
 * run.
 */
static void
list_right_causes(RestSearch *r, const FlowbackOptions *o, const Cause *right)
{
	FlowbackOptions further = *o;

	further.most = LOOKED_AT;
	flowback_expand_further(r->c->f[RIGHT], &further, right);
	graph_walk(flowback_graph(r->c->f[RIGHT]), right, &(CauseWalk){true, note_right_cause, r});
}

void
against_rest(Comparison *c, const FlowbackOptions *o, const Cause *first, const Cause *right)
{
	FlowbackOptions further = *o;
	RestSearch r = {.c = c};

	if (c->x->one_run)
		list_right_causes(&r, o, right);
	if (o->most && o->most < LOOKED_AT && (c->x->one_run || has_edits(c)))
		further.most = LOOKED_AT;
	r.most = further.most;
	flowback_expand_further(c->f[OURS], &further, first);
	graph_walk(flowback_graph(c->f[OURS]), first, &(CauseWalk){o->each, add_partnerless, &r});
}
