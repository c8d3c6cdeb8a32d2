/*
 * story.h - random networks with external changes between two runs, and their states at any place
 * of a straight run.
 */
#ifndef STORY_H
#define STORY_H

#include "tests/sim/network/plan.h"

#include "sim/fault/fault.h"
#include "sim/host/adapter.h"
#include "sim/past/past.h"

enum { ACTS = 5 };

/* Somebody acts at a time. */
typedef struct Deed {
	Time at;
	uint32_t kind;
	uint32_t node;
} Deed;

/* A random network, and the changes made to it. */
typedef struct Story {
	Plan plan;
	Deed deeds[ACTS];
	uint64_t random;
} Story;

static void
story_make(Story *s, uint64_t number)
{
	s->random = number;
	plan_make(&s->plan, number);
	for (int i = 0; i < ACTS; i++)
		s->deeds[i] = (Deed){
			(i + 1) * (s->plan.until / (ACTS + 1)) + random_below(&s->random, 1000000),
			random_below(&s->random, 8), random_below(&s->random, s->plan.nnodes)};
}

/* do_deed: an order of the host's, a reset, or a fault. */
static void
do_deed(Machine *m, const Deed *d)
{
	static const char *const kinds[] = {NULL, "crash", "freeze", "slow"},
		*const more[] = {NULL, "", "5us", "50%"};
	char fault[100];

	if (d->kind == 0) {
		network_reset(m->w, d->node); /* all nodes, or one */
	} else if (d->kind < 4) {
		snprintf(fault, sizeof fault, "%s n%u %s at %" PRIu64 "ps", kinds[d->kind], d->node,
			more[d->kind], m->w->now);
		faults_read(m->w, NULL, "test", fault, strlen(fault), false);
	} else if (m->w->links.first_control_end < m->w->links.nends) {
		uint8_t *data = xmalloc(2);

		memcpy(data, (uint8_t[]){0, 4}, 2); /* all circuits come off */
		host_order(m->w, m->w->links.first_control_end,
			(Order){.at = m->w->now + SETUP, .kind = POST_OUT, .len = 2, .data = data});
	}
}

/* straight: run to a time, with all that is done before it; p NULL: no past is kept. */
static void
straight(const Story *s, Machine *m, Past *p, Time at)
{
	for (int i = 0; i < ACTS; i++) {
		if (s->deeds[i].at < m->w->now || s->deeds[i].at > at
			|| (s->deeds[i].at == at && !p))
			continue;
		p ? past_run(p, s->deeds[i].at) : network_run(m->w, s->deeds[i].at);
		if (m->w->now < s->deeds[i].at)
			m->w->now = s->deeds[i].at;
		if (m->w->now > at)
			break; /* the last action of a network without future events was later */
		do_deed(m, &s->deeds[i]);
	}
	p ? past_run(p, at) : network_run(m->w, at);
	if (m->w->now < at)
		m->w->now = at;
}

/*
 * state_at: what a straight run is at a place. At the beginning, faults set for that time have not
 * acted yet.
 */
static inline uint64_t
state_at(Story *s, Place at)
{
	Machine m;
	uint64_t hash;

	plan_open(&s->plan, &m, (Way){0});
	if (at.time > 0)
		straight(s, &m, NULL, at.time);
	for (int i = 0; i < ACTS; i++) /* they come before what the nodes do at that time */
		if (s->deeds[i].at == at.time && at.node != NOWHERE)
			do_deed(&m, &s->deeds[i]);
	if (at.node != NOWHERE)
		assert_true(network_hold(m.w, at.node, at.count));
	hash = network_hash(m.w);
	machine_close(&m);
	return hash;
}

/* record_story: to a file, with a moment whenever `every` instructions have been executed. */
static inline void
record_story(Story *s, const char *name, uint64_t every)
{
	Machine m;
	Past *p;

	plan_open(&s->plan, &m, (Way){0});
	p = past_new(m.w);
	past_record(p, name, "test", every, false);
	straight(s, &m, p, s->plan.until);
	past_free(p);
	machine_close(&m);
}

#endif
