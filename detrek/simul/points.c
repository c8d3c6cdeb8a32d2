/*
 * points.c - finds the points where a combination of local events can be recognised.
 *
 * A point lies just after a node p of the recognising process P (but not after its stop). For each
 * event LEi of another process Q there must be a send Si of Q and
 *   (i)   a receive R of P that is p, or from which p can be reached, with Si in PRE(R): the value
 *         that Si sends is known at p. One path from the start to p passes the R of all events.
 * This suffices for an event that never becomes false again (mono). Otherwise the value must still
 * hold at p, because Q waits, at a receive Ri that follows Si, for a message that P sends after p:
 *   (ii)  a send X of P other than p that can be reached from p, with
 *         X in POST1(Ri), and Ri postdominates Si: Q cannot go past Ri; or
 *         Ri in POST2(X), and X postdominates p: P surely sends the message that Ri waits for.
 *         One path from p to the stop passes the X of all events.
 *   (iii) X has not been executed since R: every path from X to p passes R;
 *   (iv)  nothing between Si and Ri changes LEi: Ri is the only successor of Si (dep), or no node
 *         on the paths from Si to Ri (without passing either again) changes LEi (gdep).
 * Events of P itself are evaluated at p.
 *
 * These are the conditions of the paper (3.2.4) except (iii), which we add: in a loop the paper
 * accepts points after the answer was sent, where Q may no longer wait.
 *
 * Concurrent events also need sends Si and Sj of which neither is in the PRE of the other; ordered
 * events need, for each consecutive pair, a send Sj with Si in its PRE. For an event of P this send
 * is one from which p can be reached, or p itself; for the last of ordered events it can also be
 * the value at p.
 *
 * If one of the receives R dominates p, and the answer X postdominates p, both are on every path,
 * independent of the other events. If this is not so for all events, the search looks, point by
 * point, for receives and answers of all events that fit together.
 */
#include "points.h"

#include <stdlib.h>
#include <string.h>

const char *const point_mode[] = {"mono", "dep", "gdep"};

enum { BITS = 64 }; /* bits of a word of Search.always */

/* The search for the points of one query in one mode. */
typedef struct Search {
	const Dcfg *d;
	const Query *q;
	PointMode mode;
	Hearing hearing;
	Paths *p;
	Arena *arena;
	uint32_t *nsome;   /* [points] number of events that can be recognised at the point */
	/* [q->n] bits of points at which the event can be recognised on every path */
	uint64_t **always;
	/* [q->n] the choices at the present point, and those that were tried last */
	Choices *now, *last, *sorted;
	uint32_t nlast;    /* number of lists in `last` */
	Chosen found;      /* the result for the choices in `last` */
} Search;

/* query_event: the i-th event of the query. */
static const LocalEvent *
query_event(const Search *s, uint32_t i)
{
	return &s->d->local_event[s->q->event[i]];
}

/* is_own_event: true if the i-th event is of the process that has to recognise the query. */
static bool
is_own_event(const Search *s, uint32_t i)
{
	return query_event(s, i)->process == s->q->process;
}

/* is_bit_set: true if bit i is set. */
static bool
is_bit_set(const uint64_t *bits, uint32_t i)
{
	return bits[i / BITS] >> i % BITS & 1;
}

/*
 * For one event: the points at which it can be recognised, and those where this holds on every
 * path.
 */
typedef struct PointMarks {
	bool *some;
	uint64_t *always;
} PointMarks;

/*
 * mark_point: mark a point at which the event may be known; always: also as one at which it is
 * known on each path.
 */
static void
mark_point(PointMarks *m, uint32_t point, bool always)
{
	m->some[point] = true;
	m->always[point / BITS] |= (uint64_t)always << point % BITS;
}

/* [nodes of P] The points after a receive: on some path, and on every path (surely). */
typedef struct PointsBehind {
	bool *known, *surely;
} PointsBehind;

