/*
 * stop.c - runs the network forward or backward until there is a reason to stop.
 *
 * A watcher reports marked instructions, accesses and events of all nodes; the past sorts the
 * reports by time. The network moves to the first report or, backward, to the last. Programs are
 * loaded while the network runs: whenever a node's kernel has created a process, its marks are set
 * again.
 */
#include "session.h"

#include "base/interrupt.h"
#include "kernel/include/border.h"
#include "sim/node/node_words.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_EVENTS = 1 << 20 };

/* ---- observed events ---- */

/* add_event: append an event and tell the search that its place is a hit. */
static void
add_event(Session *s, const Event *e)
{
	if (s->nevents == MAX_EVENTS)
		s->nevents = 0; /* only the last events can be at the end of the search */
	if (s->nevents == s->events_cap) {
		s->events_cap = s->events_cap ? 2 * s->events_cap : 64;
		s->events = xrealloc(s->events, s->events_cap * sizeof *s->events);
	}
	s->events[s->nevents++] = *e;
	past_report_hit(s->past, e->place);
}

/* place_before_next: the place before the instruction that a node is about to execute. */
static Place
place_before_next(const Session *s, NodeId n)
{
	const T800 *c = s->w->nodes[n];
	Place p = place_before(n, t800_count(c));

	p.time = node_time(s->w, n, c->r.cycles);
	return p;
}

/* ---- instructions ---- */

/*
 * hit_place: true if the node is at one of the breakpoint's places, or begins the point's task;
 * *hit is then that place. The point's condition is not considered.
 */
static bool
hit_place(const Session *s, const Point *p, NodeId n, const Loaded *in, CodePlace *hit)
{
	const T800 *c = s->w->nodes[n];

	*hit = (CodePlace){in->program, c->r.iptr - in->text_moved};
	if (p->kind == POINT_TASK && p->enabled)
		return task_begins(s, &p->task, n, in);
	if (p->kind != POINT_CODE || !p->enabled || !point_concerns_process(p, n, c->r.wptr))
		return false;
	for (size_t i = 0; i < p->nplaces; i++)
		if (p->places[i].program == hit->program && p->places[i].addr == hit->addr) {
			*hit = p->places[i];
			return true;
		}
	return false;
}

static void set_marks(Session *s, NodeId n);

/*
 * update_lives: node n has reached a mark: add an event for each watchpoint whose object begins
 * (backward) or ends (forward) to exist there.
 */
static void
update_lives(Session *s, NodeId n)
{
	for (uint32_t i = 0; i < s->npoints; i++) {
		Event e = {REASON_POINT, s->points[i]->number, place_before_next(s, n)};

		if (life_changes_here(s, s->points[i], n, e.text, sizeof e.text))
			add_event(s, &e);
	}
}

/*
 * handle_mark: called by the watcher: node n is at a marked instruction: add an event for each
 * point that stops there, and for the step if it ends there. If the kernel has made a process
 * there, set the node's marks again. Behind the node's first event nothing is looked for any more.
 */
static void
handle_mark(void *session, NodeId n)
{
	Session *s = session;
	Loaded in;
	CodePlace hit;
	size_t depth;

	if (past_is_behind_hit(s->past, n, t800_count(s->w->nodes[n])))
		return;
	update_lives(s, n);
	if (!target_program_at(s->target, n, s->w->nodes[n]->r.iptr, &in))
		return;
	event_points_note_mark(s, n);
	if (in.program == target_kernel(s->target)
		&& s->w->nodes[n]->r.iptr == target_creation_address(s->target, n))
		set_marks(s, n);
	if (s->step.kind != STEP_NONE && step_reached(s, &s->step, n, &in, &depth))
		add_event(s, &(Event){REASON_STEP, .place = place_before_next(s, n),
			.depth = depth});
	for (uint32_t i = 0; i < s->npoints; i++) {
		const Point *p = s->points[i];

		if (hit_place(s, p, n, &in, &hit)
			&& (!p->condition || point_holds(s, p, &hit, n, &in)))
			add_event(s, &(Event){REASON_POINT, p->number, place_before_next(s, n),
				.depth = hit.depth});
	}
}

