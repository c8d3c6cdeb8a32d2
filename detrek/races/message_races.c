/*
 * message_races.c - finds the receives of a recorded run that could have got another message
 * (Netzer and Miller, 1992).
 *
 * A receive could have got another message that competes with its own (detrek/sync/classes.h),
 * unless the other message was certainly received before the receive began, or sent after it. This
 * is certain if a chain of operations leads from the receive to the send of the other message, or
 * from the receive of the other message to this receive. Messages of one node, event and type
 * arrive in the order of their sends; among these, only messages count whose sends are not ordered.
 * The clocks are those of RecPlay: each operation joins the clocks of its thread and its object.
 *
 * A receive that does not wait, and found no message, could have got each message for which this
 * holds.
 */
#include "live.h"

#include "detrek/sync/classes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ENTRIES = 1 << 27 }; /* the most entries that all messages' clocks may have */

/* A send or receive of a message, with its thread's vector clock just after it. */
typedef struct MessageStep {
	const Operation *o; /* NULL: the message was not sent, or not received */
	/* [nthreads] how many operations of each thread come before o, including o itself */
	uint32_t *clock;
} MessageStep;

/* A message of the run, by the number of its object. */
typedef struct PassedMessage {
	MessageStep send, receive;
	uint32_t port, asked_class; /* its class; the class that its receive asks for (classes.h) */
} PassedMessage;

/* Consecutive receives that found no message. */
typedef struct MissedReceive {
	/* the first of these receives; its clock has the operations before it */
	MessageStep receive;
	int32_t kernel_event; /* the kernel's event from which they ask for a message */
} MissedReceive;

typedef struct Finder {
	const Live *live;
	MissedReceive *missed;   /* [nmissed] */
	uint32_t nmissed, missedcap;
	MessageClasses *classes;
	uint32_t nthreads;
	uint32_t *thread; /* [nthreads * nthreads] the clock of each thread */
	uint32_t **object; /* [objects] the clock of each object, or NULL */
	PassedMessage *passed;   /* [objects] */
	uint32_t *message; /* [nmessages] objects that are messages */
	uint32_t nmessages;
} Finder;

/* thread_clock: the thread's current vector clock. */
static uint32_t *
thread_clock(const Finder *f, uint32_t thread)
{
	return f->thread + (size_t)thread * f->nthreads;
}

/* copy_clock: a copy of a vector clock. */
static uint32_t *
copy_clock(const Finder *f, const uint32_t *clock)
{
	uint32_t *c = arena_alloc(f->live->arena, f->nthreads, sizeof *c);

	memcpy(c, clock, f->nthreads * sizeof *c);
	return c;
}

/* join_clocks: give both clocks the larger entries. */
static void
join_clocks(const Finder *f, uint32_t *a, uint32_t *b)
{
	for (uint32_t i = 0; i < f->nthreads; i++)
		a[i] = b[i] = a[i] > b[i] ? a[i] : b[i];
}

/* is_step_before: true if step a happened before step b, by their clocks. */
static bool
is_step_before(const MessageStep *a, const MessageStep *b)
{
	return b->clock[a->o->thread] >= a->clock[a->o->thread];
}

/* note_message: store, in f->passed, the send or receive `o` of a message and its port. */
static void
note_message(Finder *f, const Operation *o)
{
	const SyncObjectInfo *m = &f->live->object[o->object];
	PassedMessage *p = &f->passed[o->object];
	MessageStep step = {o, copy_clock(f, thread_clock(f, o->thread))};

	if (o->kind == OPERATION_SEND) {
		p->send = step;
		p->port = classes_add_port(f->classes, (Port){m->node, m->event, m->type, false});
		f->message[f->nmessages++] = o->object;
	} else if (o->kind == OPERATION_RECV) {
		p->receive = step;
		p->asked_class = classes_add_port(f->classes,
			(Port){m->node, m->event, o->asked, true});
	}
}

/*
 * advance_over_miss: if the input is a receive that found no message, append it to f->missed, with
 * the clock that its thread has now.
 */
static void
advance_over_miss(Finder *f, const LiveInput *i)
{
	if (!i->miss)
		return;
	f->missed = arena_grow(f->live->arena, f->missed, f->nmissed, &f->missedcap,
		sizeof *f->missed);
	f->missed[f->nmissed++] = (MissedReceive){
		{i->miss, copy_clock(f, thread_clock(f, i->miss->thread))}, i->kernel_event};
}

/* advance_over_operation: update the clocks for an operation. */
static void
advance_over_operation(Finder *f, const Operation *o)
{
	uint32_t *thread = thread_clock(f, o->thread), **object = &f->object[o->object];

	if (o->kind == OPERATION_BLOCK)
		return;
	thread[o->thread]++;
	if (*object)
		join_clocks(f, thread, *object);
	else
		*object = copy_clock(f, thread);
	if (f->live->object[o->object].kind == OBJECT_MESSAGE)
		note_message(f, o);
}