/*
 * find_behind: the points at which P may know the value of a send, and the points at which P surely
 * knows it.
 */
static PointsBehind
find_behind(Paths *p, const Heard *x, Walk *w, Arena *a)
{
	PointsBehind b = {
		.known = arena_alloc(a, p->n, sizeof(bool)),
		.surely = arena_alloc(a, p->n, sizeof(bool)),
	};

	for (uint32_t i = 0; i < x->nrecvs; i++) {
		uint32_t n = b.known[x->recv[i]] ? 0 : walk_from(w, x->recv[i], NONE, NONE);

		b.known[x->recv[i]] = true;
		for (uint32_t k = 0; k < n; k++)
			b.known[w->queue[k]] = true;
	}
	for (uint32_t i = 0; i < p->n; i++) {
		uint32_t v = p->dom.order[i], parent = p->dom.parent[v];

		b.surely[v] = x->at[v] || (parent != NONE && b.surely[parent]);
	}
	return b;
}

/* mark_reply: mark the points before a reply that satisfy conditions (i) to (iii) of points.c. */
static void
mark_reply(Paths *p, const Reply *reply, const PointsBehind *b, Walk *back, PointMarks *m)
{
	uint32_t X = reply->send, n = walk_from(back, X, NONE, NONE);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t v = back->queue[i];
		bool every = tree_is_ancestor(&p->pdom, X, v);

		if (v == X || !(reply->certain || every))
			continue;
		if (!reply_leads_to(reply, v)) {
			if (b->known[v])
				mark_point(m, v, every && b->surely[v]);
		} else if (reply->last[v] != NONE) {
			mark_point(m, v, every && tree_is_ancestor(&p->dom, reply->last[v], v));
		}
	}
}

/* mark_heard: mark the points at which P may know of the event by the receives and replies of x. */
static void
mark_heard(const Search *s, const Heard *x, PointMarks *m, Arena *a)
{
	Walk forward = walk_new(a, &s->p->flow), back = walk_new(a, &s->p->back);
	PointsBehind b = find_behind(s->p, x, &forward, a);

	for (uint32_t i = 0; i < x->nreplies; i++)
		mark_reply(s->p, &x->reply[i], &b, &back, m);
	for (uint32_t v = 0; s->mode == MONO && v < s->p->n; v++)
		if (b.known[v])
			mark_point(m, v, b.surely[v]);
}

/* find_heard: what the recognising process can know, by its receives, of the i-th event. */
static HeardList
find_heard(Search *s, uint32_t i, Arena *a)
{
	return heard_find(&s->hearing, query_event(s, i), s->mode, s->q->op == SIMULTANEOUS, a);
}

/* mark_event: mark the points at which P may know of the i-th event. */
static void
mark_event(Search *s, uint32_t i)
{
	Arena a = {0};
	HeardList list = find_heard(s, i, &a);
	PointMarks m = {arena_alloc(&a, s->p->n, sizeof(bool)), s->always[i]};

	for (uint32_t k = 0; k < list.n; k++)
		mark_heard(s, &list.heard[k], &m, &a);
	for (uint32_t v = 0; v < s->p->n; v++)
		s->nsome[v] += m.some[v];
	arena_free(&a);
}

/* mark_events: mark, for each event of the query, the points at which it may be known. */
static void
mark_events(Search *s)
{
	s->nsome = arena_alloc(s->arena, s->p->n, sizeof *s->nsome);
	s->always = arena_alloc(s->arena, s->q->n, sizeof *s->always);
	for (uint32_t i = 0; i < s->q->n; i++) {
		s->always[i] = arena_alloc(s->arena, s->p->n / BITS + 1, sizeof **s->always);
		if (!is_own_event(s, i)) {
			mark_event(s, i);
			continue;
		}
		memset(s->always[i], 0xFF, (s->p->n / BITS + 1) * sizeof **s->always);
		for (uint32_t v = 0; v < s->p->n; v++)
			s->nsome[v]++;
	}
}