/* set_mark: have handle_mark called when node n reaches address a. */
static void
set_mark(Session *s, NodeId n, Addr a)
{
	watcher_mark(s->watcher, n, a);
}

/*
 * mark_kernel: mark the instruction by which the kernel makes a process, as programs may appear
 * then.
 */
static void
mark_kernel(Session *s, NodeId n)
{
	Addr makes = target_creation_address(s->target, n);

	if (makes)
		set_mark(s, n, makes);
}

/* mark_point: mark the instructions of point p in program `in`, loaded on node n. */
static void
mark_point(Session *s, NodeId n, const Point *p, const Loaded *in)
{
	if (p->kind == POINT_CODE)
		for (size_t i = 0; i < p->nplaces; i++)
			if (p->places[i].program == in->program)
				set_mark(s, n, p->places[i].addr + in->text_moved);
	if (p->kind == POINT_TASK)
		task_set_marks(s, n, &p->task, in, set_mark);
}

/*
 * set_marks: mark on node n all instructions at which handle_mark may have something to do: for
 * points, objects' lives and the step.
 */
static void
set_marks(Session *s, NodeId n)
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_expected_programs(s->target, n, loaded);

	mark_kernel(s, n);
	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->enabled)
			life_set_marks(s, s->points[i], n, s->watcher);
	for (uint32_t i = 0; i < s->npoints; i++)
		for (uint32_t k = 0; s->points[i]->enabled && k < count; k++)
			if (loaded[k].program
				&& (s->points[i]->node == NOWHERE || s->points[i]->node == n))
				mark_point(s, n, s->points[i], &loaded[k]);
	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->kind == POINT_TASK && s->points[i]->enabled)
			task_watch_ranges(s, n, &s->points[i]->task);
	if (s->step.kind != STEP_NONE && s->step.node == n)
		step_set_marks(s, &s->step, set_mark);
}

/* ---- memory ---- */

/* touches_object: true if an access reads or writes the object of a watchpoint. */
static bool
touches_object(const Session *s, const Point *p, NodeId n, const Access *a)
{
	return p->enabled && p->node == n
		&& (a->addr - p->addr < p->size || p->addr - a->addr < a->nbytes)
		&& life_includes(s, p, a->count);
}

/* changes_object: true if the access changes a watched byte. */
static bool
changes_object(const Point *p, const Access *a)
{
	for (Word i = 0; i < a->nbytes; i++)
		if (a->addr + i - p->addr < p->size
			&& (a->old >> 8 * i & 0xFF) != (a->new >> 8 * i & 0xFF))
			return true;
	return false;
}

/* is_arrival: true if a link has written the data that the point waits for. */
static bool
is_arrival(const Session *s, const Point *p, NodeId n, const Access *a)
{
	const End *e = &s->w->links.ends[n * NLINKS + (p->link == NOWHERE ? 0 : p->link)];

	if (a->kind != ACCESS_RECEIVED || (p->node != NOWHERE && p->node != n))
		return false;
	return p->link == NOWHERE || a->addr - e->in_ptr < e->in_have;
}

