/*
 * points.c - where a combination of local events can be recognised.
 *
 * A point is just after a node p of the recognising process P (its stop has none). For each
 * event LEi of another process Q there must be a send Si of Q and
 *   (i)   a receive R of P that is p, or from which p can be reached, with Si in PRE(R):
 *         the value that Si sends is known at p.
 * That is enough for an event that never becomes false again (mono). Else the value must still
 * hold at p, because Q waits, at a receive Ri that Si leads to, for what P sends after p:
 *   (ii)  a send X of P that can be reached from p, with X in POST(Ri);
 *   (iii) X has not been executed since R: no path leads from X to p that does not meet R;
 *   (iv)  nothing between Si and Ri changes LEi: Ri is the only successor of Si (dep), or no
 *         node on the paths from Si to Ri that meet neither again changes LEi (gdep).
 * X is in POST(Ri) if it is in POST1(Ri), or Ri in POST2(X). Events of P itself are read at p.
 *
 * Concurrent events moreover need sends Si and Sj, known at p, neither of which is in the PRE of
 * the other; ordered ones a send Sj known at p with a send Si in its PRE, for each next pair.
 */
#include "simul.h"

#include <string.h>

const char *const point_mode[] = {"mono", "dep", "gdep"};

/* The search for the points of one query. */
typedef struct Search {
	const Dcfg *d;
	const Relations *r;
	const DcfgProcess *at; /* P */
	Walk forward, backward, avoiding;
	bool *valid; /* [nodes of P] for the event at hand */
	bool *reach; /* [nodes of P] a temporary */
	uint32_t nnodes;
} Search;

static bool
is(const Search *s, uint32_t node, DcfgKind kind)
{
	return s->d->node[node].kind == kind;
}

/* All points from node on (itself included): set in points. */
static void
mark_from(Search *s, uint32_t node, bool *points)
{
	uint32_t n = walk_from(&s->forward, node, NONE, NONE);

	points[node - s->at->start] = true;
	for (uint32_t i = 0; i < n; i++)
		points[s->forward.queue[i] - s->at->start] = true;
}

/* Points at which a value from the process is known, from this send of it if that is one: (i). */
static void
mark_known(Search *s, uint32_t process, uint32_t send, bool *points)
{
	const Relation *pre = &s->r->pre;

	for (uint32_t v = s->at->start; v <= s->at->stop; v++)
		if (is(s, v, DCFG_RECV) && !points[v - s->at->start] &&
			(send == NONE ? relation_meets(pre, v, process)
				: relation_has(pre, v, send)))
			mark_from(s, v, points);
}

static bool
in_post(const Search *s, uint32_t send, uint32_t recv)
{
	return relation_has(&s->r->post1, recv, send) || relation_has(&s->r->post2, send, recv);
}

/* Points after R and before X: conditions (i), (ii) and (iii). */
static void
mark_window(Search *s, uint32_t R, uint32_t X)
{
	uint32_t n = walk_from(&s->forward, R, NONE, NONE);

	walk_from(&s->backward, X, NONE, NONE);
	walk_from(&s->avoiding, X, R, NONE);
	for (uint32_t i = 0; i <= n; i++) {
		uint32_t p = i < n ? s->forward.queue[i] : R;

		if (p != X && walk_met(&s->backward, p) && !walk_met(&s->avoiding, p))
			s->valid[p - s->at->start] = true;
	}
}

static void
mark_windows(Search *s, uint32_t Si, uint32_t Ri)
{
	for (uint32_t X = s->at->start; X <= s->at->stop; X++) {
		if (!is(s, X, DCFG_SEND) || !in_post(s, X, Ri))
			continue;
		for (uint32_t R = s->at->start; R <= s->at->stop; R++)
			if (is(s, R, DCFG_RECV) && relation_has(&s->r->pre, R, Si))
				mark_window(s, R, X);
	}
}

static bool
only_successor(const Dcfg *d, uint32_t a, uint32_t b)
{
	for (uint32_t e = d->flow.first[a]; e < d->flow.first[a + 1]; e++)
		if (d->flow.to[e] != b)
			return false;
	return d->flow.first[a] < d->flow.first[a + 1];
}

/* Condition (iv). */
static bool
unchanged(Search *s, const LocalEvent *e, uint32_t Si, uint32_t Ri, PointMode mode)
{
	if (mode == DEP)
		return only_successor(s->d, Si, Ri);
	walk_from(&s->forward, Si, Si, Ri);
	walk_from(&s->backward, Ri, Si, Ri);
	for (uint32_t i = 0; i < e->n; i++)
		if (walk_met(&s->forward, e->change[i]) && walk_met(&s->backward, e->change[i]))
			return false;
	return true;
}

/* Whether some send of P is in POST(Ri), and some receive of P has Si in its PRE. */
static bool
answered(const Search *s, uint32_t Ri)
{
	for (uint32_t X = s->at->start; X <= s->at->stop; X++)
		if (is(s, X, DCFG_SEND) && in_post(s, X, Ri))
			return true;
	return false;
}

static bool
heard(const Search *s, uint32_t Si)
{
	for (uint32_t R = s->at->start; R <= s->at->stop; R++)
		if (is(s, R, DCFG_RECV) && relation_has(&s->r->pre, R, Si))
			return true;
	return false;
}