/* ---- one choice for all ---- */

/*
 * add_choice: add a choice of how an event is known at the point, unless an equal one is there. A
 * receive or reply on every path is stored as NONE, because it fits all others.
 */
static void
add_choice(Search *s, Choices *list, uint32_t send, uint32_t recv, uint32_t reply, uint32_t point)
{
	Paths *p = s->p;
	Choice c = {
		.send = s->q->op == SIMULTANEOUS ? NONE : send,
		.recv = tree_is_ancestor(&p->dom, recv, point) ? NONE
		: paths_representative(p, recv),
		.reply = reply == NONE || tree_is_ancestor(&p->pdom, reply, point) ? NONE
			: paths_representative(p, reply),
	};

	for (uint32_t i = 0; i < list->n; i++)
		if (memcmp(&list->choice[i], &c, sizeof c) == 0)
			return;
	list->choice = arena_grow(s->arena, list->choice, list->n, &list->cap,
		sizeof *list->choice);
	list->choice[list->n++] = c;
}

/*
 * add_receives: add to the choices at the point all receives that fit the reply or, if the reply is
 * NULL, all receives before the point.
 */
static void
add_receives(Search *s, Choices *list, const Heard *x, const Reply *reply, uint32_t point)
{
	uint32_t X = reply ? reply->send : NONE;

	if (reply && reply_leads_to(reply, point)) {
		/* all of them are in the loop of the point and the reply */
		if (reply->last[point] != NONE)
			add_choice(s, list, x->send, reply->last[point], X, point);
		return;
	}
	for (uint32_t i = 0; i < x->nrecvs; i++)
		if (x->recv[i] == point || paths_can_reach(s->p, x->recv[i], point))
			add_choice(s, list, x->send, x->recv[i], X, point);
}

/*
 * add_heard: add, as choices at `point`, the pairs of a receive and a reply by which the event may
 * be known there.
 */
static void
add_heard(Search *s, Choices *list, const Heard *x, uint32_t point)
{
	if (s->mode == MONO)
		add_receives(s, list, x, NULL, point);
	for (uint32_t i = 0; i < x->nreplies; i++) {
		const Reply *reply = &x->reply[i];

		if (reply->send != point && paths_can_reach(s->p, point, reply->send) &&
			(reply->certain || tree_is_ancestor(&s->p->pdom, reply->send, point)))
			add_receives(s, list, x, reply, point);
	}
}

/*
 * add_own_sends: for an event of the recognising process P itself: add, as choices, its sends
 * before the point, and the value at the point.
 */
static void
add_own_sends(Search *s, Choices *list, uint32_t point)
{
	for (uint32_t v = 0; v < s->p->n; v++)
		if (s->d->node[s->p->start + v].kind == DCFG_SEND &&
			(v == point || paths_can_reach(s->p, v, point)))
			add_choice(s, list, s->p->start + v, v, NONE, point);
	if (s->q->op == ORDERED)
		add_choice(s, list, NONE, point, NONE, point);
}

/* same_choices: true if both lists have the same choices. */
static bool
same_choices(const Choices *a, const Choices *b)
{
	return a->n == b->n && memcmp(a->choice, b->choice, a->n * sizeof *a->choice) == 0;
}

/*
 * is_as_before: true if the n lists of choices at the point are those that were tried last; this is
 * so at most points.
 */
static bool
is_as_before(const Search *s, uint32_t n)
{
	bool same = s->nlast == n;

	for (uint32_t i = 0; same && i < n; i++)
		same = s->last[i].event == s->now[i].event &&
			same_choices(&s->last[i], &s->now[i]);
	return same;
}

/*
 * list_choices: list the choices at the point for each event that is not recognised on every path;
 * returns the number of lists. Simultaneous events with equal choices need only one list, because
 * they can all take the same choice.
 */
