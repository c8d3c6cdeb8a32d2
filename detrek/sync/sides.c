/*
 * sides.c - finds the two sides of each channel.
 *
 * Each meeting puts its two threads on different sides. Threads of a channel that have met, or have
 * met the same others, form a group (a tree of a union-find forest). Each thread knows whether it
 * is on the same side as its parent in the tree. Groups that no meeting joins are each numbered
 * from their first thread.
 */
#include "sides.h"

#include <stdlib.h>

enum { NOBODY = UINT32_MAX };

/* A thread that uses a channel. */
typedef struct SideMember {
	uint32_t thread;
	uint32_t parent; /* number of the parent in the channel; of a root, the root's own number */
	bool opposite;   /* the thread and its parent are on different sides */
} SideMember;

typedef struct ChannelSides {
	SideMember *member; /* [n] the threads, in the order of their first arrivals */
	uint32_t n;
	uint32_t waits; /* the member that waits at the channel, or NOBODY */
} ChannelSides;

struct Sides {
	ChannelSides *channel; /* [n] */
	uint32_t n;
};

Sides *
sides_new(void)
{
	return xcalloc(1, sizeof(Sides));
}

void
sides_free(Sides *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		free(s->channel[i].member);
	free(s->channel);
	free(s);
}

/* get_channel: the entry of the channel; made if it is new. */
static ChannelSides *
get_channel(Sides *s, uint32_t channel)
{
	if (channel >= s->n)
		s->channel = xrealloc(s->channel, (channel + 1) * sizeof *s->channel);
	for (; s->n <= channel; s->n++)
		s->channel[s->n] = (ChannelSides){.waits = NOBODY};
	return &s->channel[channel];
}

/* get_member: the thread's number in the channel; the thread is added if it is new. */
static uint32_t
get_member(ChannelSides *c, uint32_t thread)
{
	uint32_t i = 0;

	while (i < c->n && c->member[i].thread != thread)
		i++;
	if (i == c->n) {
		c->member = xrealloc(c->member, (c->n + 1) * sizeof *c->member);
		c->member[c->n++] = (SideMember){.thread = thread, .parent = i};
	}
	return i;
}

/*
 * group_root: the root of the group of member i: of threads whose sides are known relative to each
 * other. *opposite: the member and the root are on different sides.
 */
static uint32_t
group_root(const ChannelSides *c, uint32_t i, bool *opposite)
{
	*opposite = false;
	for (; c->member[i].parent != i; i = c->member[i].parent)
		*opposite ^= c->member[i].opposite;
	return i;
}

void
sides_arrive(Sides *s, uint32_t channel, uint32_t thread)
{
	ChannelSides *c = get_channel(s, channel);

	c->waits = get_member(c, thread);
}

/*
 * join_sides: note that two threads, members a and b of a channel, are on different sides. If they
 * have two roots, the older one stays. false: they are known to be on the same side.
 */
static bool
join_sides(ChannelSides *c, uint32_t a, uint32_t b)
{
	bool pa, pb;
	uint32_t ra = group_root(c, a, &pa), rb = group_root(c, b, &pb);
	uint32_t young = ra < rb ? rb : ra;

	if (ra == rb)
		return pa != pb;
	c->member[young].parent = ra < rb ? ra : rb;
	c->member[young].opposite = pa == pb;
	return true;
}

bool
sides_meet(Sides *s, uint32_t channel, uint32_t thread)
{
	ChannelSides *c = get_channel(s, channel);
	uint32_t i = get_member(c, thread), other = c->waits;

	c->waits = NOBODY;
	return other == NOBODY || join_sides(c, other, i);
}

uint32_t
sides_of(const Sides *s, uint32_t channel, uint32_t thread)
{
	const ChannelSides *c = &s->channel[channel];
	uint32_t i = 0;
	bool opposite;

	while (c->member[i].thread != thread)
		i++;
	group_root(c, i, &opposite);
	return opposite;
}
