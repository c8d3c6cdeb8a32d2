/*
 * network.c - simulates all nodes, links and crossbars in one common time.
 *
 * The simulation works in rounds. Let Tmin be the time of the earliest pending action. It cannot
 * affect a link before Tmin + SETUP, so links are first simulated up to that time, and their
 * outcomes are delivered to nodes and devices in order of time. Then every executing node runs
 * until the first time at which another part could affect it: under SYNC_LOCKSTEP this is Tmin +
 * SETUP for all nodes; under SYNC_WINDOWS it follows from the state of the node's links, where the
 * byte counts of both ends are known. A node stops at a checkpoint, and pending outcomes act there
 * before it continues; so the result does not depend on how time is sliced (docs/machine.md).
 */
#include "step.h"

/*
 * A node is stepped only if it is less than this ahead of the slowest one; any value from SETUP up
 * gives the same result.
 */
#define AHEAD (4 * SETUP)

/* ---- time ---- */

Time
node_time(const Network *w, NodeId n, Cycles clock)
{
	return w->phase[n] + (Time)((unsigned __int128)(clock - w->from[n]) * w->period[n] >> 20);
}

Cycles
node_clock(const Network *w, NodeId n, Time at)
{
	uint64_t period = w->period[n], since;

	if (at == NEVER)
		return NEVER;
	if (at <= w->phase[n])
		return w->from[n];
	since = at - w->phase[n];
	if (since < 1ull << 43)
		return w->from[n] + ((since << 20) + period - 1) / period;
	return w->from[n] + (((unsigned __int128)since << 20) + period - 1) / period;
}

/* ---- things of the agenda: nodes, then links by their lower end, then selectors ---- */

static uint32_t
link_thing(const Network *w, EndId e)
{
	EndId peer = w->links.ends[e].peer;

	return w->nnodes + (peer < e ? peer : e);
}

static bool
is_link(const Network *w, uint32_t thing)
{
	return thing >= w->nnodes && thing < w->nnodes + w->links.nends;
}

void
network_schedule(Network *w, uint32_t thing, Time at)
{
	agenda_set(&w->agenda, thing, at);
}

void
network_refresh(Network *w, EndId e)
{
	EndId peer = w->links.ends[e].peer;
	Time next = link_expect(&w->links, e);

	if (peer != NOWHERE_END)
		network_schedule(w, w->nnodes + (peer < e ? e : peer), NEVER);
	network_schedule(w, link_thing(w, e), w->by_byte ? link_next_step(&w->links, e) : next);
}

void
network_serve(Network *w, EndId e, Receiver service)
{
	end_serve(&w->links.ends[e], service);
	network_refresh(w, e);
}

void
network_order(Network *w, EndId e, Order o)
{
	uint32_t link = link_thing(w, e);

	if (w->ordered)
		w->ordered(w->ordered_context, e, &o);
	end_order(&w->links.ends[e], o);
	network_schedule(w, link, earlier(w->agenda.keys[link], o.at));
}

void
network_orders(Network *w, void (*ordered)(void *context, EndId e, const Order *o), void *context)
{
	w->ordered = ordered;
	w->ordered_context = context;
}

/* ---- rounds ---- */

static void
activate(Network *w, NodeId n, Time at)
{
	network_schedule(w, n, NEVER);
	w->is_active[n] = true;
	w->at[n] = at;
	w->active[w->nactive++] = n;
}

/* perform: execute the first action of the agenda. */
static void
perform(Network *w, uint32_t thing, Time at)
{
	if (thing < w->nnodes) {
		activate(w, thing, at);
	} else if (is_link(w, thing)) {
		link_advance(&w->links, thing - w->nnodes, at + 1, counted(w));
		network_refresh(w, thing - w->nnodes);
	} else {
		network_schedule(w, thing, NEVER);
		selector_change(w, thing - w->nnodes - w->links.nends, at);
	}
}

/* control_busy: a control link is active, so circuits may change soon. */
static bool
control_busy(const Network *w)
{
	for (EndId e = w->links.first_control_end; e < w->links.nends; e += 2) {
		const End *far = &w->links.ends[w->links.ends[e + 1].peer];

		if (far->sending || far->norders > 0 || w->links.ends[e + 1].arrive_at != NEVER
			|| w->selectors[(e - w->links.first_control_end) / 2].change != NEVER)
			return true;
	}
	return false;
}

/* first_time: the time of the earliest pending action. */
static Time
first_time(const Network *w)
{
	Time first;

	agenda_first(&w->agenda, &first);
	for (uint32_t i = 0; i < w->nactive; i++)
		first = earlier(first, w->at[w->active[i]]);
	return first;
}

/* deactivate: remove a node that no longer executes from the list of active nodes. */
static void
deactivate(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];

	w->is_active[n] = false;
	node_wake(w, n);
	if (c->stop > STOP_BOOT)
		t800_note(c, NOTE_STOP, c->stop);
}

