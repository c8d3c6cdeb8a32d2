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
#include "lead.h"
#include "share.h"

/*
 * A node is stepped only if it is less than this ahead of the slowest one; any value from SETUP up
 * gives the same result.
 */
#define AHEAD (4 * SETUP)
/* The same when threads share the nodes of a round; a round then needs more work. */
#define AHEAD_SHARED (30 * SETUP)

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

/* link_entry: the agenda's entry for the link at an end. */
static uint32_t
link_entry(const Network *w, EndId e)
{
	EndId peer = w->links.ends[e].peer;

	return w->nnodes + (peer < e ? peer : e);
}

/* is_link_entry: true if an entry of the agenda is a link. */
static bool
is_link_entry(const Network *w, uint32_t thing)
{
	return thing >= w->nnodes && thing < w->nnodes + w->links.nends;
}

void
network_schedule(Network *w, uint32_t thing, Time at)
{
	agenda_set(&w->agenda, thing, at);
}

Time
link_time(Network *w, EndId e)
{
	Time next = link_expect(&w->links, e);

	return w->by_byte ? link_next_step(&w->links, e) : next;
}

void
network_refresh(Network *w, EndId e)
{
	EndId peer = w->links.ends[e].peer;
	Time next = link_is_here(w, e) ? link_time(w, e) : NEVER;

	if (peer != NOWHERE_END)
		network_schedule(w, w->nnodes + (peer < e ? e : peer), NEVER);
	network_schedule(w, link_entry(w, e), next);
}

void
network_serve(Network *w, EndId e, Receiver service)
{
	end_serve(&w->links.ends[e], service);
	network_refresh(w, e);
	if (w->ranks)
		w->rank_calls->changed(w->ranks);
}

void
network_announce_orders(Network *w, EndId e)
{
	uint32_t link = link_entry(w, e);

	if (w->ranks)
		w->rank_calls->ordered(w->ranks, e);
	link_announce_orders(&w->links, e);
	if (link_is_here(w, e))
		network_schedule(w, link,
			earlier(w->agenda.keys[link], w->links.ends[e].first_order));
}

void
network_add_order(Network *w, EndId e, Order o)
{
	if (w->ordered)
		w->ordered(w->ordered_context, e, &o);
	end_add_order(&w->links.ends[e], o);
	w->links.outlook[e].busy = true; /* the node may run on before the order is announced */
	if (!shares_keep_order(w, e))
		network_announce_orders(w, e);
}

void
network_on_order(Network *w, void (*ordered)(void *context, EndId e, const Order *o), void *context)
{
	w->ordered = ordered;
	w->ordered_context = context;
}

void
network_on_circuit(Network *w, void (*joined)(void *context, Time at), void *context)
{
	w->joined = joined;
	w->joined_context = context;
}

/* ---- rounds ---- */

/* epoch_end: the next time at which a run may end: the multiple of EPOCH after `at`. */
static Time
epoch_end(Time at)
{
	return at - at % EPOCH + EPOCH;
}

void
network_activate(Network *w, NodeId n, Time at)
{
	network_schedule(w, n, NEVER);
	w->is_active[n] = true;
	w->at[n] = at;
	w->active[w->nactive++] = n;
}

/*
 * perform_action: perform the action of an entry of the agenda: make a node active, simulate a
 * link, or let the selector of a control link act.
 */
static void
perform_action(Network *w, uint32_t thing, Time at)
{
	if (thing < w->nnodes) {
		network_activate(w, thing, at);
	} else if (is_link_entry(w, thing)) {
		link_advance(&w->links, thing - w->nnodes, at + 1, skips_periods(w));
		network_refresh(w, thing - w->nnodes);
	} else {
		network_schedule(w, thing, NEVER);
		selector_change(w, thing - w->nnodes - w->links.nends, at);
	}
}

bool
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

/* first_action_time: the time of the earliest pending action. */
static Time
first_action_time(const Network *w)
{
	Time first;

	agenda_first(&w->agenda, &first);
	for (uint32_t i = 0; i < w->nactive; i++)
		first = earlier(first, w->at[w->active[i]]);
	return first;
}

void
node_note_idle(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];

	w->is_active[n] = false;
	node_wake(w, n);
	if (c->stop > STOP_BOOT)
		t800_note(c, NOTE_STOP, c->stop);
}

bool
node_run(Network *w, NodeId n, Time until)
{
	return w->leads && lead_chosen(w, n) ? lead_step(w, n, until) : node_step(w, n, until);
}

void
node_publish(Network *w, NodeId n, bool more, Time at)
{
	w->at[n] = at;
	if (lead_is_on(w, n)) {
		w->is_active[n] = false;
		network_schedule(w, n, at);
	} else if (!more) {
		node_note_idle(w, n);
	}
}