/* check_access: add an event for each point that watches what this access reads or writes. */
static void
check_access(Session *s, NodeId n, const Access *a)
{
	Place at = place_before(n, a->count);
	bool by_link = a->kind == ACCESS_RECEIVED || a->kind == ACCESS_FAULT
		|| a->kind == ACCESS_SENT;

	at.time = node_time(s->w, n, a->cycles);
	if (by_link) /* no instruction made the change: use the time before it */
		at = place_at(at.time);
	for (uint32_t i = 0; i < s->npoints; i++) {
		const Point *p = s->points[i];
		bool writes = ACCESS_WRITES >> a->kind & 1;

		if (p->kind == POINT_MESSAGE && p->enabled && is_arrival(s, p, n, a))
			add_event(s,
				&(Event){REASON_POINT, p->number, at, .addr = a->addr,
					.of_node = true, .node = n});
		if (p->kind == POINT_TASK && p->enabled && task_begins_by_access(s, &p->task, n, a))
			add_event(s, &(Event){REASON_POINT, p->number, at});
		if ((p->kind == POINT_WATCH && writes && touches_object(s, p, n, a) &&
			    changes_object(p, a)) ||
			(p->kind == POINT_READ && !writes && touches_object(s, p, n, a)))
			add_event(
				s, &(Event){REASON_POINT, p->number, at, a->old, a->new, a->addr});
	}
}

/*
 * handle_accesses: called by the watcher: check each access against the points that watch memory.
 */
static void
handle_accesses(void *session, NodeId n, const Access *a, uint32_t naccesses)
{
	for (uint32_t i = 0; i < naccesses; i++)
		check_access(session, n, &a[i]);
}

/* set_ranges: have the watcher report the memory that the enabled data and message points watch. */
static void
set_ranges(Session *s)
{
	for (uint32_t i = 0; i < s->npoints; i++) {
		const Point *p = s->points[i];

		if (!p->enabled)
			continue;
		if (p->kind == POINT_WATCH || p->kind == POINT_READ)
			watcher_range(s->watcher, p->node,
				p->kind == POINT_WATCH ? ACCESS_WRITES : ACCESS_READS, p->addr,
				p->size);
		for (NodeId n = 0; p->kind == POINT_MESSAGE && n < s->w->nnodes; n++)
			if (p->node == NOWHERE || p->node == n)
				watcher_all(s->watcher, n, 1 << ACCESS_RECEIVED);
		for (NodeId n = 0; p->kind == POINT_ERROR && n < s->w->nnodes; n++)
			watcher_range(s->watcher, n, 1 << ACCESS_WRITE,
				NODE_WORDS + offsetof(NodeWords, panic), 4);
	}
}

/* ---- events ---- */

/*
 * catch_event: stop before instruction number `count` of a node, which does what a catchpoint of
 * the kind names.
 */
static void
catch_event(Session *s, NodeId n, PointKind kind, uint64_t count, Cycles cycles, const char *what)
{
	Event e = {.reason = REASON_POINT, .place = place_before(n, count)};

	e.place.time = node_time(s->w, n, cycles);
	snprintf(e.text, sizeof e.text, "the next instruction of node %s %s",
		TARGET_NODE(s->target, n), what);
	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->enabled && s->points[i]->kind == kind) {
			e.point = s->points[i]->number;
			add_event(s, &e);
		}
}

/* catch_error: add an event for the points that stop when node n sets Error. */
static void
catch_error(Session *s, NodeId n)
{
	const Errors *errors = &s->w->nodes[n]->errors;
	const ErrorRise *r = error_rise(errors, errors->nrises);
	char what[100];

	snprintf(what, sizeof what, "sets Error: %s", error_rise_text(r));
	catch_event(s, n, POINT_ERROR, r->count, r->cycles, what);
}

/* catch_unaligned: add an event for the points that stop when node n accesses an unaligned word. */
static void
catch_unaligned(Session *s, NodeId n)
{
	const T800 *c = s->w->nodes[n];
	char what[100];

	snprintf(what, sizeof what, "accesses a word at 0x%08x, which is not a multiple of 4",
		c->unaligned.address);
	catch_event(s, n, POINT_UNALIGNED, t800_count(c), c->r.cycles, what);
}

/*
 * concerns_point: true if a node's stop concerns the point; a stop by Error was reported when Error
 * was set.
 */