/*
 * round_nodes: step the active nodes, except those far ahead of the slowest: their neighbours would
 * stop them again and again after a few instructions.
 */
void
round_nodes(Network *w, NodeId last, Time first, Time until)
{
	Time ahead = w->sync == SYNC_LOCKSTEP ? NEVER : first + AHEAD;
	uint32_t kept = 0;

	until = earlier(until, first - first % EPOCH + EPOCH);
	for (uint32_t i = 0; i < w->nactive; i++) {
		NodeId n = w->active[i];

		if (n > last || w->at[n] >= ahead || node_step(w, n, until))
			w->active[kept++] = n;
		else
			deactivate(w, n);
	}
	w->nactive = kept;
}

void
round_links(Network *w, Time first, Time until)
{
	uint32_t thing;
	Time at;

	w->rounds++;
	if (w->sync == SYNC_LOCKSTEP)
		first -= first % SETUP;
	w->final = first + SETUP;
	while (thing = agenda_first(&w->agenda, &at), at < w->final && at < until) {
		if (is_link(w, thing) && link_overruns(w, thing - w->nnodes, at))
			w->final = at;
		else
			perform(w, thing, at);
	}
	w->circuits = w->links.first_control_end == w->links.nends ? NEVER
		: control_busy(w)                      ? w->final
						       : w->final + SETUP;
}

void
links_advance(Network *w, Time until)
{
	for (EndId e = 0; e < w->links.nends; e++) {
		if (w->links.ends[e].peer < e)
			continue;
		link_advance(&w->links, e, until, counted(w));
		network_refresh(w, e);
	}
}

/* last_act: for a network without future events: the time of the last action of a node or link. */
static Time
last_act(const Network *w)
{
	Time last = 0;

	for (NodeId n = 0; n < w->nnodes; n++)
		last = later(last, node_time(w, n, w->nodes[n]->r.cycles));
	for (EndId e = 0; e < w->links.nends; e++)
		last = later(last,
			w->links.ends[e].line_free + w->links.ends[e].delay + w->links.ends[e].lag);
	return last;
}

/* next_fault: the time of the next fault that is set for a time; NEVER if none. */
static Time
next_fault(const Network *w)
{
	return w->faults.n > 0 ? w->fault_calls->next(w) : NEVER;
}

/* next_lines: when the lines of subsystems are driven next; NEVER if there are none. */
static Time
next_lines(const Network *w)
{
	return w->subsystems ? w->now - w->now % EPOCH + EPOCH : NEVER;
}

/*
 * run_on: like network_run, but no fault is set, and no line driven, at a time before `until`.
 */
static RunEnd
run_on(Network *w, Time until)
{
	Time first;

	for (;;) {
		if (w->finishing)
			until = earlier(until, w->finish);
		first = first_time(w);
		if (first >= until)
			break;
		round_links(w, first, until);
		round_nodes(w, w->nnodes, first, until);
	}
	if (first == NEVER && !w->finishing && next_fault(w) == NEVER) {
		links_advance(w, NEVER - 1);
		w->now = last_act(w);
		return RUN_QUIET;
	}
	w->now = until;
	links_advance(w, until);
	if (w->links.trace)
		trace_flush(w->links.trace, until);
	return w->finishing && until == w->finish ? RUN_FINISHED : RUN_REACHED;
}

RunEnd
network_run(Network *w, Time until)
{
	network_release(w);
	for (;;) {
		Time fault = later(next_fault(w), w->now), lines = next_lines(w);
		Time stop = earlier(earlier(until, fault), lines);
		RunEnd end = run_on(w, stop);

		if (end == RUN_QUIET && subsystems_wait(w) && lines <= until) {
			w->now = lines;
			end = RUN_REACHED;
		}
		if (end == RUN_REACHED && w->now == lines)
			subsystems_act(w);
		if (end == RUN_REACHED && w->now == fault)
			w->fault_calls->act(w, fault);
		if (end != RUN_REACHED || w->now < stop || stop == until)
			return end;
	}
}

void
network_resume(Network *w)
{
	w->held = NOWHERE;
	w->nactive = 0;
	for (NodeId n = 0; n < w->nnodes; n++) {
		w->is_active[n] = false;
		network_schedule(w, n, NEVER);
		if (executes(w->nodes[n]))
			activate(w, n, next_act(w, n));
		else
			node_wake(w, n);
	}
	for (EndId e = 0; e < w->links.nends; e++)
		if (w->links.ends[e].peer >= e)
			network_refresh(w, e);
	for (uint32_t i = 0; i < w->topology->ncontrols; i++)
		network_schedule(w, w->nnodes + w->links.nends + i, w->selectors[i].change);
}

void
network_finish(Network *w, Time at)
{
	if (w->finishing)
		return;
	w->finishing = true;
	w->finish = at - at % EPOCH + EPOCH;
}
