/*
 * against_rest.c - the causes of a value that have no partner in the run that was right: what a
 * question without that run would show.
 */
#include "against_parts.h"

#include <string.h>

enum { LOOKED_AT = 400 }; /* statements among which those are looked for that were changed */

typedef struct Rest {
	Comparison *c;
	uint32_t n, most; /* statements so far; 0: any number */
} Rest;

static bool
add_rest(void *context, Cause *cause, const Cause *shown, uint32_t steps)
{
	Rest *r = context;
	Against *x = r->c->x;
	Match *m;

	(void)steps;
	if (cause != shown)
		return true;
	x->more = r->most && r->n == r->most;
	if (x->more)
		return false;
	m = arena_alloc(&x->arena, 1, sizeof *m);
	*m = (Match){.ours = cause, .distance = r->n++};
	m->verdict = against_is_edited(r->c, OURS, cause) ? VERDICT_EDITED : VERDICT_CAUSE;
	x->matches = arena_more(&x->arena, x->matches, x->n, sizeof *x->matches);
	x->matches[x->n++] = m;
	return true;
}

/* has_edits: one of the files of the causes so far has another text in the other run. */
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

void
against_rest(Comparison *c, const FlowbackOptions *o, const Cause *first)
{
	FlowbackOptions further = *o;
	Rest r = {.c = c};

	if (o->most && o->most < LOOKED_AT && has_edits(c))
		further.most = LOOKED_AT;
	r.most = further.most;
	flowback_further(c->f[OURS], &further, first);
	graph_walk(flowback_graph(c->f[OURS]), first, &(CauseWalk){o->each, add_rest, &r});
}
