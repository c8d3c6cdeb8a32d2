/*
 * check.c - compares short stamps with full ones.
 *
 * For pairs of events, the orders by both kinds of stamps are compared: for all pairs if they are
 * few, otherwise for at most MAX_PAIRS pairs, evenly spread. stamps.c explains how short stamps
 * order events.
 */
#include "tasks.h"

#include <string.h>

enum {
	MAX_ENTRIES = 1 << 28, /* the most entries of all stamps together: 1 GB */
	MAX_PAIRS = 20000000,  /* the most pairs of events to compare */
};

/* The comparison of both kinds of stamps. */
typedef struct Check {
	TvmTrace *trace;
	uint32_t nnodes, width;
	uint32_t *column; /* [nnodes] the cover: see spec_cover */
	uint32_t *full_stamp, *short_stamp; /* [n] rows of nnodes and of width entries */
	uint32_t *place;  /* [n] the event's index at its node, from 1 */
	/* [n] index in link[] of the event's first link, for an event outside the cover */
	uint32_t *reply;
	struct CheckLink {
		/* node and place at which the first message sent at or after the event arrived */
		uint32_t peer, place;
		uint32_t next;        /* next link of the same event, or NONE */
	} *link;
	uint32_t nlinks, link_cap;
} Check;

/* take_stamps: compute the stamps of one kind, as rows; this destroys the times of the events. */
static uint32_t *
take_stamps(TvmTrace *t, Stamps kind, Check *c, uint32_t *width)
{
	Stack order = stack_start(t);
	Stamper s = stamper_new(t, kind);
	uint32_t *row = arena_alloc(t->arena, t->n, s.width * sizeof *row);

	for (uint32_t event; (event = stack_next(&order)) != NONE;) {
		memcpy(row + (size_t)event * s.width, stamper_next(&s, event),
			s.width * sizeof *row);
		c->place[event] = s.count[t->event[event].node];
	}
	c->column = s.column;
	*width = s.width;
	return row;
}

/*
 * add_links: the list of the links of an event. It is the list `next` of the node's next event, in
 * which the message that the event sends, if any, replaces a later message to the same node.
 */
static uint32_t
add_links(Check *c, const TvmEvent *e, uint32_t next)
{
	uint32_t first = NONE;
	bool sends = !tvm_is_recv(e) && e->partner != NO_PARTNER;
	uint32_t arrived = sends ? c->place[e->partner] : 0;

	if (!sends)
		return next;
	for (uint32_t i = next; i != NONE; i = c->link[i].next) {
		if (c->link[i].peer == e->peer) {
			arrived = c->link[i].place < arrived ? c->link[i].place : arrived;
			continue;
		}
		c->link = arena_grow(c->trace->arena, c->link, c->nlinks, &c->link_cap,
			sizeof *c->link);
		c->link[c->nlinks] = (struct CheckLink){c->link[i].peer, c->link[i].place, first};
		first = c->nlinks++;
	}
	c->link = arena_grow(c->trace->arena, c->link, c->nlinks, &c->link_cap, sizeof *c->link);
	c->link[c->nlinks] = (struct CheckLink){e->peer, arrived, first};
	return c->nlinks++;
}

/*
 * find_replies: for each event whose node has no entry in the short stamps, set c->reply: the list
 * of the first events on other nodes, which have an entry, that learn of the event.
 */
static void
find_replies(Check *c)
{
	TvmTrace *t = c->trace;

	c->reply = arena_alloc(t->arena, t->n, sizeof *c->reply);
	for (uint32_t node = 0; node < c->nnodes; node++) {
		uint32_t next = NONE;

		if (c->column[node] != NONE)
			continue;
		for (uint32_t i = t->node_start[node + 1]; i-- > t->node_start[node];) {
			next = add_links(c, &t->event[i], next);
			c->reply[i] = next;
		}
	}
}

/* is_before_by_full: compare the full stamps: does event e happen before f? */
static bool
is_before_by_full(const Check *c, uint32_t e, uint32_t f)
{
	VClock a = {c->nnodes, c->full_stamp + (size_t)e * c->nnodes};
	VClock b = {c->nnodes, c->full_stamp + (size_t)f * c->nnodes};

	return vclock_before(&a, &b);
}

/* is_before_by_short: compare the short stamps: does event e happen before f? */
static bool
is_before_by_short(const Check *c, uint32_t e, uint32_t f)
{
	const TvmEvent *a = &c->trace->event[e], *b = &c->trace->event[f];
	const uint32_t *stamp = c->short_stamp + (size_t)f * c->width;

	if (a->node == b->node)
		return c->place[e] < c->place[f];
	if (c->column[a->node] != NONE)
		return c->place[e] <= stamp[c->column[a->node]];
	for (uint32_t i = c->reply[e]; i != NONE; i = c->link[i].next)
		if (c->link[i].place <= stamp[c->column[c->link[i].peer]])
			return true;
	return false;
}

uint64_t
stamps_check(TvmTrace *t, uint64_t *npairs)
{
	Check c = {
		.trace = t,
		.place = arena_alloc(t->arena, t->n, sizeof *c.place),
	};
	uint64_t all = (uint64_t)t->n * t->n, step, differ = 0;

	if ((uint64_t)t->n * t->spec->nnodes > MAX_ENTRIES)
		fatal("%s: %u events of %u nodes are too many to check; up to %u events can be",
			t->file, t->n, t->spec->nnodes, MAX_ENTRIES / t->spec->nnodes);
	c.full_stamp = take_stamps(t, FULL_STAMPS, &c, &c.nnodes);
	c.short_stamp = take_stamps(t, SHORT_STAMPS, &c, &c.width);
	find_replies(&c);
	step = all / MAX_PAIRS + 1;
	*npairs = 0;
	for (uint64_t i = 0; i < all; i += step, ++*npairs) {
		uint32_t e = i / t->n, f = i % t->n;

		differ += is_before_by_full(&c, e, f) != is_before_by_short(&c, e, f);
	}
	return differ;
}