/* Points at which the event's value is known and still holds. */
static void
mark_held(Search *s, const LocalEvent *e, PointMode mode)
{
	const DcfgProcess *q = &s->d->range[e->process];
	bool *waits = arena_alloc(s->d->arena, q->stop - q->start + 1, sizeof *waits);

	for (uint32_t v = q->start; v <= q->stop; v++)
		waits[v - q->start] = is(s, v, DCFG_RECV) && answered(s, v);
	for (uint32_t Si = q->start; Si <= q->stop; Si++) {
		if (!is(s, Si, DCFG_SEND) || !heard(s, Si))
			continue;
		for (uint32_t Ri = q->start; Ri <= q->stop; Ri++) {
			if (!waits[Ri - q->start])
				continue;
			walk_from(&s->forward, Si, NONE, NONE);
			if (walk_met(&s->forward, Ri) && unchanged(s, e, Si, Ri, mode))
				mark_windows(s, Si, Ri);
		}
	}
}

/* Sends of a process whose values are known, and where; for P itself the sends before a point. */
static void
mark_send(Search *s, uint32_t send, bool *points)
{
	memset(points, 0, s->nnodes * sizeof *points);
	if (send >= s->at->start && send <= s->at->stop)
		mark_from(s, send, points);
	else
		mark_known(s, s->d->node[send].process, send, points);
}

/* Points at which sends a and b are both known and concurrent, or b is, and a is in its PRE. */
static void
mark_pair(Search *s, Operator op, uint32_t a, uint32_t b, bool *first, bool *points)
{
	const Relation *pre = &s->r->pre;
	bool ab = relation_has(pre, b, a), ba = relation_has(pre, a, b);

	if (op == ORDERED ? !ab : ab || ba)
		return;
	mark_send(s, b, s->reach);
	for (uint32_t i = 0; i < s->nnodes; i++)
		points[i] |= s->reach[i] && (op == ORDERED || first[i]);
}

/* Points at which two processes have sends in the operator's relation. */
static void
mark_related(Search *s, Operator op, uint32_t p, uint32_t q, bool *points)
{
	const DcfgProcess *x = &s->d->range[p], *y = &s->d->range[q];
	bool *first = arena_alloc(s->d->arena, s->nnodes, sizeof *first);

	memset(points, 0, s->nnodes * sizeof *points);
	for (uint32_t a = x->start; a <= x->stop; a++) {
		if (!is(s, a, DCFG_SEND))
			continue;
		mark_send(s, a, first);
		for (uint32_t b = y->start; b <= y->stop; b++)
			if (is(s, b, DCFG_SEND))
				mark_pair(s, op, a, b, first, points);
	}
	/* an event of P is read at the point itself: after all that is known there */
	if (op == ORDERED && y == s->at)
		mark_known(s, p, NONE, points);
}

static void
keep(bool *points, const bool *with, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		points[i] &= with[i];
}

/* The operator's part of a query: the same in all modes. */
static void
relate(Search *s, const Query *q, bool *points)
{
	uint32_t n = q->op == SIMULTANEOUS ? 0 : q->n;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t last = q->op == ORDERED && i + 2 < n ? i + 2 : n;

		for (uint32_t j = i + 1; j < last; j++) {
			mark_related(s, q->op, s->d->local[q->event[i]].process,
				s->d->local[q->event[j]].process, s->valid);
			keep(points, s->valid, s->nnodes);
		}
	}
}

Points
points_find(const Dcfg *d, const Relations *r, const Query *q)
{
	const DcfgProcess *at = &d->range[q->process];
	Arena *a = d->arena;
	uint32_t n = at->stop - at->start + 1;
	Search s = {
		.d = d,
		.r = r,
		.at = at,
		.nnodes = n,
		.forward = walk_new(a, &d->flow),
		.backward = walk_new(a, &d->back),
		.avoiding = walk_new(a, &d->flow),
		.valid = arena_alloc(a, n, sizeof *s.valid),
		.reach = arena_alloc(a, n, sizeof *s.reach),
	};
	Points points;

	for (int mode = 0; mode < NPOINT_MODES; mode++) {
		points.valid[mode] = arena_alloc(a, n, sizeof(bool));
		memset(points.valid[mode], true, (n - 1) * sizeof(bool)); /* all but stop */
		for (uint32_t i = 0; i < q->n; i++) {
			const LocalEvent *e = &d->local[q->event[i]];

			if (e->process == q->process)
				continue;
			memset(s.valid, 0, n * sizeof *s.valid);
			if (mode == MONO)
				mark_known(&s, e->process, NONE, s.valid);
			else
				mark_held(&s, e, mode);
			keep(points.valid[mode], s.valid, n);
		}
		relate(&s, q, points.valid[mode]);
	}
	return points;
}

uint32_t
stats_along_paths(const Dcfg *d, uint32_t a, uint32_t b, uint32_t **list)
{
	Walk forward = walk_new(d->arena, &d->flow), backward = walk_new(d->arena, &d->back);
	uint32_t *found = arena_alloc(d->arena, d->name.n, sizeof *found);
	uint32_t n = 0;

	walk_from(&forward, a, a, b);
	walk_from(&backward, b, a, b);
	for (uint32_t i = 0; i < d->name.n; i++)
		if (walk_met(&forward, i) && walk_met(&backward, i))
			found[n++] = i;
	*list = found;
	return n;
}

bool
path_exists(const Dcfg *d, uint32_t a, uint32_t b, uint32_t avoid)
{
	Walk w = walk_new(d->arena, &d->flow);

	walk_from(&w, a, avoid, NONE);
	return walk_met(&w, b);
}