bool
node_serve(Network *w, NodeId n, Time until)
{
	bool more = node_run(w, n, until);

	node_publish(w, n, more, next_act(w, n));
	return more;
}

/* remove_idle: remove nodes that no longer execute from the list. */
static void
remove_idle(Network *w)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < w->nactive; i++)
		if (w->is_active[w->active[i]])
			w->active[kept++] = w->active[i];
	w->nactive = kept;
}

/*
 * choose_nodes: put the active nodes that a round steps into w->chosen, and return their number.
 * The loop has no branch that the host cannot predict.
 */
static uint32_t
choose_nodes(Network *w, NodeId last, Time ahead)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->nactive; i++) {
		NodeId node = w->active[i];

		w->chosen[n] = node;
		n += (node <= last) & (w->at[node] < ahead);
	}
	return n;
}

/*
 * round_nodes: step the active nodes, except those far ahead of the slowest: their neighbours would
 * stop them again and again after a few instructions.
 */
void
round_nodes(Network *w, NodeId last, Time first, Time until)
{
	Time ahead = w->sync == SYNC_LOCKSTEP ? NEVER
		: first + (w->shares ? AHEAD_SHARED : AHEAD);
	uint32_t n = choose_nodes(w, last, ahead);
	bool all = true;

	until = earlier(until, epoch_end(first));
	for (uint32_t i = 0; i < n; i++) {
		if (w->shares && shares_keep_node(w, w->chosen[i]))
			continue;
		prefetch_nodes(w, i, n);
		all &= node_serve(w, w->chosen[i], until);
	}
	all &= shares_step(w, until);
	if (!all)
		remove_idle(w);
}

/*
 * simulate_due_links: simulate the links that act before w->final, and perform the agenda's other
 * actions.
 */
static void
simulate_due_links(Network *w, Time until)
{
	uint32_t thing;
	Time at;

	while (thing = agenda_first(&w->agenda, &at), at < w->final && at < until) {
		if (!is_link_entry(w, thing))
			perform_action(w, thing, at);
		else if (w->shares && shares_keep_link(w, thing - w->nnodes, at))
			network_schedule(w, thing, NEVER);
		else if (link_overruns(w, thing - w->nnodes, at))
			w->final = at;
		else
			perform_action(w, thing, at);
	}
}

void
round_links(Network *w, Time first, Time until)
{
	w->rounds++;
	if (w->sync == SYNC_LOCKSTEP)
		first -= first % SETUP;
	until = earlier(until, epoch_end(first));
	w->final = earlier(first + SETUP, epoch_end(first));
	simulate_due_links(w, until);
	if (shares_advance(w, until))
		simulate_due_links(w, until);
	w->circuits = w->links.first_control_end == w->links.nends ? NEVER
		: control_busy(w)                      ? w->final
						       : w->final + SETUP;
}

void
links_advance(Network *w, Time until)
{
	for (EndId e = 0; e < w->links.nends; e++) {
		if (w->links.ends[e].peer < e || !link_is_here(w, e))
			continue;
		link_advance(&w->links, e, until, skips_periods(w));
		network_refresh(w, e);
	}
}

/*
 * last_action_time: the time of the last action of a node or link, for a network without future
 * events.
 */
static Time
last_action_time(const Network *w)
{
	Time last = 0;

	for (NodeId n = 0; n < w->nnodes; n++)
		last = later(last, node_time(w, n, w->nodes[n]->r.cycles));
	for (EndId e = 0; e < w->links.nends; e++)
		last = later(last,
			w->links.ends[e].line_free + w->links.ends[e].delay + w->links.ends[e].lag);
	return last;
}

/* next_fault_time: the time of the next fault that is set for a time; NEVER if there is none. */
static Time
next_fault_time(const Network *w)
{
	return w->faults.n > 0 ? w->fault_calls->next_time(w) : NEVER;
}

/*
 * next_epoch_time: the next multiple of EPOCH at which something may act on nodes; NEVER if nothing
 * does.
 */
static Time
next_epoch_time(const Network *w)
{
	return w->subsystems || w->epochs.act ? epoch_end(w->now) : NEVER;
}

/*
 * must_act_at_epoch: true if something has to act at the next multiple of EPOCH, even if no event
 * is left.
 */
static bool
must_act_at_epoch(const Network *w)
{
	return subsystems_wait(w) || (w->epochs.act && w->epochs.waits(w->epochs.context));
}

