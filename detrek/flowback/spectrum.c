/* spectrum.c - counts, for each cause of a value, the peers for which the cause was the same. */
#include "spectrum.h"

#include <stdlib.h>
#include <string.h>

/* The causes of a value, the nearest ones first. */
typedef struct Causes {
	Arena *arena;
	const Cause **cause; /* [n] */
	uint32_t n;
	Suspect *suspects;   /* [nsuspects] the nearest execution of each statement */
	uint32_t nsuspects;
} Causes;

/* add_cause: add a node's statement to the causes; a visitor of graph_walk. */
static bool
add_cause(void *context, Cause *c, const Cause *shown, uint32_t steps)
{
	Causes *x = context;

	(void)steps;
	if (c == shown && x->nsuspects == SPECTRUM_POOL)
		return false;
	if (c == shown) {
		x->suspects = arena_more(x->arena, x->suspects, x->nsuspects,
			sizeof *x->suspects);
		x->suspects[x->nsuspects] = (Suspect){.cause = c, .place = x->nsuspects};
		x->nsuspects++;
	}
	x->cause = arena_more(x->arena, x->cause, x->n, sizeof *x->cause);
	x->cause[x->n++] = c;
	return true;
}

/*
 * find_causes: the statements on which the value of `first` depends; the causes of SPECTRUM_POOL of
 * them are added to the graph first.
 */
static Causes
find_causes(Spectrum *x, Flowback *f, const FlowbackOptions *o, const Cause *first)
{
	FlowbackOptions pool = *o;
	Causes found = {.arena = &x->arena};

	pool.most = SPECTRUM_POOL;
	flowback_expand_further(f, &pool, first);
	graph_walk(flowback_graph(f), first, &(CauseWalk){false, add_cause, &found});
	return found;
}

/* ---- peers ---- */

/*
 * nearest_writer: the nearest statement of the program itself among those that have given the
 * value; NULL if there is none.
 */
static const Cause *
nearest_writer(const Flowback *f, const Cause *first)
{
	const CauseGraph *g = flowback_graph(f);

	if (first->line)
		return first->system ? NULL : first;
	for (uint32_t i = 0; i < first->ncauses; i++) {
		const Cause *c = g->nodes[first->causes[i].cause];

		if ((first->causes[i].kind == DEPENDS_DATA || first->causes[i].kind == DEPENDS_SYNC)
			&& c->line && !c->system)
			return c;
	}
	return NULL;
}

void
spectrum_add_peer(Spectrum *x, Flowback *f, const Cause *first, const Cause *peer)
{
	const Cause *a = nearest_writer(f, first), *b = nearest_writer(f, peer);

	if (x->npeers == PEERS || peer == first || !a || !b || a == b || !cause_same_line(a, b))
		return;
	for (uint32_t i = 0; i < x->npeers; i++)
		if (x->peers[i] == peer)
			return;
	x->peers[x->npeers++] = peer;
}

/* ---- comparison ---- */

/* is_jump: tell if the cause is a decision of control flow. */
static bool
is_jump(const Cause *c)
{
	return c->key.kind == CAUSE_PREDICATE;
}

/*
 * is_same_execution: true if both are executions of the same statement or, for jumps, of the same
 * jump with the same decision.
 */
static bool
is_same_execution(const Cause *a, const Cause *b)
{
	return a == b || (a->key.kind == b->key.kind && a->line && cause_same_line(a, b)
		&& (!is_jump(a) || strcmp(a->value, b->value) == 0));
}

/*
 * compare_suspect: note whether a peer depends on the suspect's statement, and whether the
 * statement gave the same value. The peer counts once, however often it depends on the statement.
 */
static void
compare_suspect(Suspect *s, const Causes *peer)
{
	bool statement = false, value = false;

	for (uint32_t i = 0; i < peer->n && !value; i++) {
		const Cause *c = peer->cause[i];

		if (!is_same_execution(s->cause, c))
			continue;
		statement = true;
		value = strcmp(c->value, s->cause->value) == 0
			&& cause_same_object(c->name, s->cause->name);
	}
	s->nsame_statement += statement;
	s->nsame_value += value;
}

void
spectrum_begin(Spectrum *x, Flowback *f, const FlowbackOptions *o, const Cause *first)
{
	Causes ours = find_causes(x, f, o, first);

	x->suspects = ours.suspects;
	x->n = ours.nsuspects;
}

void
spectrum_compare(Spectrum *x, Flowback *f, const FlowbackOptions *o, uint32_t i)
{
	Causes peer = find_causes(x, f, o, x->peers[i]);

	for (uint32_t k = 0; k < x->n; k++)
		compare_suspect(&x->suspects[k], &peer);
}

/* ---- order ---- */

/*
 * rank_of: the place of a suspect in the order: first those that differ, then the program's own
 * statements, and values before conditions.
 */
static int
rank_of(const Suspect *s)
{
	CauseKind kind = s->cause->key.kind;

	if (!s->own)
		return 4;
	return (s->differs ? 0 : 2) + (kind != CAUSE_ASSIGNMENT && kind != CAUSE_CALL);
}

/* compare_suspects: compare two suspects by rank, for qsort. */
static int
compare_suspects(const void *a, const void *b)
{
	const Suspect *s = a, *t = b;
	int order = rank_of(s) - rank_of(t);

	return order ? order : s->place < t->place ? -1 : s->place > t->place;
}

/* is_listed: true if one of the first n suspects is of the same line as s. */
static bool
is_listed(const Spectrum *x, uint32_t n, const Suspect *s)
{
	for (uint32_t i = 0; i < n; i++)
		if (s->cause->line && cause_same_line(x->suspects[i].cause, s->cause))
			return true;
	return false;
}

void
spectrum_end(Spectrum *x)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->n; i++) {
		Suspect *s = &x->suspects[i];

		s->own = s->cause->line && !s->cause->system;
		s->differs = s->own && 2 * s->nsame_value <= x->npeers;
	}
	qsort(x->suspects, x->n, sizeof *x->suspects, compare_suspects);
	for (uint32_t i = 0; i < x->n; i++)
		if (!is_listed(x, n, &x->suspects[i]))
			x->suspects[n++] = x->suspects[i];
	x->n = n;
	while (x->nown < n && x->suspects[x->nown].own)
		x->nown++;
}

void
spectrum_free(Spectrum *x)
{
	arena_free(&x->arena);
}