static uint32_t
list_choices(Search *s, const HeardList *heard, uint32_t point)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->q->n; i++) {
		Choices *list = &s->now[n];

		if (s->q->op == SIMULTANEOUS && is_bit_set(s->always[i], point))
			continue;
		list->event = i;
		list->n = 0;
		if (is_own_event(s, i))
			add_own_sends(s, list, point);
		for (uint32_t k = 0; k < heard[i].n; k++)
			add_heard(s, list, &heard[i].heard[k], point);
		if (s->q->op != SIMULTANEOUS || n == 0 || !same_choices(list, list - 1))
			n++;
	}
	return n;
}

/*
 * choose_at: whether receives and replies can be chosen at the point that together recognise all
 * events of the query.
 */
static Chosen
choose_at(Search *s, const HeardList *heard, uint32_t point)
{
	uint32_t n = list_choices(s, heard, point);
	Choices *swap = s->last;

	if (is_as_before(s, n))
		return s->found;
	s->last = s->now;
	s->now = swap;
	s->nlast = n;
	memcpy(s->sorted, s->last, n * sizeof *s->sorted);
	s->found = choices_find(s->hearing.r, s->p, s->q->op, s->sorted, n);
	return s->found;
}

/* are_all_recognised: true if each event of the query is known at the point on every path. */
static bool
are_all_recognised(const Search *s, uint32_t point)
{
	for (uint32_t i = 0; i < s->q->n; i++)
		if (!is_bit_set(s->always[i], point))
			return false;
	return s->q->op == SIMULTANEOUS;
}

/*
 * find_all_heard: collect the known values of all events, for the points where choices must be
 * compared.
 */
static HeardList *
find_all_heard(Search *s)
{
	HeardList *heard = arena_alloc(s->arena, s->q->n, sizeof *heard);

	for (uint32_t i = 0; i < s->q->n; i++)
		if (!is_own_event(s, i))
			heard[i] = find_heard(s, i, s->arena);
	s->now = arena_alloc(s->arena, s->q->n, sizeof *s->now);
	s->last = arena_alloc(s->arena, s->q->n, sizeof *s->last);
	s->sorted = arena_alloc(s->arena, s->q->n, sizeof *s->sorted);
	return heard;
}

/*
 * find_mode: the points of the query in the present mode, as an array; NULL if the search would
 * take too long.
 */
static bool *
find_mode(Search *s)
{
	uint32_t n = s->p->n;
	bool *valid = arena_alloc(s->d->arena, n, sizeof *valid);
	HeardList *heard = NULL;

	mark_events(s);
	for (uint32_t v = 0; v + 1 < n; v++) { /* all nodes but stop */
		if (s->nsome[v] < s->q->n)
			continue;
		valid[v] = are_all_recognised(s, v);
		if (valid[v])
			continue;
		if (!heard)
			heard = find_all_heard(s);
		switch (choose_at(s, heard, v)) {
		case CHOSEN_NO: break;
		case CHOSEN_YES: valid[v] = true; break;
		case CHOSEN_UNKNOWN: return NULL;
		}
	}
	return valid;
}

Points
points_find(const Dcfg *d, const Relations *r, const Query *q)
{
	Arena a = {0};
	Paths *p = paths_new(d, r, q->process, &a);
	Points points = {0};
	bool known = true;

	for (int mode = 0; known && mode < NPOINT_MODES; mode++) {
		Search s = {
			.d = d,
			.q = q,
			.mode = mode,
			.hearing = {.d = d, .r = r, .p = p, .arena = &a},
			.p = p,
			.arena = &a,
		};

		points.valid[mode] = find_mode(&s);
		known = points.valid[mode];
	}
	arena_free(&a);
	if (!known)
		fatal_at(d->file, 0,
			"a query of %u events has too many combinations of receives and"
			" sends; one with fewer events would do",
			q->n);
	return points;
}

uint32_t
nodes_along_paths(const Dcfg *d, uint32_t a, uint32_t b, uint32_t **list)
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