static bool
concerns_point(const Session *s, const Point *p, NodeId n)
{
	if (!p->enabled || (p->node != NOWHERE && p->node != n))
		return false;
	return p->kind == POINT_STOP
		|| (p->kind == POINT_ERROR && s->w->nodes[n]->errors.present == 0);
}

/*
 * handle_note: add an event when node n notes that it has set Error, accessed unaligned or stopped.
 */
static void
handle_note(void *session, NodeId n, Word what, Word value)
{
	Session *s = session;
	Event e = {.reason = REASON_POINT,
		.place = place_at(node_time(s->w, n, s->w->nodes[n]->r.cycles) + 1),
		.of_node = true,
		.node = n};

	if (what == NOTE_ERROR)
		catch_error(s, n);
	if (what == NOTE_UNALIGNED)
		catch_unaligned(s, n);
	if (what != NOTE_STOP || value <= STOP_BOOT)
		return;
	snprintf(e.text, sizeof e.text, "node %s %s", TARGET_NODE(s->target, n), stop_text(value));
	if (s->step.kind != STEP_NONE && s->step.node == n && !s->backward) {
		e.reason = REASON_STOPPED;
		add_event(s, &e);
		e.reason = REASON_POINT;
	}
	for (uint32_t i = 0; i < s->npoints; i++)
		if (concerns_point(s, s->points[i], n)) {
			e.point = s->points[i]->number;
			add_event(s, &e);
		}
}

/*
 * is_panic: for POINT_ERROR: true if the access shows that a kernel or process has failed for a
 * reason other than Error: it writes a status word of the kernel. While a node is booted, its
 * bootstrap is at the place of these words.
 */
static bool
is_panic(const Point *p, const Access *a)
{
	return p->kind == POINT_ERROR && p->enabled
		&& a->addr == NODE_WORDS + offsetof(NodeWords, panic) && a->kind == ACCESS_WRITE
		&& a->new != PANIC_NONE && a->new != PANIC_ERROR && a->new <= PANIC_ABORT;
}

/*
 * handle_all_accesses: add an event for each access by which a process or kernel reports its
 * failure.
 */
static void
handle_all_accesses(void *session, NodeId n, const Access *a, uint32_t naccesses)
{
	Session *s = session;

	for (uint32_t i = 0; i < naccesses; i++)
		for (uint32_t k = 0; k < s->npoints; k++)
			if (is_panic(s->points[k], &a[i])) {
				Event e = {REASON_POINT, s->points[k]->number,
					place_before(n, a[i].count)};

				e.place.time = node_time(s->w, n, a[i].cycles);
				snprintf(e.text, sizeof e.text, "a process or the kernel of node "
					"%s has failed", TARGET_NODE(s->target, n));
				add_event(s, &e);
			}
	event_points_note_accesses(s, n, a, naccesses);
	handle_accesses(s, n, a, naccesses);
}

/* ---- searches ---- */

/*
 * attach_session: at the beginning of a part of the run that is searched: make the session's
 * watcher for the marks, memory and notes that the points and the step need.
 */
static void
attach_session(void *session, Network *w)
{
	Session *s = session;

	s->watcher = watcher_new(w, &(WatcherOptions){handle_all_accesses, handle_mark, handle_note,
		s});
	if (s->step.kind != STEP_NONE)
		watcher_report_events(s->watcher, s->step.node);
	for (NodeId n = 0; n < w->nnodes; n++) {
		set_marks(s, n);
		for (uint32_t i = 0; i < s->npoints; i++)
			if (s->points[i]->enabled
				&& (s->points[i]->kind == POINT_STOP
					|| s->points[i]->kind == POINT_ERROR))
				watcher_report_events(s->watcher, n);
	}
	set_ranges(s);
	event_points_begin(s);
}

/* add_event_point: a callback: add an event for point p, whose event begins to hold at `at`. */
static void
add_event_point(Session *s, const Point *p, Place at)
{
	add_event(s, &(Event){REASON_POINT, p->number, at});
}

