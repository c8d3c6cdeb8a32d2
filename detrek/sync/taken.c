/* taken.c - finds the channels that the alternatives of a run have taken, and could have taken. */
#include "taken.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

/* An alternative of the run, which has taken a channel or none of those that it enabled. */
typedef struct TakenChoice {
	uint32_t thread;
	NodeId node;
	Addr channel;  /* the taken channel; 0: none */
	Addr *enabled; /* [nenabled] the channels that it enabled */
	uint32_t nenabled;
	/*
	 * index of the first enabled channel at which an earlier alternative of the thread found a
	 * sender, but from which the thread did not receive afterwards; nenabled: none
	 */
	uint32_t found;
	bool tries;        /* the alternative had enabled a skip or a time, too */
	uint32_t nobjects; /* number of the run's objects before the alternative */
	uint32_t before;   /* number of arrivals at channels before `event` */
	/*
	 * name of the event in which the alternative received from the sender it found, or found
	 * none; NULL: it found a sender, but the thread did not receive
	 */
	char *event;
	char *place;       /* place of that event in the program; or NULL */
} TakenChoice;

/* The arrivals of threads at one channel. */
typedef struct ChannelArrivals {
	uint32_t *coming; /* [n] numbers in TakenList.coming, in the order of the run */
	uint32_t n;
} ChannelArrivals;

/* The channels that a thread's alternatives took, and from which it has not received since. */
typedef struct UnreadChannels {
	Addr *channel; /* [n] */
	uint32_t n;
	/*
	 * number of the thread's last alternative, if it took a channel from which the thread has
	 * not received since; otherwise NO_ALTERNATIVE
	 */
	uint32_t last;
} UnreadChannels;

struct TakenList {
	TakenChoice *taken;  /* [n] */
	uint32_t n;
	/* [nthreads] for each thread, the channels from which it has not received */
	UnreadChannels *thread;
	uint32_t nthreads;
	Arrival *coming; /* [ncomings] all arrivals at channels, in the order of the run */
	uint32_t ncomings;
	/* [nchannels] for each channel, by its object, the arrivals at it */
	ChannelArrivals *channel;
	uint32_t nchannels;
};

/* copy_string: a copy of the string on the heap; NULL for NULL. */
static char *
copy_string(const char *s)
{
	return s ? xstrdup(s) : NULL;
}

TakenList *
taken_new(void)
{
	return xcalloc(1, sizeof(TakenList));
}

void
taken_free(TakenList *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		free(l->taken[i].enabled);
		free(l->taken[i].event);
		free(l->taken[i].place);
	}
	for (uint32_t i = 0; i < l->ncomings; i++) {
		free(l->coming[i].event);
		free(l->coming[i].place);
	}
	for (uint32_t i = 0; i < l->nchannels; i++)
		free(l->channel[i].coming);
	free(l->channel);
	free(l->coming);
	free(l->taken);
	for (uint32_t i = 0; i < l->nthreads; i++)
		free(l->thread[i].channel);
	free(l->thread);
	free(l);
}

/*
 * get_untouched: the channels that the thread's alternatives have taken, and from which it has not
 * received since; an empty list if the thread is new.
 */
static UnreadChannels *
get_untouched(TakenList *l, uint32_t thread)
{
	for (; l->nthreads <= thread; l->nthreads++) {
		l->thread = list_more(l->thread, l->nthreads, sizeof *l->thread);
		l->thread[l->nthreads] = (UnreadChannels){.last = NO_ALTERNATIVE};
	}
	return &l->thread[thread];
}

/* find_untouched: the index of the channel in the list; u->n if it is not there. */
static uint32_t
find_untouched(const UnreadChannels *u, Addr channel)
{
	uint32_t i = 0;

	while (i < u->n && u->channel[i] != channel)
		i++;
	return i;
}

/*
 * add_untouched: add the channel to those from which the thread has not received yet
 * (get_untouched), unless it is there.
 */
static void
add_untouched(UnreadChannels *u, Addr channel)
{
	if (find_untouched(u, channel) < u->n)
		return;
	u->channel = list_more(u->channel, u->n, sizeof *u->channel);
	u->channel[u->n++] = channel;
}

uint32_t
taken_add_choice(TakenList *l, const ChannelChoice *c, uint32_t nobjects)
{
	UnreadChannels *u = get_untouched(l, c->thread);
	TakenChoice *t;

	l->taken = list_more(l->taken, l->n, sizeof *t);
	t = &l->taken[l->n];
	*t = (TakenChoice){.thread = c->thread,
		.node = c->node,
		.channel = c->channel,
		.enabled = xcalloc(c->nenabled + 1, sizeof *t->enabled),
		.nenabled = c->nenabled,
		.tries = c->tries,
		.nobjects = nobjects};
	memcpy(t->enabled, c->enabled, c->nenabled * sizeof *t->enabled);
	while (t->found < t->nenabled && find_untouched(u, t->enabled[t->found]) == u->n)
		t->found++;
	if (c->number > 0)
		add_untouched(u, c->channel);
	u->last = c->number > 0 ? l->n : NO_ALTERNATIVE;
	return l->n++;
}

uint32_t
taken_note_meeting(TakenList *l, uint32_t thread, Addr channel)
{
	UnreadChannels *u = get_untouched(l, thread);
	uint32_t i = find_untouched(u, channel), last = u->last;

	if (i == u->n)
		return NO_ALTERNATIVE;
	u->channel[i] = u->channel[--u->n];
	if (last == NO_ALTERNATIVE || l->taken[last].channel != channel)
		return NO_ALTERNATIVE;
	u->last = NO_ALTERNATIVE;
	return last;
}

