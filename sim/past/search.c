/*
 * search.c - finds the next, or the last, place at which an observer reports a hit.
 *
 * The run is replayed in pieces, forward from the network's place, or backward from moment to
 * moment. Nodes are not observed in the order of places, so only each node's first (last) hit in a
 * piece counts; if several nodes have one, the piece is replayed again to find their times.
 */
#include "past_state.h"
#include "base/clock.h"
#include "base/progress.h"
#include "sim/cpu/watcher.h"

#include <stdlib.h>

/*
 * After a hit, a run under a driver stops at the next multiple of this time. So the host is only a
 * little ahead of the hit, by the same time in each run.
 */
#define DRIVEN_STOP (EPOCH / 8)

/* ---- hits ---- */

/* hits_begin: begin to collect hits after a place or, backward, before it. */
static void
hits_begin(Past *p, Hits *h, Place from, bool backward)
{
	uint32_t nnodes = p->w->nnodes;

	*h = (Hits){.backward = backward,
		.from = from,
		.hit = xcalloc(nnodes, sizeof *h->hit),
		.count = xcalloc(nnodes, sizeof *h->count),
		.bound = from.time,
		.time = backward ? 0 : NEVER};
	if (backward && from.node != NOWHERE)
		h->bound++; /* hits at the place's time are before it */
	p->hits = h;
}

/* hits_end: end the collection of hits. */
static void
hits_end(Past *p)
{
	free(p->hits->hit);
	free(p->hits->count);
	p->hits = NULL;
}

void
past_report_hit(Past *p, Place at)
{
	Hits *h = p->hits;
	NodeId n = at.node;

	if (n == NOWHERE) {
		if (h->backward ? at.time > h->time && at.time < h->bound
				: at.time < h->time && at.time > h->bound)
			h->time = at.time;
		return;
	}
	if (n == h->from.node
		&& (h->backward ? at.count >= h->from.count : at.count <= h->from.count))
		return;
	if (!h->hit[n] || (h->backward ? at.count > h->count[n] : at.count < h->count[n]))
		h->count[n] = at.count;
	h->hit[n] = true;
}

bool
past_is_behind_hit(const Past *p, NodeId n, uint64_t count)
{
	const Hits *h = p->hits;

	return h && !h->backward && h->hit[n] && count >= h->count[n];
}

/* ---- pieces ---- */

/* A piece of the run that is observed. */
typedef struct Piece {
	Place begin, end;
	bool last; /* no event is left after the piece */
} Piece;

/* is_hit: true if the observer has reported a hit in the piece that was replayed last. */
static bool
is_hit(const Past *p)
{
	const Hits *h = p->hits;

	for (NodeId n = 0; n < p->w->nnodes; n++)
		if (h->hit[n])
			return true;
	return h->time != NEVER;
}

/*
 * run_piece: run from the present, at most to `until`. Under a driver, a hit ends the run earlier.
 */
static RunEnd
run_piece(Past *p, Time until)
{
	Network *w = p->w;
	RunEnd end;

	if (!p->drive)
		return past_continue(p, until);
	do {
		end = past_continue(p, earlier(until, w->now - w->now % DRIVEN_STOP + DRIVEN_STOP));
		for (NodeId n = 0; n < w->nnodes; n++)
			if (w->nodes[n]->watch)
				watch_flush(w->nodes[n]->watch);
	} while (end == RUN_REACHED && w->now < until && !is_hit(p));
	return end;
}

/* observe_piece: replay with the observer a piece that begins at the network's place. */
static void
observe_piece(Past *p, const Search *s, Piece *piece)
{
	Place end = piece->end;

	s->attach(s->context, p->w);
	if (p->is_present) {
		piece->last = run_piece(p, end.time) != RUN_REACHED;
		if (!piece->last)
			piece->end = place_at(p->w->now);
	} else {
		past_advance(p, end.time);
		piece->last = end.node == NOWHERE && end.time == p->present.at
			&& p->present.end == RUN_QUIET;
		if (end.node != NOWHERE && !past_hold(p, end))
			assert(!"the place where the search began is still there");
		if (piece->last)
			network_run(p->w, NEVER); /* include events at the very end */
	}
	s->detach(s->context, p->w);
}

/*
 * first_hit_place: the place of the first (backward: last) of the nodes' hits in a piece. If a node
 * does not pass its hit in the piece, the hit is in the stretch in which the search began.
 */
