/*
 * past.c - goes to times and places of a run: loads the last moment (saved state) before them, and
 * runs the network from there with the host's recorded orders.
 */
#include "record.h"
#include "recording.h"
#include "base/clock.h"
#include "sim/trace/trace.h"

#include <stdlib.h>

/* A piece of the run takes this fraction of the processor time after which a moment is kept. */
#define PIECE_FRACTION 0.2
#define EVEN_PIECE (4 * EPOCH) /* length of a piece after past_use_even_pieces */

/* ---- beginning and end ---- */

Past *
past_new(Network *w)
{
	Past *p = xcalloc(1, sizeof *p);

	*p = (Past){.w = w, .live = true, .here = place_at(w->now), .is_present = true,
		.piece = EPOCH / 8, .keep_every = KEEP_EVERY};
	moments_init(&p->moments, w, &p->tape);
	tape_init(&p->tape, w);
	moments_keep(&p->moments);
	return p;
}

void
past_free(Past *p)
{
	if (!p)
		return;
	if (p->live)
		past_go_present(p);
	record_end(p);
	if (p->w) {
		moments_free(&p->moments);
		tape_free(&p->tape);
	}
	if (p->recording)
		recording_free(p);
	if (p->echo)
		branch_free(p);
	free(p->passed);
	free(p);
}

/* ---- the network's place ---- */

Network *
past_network(const Past *p)
{
	return p->w;
}

Place
past_place(const Past *p)
{
	return p->is_present ? place_at(p->w->now) : p->here;
}

Time
past_beginning(const Past *p)
{
	return p->moments.moment[0].at;
}

Time
past_present(const Past *p)
{
	return p->is_present ? p->w->now : p->present.at;
}

bool
past_is_present(const Past *p)
{
	return p->is_present;
}

bool
past_is_live(const Past *p)
{
	return p->live;
}

bool
past_is_forced(const Past *p)
{
	return tape_is_forced(&p->tape);
}

void
past_withheld(const Past *p, void (*each)(void *context, NodeId n, Word desc), void *context)
{
	tape_withheld(&p->tape, each, context);
}

RunEnd
past_run_end(const Past *p)
{
	return p->present.end;
}

void
past_set_driver(Past *p, Driver *drive, void *context)
{
	p->drive = drive;
	p->driver = context;
	p->allowed = p->w->now;
}

bool
past_is_driven(const Past *p)
{
	return p->drive != NULL;
}

bool
past_waits_for_driver(const Past *p)
{
	return p->drive && p->is_present
		&& (p->present.end != RUN_REACHED || p->w->now >= p->allowed);
}

void
past_keep_moment(Past *p)
{
	if (p->w->held == NOWHERE)
		moments_keep(&p->moments);
	p->kept = clock_thread();
}

/* ---- the present ---- */

void
past_leave_present(Past *p)
{
	Network *w = p->w;

	if (!p->is_present)
		return;
	p->is_present = false;
	if (!p->live)
		return;
	tape_record_faults(&p->tape);
	p->present = (Present){
		.at = w->now,
		.end = p->present.end,
		.fingerprint = network_fingerprint(w),
		.machine = moment_capture(&p->moments),
		.finishing = w->finishing,
		.finish = w->finish,
		.text = xcalloc(w->faults.n + 1, sizeof *p->present.text),
		.ntext = w->faults.n,
		.trace = w->links.trace,
		.observer = w->observer,
		.observer_context = w->observer_context,
	};
	for (uint32_t i = 0; i < w->faults.n; i++)
		p->present.text[i] = w->faults.text[i] ? xstrdup(w->faults.text[i]) : NULL;
	network_trace(w, trace_open(NULL, w->topology, false)); /* until enter_present */
	network_watch(w, NULL, NULL);
}

/* enter_present: restore the network to the state that it had at the present. */
static void
enter_present(Past *p)
{
	Network *w = p->w;
	Present *t = &p->present;
	struct Trace *past = w->links.trace;

	network_trace(w, t->trace);
	moment_load(&p->moments, &t->machine);
	assert(network_fingerprint(w) == t->fingerprint);
	trace_close(past);
	network_watch(w, t->observer, t->observer_context);
	w->finishing = t->finishing;
	w->finish = t->finish;
	for (uint32_t i = 0; i < w->faults.n; i++) {
		free(w->faults.text[i]);
		w->faults.text[i] = t->text[i];
	}
	free(t->text);
	moment_drop(&p->moments, &t->machine);
	tape_record(&p->tape);
	p->is_present = true;
	p->here = place_at(w->now);
}

void
past_cut(Past *p)
{
	Network *w = p->w;
	Present *t = &p->present;
	struct Trace *past = w->links.trace;

	network_trace(w, t->trace);
	trace_close(past);
	network_watch(w, t->observer, t->observer_context);
	w->finishing = t->finishing;
	w->finish = t->finish;
	for (uint32_t i = 0; i < t->ntext; i++)
		free(t->text[i]);
	free(t->text);
	moment_drop(&p->moments, &t->machine);
	moments_drop_after(&p->moments, w->now);
	tape_cut(&p->tape);
	p->present.end = RUN_REACHED;
	p->is_present = true;
}

