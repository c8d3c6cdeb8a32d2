/*
 * lead.c - runs nodes beyond the time up to which their state is certain, and takes them back if an
 * outcome arrives too early for them (lead.h).
 */
#include "lead.h"
#include "step.h"

#include <stdlib.h>

enum {
	REACH_FIRST = 2000, /* first value of Lead.reach, in cycles */
	REACH_MIN = 500,    /* least value of Lead.reach, in cycles */
	/* steps of a run in windows before a node may lead: short runs do not repay the trials */
	TRIAL_FIRST = 1024,
	TRIAL_MIN = 128, /* the same, after leading has paid */
	TRIAL_MAX = 1 << 14, /* the same, after leading has several times not paid */
	/* number of steps of a leading node after which it is decided whether leading pays */
	DECISION_STEPS = 16,
	QUIET = 16,    /* a node may lead if it makes more than this many steps for each outcome */
	/*
	 * leading pays if a step of the leading node is this many times as long as a step in
	 * windows
	 */
	PAYING_RATIO = 12,
};

/* ---- which nodes lead ---- */

/* can_nodes_lead: true if nothing requires that the nodes are stepped in the order of time. */
static bool
can_nodes_lead(const Network *w)
{
	return w->ahead > 0 && w->sync == SYNC_WINDOWS && !w->observer && !w->links.trace
		&& !w->passed && !w->ranks && w->held == NOWHERE;
}

/* is_bound_to_node: true if the fault acts at a place of its node's run, not at a time. */
static bool
is_bound_to_node(const Fault *f)
{
	return !f->done && f->node != NOWHERE && f->when != WHEN_TIME && f->when != WHEN_START;
}

/*
 * can_node_lead: true if the node can run ahead: its code is translated, and nothing observes its
 * steps.
 */
static bool
can_node_lead(const T800 *c)
{
	return c->code && !c->call_marks && !c->note_observer.note && c->hold_count == NEVER;
}

/*
 * is_any_watched: true if a node is watched; its watcher may begin to watch other nodes during a
 * run.
 */
static bool
is_any_watched(const Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		if (w->nodes[n]->watch)
			return true;
	return false;
}

/* busy_cycles: the cycles in which the node has executed. */
static Cycles
busy_cycles(const T800 *c)
{
	return c->busy[HIGH] + c->busy[LOW] + (c->idle ? 0 : c->r.cycles - c->accounted);
}

/* restart_counts: begin to count steps, outcomes and cycles for the next decision. */
static void
restart_counts(Lead *l, const T800 *c)
{
	l->steps = l->outcomes = 0;
	l->lost = 0;
	l->busy = busy_cycles(c);
}

/* choose_windows: let the node run only up to the time before which no outcome can reach it. */
static void
choose_windows(Lead *l, T800 *c)
{
	if (c->code && c->code->undo)
		undo_detach(c);
	l->chosen = false;
	restart_counts(l, c);
}

/* choose_lead: let the node lead: run ahead of the time up to which its state is certain. */
static void
choose_lead(Network *w, NodeId n)
{
	Lead *l = &w->leads[n];

	if (!l->undo)
		l->undo = xcalloc(1, sizeof *l->undo);
	undo_attach(l->undo, w->nodes[n]);
	l->chosen = true;
	l->reach = earlier(REACH_FIRST, w->ahead);
	restart_counts(l, w->nodes[n]);
}

/* find_possible_leads: find out which nodes can run ahead in this run. */
static void
find_possible_leads(Network *w)
{
	bool possible = can_nodes_lead(w) && !is_any_watched(w);

	for (NodeId n = 0; n < w->nnodes; n++)
		w->leads[n].possible = possible && can_node_lead(w->nodes[n]);
	for (uint32_t i = 0; i < w->faults.n; i++)
		if (is_bound_to_node(&w->faults.fault[i]))
			w->leads[w->faults.fault[i].node].possible = false;
}

/* allocate_leads: make w->leads, in which no node leads yet. */
static void
allocate_leads(Network *w)
{
	w->leads = xcalloc(w->nnodes, sizeof *w->leads);
	for (NodeId n = 0; n < w->nnodes; n++)
		w->leads[n] = (Lead){.redo = NEVER, .trial = TRIAL_FIRST, .pause = TRIAL_MIN};
}

void
leads_begin(Network *w)
{
	if (w->ahead > 0 && !w->leads)
		allocate_leads(w);
	if (!w->leads)
		return;
	find_possible_leads(w);
	for (NodeId n = 0; n < w->nnodes; n++) {
		Lead *l = &w->leads[n];
		T800 *c = w->nodes[n];

		if (l->chosen && (!l->possible || !c->code->undo)) /* it was translated anew */
			choose_windows(l, c);
	}
}