/* could_get: true if the receive of message m could have got message k instead. */
static bool
could_get(const Finder *f, uint32_t m, uint32_t k)
{
	const PassedMessage *p = &f->passed[m], *q = &f->passed[k];
	uint32_t asked = p->receive.o->asked, type = f->live->object[k].type;

	if (!classes_are_same(f->classes, p->port, q->port) || (asked && type && !(asked & type))
		|| is_step_before(&p->receive, &q->send)
		|| (q->receive.o && is_step_before(&q->receive, &p->receive)))
		return false;
	return !sync_same_route(&f->live->object[m], &f->live->object[k])
		|| (!is_step_before(&p->send, &q->send) && !is_step_before(&q->send, &p->send));
}

/* could_find_message: true if the receive that found no message could have got message k. */
static bool
could_find_message(const Finder *f, const MissedReceive *m, uint32_t k)
{
	const SyncObjectInfo *message = &f->live->object[k];
	const PassedMessage *p = &f->passed[k];
	uint32_t asked = m->receive.o->asked, thread = m->receive.o->thread;

	return message->node == m->receive.o->node && message->event == m->kernel_event
		&& (!asked || !message->type || (asked & message->type))
		&& p->send.clock[thread] <= m->receive.clock[thread]
		&& !(p->receive.o && is_step_before(&p->receive, &m->receive));
}

/*
 * same_group: true if race r also counts this receive, which got the message of the send `got`
 * (NULL: none) and could have got the message of the send `other`.
 */
static bool
same_group(const MessageRace *r, const Operation *receive, const Operation *got,
	const Operation *other)
{
	return r->receive->thread == receive->thread && !r->got == !got
		&& (!got || r->got->thread == got->thread) && r->other->thread == other->thread;
}

/*
 * add_race: add a race of a receive that got a message (NULL: none), and could have got message k.
 */
static void
add_race(const Finder *f, MessageRaces *r, const Operation *receive, const Operation *got,
	uint32_t k)
{
	const Operation *other = f->passed[k].send.o;
	uint32_t i = 0;

	while (i < r->n && !same_group(&r->race[i], receive, got, other))
		i++;
	if (i == r->n) {
		r->race = arena_grow(f->live->arena, r->race, r->n, &r->cap, sizeof *r->race);
		r->race[r->n++] = (MessageRace){receive, got, other, 0};
	}
	r->race[i].nreceives += r->race[i].last != receive;
	r->race[i].last = receive;
}

/* find_message_races: find, for each receive, the other messages that it could have got. */
static void
find_message_races(const Finder *f, MessageRaces *r)
{
	for (uint32_t i = 0; i < f->nmessages; i++)
		for (uint32_t k = 0; k < f->nmessages && f->passed[f->message[i]].receive.o; k++)
			if (i != k && could_get(f, f->message[i], f->message[k]))
				add_race(f, r, f->passed[f->message[i]].receive.o,
					f->passed[f->message[i]].send.o, f->message[k]);
	for (uint32_t i = 0; i < f->nmissed; i++)
		for (uint32_t k = 0; k < f->nmessages; k++)
			if (could_find_message(f, &f->missed[i], f->message[k]))
				add_race(f, r, f->missed[i].receive.o, NULL, f->message[k]);
}

MessageRaces
live_message_races(const Live *l)
{
	uint32_t nobjects = l->trace->object.n, nthreads = l->trace->thread.n;
	Finder f = {.live = l, .classes = classes_new(), .nthreads = nthreads};
	MessageRaces r = {0};

	r.left_out = ((uint64_t)nobjects + l->ninputs) * nthreads > MOST_ENTRIES;
	f.thread = arena_alloc(l->arena, (size_t)nthreads * nthreads + 1, sizeof *f.thread);
	f.object = arena_alloc(l->arena, nobjects + 1, sizeof *f.object);
	f.passed = arena_alloc(l->arena, nobjects + 1, sizeof *f.passed);
	f.message = arena_alloc(l->arena, nobjects + 1, sizeof *f.message);
	for (uint32_t i = 0, k = 0; !r.left_out && i <= l->nops; i++) {
		for (; k < l->ninputs && l->input[k].nops <= i; k++)
			advance_over_miss(&f, &l->input[k]);
		if (i < l->nops)
			advance_over_operation(&f, &l->op[i]);
	}
	find_message_races(&f, &r);
	classes_free(f.classes);
	return r;
}

char *
live_call_place(const Live *l, const Operation *o)
{
	char *place = NULL;

	if (past_goto(l->past, place_before(o->node, o->count)))
		place = sync_call_place(l->target, o->node, o->called);
	return place ? place : xstrdup("?");
}

void
message_race_places(const Live *l, const MessageRace *r, char *place[3])
{
	place[0] = live_call_place(l, r->receive);
	place[1] = r->got ? live_call_place(l, r->got) : NULL;
	place[2] = live_call_place(l, r->other);
}
