/*
 * outcome.c - delivers the outcomes of links to nodes, selectors and devices, and records them in
 * the fingerprint and the trace.
 */
#include "step.h"
#include "lead.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

Time
next_act(const Network *w, NodeId n)
{
	const T800 *c = w->nodes[n];
	Cycles when;

	if (lead_is_on(w, n))
		return lead_next_act(w, n);
	due_next(c, &when);
	if (node_executes(c) && c->r.cycles < when)
		when = c->r.cycles;
	return when == NEVER ? NEVER : node_time(w, n, when);
}

void
node_wake(Network *w, NodeId n)
{
	if (w->nodes[n]->stop > STOP_BOOT)
		return;
	if (w->is_active[n])
		w->at[n] = earlier(w->at[n], next_act(w, n));
	else
		network_schedule(w, n, next_act(w, n));
}

/*
 * note_boot_link: note that boot code arrives over this link, so that the node's other links no
 * longer boot it.
 */
static void
note_boot_link(Network *w, EndId e, Time at)
{
	NodeId n = w->links.ends[e].ref.part;

	for (EndId other = n * NLINKS; other < (n + 1) * NLINKS; other++)
		if (other != e)
			network_add_order(w, other, (Order){.at = at + SETUP, .kind = POST_UNBOOT,
				.ptr = w->links.ends[e].ref.index});
}

int
outcome_slot(Outcome what)
{
	static const int slots[] = {
		[OUTCOME_SENT] = DUE_OUT, [OUTCOME_RECEIVED] = DUE_IN, [OUTCOME_GUARD] = DUE_GUARD};

	return slots[what];
}

void
node_outcome(Network *w, EndId e, Outcome what, Time at)
{
	EndRef ref = w->links.ends[e].ref;
	int slot;
	Cycles clock;

	if (!node_is_here(w, ref.part))
		return;
	if (what == OUTCOME_BOOTING) {
		note_boot_link(w, e, at);
		return;
	}
	slot = outcome_slot(what) + ref.index;
	clock = node_clock(w, ref.part, at);
	if (lead_is_on(w, ref.part))
		lead_outcome(w, ref.part, slot, clock);
	else
		due_set(w->nodes[ref.part], slot, clock);
	if (w->leads)
		w->leads[ref.part].outcomes++;
	node_wake(w, ref.part);
}

/* note_outcome: record an outcome in the trace, except those of guards and of the boot logic. */
static void
note_outcome(Network *w, EndId id, Outcome what, Time at)
{
	const End *e = &w->links.ends[id];

	if (what == OUTCOME_SENT)
		trace_note(w->links.trace, (TraceRecord){at, TRACE_SENT, id, 0, 0});
	else if (what == OUTCOME_RECEIVED)
		trace_note(
			w->links.trace, (TraceRecord){at, TRACE_RECEIVED, id, e->peer, e->in_have});
}

/*
 * continued_at: the Iptr at which the process that starts to run continues; 0 if it is not in
 * memory.
 */
static Addr
continued_at(const T800 *c, Word what)
{
	int size = chip_word_bytes(c->chip);
	Addr word = what == NOTE_RESUME ? t800_reserved(c, SAVE_IPTR) : c->r.wptr - size;
	Word at = t800_offset(c, word);

	return at <= c->r.size - size ? t800_get(c, c->r.mem + at) : 0;
}

/* note_event: record a node's event in the trace. */
static void
note_event(const T800 *c, Word what, Word value)
{
	static const TraceKind kinds[] = {[NOTE_START] = TRACE_RUN,
		[NOTE_IDLE] = TRACE_IDLE,
		[NOTE_STOP] = TRACE_STOP,
		[NOTE_MESSAGE] = NTRACEKINDS,
		[NOTE_FAULT] = NTRACEKINDS,
		[NOTE_RESUME] = TRACE_RUN};
	const Network *w = c->note_observer.context;

	if (kinds[what] != NTRACEKINDS)
		trace_note(w->links.trace,
			(TraceRecord){node_time(w, c->note_observer.node, c->r.cycles), kinds[what],
				c->note_observer.node,
				kinds[what] == TRACE_RUN ? continued_at(c, what) : 0, value});
}

void
network_watch(Network *w, NodeObserver *observer, void *context)
{
	w->observer = observer;
	w->observer_context = context;
	memset(w->observe_at, 0, w->nnodes * sizeof *w->observe_at);
}

void
network_watch_calls(Network *w, NodeId n, const CallMarks *calls)
{
	w->nodes[n]->call_marks = calls;
	node_note_marks(w, n);
}

void
network_trace(Network *w, Trace *t)
{
	w->links.trace = t;
	for (NodeId n = 0; n < w->nnodes; n++)
		w->nodes[n]->note_observer = (NoteObserver){t ? note_event : NULL, w, n};
}

/* host_outcome: pass an outcome to the host, unless a tape answers it. */
static void
host_outcome(Network *w, EndId id, Outcome what, Time at)
{
	if (w->tape && w->tape_calls->begin_outcome(w->tape, id, what, at))
		return;
	if (w->host)
		w->host_calls->outcome(w->host, w, id, what, at);
	if (w->tape)
		w->tape_calls->end_outcome(w->tape);
}

void
outcome_note(Network *w, EndId id, Outcome what, Time at)
{
	End *e = &w->links.ends[id];
	uint64_t record[3] = {at, what, what == OUTCOME_RECEIVED ? e->in_have : 0};

	e->fingerprint = XXH3_64bits_withSeed(record, sizeof record, e->fingerprint);
	if (what == OUTCOME_RECEIVED)
		e->fingerprint = XXH3_64bits_withSeed(e->in.data, e->in_have, e->fingerprint);
}

void
link_outcome(void *context, EndId id, Outcome what, Time at)
{
	Network *w = context;
	End *e = &w->links.ends[id];

	outcome_note(w, id, what, at);
	if (w->links.trace)
		note_outcome(w, id, what, at);
	switch (e->ref.kind) {
	case END_NODE:
		node_outcome(w, id, what, at);
		break;
	case END_SWITCH:
		selector_outcome(w, (id - w->links.first_control_end) / 2, what, at);
		break;
	default:
		host_outcome(w, id, what, at);
	}
}