void
lead_note_translator(Network *w, NodeId n)
{
	if (w->leads && w->leads[n].chosen)
		undo_attach(w->leads[n].undo, w->nodes[n]);
}

void
leads_free(Network *w)
{
	for (NodeId n = 0; w->leads && n < w->nnodes; n++)
		undo_free(w->leads[n].undo);
	free(w->leads);
}

uint64_t
network_undone(const Network *w)
{
	uint64_t sum = 0;

	for (NodeId n = 0; w->leads && n < w->nnodes; n++)
		sum += w->leads[n].undone;
	return sum;
}

/* decide_windows: after some time, decide whether a node that runs in windows is to lead. */
static void
decide_windows(Network *w, NodeId n)
{
	Lead *l = &w->leads[n];

	l->window = (busy_cycles(w->nodes[n]) - l->busy) / l->steps;
	if (l->outcomes * QUIET < l->steps && l->window * PAYING_RATIO < w->ahead)
		choose_lead(w, n);
	else
		restart_counts(l, w->nodes[n]);
}

/* decide_lead: after some time, decide whether leading pays for the node; if not, end its lead. */
static void
decide_lead(Network *w, NodeId n)
{
	Lead *l = &w->leads[n];
	T800 *c = w->nodes[n];
	Cycles gained = busy_cycles(c) - l->busy;

	if (gained > PAYING_RATIO * l->steps * l->window && l->lost < gained / 3) {
		l->trial = l->pause = TRIAL_MIN;
		restart_counts(l, c);
	} else {
		l->trial = l->pause = earlier(4 * l->pause, TRIAL_MAX);
		choose_windows(l, c);
	}
}

bool
lead_chosen(Network *w, NodeId n)
{
	Lead *l = &w->leads[n];

	if (!l->possible)
		return false;
	if (w->engine == ENGINE_EAGER) { /* for tests: always */
		if (!l->chosen)
			choose_lead(w, n);
		return true;
	}
	l->steps++;
	if (l->chosen && !l->on && l->steps >= DECISION_STEPS)
		decide_lead(w, n);
	else if (!l->chosen && l->steps >= l->trial)
		decide_windows(w, n);
	return l->chosen;
}

/* ---- a lead ---- */

/* first_outcome: the clock of the first outcome that is due; NEVER if there is none. */
static Cycles
first_outcome(const T800 *c)
{
	Cycles first = NEVER;

	for (int slot = DUE_EVENT; slot < NDUE; slot++)
		first = c->due[slot] < first ? c->due[slot] : first;
	return first;
}

Time
lead_next_act(const Network *w, NodeId n)
{
	Cycles outcome = first_outcome(w->nodes[n]);
	Time promise = w->leads[n].promise;

	return outcome == NEVER ? promise : earlier(promise, node_time(w, n, outcome));
}

/*
 * certain_edge: a clock such that an outcome at this clock or later cannot undo the node's run,
 * because all checkpoints that the node has left are earlier.
 */
static Cycles
certain_edge(const T800 *c)
{
	Cycles edge = c->r.cycles;

	if (c->nposts > 0 && c->posts[0].at < edge) /* when the last instruction began */
		edge = c->posts[0].at + 1;
	return earlier(edge, first_outcome(c));
}

/*
 * promised_time: the time before which the node gives no order, if it continues from its present
 * state.
 */
static Time
promised_time(const Network *w, NodeId n)
{
	const T800 *c = w->nodes[n];
	Cycles when;

	if (c->nposts > 0)
		return node_time(w, n, c->posts[0].at);
	due_next(c, &when);
	if (c->stop > STOP_BOOT || node_executes(c))
		return node_time(w, n, c->r.cycles);
	return when == NEVER ? NEVER : node_time(w, n, later(c->r.cycles, when));
}

/* run_lead: execute a node that runs ahead, up to the clock `limit`. */
static void
run_lead(Network *w, NodeId n, Cycles limit)
{
	T800 *c = w->nodes[n];
	Lead *l = &w->leads[n];

	t800_run(c, limit);
	l->edge = certain_edge(c);
	l->promise = promised_time(w, n);
}

/*
 * begin_lead: let a node whose state is certain begin to run ahead, up to the clock `limit` at
 * most.
 */
static void
begin_lead(Network *w, NodeId n, Cycles limit)
{
	T800 *c = w->nodes[n];
	Lead *l = &w->leads[n];
	Cycles when, from = c->r.cycles;

	due_next(c, &when);
	if (!node_executes(c)) /* a timer ends the wait */
		from = later(from, when);
	undo_begin(c);
	l->on = true;
	run_lead(w, n, earlier(limit, from + l->reach));
}

/* end_lead: note that all that the node has done is certain, so that the node is not taken back. */
static void
end_lead(Network *w, NodeId n)
{
	Lead *l = &w->leads[n];

	l->on = false;
	l->reach = earlier(l->reach + l->reach / 2, w->ahead);
	node_handle_stop(w, n);
}

