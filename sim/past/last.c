/*
 * last.c - finds where a node's memory was last changed.
 *
 * In general the run is searched backward, with a watch on these bytes. If the recording has the
 * orders that links were given between its moments, most of the search is done with the node alone,
 * which takes a small part of the time. This search goes backward in pieces. Each piece is twice as
 * long as the previous one, so a few pieces cover most of the run. The state of the lone node at
 * the end of a piece is compared with the recording; if they differ (a fault or another circuit has
 * reached the node), the piece is searched with all nodes.
 */
#include "lone.h"
#include "past_state.h"
#include "recording.h"

#include "sim/cpu/watcher.h"

#include <stdlib.h>

/* The object of the search, and its last change so far. */
typedef struct SoughtChange {
	Past *p;
	NodeId node;
	Addr low;    /* first of the nbytes whose change is sought */
	uint32_t nbytes;
	Network *w;  /* the network that is being watched */
	Watcher *watcher;
	Place from;  /* the place before which the change is searched for */
	/* in the search with the node alone: */
	bool seen;   /* a change has been found */
	Place last;  /* the place of the last change found */
} SoughtChange;

/* changes_value: true if an access gives one of the sought bytes another value. */
static bool
changes_value(const SoughtChange *c, const Access *a)
{
	for (uint32_t i = 0; i < a->nbytes; i++)
		if (a->addr + i - c->low < c->nbytes && ((a->old ^ a->new) >> 8 * i & 0xFF) != 0)
			return true;
	return false;
}

/*
 * access_place: the place of an access: before the instruction that makes it, or just after a link
 * or a fault has made it.
 */
static Place
access_place(const Network *w, NodeId n, const Access *a)
{
	if (a->kind == ACCESS_WRITE)
		return place_before(n, a->count);
	return place_at(node_time(w, n, a->cycles) + 1);
}

/* watch_range: watch the writes to the sought bytes, which `report_accesses` gets. */
static void
watch_range(SoughtChange *c, Network *w,
	void (*accesses)(void *context, NodeId n, const Access *a, uint32_t naccesses))
{
	c->w = w;
	c->watcher = watcher_new(w, &(WatcherOptions){.report_accesses = accesses, .context = c});
	watcher_range(c->watcher, c->node, ACCESS_WRITES, c->low, c->nbytes);
}

/* ---- in the whole network ---- */

/*
 * report_changes: an access observer for the search: report accesses that change a sought byte as
 * hits.
 */
static void
report_changes(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	const SoughtChange *c = context;

	for (uint32_t i = 0; i < naccesses; i++, a++)
		if (changes_value(c, a))
			past_report_hit(c->p, access_place(c->w, n, a));
}

/* watch_change: Search.attach: report changes of the sought bytes as hits. */
static void
watch_change(void *context, Network *w)
{
	watch_range(context, w, report_changes);
}

/* unwatch_change: Search.detach: stop watching the sought bytes. */
static void
unwatch_change(void *context, Network *w)
{
	SoughtChange *c = context;

	(void)w;
	watcher_free(c->watcher);
}

/*
 * search_all: search backward for the change by replaying all nodes, down to the time `floor`.
 */
static bool
search_all(SoughtChange *c, Time floor, Place *found)
{
	return past_backward_to(c->p, &(Search){watch_change, unwatch_change, c}, c->from, floor,
		found);
}

/* ---- in the node alone ---- */

/* precedes_start: true if the place is before the place from which the search goes backward. */
static bool
precedes_start(const SoughtChange *c, Place at)
{
	if (at.node != NOWHERE)
		return at.node != c->from.node || at.count < c->from.count;
	return at.time < c->from.time + (c->from.node != NOWHERE);
}

/*
 * note_last_change: an access observer for the lone node: note the last change before the place
 * where the search began.
 */
static void
note_last_change(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	SoughtChange *c = context;

	for (uint32_t i = 0; i < naccesses; i++, a++) {
		Place at = access_place(c->w, n, a);

		if (changes_value(c, a) && precedes_start(c, at)) {
			c->seen = true;
			c->last = at;
		}
	}
}

/* give_order: give an order to an end of the lone node's network, which is the context. */
static void
give_order(void *context, EndId e, Order o)
{
	end_add_order(&((Network *)context)->links.ends[e], o);
}

/*
 * replay_lone: run the lone node from one moment of the recording to another, interval by interval.
 * Returns false if the recording lacks the orders.
 */
static bool
replay_lone(const SoughtChange *c, Network *lone, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		if (!recording_repeat_orders(c->p, i, c->node, lone, give_order))
			return false;
		network_resume(lone);
		network_run(lone, c->p->moments.elsewhere[i].at);
		lone->now = c->p->moments.elsewhere[i].at;
	}
	return true;
}

/*
 * hash_at_moment: go to moment number i - 1 of the recording (i 0: to the beginning), and return
 * the hash of the node there.
 */
static uint64_t
hash_at_moment(const SoughtChange *c, uint32_t i)
{
	const Moments *m = &c->p->moments;

	past_load_moment(c->p, i == 0 ? &m->moment[0] : &m->elsewhere[i - 1]);
	return network_node_hash(c->p->w, c->node);
}

/*
 * search_alone: search with the node alone from moment `from`, where the run is, to moment `to`;
 * hash: its recorded state there. Returns false if the lone node reaches another state.
 */
static bool
search_alone(SoughtChange *c, uint32_t from, uint32_t to, uint64_t hash)
{
	Network *lone = lone_machine(c->p->w, c->node);
	bool same;

	c->seen = false;
	watch_range(c, lone, note_last_change);
	same = replay_lone(c, lone, from, to) && network_node_hash(lone, c->node) == hash;
	watcher_free(c->watcher);
	network_free(lone);
	return same;
}

/* go_to_last_change: go to the last change that was noted. */
static bool
go_to_last_change(const SoughtChange *c, Place *found)
{
	Place at = c->last;

	if (at.node == NOWHERE)
		at.time = earlier(at.time, past_present(c->p));
	if (!past_goto(c->p, at))
		assert(!"what a node does alone is a place of the run");
	if (found)
		*found = past_place(c->p);
	return true;
}

/*
 * search_moments: search backward from moment number `to` - 1 of the recording, interval by
 * interval.
 */
static bool
search_moments(SoughtChange *c, uint32_t to, Place *found)
{
	const Moment *m = c->p->moments.elsewhere;
	uint64_t hash = hash_at_moment(c, to), before;

	for (uint32_t step = 1, from; to > 0; step *= 2, to = from, hash = before) {
		from = to > step ? to - step : 0;
		before = hash_at_moment(c, from);
		if (search_alone(c, from, to, hash)) {
			if (c->seen)
				return go_to_last_change(c, found);
			continue;
		}
		past_goto(c->p, place_at(m[to - 1].at));
		if (search_all(c, from > 0 ? m[from - 1].at : 0, found))
			return true;
	}
	past_load_moment(c->p, &c->p->moments.moment[0]);
	return false;
}

bool
past_last_change(Past *p, NodeId node, Addr a, uint32_t nbytes, Place *found)
{
	SoughtChange c = {.p = p, .node = node, .low = a, .nbytes = nbytes, .from = past_place(p)};
	uint32_t n = recording_count_moments(p, c.from.time);

	if (n == 0)
		return search_all(&c, 0, found);
	return search_all(&c, p->moments.elsewhere[n - 1].at, found) ||
	       search_moments(&c, n, found);
}