static Place
first_hit_place(Past *p, const Hits *h, const Piece *piece)
{
	Network *w = p->w;
	Time *passed = xcalloc(w->nnodes, sizeof *passed), own = h->from.time;
	Place best = {.node = NOWHERE};

	past_goto(p, piece->begin);
	network_release(w);
	network_record_passes(w, passed);
	for (NodeId n = 0; n < w->nnodes; n++)
		if (h->hit[n])
			w->nodes[n]->hold_count = h->count[n];
	past_advance(p, piece->end.time);
	network_record_passes(w, NULL);
	for (NodeId n = 0; n < w->nnodes; n++) {
		Time t = passed[n] == NEVER ? own : passed[n];

		if (h->hit[n]
			&& (best.node == NOWHERE || (h->backward ? t >= best.time : t < best.time)))
			best = (Place){t, n, h->count[n]};
	}
	free(passed);
	return best;
}

/* goto_hit: go to the first (backward: last) hit of a piece. Returns false if there is none. */
static bool
goto_hit(Past *p, const Piece *piece, Place *found)
{
	const Hits *h = p->hits;
	bool at_time = h->backward
		? h->time != 0
		: h->time <= piece->end.time || (piece->last && h->time != NEVER);
	uint32_t nhits = 0;
	Place best = place_at(h->time);

	for (NodeId n = 0; n < p->w->nnodes; n++)
		if (h->hit[n] && nhits++ == 0)
			best = place_before(n, h->count[n]);
	if (nhits == 0 && !at_time)
		return false;
	if (nhits > 1 || (nhits == 1 && at_time))
		best = first_hit_place(p, h, piece);
	if (nhits > 0 && at_time && (h->backward ? h->time > best.time : h->time <= best.time))
		best = place_at(h->time);
	if (best.node == NOWHERE)
		best.time = earlier(best.time, past_present(p));
	if (!past_goto(p, best))
		assert(!"what was observed is a place of the run");
	if (found)
		*found = past_place(p);
	return true;
}

/* ---- forward ---- */

/*
 * piece_end: the end of the next piece of a search to `until`; the network's time if the run does
 * not continue.
 */
static Time
piece_end(const Past *p, Time until)
{
	Time now = p->w->now, end = earlier(until, now + p->piece);

	if (!p->is_present)
		return earlier(end, p->present.at);
	if (!p->live || p->present.end != RUN_REACHED)
		return now;
	return p->drive ? earlier(until, p->allowed) : end;
}

/* search_forward: search piece by piece up to `until`; true if the network is at a hit, *found. */
static bool
search_forward(Past *p, const Search *s, Time until, Place *found)
{
	for (;;) {
		Piece piece = {.begin = past_place(p), .end = place_at(piece_end(p, until))};

		if (piece.end.time <= p->w->now)
			return false;
		if (p->is_present && clock_thread() - p->kept > p->keep_every)
			past_keep_moment(p);
		progress_show_share(p->w->now, earlier(until, past_present(p)),
			"at %.3f s of %.3f s",
			p->w->now / 1e12, earlier(until, past_present(p)) / 1e12);
		observe_piece(p, s, &piece);
		if (goto_hit(p, &piece, found))
			return true;
		if (!p->is_present && piece.end.time == p->present.at)
			past_go_present(p);
	}
}

bool
past_forward(Past *p, const Search *s, Time until, Place *found)
{
	Hits hits;
	bool there;

	hits_begin(p, &hits, past_place(p), false);
	there = search_forward(p, s, until, found);
	progress_clear();
	hits_end(p);
	return there;
}

/* ---- backward ---- */

/* search_backward: search backward, at most to the last moment at or before `floor`. */
static bool
search_backward(Past *p, const Search *s, Time floor, Place *found)
{
	Piece piece = {.end = past_place(p)};
	const Moment *m = piece.end.node == NOWHERE ? moments_before(&p->moments, piece.end.time)
		: moments_at(&p->moments, piece.end.time);

	past_leave_present(p);
	for (; m; m = moments_before(&p->moments, piece.end.time)) {
		piece.begin = place_at(m->at);
		past_load_moment(p, m);
		observe_piece(p, s, &piece);
		if (goto_hit(p, &piece, found))
			return true;
		if (m->at <= floor)
			break;
		piece.end = piece.begin;
	}
	past_load_moment(p, m ? m : &p->moments.moment[0]);
	return false;
}

bool
past_backward_to(Past *p, const Search *s, Place from, Time floor, Place *found)
{
	Hits hits;
	bool there;

	hits_begin(p, &hits, from, true);
	there = search_backward(p, s, floor, found);
	hits_end(p);
	return there;
}

bool
past_backward(Past *p, const Search *s, Place *found)
{
	return past_backward_to(p, s, past_place(p), 0, found);
}