/*
 * detach_session: at the end of the part of the run: free the watcher, and add the events of points
 * of the kind POINT_EVENT.
 */
static void
detach_session(void *session, Network *w)
{
	Session *s = session;

	(void)w;
	watcher_free(s->watcher);
	s->watcher = NULL;
	event_points_end(s, add_event_point);
}

/*
 * select_event: set s->event to an observed event at the place where the search ended: one of a
 * point, if possible, rather than the end of a step. Forgotten events (forget_point) do not count.
 */
static void
select_event(Session *s, Place found)
{
	s->event = (Event){.reason = REASON_NONE, .place = found};
	for (uint32_t i = 0; i < s->nevents; i++)
		if (place_is(s->events[i].place, found)
			&& s->events[i].reason != REASON_NONE
			&& s->event.reason != REASON_POINT)
			s->event = s->events[i];
	s->event.place = found;
}

/*
 * miss_event: if the point that was hit is of the kind POINT_EVENT, go to a place at which its
 * event holds. Returns true if the event holds nowhere, or only at `from`, where the backward
 * search began. Then this is not a hit, and the search continues. The network is then at the place
 * before the instruction that makes the event hold.
 */
static bool
miss_event(Session *s, Place from)
{
	Point *p = s->event.reason == REASON_POINT ? point_find(s, s->event.point) : NULL;
	Place made = s->event.place, at;

	if (!p || p->kind != POINT_EVENT)
		return false;
	if (event_point_goto(s, p, made)) {
		at = past_place(s->past);
		if (!s->backward || !place_is(at, from))
			return false;
	}
	past_goto(s->past, made);
	return true;
}

/*
 * count_hit: count a hit of a point; true if the run goes on, as the point ignores or only logs it.
 */
static bool
count_hit(Session *s, Point *p)
{
	p->hits++;
	if (p->ignore > 0) {
		p->ignore--;
		return true;
	}
	if (p->log)
		point_log(s, p);
	return p->log;
}

/* forget_point: make the observed events of point number `point` no reasons to stop. */
static void
forget_point(Session *s, uint32_t point)
{
	for (uint32_t i = 0; i < s->nevents; i++)
		if (s->events[i].reason == REASON_POINT && s->events[i].point == point)
			s->events[i].reason = REASON_NONE;
}

/*
 * count_hits: count the hits of the points at the place `found`. Returns true if the run is to go
 * on, because all of them let it pass (count_hit) and no step ends there; otherwise s->event is the
 * reason to stop.
 */
static bool
count_hits(Session *s, Place found)
{
	Point *p;

	while (s->event.reason == REASON_POINT && (p = point_find(s, s->event.point))
		&& count_hit(s, p)) {
		forget_point(s, p->number);
		select_event(s, found);
	}
	return s->event.reason == REASON_NONE;
}

/*
 * go_after_write: if a forward run has stopped at an access of a watched object, go to the place
 * just after the instruction that made the access.
 */
static void
go_after_write(Session *s)
{
	Point *p = s->event.reason == REASON_POINT ? point_find(s, s->event.point) : NULL;
	Place at = s->event.place;

	if (!p || s->backward || *s->event.text
		|| (p->kind != POINT_WATCH && p->kind != POINT_READ))
		return;
	if (at.node == NOWHERE)
		past_goto(s->past, place_at(at.time + 1));
	else
		past_goto(s->past, place_before(at.node, at.count + 1));
}

/*
 * run_forward: run forward until a hit, *found, or until `until`; returns whether there was a hit.
 * If a node's kernel was loaded meanwhile, in a live run, run again from the same place, now with
 * marks in this kernel.
 */
static bool
run_forward(Session *s, const Search *search, Time until, Place *found)
{
	Place from = past_place(s->past);
	uint32_t known = s->live ? target_store_kernels(s->target) : 0;
	bool is_found = past_forward(s->past, search, until, found);

	while (s->live && target_store_kernels(s->target) > known && past_goto(s->past, from)) {
		known = target_store_kernels(s->target);
		s->nevents = 0;
		is_found = past_forward(s->past, search, until, found);
	}
	return is_found;
}