/* ---- continuing ---- */

void
past_load_moment(Past *p, const Moment *m)
{
	moment_load(&p->moments, m);
	p->here = place_at(m->at);
	p->acted = m->acted;
	p->kept = clock_thread();
}

void
past_use_even_pieces(Past *p)
{
	p->even = true;
	p->piece = EVEN_PIECE;
}

/*
 * adapt_piece: set the length of the next piece of the run, according to the processor time that
 * the last piece took; whole: the last piece was not cut short.
 */
static void
adapt_piece(Past *p, double took, bool whole)
{
	if (took > PIECE_FRACTION * p->keep_every && p->piece > SETUP)
		p->piece /= 2;
	else if (whole && took < PIECE_FRACTION * p->keep_every / 4 && p->piece < 1024 * EPOCH)
		p->piece *= 2;
}

/*
 * run_between_acts: run to a time before the next recorded act, and keep a moment if the last one
 * was kept long ago.
 */
static void
run_between_acts(Past *p, Time until)
{
	Network *w = p->w;
	double begin = clock_thread(), took;
	bool whole = until - w->now >= p->piece; /* not cut short by an act or a check */

	network_run(w, until);
	w->now = until; /* a network without future events has stopped at another time */
	p->acted = false;
	p->here = place_at(until);
	took = clock_thread() - begin;
	if (!p->even)
		adapt_piece(p, took, whole);
	if (begin + took - p->kept > p->keep_every)
		past_keep_moment(p);
}

/* apply_act: apply the next act of the tape; fatal if it does not fit. */
static void
apply_act(Past *p)
{
	if (!tape_next_fits(&p->tape))
		recording_report_misfit(p);
	tape_apply(&p->tape);
}

/* apply_acts: apply the recorded acts of the network's present time. */
static void
apply_acts(Past *p)
{
	Time now = p->w->now;

	if (tape_next(&p->tape)->quiet) { /* the run before the act ended without future events */
		/* orders may still take effect later, unseen; acts of this time make events */
		network_run(p->w, p->acted ? now + 1 : NEVER);
		p->w->now = now;
	}
	apply_act(p);
	p->acted = true;
}

/* is_change: true if the act changes memory or registers at a place between two checkpoints. */
static bool
is_change(const Act *a)
{
	return a->at_place;
}

/*
 * act_precedes: true if the change takes place before, or at, the place `to`; both have the same
 * time.
 */
static bool
act_precedes(const Act *change, Place to)
{
	return change->node != to.node ? change->node < to.node : change->count <= to.count;
}

/*
 * make_changes: make the changes that are due, up to the place `limit` of the same time; limit
 * NULL: all changes that are due. Afterwards the network may be held.
 */
static void
make_changes(Past *p, const Place *limit)
{
	const Act *next;

	network_pause_passes(p->w);
	while (next = tape_next(&p->tape),
		next && next->at == p->w->now && is_change(next)
			&& (!limit || act_precedes(next, *limit))) {
		if (!network_hold(p->w, next->node, next->count))
			recording_report_misfit(p);
		apply_act(p);
	}
	network_resume_passes(p->w);
	p->acted = true;
}

void
past_advance(Past *p, Time at)
{
	Network *w = p->w;

	while (w->now < at) {
		const Act *next = tape_next(&p->tape);
		Time until = earlier(at, earlier(w->now + p->piece, recording_next_check(p)));

		if (next && next->at == w->now) {
			is_change(next) ? make_changes(p, NULL) : apply_acts(p);
			continue;
		}
		run_between_acts(p, next ? earlier(until, next->at) : until);
		recording_check(p);
	}
}

bool
past_hold(Past *p, Place to)
{
	const Act *next;

	while (next = tape_next(&p->tape), next && next->at == p->w->now && !is_change(next))
		apply_acts(p);
	make_changes(p, &to);
	p->acted = true; /* the place is no longer just a time */
	if (!network_hold(p->w, to.node, to.count))
		return false;
	to.time = p->w->now;
	p->here = to;
	return true;
}

/* ---- to the present ---- */

void
past_apply_acts(Past *p)
{
	const Act *next;

	while (next = tape_next(&p->tape), next && next->at == p->w->now)
		is_change(next) ? make_changes(p, NULL) : apply_acts(p);
}

/* go_to_end: go to the end of a recorded run, from the last moment if that is shorter. */
static void
go_to_end(Past *p)
{
	const Moment *m = moments_at(&p->moments, p->present.at), *last = recording_last_moment(p);

	if (p->w->now < m->at || p->w->held != NOWHERE)
		past_load_moment(p, last ? last : m);
	past_advance(p, p->present.at);
	past_apply_acts(p);
	if (p->present.end == RUN_QUIET && !p->acted) {
		network_run(p->w, NEVER); /* orders may take effect later, unseen */
		p->w->now = p->present.at;
	}
	recording_check_end(p);
	p->is_present = true;
	p->here = place_at(p->w->now);
}

