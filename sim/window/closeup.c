/* closeup.c - observes a part of the run, event by event, by executing it again. */
#include "closeup.h"

#include "base/clock.h"
#include "sim/trace/trace.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_EVENTS = 1 << 18, /* events in a closeup; with more it is `too_much` */
	PIECES = 32, /* pieces of a closeup; after each, the limits are checked */
};

/* An event of the part, as it was noted. */
typedef struct Entry {
	TraceRecord record;
	uint32_t serial, task; /* serial: keeps the order of equal times; task, place: as in Work */
	uint16_t place;
} Entry;

/* The message that an end is sending. */
typedef struct MessageInTransit {
	bool on;   /* a message is on its way */
	Time sent; /* 0: before the closeup begins */
	uint32_t nbytes;
} MessageInTransit;

/* The state while a closeup is taken. */
typedef struct EventGathering {
	Closeup *c;
	Network *w;
	const CloseupOptions *o;
	Entry *events;
	uint32_t n;
	Work *at_first; /* [node] its work when the closeup begins; end 0: it waits */
	MessageInTransit *sending;      /* [end] */
} EventGathering;

void
closeup_free(Closeup *c)
{
	free(c->work);
	free(c->first);
	free(c->message);
	*c = (Closeup){0};
}

/* duplicate_bytes: a copy on the heap; NULL if `from` is NULL. */
static void *
duplicate_bytes(const void *from, size_t nbytes)
{
	return from ? memcpy(xmalloc(nbytes + 1), from, nbytes) : NULL;
}

void
closeup_copy(Closeup *to, const Closeup *from)
{
	if (to->serial == from->serial)
		return;
	closeup_free(to);
	*to = *from;
	to->work = duplicate_bytes(from->work, from->nwork * sizeof *from->work);
	to->message = duplicate_bytes(from->message, from->nmessages * sizeof *from->message);
	to->first = duplicate_bytes(from->first, (from->nnodes + 1) * sizeof *from->first);
}

/*
 * span_contains: true if `a` contains `b`; a picosecond may be missing at the end, because a
 * closeup ends before the present.
 */
static bool
span_contains(Span a, Span b)
{
	return a.from <= b.from && b.until <= a.until + 1;
}

bool
closeup_covers(const Closeup *c, Span s)
{
	return c->serial > 0 && !c->too_much && span_contains(c->span, s);
}

bool
closeup_is_useful(const Closeup *c, Span s)
{
	if (c->serial == 0)
		return true;
	if (c->too_much)
		return s.until - s.from <= (c->span.until - c->span.from) / 2;
	return !span_contains(c->span, s);
}