/* act_at_epoch: call what acts at a multiple of EPOCH: subsystems, then EpochCalls.act. */
static void
act_at_epoch(Network *w)
{
	if (w->subsystems)
		subsystems_act(w);
	if (w->epochs.act)
		w->epochs.act(w->epochs.context);
	if (w->ranks)
		w->rank_calls->changed(w->ranks);
}

void
network_on_epoch(Network *w, const EpochCalls *calls)
{
	w->epochs = calls ? *calls : (EpochCalls){0};
}

/*
 * are_links_at_rest: true if only outcomes of links are expected, but no byte moves any more. (Such
 * an outcome is expected although no process at the other end takes the rest of the message.)
 */
static bool
are_links_at_rest(Network *w, Time until)
{
	if (w->nactive > 0)
		return false;
	for (uint32_t i = 0; i < w->agenda.n; i++)
		if (!is_link_entry(w, w->agenda.heap[i]))
			return false;
	for (uint32_t i = 0; i < w->agenda.n; i++) {
		EndId e = w->agenda.heap[i] - w->nnodes;

		link_advance(&w->links, e, until, skips_periods(w));
		if (link_next_step(&w->links, e) != NEVER)
			return false;
	}
	return true;
}

/* earliest_on_ranks: the earliest of the ranks' first action times; exchanges orders with them. */
static Time
earliest_on_ranks(Network *w, Time first)
{
	return w->ranks ? w->rank_calls->round(w->ranks, first) : first;
}

/*
 * begin_round: begin a round of a run to `until`; returns the time of the earliest pending action.
 */
static Time
begin_round(Network *w, Time until)
{
	Time first = earliest_on_ranks(w, first_action_time(w));

	if (first == NEVER || first < until)
		return first;
	return earliest_on_ranks(w, are_links_at_rest(w, until) ? NEVER : first);
}

/* end_run: end the run on all ranks, if there are any; rank 0 gets the state of all nodes. */
static void
end_run(Network *w)
{
	if (w->ranks)
		w->rank_calls->end(w->ranks);
}

/*
 * run_network_on: like network_run, up to a time before which no fault is set and nothing acts at
 * multiples of EPOCH.
 */
static RunEnd
run_network_on(Network *w, Time until)
{
	Time first;

	if (w->ranks && w->rank == 0)
		w->rank_calls->begin(w->ranks, until);
	shares_start(w);
	leads_begin(w);
	for (;;) {
		first = begin_round(w, until);
		if (w->finishing)
			until = earlier(until, w->finish);
		if (first >= until)
			break;
		shares_begin(w, first);
		round_links(w, first, until);
		round_nodes(w, w->nnodes, first, until);
		shares_end(w);
	}
	leads_end(w, until);
	if (first == NEVER && !w->finishing && next_fault_time(w) == NEVER) {
		links_advance(w, NEVER - 1);
		end_run(w);
		w->now = last_action_time(w);
		return RUN_QUIET;
	}
	w->now = until;
	links_advance(w, until);
	end_run(w);
	if (w->links.trace)
		trace_flush(w->links.trace, until);
	return w->finishing && until == w->finish ? RUN_FINISHED : RUN_REACHED;
}

void
network_run_part(Network *w, Time until)
{
	run_network_on(w, until);
}

RunEnd
network_run(Network *w, Time until)
{
	network_release(w);
	shares_choose(w);
	for (;;) {
		Time fault = later(next_fault_time(w), w->now), epoch = next_epoch_time(w);
		Time stop = earlier(earlier(until, fault), epoch);
		RunEnd end = run_network_on(w, stop);

		w->still = end == RUN_QUIET;
		if (end == RUN_QUIET && must_act_at_epoch(w)) {
			w->now = earlier(epoch, until);
			end = RUN_REACHED;
		}
		if (end == RUN_REACHED && w->now == epoch)
			act_at_epoch(w);
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
		w->is_active[n] = !node_is_here(w, n);
		w->at[n] = 0;
		network_schedule(w, n, NEVER);
		if (w->is_active[n]) /* elsewhere: `at` bounds its orders */
			continue;
		if (node_executes(w->nodes[n]))
			network_activate(w, n, next_act(w, n));
		else
			node_wake(w, n);
	}
	for (EndId e = 0; e < w->links.nends; e++)
		if (w->links.ends[e].peer >= e)
			network_refresh(w, e);
	for (uint32_t i = 0; i < w->topology->ncontrols; i++)
		network_schedule(w, w->nnodes + w->links.nends + i, w->selectors[i].change);
	if (w->ranks)
		w->rank_calls->changed(w->ranks);
}

void
network_finish(Network *w, Time at)
{
	if (w->finishing)
		return;
	w->finishing = true;
	w->finish = epoch_end(at);
}

void
network_continue(Network *w)
{
	w->finishing = false;
}