void
past_go_present(Past *p)
{
	if (p->is_present)
		return;
	if (p->live)
		enter_present(p);
	else
		go_to_end(p);
}

/* ---- to a time ---- */

/*
 * is_past_moment: true if the network's place is not before moment m and not after the time `at`.
 * The network can then run on from its place, and need not load m.
 */
static bool
is_past_moment(const Past *p, const Moment *m, Time at)
{
	Time now = p->w->now;

	if (p->is_present || now < m->at || now > at)
		return false;
	return now < at || (p->here.node == NOWHERE && !p->acted);
}

/*
 * go_to_time: bring the network to a time, from the last moment before that time or from its place.
 */
static void
go_to_time(Past *p, Time at)
{
	const Moment *m = moments_at(&p->moments, at);

	if (!is_past_moment(p, m, at)) {
		past_leave_present(p);
		past_load_moment(p, m);
	}
	past_advance(p, at);
}

/* is_time_reached: true if a time lies between the beginning and the present. */
static bool
is_time_reached(const Past *p, Time at)
{
	const Moment *first = &p->moments.moment[0];

	return at <= past_present(p) && (at > first->at || (at == first->at && !first->acted));
}

/* ---- to a place ---- */

/*
 * find_place_time: run from the last moment before a place until the node has passed it. Returns
 * the place's time; NEVER if the run has no such place.
 */
static Time
find_place_time(Past *p, Place to)
{
	const Moment *m = moments_before_count(&p->moments, to.node, to.count);
	Network *w = p->w;

	if (!m)
		return NEVER;
	past_leave_present(p);
	if (w->now < m->at || t800_count(w->nodes[to.node]) > to.count || w->held != NOWHERE)
		past_load_moment(p, m);
	if (!p->passed)
		p->passed = xcalloc(w->nnodes, sizeof *p->passed);
	network_record_passes(w, p->passed);
	w->nodes[to.node]->hold_count = to.count;
	while (p->passed[to.node] == NEVER && w->now < p->present.at)
		past_advance(p, earlier(w->now + p->piece, p->present.at));
	network_record_passes(w, NULL);
	return p->passed[to.node];
}

/*
 * go_to_place: go to the place of an instruction; to.time 0: the time of the place is not known.
 * Returns false if the run has no such place.
 */
static bool
go_to_place(Past *p, Place to)
{
	if (to.time == 0 || !is_time_reached(p, to.time) || to.time == past_present(p))
		to.time = find_place_time(p, to);
	if (to.time == NEVER)
		return false;
	go_to_time(p, to.time);
	return past_hold(p, to);
}

bool
past_goto(Past *p, Place to)
{
	Place from = past_place(p);
	bool was_present = p->is_present, there = true;

	if (to.node == NOWHERE && !is_time_reached(p, to.time))
		return false;
	if (!was_present && place_is(from, to))
		return true;
	if (to.node == NOWHERE && to.time == past_present(p))
		past_go_present(p);
	else if (to.node == NOWHERE)
		go_to_time(p, to.time);
	else
		there = go_to_place(p, to)
			|| (to.time != 0 && go_to_place(p, place_before(to.node, to.count)));
	if (!there && was_present)
		past_go_present(p);
	else if (!there)
		past_goto(p, from);
	return there;
}

bool
past_goto_moment(Past *p)
{
	const Moment *m = moments_before(&p->moments, past_place(p).time);

	if (!m)
		return false;
	past_leave_present(p);
	past_load_moment(p, m);
	return true;
}

/* ---- running ---- */

RunEnd
past_run(Past *p, Time until)
{
	if (p->drive) {
		p->present.end = RUN_REACHED; /* the run continues, however the last piece ended */
		p->allowed = until;
		return p->drive(p->driver, until);
	}
	if (!p->is_present) {
		past_advance(p, earlier(until, p->present.at)); /* observers miss nothing */
		if (until >= p->present.at)
			past_go_present(p);
		return RUN_REACHED;
	}
	return past_continue(p, until);
}

RunEnd
past_continue_alone(Past *p, Time until)
{
	Time from = p->w->now;

	tape_record_faults(&p->tape);
	p->running = true;
	p->present.end = network_run(p->w, until);
	p->running = false;
	p->w->now = later(p->w->now, from); /* acts of that time are in the past */
	tape_note_run_end(&p->tape, p->present.end);
	record_after_run(p);
	return p->present.end;
}

RunEnd
past_continue(Past *p, Time until)
{
	if (!p->live)
		return p->present.end;
	return p->echo ? branch_continue(p, until) : past_continue_alone(p, until);
}