/*
 * let_host_act: if the run waits for its host, let the host act. false if the run does not wait for
 * the host, or has ended.
 */
static bool
let_host_act(Session *s)
{
	return past_waits_for_driver(s->past) && live_let_host_act(s->live);
}

/*
 * run_pieces: run forward in pieces, and check for interruptions between them. Returns whether
 * there was a reason to stop; otherwise the network is at `until`, at the end, or where it was
 * interrupted.
 */
static bool
run_pieces(Session *s, const Search *search, Time until, Place *found)
{
	const Time piece = 100 * EPOCH;

	for (;;) {
		Time now = session_time(s), next = until - now > piece ? now + piece : until;

		if (run_forward(s, search, next, found))
			return true;
		if (interrupt_signal || session_time(s) >= until)
			return false;
		if (session_time(s) < next && !let_host_act(s))
			return false;
	}
}

/*
 * quiet_end_name: how the run has ended, if no process can continue: the name of this kind of end,
 * such as a deadlock.
 */
static const char *
quiet_end_name(Session *s)
{
	Stuck found = STUCK_FOREVER;
	Buf text = {0};

	if (past_is_forced(s->past))
		found = target_stuck(s->target, true, &text);
	buf_free(&text);
	return stuck_word(found);
}

bool
session_is_deadlock(const Session *s)
{
	return s->event.reason == REASON_END && strncmp(s->event.text, "deadlock", 8) == 0;
}

void
session_put_waits(Session *s, Buf *out)
{
	target_stuck(s->target, true, out);
	buf_printf(out, "  the causes of these waits: 'why waits'\n");
}

/* note_run_end: make the session's event say why the run stopped without a hit. */
static void
note_run_end(Session *s, RunEnd end)
{
	static const char *const ends[] = {
		[RUN_REACHED] = "the time asked for is reached",
		[RUN_FINISHED] = "the run has ended",
	};

	s->event = (Event){.reason = interrupt_signal ? REASON_INTERRUPTED
			: s->backward                 ? REASON_BEGINNING
			: REASON_END,
		.place = past_place(s->past)};
	if (end == RUN_REACHED && s->live && live_has_ended(s->live))
		end = RUN_FINISHED;
	if (s->event.reason == REASON_END)
		snprintf(s->event.text, sizeof s->event.text, "%s", s->end ? s->end
			: end == RUN_QUIET ? quiet_end_name(s) : ends[end]);
}

void
session_go(Session *s, const Step *step, bool backward, Time until)
{
	Search search = {attach_session, detach_session, s};
	Place found, from = past_place(s->past);
	bool is_found;

	s->step = *step;
	s->backward = backward;
	s->failed = false;
	lives_update(s);
	do {
		s->nevents = 0;
		is_found = backward ? past_backward(s->past, &search, &found)
			: run_pieces(s, &search, until, &found);
		if (is_found)
			select_event(s, found);
		else
			note_run_end(s,
				past_is_present(s->past) ? past_run_end(s->past) : RUN_REACHED);
	} while (is_found && (miss_event(s, from) || count_hits(s, found)));
	s->step.kind = STEP_NONE;
	if (is_found)
		go_after_write(s);
	lives_extend(s);
	session_refresh(s);
	if (s->event.of_node)
		session_select_process(s, s->event.node, 0);
	if (s->event.reason == REASON_POINT) {
		Point *hit = point_find(s, s->event.point);

		s->hit = s->event.point;
		if (hit->once)
			hit->enabled = false;
	}
}

bool
session_goto(Session *s, Place to)
{
	if (!past_goto(s->past, to))
		return false;
	s->event = (Event){.reason = REASON_GOTO, .place = past_place(s->past)};
	session_refresh(s);
	return true;
}
