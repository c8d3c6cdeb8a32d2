/* taken.c - what the alternatives of a run have taken, and what they could have. */
#include "taken.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

/* An alternative that has taken a channel. */
typedef struct Taken {
	uint32_t thread;
	NodeId node;
	Addr channel;
	Addr *enabled; /* [nenabled] */
	uint32_t nenabled;
	bool tries;
	bool used;         /* the thread has input from the channel */
	uint32_t nobjects; /* of the run, before it */
	uint32_t coming;   /* of its thread to the channel; NOT_TAKEN: it did not input */
} Taken;

/* The threads that come to a channel. */
typedef struct ChannelComings {
	uint32_t *coming; /* [n] in their order */
	uint32_t n;
} ChannelComings;

struct TakenList {
	Taken *taken;  /* [n] */
	uint32_t n;
	uint32_t *last; /* [nthreads] the last one of each thread, or NOT_TAKEN */
	uint32_t nthreads;
	Coming *coming; /* [ncomings] */
	uint32_t ncomings;
	ChannelComings *channel; /* [nchannels] by its object */
	uint32_t nchannels;
};

TakenList *
taken_new(void)
{
	return xcalloc(1, sizeof(TakenList));
}

void
taken_free(TakenList *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		free(l->taken[i].enabled);
	for (uint32_t i = 0; i < l->ncomings; i++) {
		free(l->coming[i].event);
		free(l->coming[i].place);
		free(l->coming[i].found);
	}
	for (uint32_t i = 0; i < l->nchannels; i++)
		free(l->channel[i].coming);
	free(l->channel);
	free(l->coming);
	free(l->taken);
	free(l->last);
	free(l);
}

static uint32_t *
last_of(TakenList *l, uint32_t thread)
{
	for (; l->nthreads <= thread; l->nthreads++) {
		l->last = list_more(l->last, l->nthreads, sizeof *l->last);
		l->last[l->nthreads] = NOT_TAKEN;
	}
	return &l->last[thread];
}

void
taken_chose(TakenList *l, const ChannelChoice *c, uint32_t nobjects)
{
	Taken *t;

	l->taken = list_more(l->taken, l->n, sizeof *t);
	t = &l->taken[l->n];
	*t = (Taken){.thread = c->thread,
		.node = c->node,
		.channel = c->channel,
		.enabled = xcalloc(c->nenabled + 1, sizeof *t->enabled),
		.nenabled = c->nenabled,
		.tries = c->tries,
		.nobjects = nobjects,
		.coming = NOT_TAKEN};
	memcpy(t->enabled, c->enabled, c->nenabled * sizeof *t->enabled);
	*last_of(l, c->thread) = c->number > 0 ? l->n : NOT_TAKEN;
	l->n++;
}

uint32_t
taken_inputs(TakenList *l, uint32_t thread, Addr channel)
{
	uint32_t last = *last_of(l, thread);
	Taken *t = last == NOT_TAKEN ? NULL : &l->taken[last];

	if (!t || t->used || t->channel != channel)
		return NOT_TAKEN;
	t->used = true;
	return last;
}

static ChannelComings *
channel_of(TakenList *l, uint32_t channel)
{
	for (; l->nchannels <= channel; l->nchannels++) {
		l->channel = list_more(l->channel, l->nchannels, sizeof *l->channel);
		l->channel[l->nchannels] = (ChannelComings){0};
	}
	return &l->channel[channel];
}

void
taken_comes(TakenList *l, const Coming *c)
{
	ChannelComings *at = channel_of(l, c->channel);

	at->coming = list_more(at->coming, at->n, sizeof *at->coming);
	at->coming[at->n++] = l->ncomings;
	if (c->number != NOT_TAKEN)
		l->taken[c->number].coming = l->ncomings;
	l->coming = list_more(l->coming, l->ncomings, sizeof *c);
	l->coming[l->ncomings++] = *c;
}

/* ---- what else ---- */

/* Who comes to a channel when a thread comes to it again. */
typedef struct Partner {
	const Coming *coming; /* NULL: nobody */
	bool several;         /* one of several threads; which one comes first may differ */
} Partner;

/* partner_of: of a thread at a channel, after its comings before a given one. */
static Partner
partner_of(const TakenList *l, uint32_t channel, uint32_t thread, uint32_t before)
{
	const ChannelComings *at = channel < l->nchannels ? &l->channel[channel] : NULL;
	uint32_t own = 0, others = 0, other = NOT_TAKEN;
	Partner p = {0};

	for (uint32_t i = 0; at && i < at->n; i++)
		own += at->coming[i] < before && l->coming[at->coming[i]].thread == thread;
	for (uint32_t i = 0; at && i < at->n; i++) {
		const Coming *c = &l->coming[at->coming[i]];

		if (c->thread == thread)
			continue;
		p.several |= other != NOT_TAKEN && other != c->thread;
		other = c->thread;
		if (others++ == own)
			p.coming = c;
	}
	return p;
}

static char *
copy(const char *s)
{
	return s ? xstrdup(s) : NULL;
}

/* add_alternative: other: what it could have taken; a NULL coming: none of the channels. */
static void
add_alternative(SemMessages *m, const Coming *taken, const Coming *got, const Partner *other)
{
	const Coming *c = other->coming;

	m->alternative = list_more(m->alternative, m->nalternatives, sizeof *m->alternative);
	m->alternative[m->nalternatives++] = (SemAlternative){.receive = copy(taken->found),
		.received_at = copy(taken->place),
		.got = copy(got->event),
		.got_from = copy(got->place),
		.send = c ? copy(c->event) : NULL,
		.sent_at = c ? copy(c->place) : NULL,
		.several = other->several};
}

/* is_first: the channel has not been enabled before. */
static bool
is_first(const Taken *t, uint32_t i)
{
	for (uint32_t k = 0; k < i; k++)
		if (t->enabled[k] == t->enabled[i])
			return false;
	return true;
}

void
taken_alternatives(const TakenList *l, SemMessages *m,
	uint32_t (*object_at)(void *context, NodeId n, Addr channel, uint32_t nobjects),
	void *context)
{
	for (uint32_t i = 0; i < l->n; i++) {
		const Taken *t = &l->taken[i];
		const Coming *c = t->coming == NOT_TAKEN ? NULL : &l->coming[t->coming];
		Partner got = c ? partner_of(l, c->channel, t->thread, t->coming) : (Partner){0};

		for (uint32_t k = 0; got.coming && k < t->nenabled; k++) {
			Partner p = partner_of(l, object_at(context, t->node, t->enabled[k],
				t->nobjects), t->thread, t->coming);

			if (t->enabled[k] != t->channel && is_first(t, k) && p.coming
				&& !p.coming->input)
				add_alternative(m, c, got.coming, &p);
		}
		if (got.coming && t->tries)
			add_alternative(m, c, got.coming, &(Partner){0});
	}
}