const Work *
closeup_work(const Closeup *c, NodeId n, Time at)
{
	uint32_t low = c->first[n], high = c->first[n + 1];

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (c->work[middle].end <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low < c->first[n + 1] && c->work[low].begin <= at ? &c->work[low] : NULL;
}

/* ---- at its beginning ---- */

/* present_work: the work that a node does at the network's present time. */
static Work
present_work(const EventGathering *g, NodeId n)
{
	const T800 *t = g->w->nodes[n];
	Work k = {.begin = g->c->span.from, .end = NEVER, .node = n};

	if (t->stop == STOP_BOOT)
		k.kind = WORK_RESET;
	else if (t->stop != STOP_NONE)
		k.kind = WORK_STOPPED;
	else if (t->idle)
		k.end = 0;
	else {
		k.kind = t->priority;
		k.place = g->o->place(g->o->context, n, t->r.iptr, &k.task);
	}
	return k;
}

/* note_first_state: note what nodes do and links transfer at the beginning of the part. */
static void
note_first_state(EventGathering *g)
{
	for (NodeId n = 0; n < g->w->nnodes; n++)
		g->at_first[n] = present_work(g, n);
	for (EndId e = 0; e < g->w->links.nends; e++) {
		const End *end = &g->w->links.ends[e];

		g->sending[e] = (MessageInTransit){.on = end->sending, .nbytes = end->out_len};
	}
}

/* ---- its events ---- */

/* gather_event: a TraceFollower; keep an event, with what its node starts to do. */
static void
gather_event(void *context, const TraceRecord *r)
{
	EventGathering *g = context;
	Entry *e;

	if (g->n == MOST_EVENTS || r->at >= g->c->span.until)
		return;
	e = &g->events[g->n];
	*e = (Entry){.record = *r, .serial = g->n++};
	if (r->kind == TRACE_RUN)
		e->place = g->o->place(g->o->context, r->where, r->other, &e->task);
}

/*
 * replay_part: execute the span of the closeup again; the network is at its beginning. False if the
 * span has too many events or takes too long.
 */
static bool
replay_part(EventGathering *g, Past *p)
{
	Span s = g->c->span;
	Time piece = (s.until - s.from) / PIECES + 1;
	double begin = clock_thread();

	for (Time at = s.from; at < s.until;) {
		at = s.until - at > piece ? at + piece : s.until;
		past_run(p, at);
		if (g->n == MOST_EVENTS || clock_thread() - begin > g->o->seconds)
			return false;
	}
	return true;
}

/* node_of: the node of an event; NOWHERE if it is the event of a link. */
static NodeId
node_of(const Entry *e)
{
	return e->record.kind <= TRACE_STOP ? e->record.where : NOWHERE;
}

/*
 * compare_entries: order for qsort: events of nodes first, by node and time; then those of links,
 * by time.
 */
static int
compare_entries(const void *x, const void *y)
{
	const Entry *a = x, *b = y;
	NodeId m = node_of(a), n = node_of(b);

	if (m != n)
		return m < n ? -1 : 1;
	if (a->record.at != b->record.at)
		return a->record.at < b->record.at ? -1 : 1;
	return a->serial < b->serial ? -1 : a->serial > b->serial;
}

/* ---- from events to work and messages ---- */

/* add_work: append a piece of work that ends at `end`, unless it is empty. */
static void
add_work(Closeup *c, Work k, Time end)
{
	k.end = end;
	if (k.begin < k.end)
		c->work[c->nwork++] = k;
}

/* list_node_work: list the work of a node, derived from its n events. */
static void
list_node_work(EventGathering *g, NodeId node, const Entry *events, uint32_t n)
{
	Work k = g->at_first[node];

	g->c->first[node] = g->c->nwork;
	for (uint32_t i = 0; i < n; i++) {
		const Entry *e = &events[i];

		if (k.end > 0)
			add_work(g->c, k, e->record.at);
		k = (Work){.begin = e->record.at,
			.end = e->record.kind == TRACE_IDLE ? 0 : NEVER,
			.node = node,
			.task = e->task,
			.place = e->place,
			.kind = e->record.kind == TRACE_STOP ? WORK_STOPPED : e->record.value & 1};
	}
	if (k.end > 0)
		add_work(g->c, k, g->c->span.until);
}

/* add_message: append a message; only messages between nodes are drawn. */
static void
add_message(EventGathering *g, EndId from, EndId to, Time received, uint32_t nbytes)
{
	const Links *links = &g->w->links;

	if (to == NOWHERE_END || links->ends[from].ref.kind != END_NODE
		|| links->ends[to].ref.kind != END_NODE)
		return;
	g->c->message[g->c->nmessages++] = (LinkMessage){from, to, g->sending[from].sent, received,
		nbytes};
}

/*
 * follow_link_event: update the state of a link by an event, and list a message that it completes.
 */
static void
follow_link_event(EventGathering *g, const TraceRecord *r)
{
	switch (r->kind) {
	case TRACE_SEND: g->sending[r->where] = (MessageInTransit){true, r->at, r->value}; break;
	case TRACE_SENT: g->sending[r->where].on = false; break;
	case TRACE_RECEIVED:
		if (r->other == NOWHERE)
			break;
		add_message(g, r->other, r->where, r->at, r->value);
		g->sending[r->other].on = false;
		break;
	default: break;
	}
}

/* arrange_closeup: fill the lists of the closeup from the events gathered. */
static void
arrange_closeup(EventGathering *g)
{
	Closeup *c = g->c;
	const Links *links = &g->w->links;
	uint32_t i = 0, begin;

	qsort(g->events, g->n, sizeof *g->events, compare_entries);
	c->nnodes = g->w->nnodes;
	c->first = xcalloc(c->nnodes + 1, sizeof *c->first);
	c->work = xcalloc(g->n + c->nnodes, sizeof *c->work);
	c->message = xcalloc(g->n + links->nends, sizeof *c->message);
	for (NodeId n = 0; n < c->nnodes; n++) {
		for (begin = i; i < g->n && node_of(&g->events[i]) == n;)
			i++;
		list_node_work(g, n, g->events + begin, i - begin);
	}
	c->first[c->nnodes] = c->nwork;
	for (; i < g->n; i++)
		follow_link_event(g, &g->events[i].record);
	for (EndId e = 0; e < links->nends; e++)
		if (g->sending[e].on)
			add_message(g, e, links->ends[e].peer, NEVER, g->sending[e].nbytes);
}

/* ---- taking one ---- */

/*
 * observe_part: execute the part and gather the network's events for the closeup; false if there
 * are too many.
 */
static bool
observe_part(EventGathering *g, Past *p)
{
	struct Trace *others = g->w->links.trace, *own = trace_open(NULL, g->w->topology, false);
	bool whole;

	trace_follow(own, gather_event, g);
	network_trace(g->w, own);
	note_first_state(g);
	whole = replay_part(g, p);
	network_trace(g->w, others);
	trace_close(own);
	return whole;
}

/* span_within: the part of a span that can be executed again and ends before the present. */
static Span
span_within(const Past *p, Span s)
{
	Time begin = past_beginning(p), present = past_present(p);

	if (s.from < begin)
		s.from = begin;
	if (s.until >= present)
		s.until = present > 0 ? present - 1 : 0;
	return s;
}

void
closeup_take(Closeup *c, Past *p, Span s, const CloseupOptions *o)
{
	Network *w = past_network(p);
	EventGathering g = {c, w, o};
	bool present = past_is_present(p), whole;
	Place here = past_place(p);
	uint32_t serial = c->serial;

	closeup_free(c);
	*c = (Closeup){.span = s, .serial = serial + 1, .too_much = true};
	s = span_within(p, s);
	if (s.from >= s.until)
		return;
	past_keep_moment(p);
	if (!past_goto(p, place_at(s.from)))
		return;
	c->span = s;
	g.events = xcalloc(MOST_EVENTS, sizeof *g.events);
	g.at_first = xcalloc(w->nnodes, sizeof *g.at_first);
	g.sending = xcalloc(w->links.nends, sizeof *g.sending);
	whole = observe_part(&g, p);
	if (whole)
		arrange_closeup(&g);
	c->too_much = !whole;
	present ? past_go_present(p) : (void)past_goto(p, here);
	free(g.events);
	free(g.at_first);
	free(g.sending);
}