void
taken_note_miss(TakenList *l, uint32_t number, char *event, char *place)
{
	TakenChoice *t = &l->taken[number];

	t->before = l->ncomings;
	t->event = event;
	t->place = place;
}

/* get_channel: the entry of the channel; made if it is new. */
static ChannelArrivals *
get_channel(TakenList *l, uint32_t channel)
{
	for (; l->nchannels <= channel; l->nchannels++) {
		l->channel = list_more(l->channel, l->nchannels, sizeof *l->channel);
		l->channel[l->nchannels] = (ChannelArrivals){0};
	}
	return &l->channel[channel];
}

void
taken_add_arrival(TakenList *l, const Arrival *c)
{
	ChannelArrivals *at = get_channel(l, c->channel);

	at->coming = list_more(at->coming, at->n, sizeof *at->coming);
	at->coming[at->n++] = l->ncomings;
	if (c->number != NO_ALTERNATIVE) {
		TakenChoice *t = &l->taken[c->number];

		t->before = l->ncomings;
		t->event = c->found;
		t->place = copy_string(c->place);
	}
	l->coming = list_more(l->coming, l->ncomings, sizeof *c);
	l->coming[l->ncomings++] = *c;
}

/* ---- what else ---- */

/* The other thread that a given thread would meet at a channel. */
typedef struct Partner {
	/* the partner's arrival there; NULL: no other thread comes there in the run */
	const Arrival *coming;
	bool several;         /* several threads come there, and another one may be the first */
} Partner;

/*
 * find_partner: the thread that a given thread would meet at a channel if it arrived there after
 * the first `before` arrivals of the run. The arrivals of each side are counted from the beginning;
 * arrivals of both sides with the same number meet.
 */
static Partner
find_partner(const TakenList *l, uint32_t channel, uint32_t thread, uint32_t before)
{
	const ChannelArrivals *at = channel < l->nchannels ? &l->channel[channel] : NULL;
	uint32_t own = 0, others = 0, other = NO_ALTERNATIVE;
	Partner p = {0};

	for (uint32_t i = 0; at && i < at->n; i++)
		own += at->coming[i] < before && l->coming[at->coming[i]].thread == thread;
	for (uint32_t i = 0; at && i < at->n; i++) {
		const Arrival *c = &l->coming[at->coming[i]];

		if (c->thread == thread)
			continue;
		p.several |= other != NO_ALTERNATIVE && other != c->thread;
		other = c->thread;
		if (others++ == own)
			p.coming = c;
	}
	return p;
}

/*
 * add_alternative: append to m another channel that alternative t could have taken. got: the
 * arrival of the sender that it found, or NULL; other: the sender on the other channel, where
 * other->coming NULL means that the alternative could have taken no channel.
 */
static void
add_alternative(SemMessages *m, const TakenChoice *t, const Arrival *got, const Partner *other)
{
	const Arrival *c = other->coming;

	m->alternative = list_more(m->alternative, m->nalternatives, sizeof *m->alternative);
	m->alternative[m->nalternatives++] = (SemAlternative){.receive = xstrdup(t->event),
		.received_at = copy_string(t->place),
		.got = got ? xstrdup(got->event) : NULL,
		.got_from = got ? copy_string(got->place) : NULL,
		.send = c ? xstrdup(c->event) : NULL,
		.sent_at = c ? copy_string(c->place) : NULL,
		.several = other->several};
}

/* is_first: true if the alternative has enabled no channel before the i-th one that is the same. */
static bool
is_first(const TakenChoice *t, uint32_t i)
{
	for (uint32_t k = 0; k < i; k++)
		if (t->enabled[k] == t->enabled[i])
			return false;
	return true;
}

/* The objects of channels, for taken_list_others. */
typedef struct ChannelObjects {
	uint32_t (*at)(void *context, NodeId n, Addr channel, uint32_t nobjects);
	void *context;
} ChannelObjects;

/*
 * find_partner_at: the thread that the alternative's thread would meet at a channel, if the
 * alternative took this channel.
 */
static Partner
find_partner_at(const TakenList *l, const TakenChoice *t, Addr channel, const ChannelObjects *o)
{
	return find_partner(l, o->at(o->context, t->node, channel, t->nobjects), t->thread,
		t->before);
}

/* add_others: append to m, for alternative t, the other channels that it could have taken. */
static void
add_others(const TakenList *l, const TakenChoice *t, const ChannelObjects *o, SemMessages *m)
{
	const Arrival *got = t->channel != 0 ? find_partner_at(l, t, t->channel, o).coming : NULL;

	for (uint32_t k = 0; k < t->nenabled && k <= t->found; k++) {
		Partner p = {0};

		if (t->enabled[k] != t->channel && is_first(t, k))
			p = find_partner_at(l, t, t->enabled[k], o);
		if (p.coming && !p.coming->input)
			add_alternative(m, t, got, &p);
	}
	if (t->channel != 0 && t->tries && t->found == t->nenabled)
		add_alternative(m, t, got, &(Partner){0});
}

void
taken_list_others(const TakenList *l, SemMessages *m,
	uint32_t (*object_at)(void *context, NodeId n, Addr channel, uint32_t nobjects),
	void *context)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->taken[i].event)
			add_others(l, &l->taken[i], &(ChannelObjects){object_at, context}, m);
}