/*
 * undo_lead: take a node that has run ahead back to the state before. It runs to the checkpoint at
 * which an outcome acts on it when it is stepped next (redo_lead). Until then it gives no order, as
 * it has given none in the run that is undone.
 */
static void
undo_lead(Network *w, NodeId n, Cycles clock)
{
	T800 *c = w->nodes[n];
	Lead *l = &w->leads[n];

	if (l->redo == NEVER) {
		l->lost += c->r.cycles - clock;
		l->reach = earlier(later(l->reach / 2, REACH_MIN), w->ahead);
		l->undone++;
		undo_restore(c);
	}
	l->redo = l->edge = clock;
	l->promise = node_time(w, n, clock);
}

/* redo_lead: let a node that was taken back run to where an outcome acts on it. */
static void
redo_lead(Network *w, NodeId n)
{
	Lead *l = &w->leads[n];
	Cycles clock = l->redo;

	if (clock == NEVER)
		return;
	l->redo = NEVER;
	run_lead(w, n, clock);
}

void
lead_outcome(Network *w, NodeId n, int slot, Cycles clock)
{
	Lead *l = &w->leads[n];

	due_set(&l->undo->saved, slot, clock);
	if (clock < l->edge)
		undo_lead(w, n, clock);
	due_set(w->nodes[n], slot, clock);
}

/* ---- steps ---- */

/*
 * outcome_acts: true if the first outcome that is due acts on the node now. If its clock is
 * `certain` or later, it must wait, because earlier outcomes may still arrive.
 */
static bool
outcome_acts(const T800 *c, Cycles certain)
{
	Cycles when;

	return due_next(c, &when) >= DUE_EVENT && when < certain
		&& (when <= c->r.cycles || !node_executes(c));
}

/* may_run: true if the node can execute up to the limit by itself. */
static bool
may_run(const T800 *c, Cycles limit)
{
	Cycles when;
	int slot = due_next(c, &when);
	bool due = when <= c->r.cycles;

	if (c->stop != STOP_NONE || (slot >= DUE_EVENT && (due || c->idle)))
		return false;
	return (!c->idle && c->r.cycles < limit) || ((due || c->idle) && when < limit);
}

/* deliver_outcome: let the first outcome that is due act on the node. */
static void
deliver_outcome(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];
	Cycles when;
	int slot = due_next(c, &when);

	c->r.cycles = later(c->r.cycles, when);
	node_deliver(w, n, slot);
}

/*
 * has_answer: true if the node does not ask whether a byte has arrived at a link, or if the answer
 * is known now.
 */
static bool
has_answer(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];
	Cycles when;

	due_next(c, &when);
	if (when <= c->r.cycles)
		c->asking = false; /* it asks again after the outcome has acted */
	return !c->asking || node_answer(w, n);
}

bool
lead_step(Network *w, NodeId n, Time until)
{
	T800 *c = w->nodes[n];
	Lead *l = &w->leads[n];
	Cycles certain = node_clock(w, n, earlier(w->final, until));
	Cycles limit = node_clock(w, n, until);

	redo_lead(w, n);
	if (l->on && l->edge > certain) /* a link was not simulated as far as was expected */
		return false;
	if (l->on)
		end_lead(w, n);
	while (c->stop <= STOP_BOOT) {
		if (outcome_acts(c, certain)) {
			deliver_outcome(w, n);
			continue;
		}
		if (!may_run(c, limit) || !has_answer(w, n))
			break;
		begin_lead(w, n, limit);
		if (l->edge > certain)
			break;
		end_lead(w, n);
	}
	return !l->on && node_executes(c);
}

/* ---- the end of a run ---- */

/*
 * finish_node: make the state of a node certain after it has reached the clock `end`; outcomes
 * that were due earlier and have waited act now.
 */
static void
finish_node(Network *w, NodeId n, Cycles end)
{
	T800 *c = w->nodes[n];

	redo_lead(w, n);
	end_lead(w, n);
	while (may_run(c, end)) {
		c->asking = false; /* it asks again after a timer has acted */
		t800_run(c, end);
		node_handle_stop(w, n);
	}
	network_schedule(w, n, NEVER);
	if (node_executes(c))
		network_activate(w, n, next_act(w, n));
	else
		node_note_idle(w, n);
}

void
leads_settle(Network *w, Time until)
{
	for (NodeId n = 0; w->leads && n < w->nnodes; n++)
		if (w->leads[n].on)
			finish_node(w, n, node_clock(w, n, until));
}

void
leads_end(Network *w, Time until)
{
	leads_settle(w, until);
	for (NodeId n = 0; w->leads && n < w->nnodes; n++)
		w->leads[n].possible = false; /* between two runs, network_hold makes rounds */
}
