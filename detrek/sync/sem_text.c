/*
 * sem_text.c - the operations of a recorded run as a trace of semaphores, which `trellis order`
 * reads.
 *
 * 	# NAME: VARIABLE    one line for each semaphore that is or lies in a variable
 * 	start S NAME        one line for each unit of the semaphore's initial value
 * 	THREAD S|W NAME     a V or P, in the order of completion
 *
 * The messages that compete for the same receives (classes.h) are written as two semaphores: one is
 * signalled when a message has been sent, the other (NAME.back) when a message has been received,
 * for a sender that waits for its receiver. So the text does not say which message a receive got:
 * any that has been sent, and not been received, could be the first to arrive. A receive that finds
 * no message is written as a signal of the semaphore `>NODE.EVENT.none` (or `>NODE.EVENT.none.N`,
 * with N counted up), for which no thread waits. An alternative that takes none of its channels is
 * written as a signal of the semaphore `NODE.channels.none`.
 *
 * A channel is written as two semaphores, too, one of each side (sides.h): a thread that arrives
 * signals the semaphore of its own side, then waits on that of the other side (NAME, NAME.back). So
 * the text does not say which of two threads that meet arrived first. But a thread that has taken
 * the channel by an alternative waits first, because it found a sender there before its input.
 */
#include "sem_text.h"

#include "base/list.h"
#include "classes.h"
#include "operations.h"
#include "sides.h"
#include "taken.h"

#include <stdlib.h>

typedef struct TextObject {
	SyncObjectInfo info;
	/*
	 * of a channel: the first object for the channel; number of earlier channels at the same
	 * address
	 */
	uint32_t channel, earlier;
	uint32_t port, number; /* of a message: number of its port; its number in SemMessages */
} TextObject;

/* What was sent to a port. */
typedef struct TextPort {
	uint32_t sender; /* the thread that has sent last, or NO_THREAD */
	uint32_t object; /* one of the messages */
	bool several;    /* several threads have sent */
	bool waited;     /* a sender has waited for its receiver */
	bool inexact;    /* set for the first port of a class, if the class has a remark */
} TextPort;

/* Successive receives of a thread that found no message, or alternatives that took no channel. */
typedef struct TextMisses {
	uint32_t before; /* number of operations before them */
	uint32_t thread;
	int32_t event;
	uint32_t asked, n; /* the type that the receives asked for; number of receives */
	/* the first of the alternatives that took no channel; NO_ALTERNATIVE: these are receives */
	uint32_t taken;
	char *place; /* NULL: not known, or not wanted; goes to SemMessages */
} TextMisses;

/* A thread while its events are written. */
typedef struct TextThread {
	SyncThreadInfo info;
	uint32_t nevents;
	uint32_t misses; /* index in SemText.misses of its last entry */
	bool missed;     /* that entry is of alternatives, and no operation followed */
	char *place;     /* place of its last alternative; NULL: not known, not wanted, or taken */
	bool high;       /* it has high priority */
} TextThread;

/* What SemMessages needs of an operation; empty if the caller does not ask for SemMessages. */
typedef struct TextOperation {
	/* of a thread that meets another one at a channel: the alternative that found the other */
	uint32_t taken;
	char *place; /* place of a thread that comes to a channel; NULL: not known, or not wanted */
} TextOperation;

/* The text while it is made. */
typedef struct SemText {
	const char *recording;
	Target *target;
	Buf names, start, text; /* parts of the text: comments with names; `start` lines; events */
	TextThread *threads; /* [nthreads] */
	uint32_t nthreads;
	TextObject *objects; /* [nobjects] */
	uint32_t nobjects;
	Operation *operations; /* [noperations] without implied ones, in the order of completion */
	TextOperation *more;   /* [noperations] further facts about each operation */
	uint32_t noperations;
	TakenList *taken;
	uint32_t *channels; /* [nchannels] the first object of each */
	uint32_t nchannels;
	TextMisses *misses; /* [nmisses] events of receives or alternatives that found nothing */
	uint32_t nmisses;
	Sides *sides; /* the two sides of each channel, which is known by its first object */
	MessageClasses *classes;
	TextPort *ports;  /* [nports] */
	uint32_t nports;
	uint32_t *routes; /* [nroutes] the first message of each route */
	uint32_t nroutes;
	SemMessages *messages; /* NULL: not wanted */
} SemText;

/* ---- channels ---- */

/* same_channel: tell if both objects are the same channel. */
static bool
same_channel(const SyncObjectInfo *a, const SyncObjectInfo *b)
{
	return a->kind == OBJECT_CHANNEL && b->kind == OBJECT_CHANNEL && a->node == b->node
		&& a->addr == b->addr;
}

/*
 * set_channel: set the channel that an object is part of, and the number of earlier channels at its
 * address.
 */
static void
set_channel(SemText *s, uint32_t object)
{
	TextObject *o = &s->objects[object];

	o->channel = object;
	for (uint32_t i = 0; i < s->nchannels; i++) {
		if (!same_channel(&s->objects[s->channels[i]].info, &o->info))
			continue;
		if (o->info.serial != 0)
			o->channel = s->channels[i];
		else
			o->earlier++;
	}
	if (o->info.serial != 0)
		return;
	s->channels = list_more(s->channels, s->nchannels, sizeof *s->channels);
	s->channels[s->nchannels++] = object;
}

/*
 * find_channel: the channel at an address, when the run had nobjects objects; a callback of
 * taken_list_others.
 */
static uint32_t
find_channel(void *text, NodeId n, Addr addr, uint32_t nobjects)
{
	const SemText *s = text;
	const SyncObjectInfo at = {.kind = OBJECT_CHANNEL, .node = n, .addr = addr};
	uint32_t found = UINT32_MAX;

	for (uint32_t i = 0; i < s->nchannels; i++)
		if (same_channel(&s->objects[s->channels[i]].info, &at)
			&& (found == UINT32_MAX || s->channels[i] < nobjects))
			found = s->channels[i];
	return found;
}

/*
 * put_side: append the name of the semaphore that stands for side 0, or 1, of a channel.
 */
static void
put_side(SemText *s, uint32_t channel, uint32_t side)
{
	uint32_t earlier = s->objects[channel].earlier;
	char name[SYNC_NAME];

	sync_object_name(s->target, channel, &s->objects[channel].info, name);
	buf_printf(&s->text, "%s%s%.0u%s\n", name, earlier ? "." : "", earlier,
		side ? ".back" : "");
}

/*
 * note_meeting: note, from an operation on a channel, which threads are on which side of it.
 */
static void
note_meeting(SemText *s, const Operation *o)
{
	const SyncObjectInfo *info = &s->objects[o->object].info;

	if (info->kind != OBJECT_CHANNEL || info->serial != 0)
		return;
	if (o->kind == OPERATION_V) {
		sides_arrive(s->sides, o->object, o->thread);
	} else if (!sides_meet(s->sides, o->object, o->thread)) {
		char name[SYNC_NAME];

		sync_object_name(s->target, o->object, info, name);
		fatal("%s: three or more threads meet each other at %s, so that no order of "
			"semaphores describes it; a channel for each pair of threads would do",
			s->recording, name);
	}
}

/* ---- the run ---- */

/* handle_thread: called by the observer: add a thread to the text. */
static void
handle_thread(void *to, uint32_t thread, const SyncThreadInfo *info)
{
	SemText *s = to;

	s->threads = list_more(s->threads, thread, sizeof *s->threads);
	s->threads[thread] = (TextThread){.info = *info};
	s->nthreads = thread + 1;
}

/* put_object: append the name of the semaphore that stands for an object. */
static void
put_object(SemText *s, uint32_t object, Buf *out)
{
	char name[SYNC_NAME];

	sync_object_name(s->target, object, &s->objects[object].info, name);
	buf_printf(out, "%s", name);
}

/*
 * put_variable: add a note with the variable that the object is, if it is a semaphore: "# NAME:
 * VARIABLE".
 */
static void
put_variable(SemText *s, uint32_t object)
{
	const SyncObjectInfo *o = &s->objects[object].info;
	Buf variable = {0};

	if (o->kind == OBJECT_SEMAPHORE
		&& target_put_semaphore(s->target, o->node, o->addr, &variable)) {
		buf_printf(&s->names, "# ");
		put_object(s, object, &s->names);
		buf_printf(&s->names, ": %.*s\n", (int)variable.len, (char *)variable.data);
	}
	buf_free(&variable);
}

/* get_port: the number of a port, which is added if it is new. */
static uint32_t
get_port(SemText *s, Port p)
{
	uint32_t i = classes_add_port(s->classes, p);

	if (i == s->nports) {
		s->ports = list_more(s->ports, i, sizeof *s->ports);
		s->ports[s->nports++] = (TextPort){.sender = NO_THREAD};
	}
	return i;
}

/* handle_object: called by the observer: add an object, with its name, port and route. */
static void
handle_object(void *to, uint32_t object, const SyncObjectInfo *info)
{
	SemText *s = to;

	s->objects = list_more(s->objects, object, sizeof *s->objects);
	s->objects[object] = (TextObject){.info = *info};
	s->nobjects = object + 1;
	if (info->kind == OBJECT_CHANNEL)
		set_channel(s, object);
	if (info->kind == OBJECT_MESSAGE)
		s->objects[object].port =
			get_port(s, (Port){info->node, info->event, info->type, false});
	put_variable(s, object);
	for (uint32_t i = 0; info->kind == OBJECT_SEMAPHORE && i < info->value; i++) {
		buf_printf(&s->start, "start S ");
		put_object(s, object, &s->start);
		buf_byte(&s->start, '\n');
	}
}

/* get_route: the number of the message's route; a new route gets the next number. */
static uint32_t
get_route(SemText *s, uint32_t object)
{
	uint32_t i = 0;

	while (i < s->nroutes
		&& !sync_same_route(&s->objects[s->routes[i]].info, &s->objects[object].info))
		i++;
	if (i == s->nroutes) {
		s->routes = list_more(s->routes, i, sizeof *s->routes);
		s->routes[s->nroutes++] = object;
	}
	return i;
}

/* add_message: add a message that has been sent. */
static void
add_message(SemText *s, const Operation *o)
{
	SemMessages *m = s->messages;
	const SyncObjectInfo *info = &s->objects[o->object].info;

	s->objects[o->object].number = m->n;
	m->message = list_more(m->message, m->n, sizeof *m->message);
	m->message[m->n++] = (SemMessage){.sent_at = sync_call_place(s->target, o->node, o->called),
		.type = info->type,
		.from = target_number(s->target, info->from),
		.node = target_number(s->target, info->node),
		.event = info->event,
		.unbuffered = o->unbuffered,
		.high = s->threads[o->thread].high,
		.route = get_route(s, o->object)};
}

/*
 * note_send: note the sender of a message's port, and whether there are several; keep the message,
 * if the caller asked for the run's messages.
 */
static void
note_send(SemText *s, const Operation *o)
{
	TextPort *p = &s->ports[s->objects[o->object].port];

	p->several |= p->sender != NO_THREAD && p->sender != o->thread;
	p->sender = o->thread;
	p->object = o->object;
	if (s->messages)
		add_message(s, o);
}

/* note_receive: store in the run's message where it was received, and by what kind of receive. */
static void
note_receive(SemText *s, const Operation *o)
{
	SemMessage *m = &s->messages->message[s->objects[o->object].number];

	m->received_at = sync_call_place(s->target, o->node, o->called);
	m->asked = o->asked;
	m->tries = o->tries;
}

/* note_message: note, from an operation, which messages compete, and where they come from. */
static void
note_message(SemText *s, const Operation *o)
{
	const TextObject *m = &s->objects[o->object];

	if (m->info.kind != OBJECT_MESSAGE)
		return;
	switch (o->kind) {
	case OPERATION_SEND: note_send(s, o); break;
	case OPERATION_RECV:
		get_port(s, (Port){m->info.node, m->info.event, o->asked, true});
		if (s->messages)
			note_receive(s, o);
		break;
	default: s->ports[m->port].waited = true;
	}
}

/* describe_operation: the place and the names of an operation, found while the run is at it. */
static TextOperation
describe_operation(SemText *s, const Operation *o)
{
	const SyncObjectInfo *info = &s->objects[o->object].info;
	bool comes = info->kind == OBJECT_CHANNEL && info->serial == 0;

	return (TextOperation){.taken = comes && o->kind == OPERATION_P
			? taken_note_meeting(s->taken, o->thread, info->addr) : NO_ALTERNATIVE,
		.place = comes && s->messages ? sync_running_place(s->target, o->node) : NULL};
}

/* add_operation: called by the observer: add an operation with its place in the source. */
static void
add_operation(void *to, const Operation *o)
{
	SemText *s = to;

	s->threads[o->thread].high |= s->objects[o->object].info.kind == OBJECT_HIGH;
	s->threads[o->thread].missed = false;
	if (o->kind == OPERATION_BLOCK || sync_is_implied(s->objects[o->object].info.kind))
		return;
	s->operations = list_more(s->operations, s->noperations, sizeof *s->operations);
	s->more = list_more(s->more, s->noperations, sizeof *s->more);
	s->more[s->noperations] = describe_operation(s, o);
	s->operations[s->noperations++] = *o;
	note_meeting(s, o);
	note_message(s, o);
}

/*
 * add_misses: add an event of a thread, after its operations so far, in which receives found no
 * message; m->place, a place in the program or NULL, is then owned by the list.
 */
static void
add_misses(SemText *s, const TextMisses *m)
{
	s->misses = list_more(s->misses, s->nmisses, sizeof *s->misses);
	s->misses[s->nmisses] = *m;
	s->misses[s->nmisses].before = s->noperations;
	s->threads[m->thread].misses = s->nmisses++;
}

/* add_look: called by the observer: add receives that found no message. */
static void
add_look(void *to, const LookResult *l)
{
	SemText *s = to;

	if (l->seen)
		return;
	if (!l->again)
		add_misses(s, &(TextMisses){.thread = l->thread, .event = l->event,
			.asked = l->asked, .taken = NO_ALTERNATIVE,
			.place = s->messages ? sync_call_place(s->target, l->node, l->called)
				: NULL});
	s->threads[l->thread].missed = false;
	s->misses[s->threads[l->thread].misses].n++;
}

/*
 * add_alternative_place: called by the observer: keep the place of the alternative in which the
 * thread waits.
 */
static void
add_alternative_place(void *to, uint32_t thread, NodeId n)
{
	SemText *s = to;
	TextThread *t = &s->threads[thread];

	free(t->place);
	t->place = s->messages ? sync_running_place(s->target, n) : NULL;
}

/* add_choice: called by the observer: add what an alternative has taken. */
static void
add_choice(void *to, const ChannelChoice *c)
{
	SemText *s = to;
	TextThread *t = &s->threads[c->thread];
	uint32_t taken = taken_add_choice(s->taken, c, s->nobjects);

	if (c->number == 0 && !t->missed) {
		add_misses(s, &(TextMisses){.thread = c->thread, .taken = taken,
			.place = t->place});
		t->place = NULL;
	}
	if (c->number == 0)
		s->misses[t->misses].n++;
	t->missed = c->number == 0;
}

/* ---- its text ---- */

/* put_thread: append the beginning of an event's line (thread and kind), and count the event. */
static void
put_thread(SemText *s, uint32_t thread, char kind)
{
	TextThread *t = &s->threads[thread];

	t->nevents++;
	buf_printf(&s->text, "%u.%u %c ", target_number(s->target, t->info.node), t->info.number,
		kind);
}

/* put_step: append the beginning of an operation's line: thread and kind, as put_thread does. */
static void
put_step(SemText *s, const Operation *o, char kind)
{
	put_thread(s, o->thread, kind);
}

/* put_misses: append the line of receives that found no message. */
static void
put_misses(SemText *s, const TextMisses *m)
{
	uint32_t node = target_number(s->target, s->threads[m->thread].info.node);

	put_thread(s, m->thread, 'S');
	if (m->taken == NO_ALTERNATIVE)
		buf_printf(&s->text, ">%u.%d.none", node, m->event);
	else
		buf_printf(&s->text, "%u.channels.none", node);
	if (m->n > 1)
		buf_printf(&s->text, ".%u", m->n);
	buf_byte(&s->text, '\n');
}

/* put_event: append a line: thread, kind and object. */
static void
put_event(SemText *s, const Operation *o, char kind)
{
	put_step(s, o, kind);
	put_object(s, o->object, &s->text);
	buf_byte(&s->text, '\n');
}

/* last_event: the name of the thread's last event. */
static char *
last_event(const SemText *s, uint32_t thread)
{
	const TextThread *t = &s->threads[thread];

	return xasprintf("%u.%u.%u", target_number(s->target, t->info.node), t->info.number,
		t->nevents);
}

/* event_name: the name of the event of an operation that was just written. */
static char *
event_name(const SemText *s, const Operation *o)
{
	return last_event(s, o->thread);
}

/*
 * put_arrival: write that the thread arrives at the channel; found: the name of the event in which
 * it found another thread there, or NULL.
 */
static void
put_arrival(SemText *s, const Operation *o, TextOperation *more, char *found)
{
	uint32_t channel = s->objects[o->object].channel;

	put_step(s, o, 'S');
	put_side(s, channel, sides_of(s->sides, channel, o->thread));
	if (s->messages)
		taken_add_arrival(s->taken, &(Arrival){.channel = channel,
			.thread = o->thread,
			.input = o->input,
			.event = event_name(s, o),
			.place = more->place,
			.number = more->taken,
			.found = found});
	more->place = NULL; /* the list owns the place now */
}

/*
 * put_meeting: write, for an operation on a channel, that the thread arrives there, meets a waiting
 * thread, or continues after it has waited. A thread that has taken the channel by an alternative
 * waits first.
 */
static void
put_meeting(SemText *s, const Operation *o, TextOperation *more)
{
	uint32_t channel = s->objects[o->object].channel;
	bool first = channel == o->object, taken = more->taken != NO_ALTERNATIVE;

	if (first && !taken)
		put_arrival(s, o, more, NULL);
	if (o->kind == OPERATION_P) {
		put_step(s, o, 'W');
		put_side(s, channel, !sides_of(s->sides, channel, o->thread));
	}
	if (taken)
		put_arrival(s, o, more, s->messages ? event_name(s, o) : NULL);
}

/*
 * put_class_name: append the semaphore for the messages of m's class, which compete for the same
 * receives: ">NODE.EVENT".
 */
static void
put_class_name(const SemText *s, const TextObject *m, Buf *out)
{
	uint32_t number = classes_class_number(s->classes, m->port);

	buf_printf(out, ">%u.%d%s%.0u", target_number(s->target, m->info.node), m->info.event,
		number ? "." : "", number);
}

/* put_message: append a line: thread, kind, the message's port and the suffix. */
static void
put_message(SemText *s, const Operation *o, char kind, const char *suffix)
{
	put_step(s, o, kind);
	put_class_name(s, &s->objects[o->object], &s->text);
	buf_printf(&s->text, "%s\n", suffix);
}

/*
 * add_written_miss: add the receives without a message that were just written, as the last event,
 * to the list of misses.
 */
static void
add_written_miss(SemText *s, const TextMisses *from)
{
	SemMessages *m = s->messages;

	if (from->taken != NO_ALTERNATIVE) {
		taken_note_miss(s->taken, from->taken, last_event(s, from->thread), from->place);
		return;
	}
	m->miss = list_more(m->miss, m->nmisses, sizeof *m->miss);
	m->miss[m->nmisses++] = (SemMiss){.name = last_event(s, from->thread),
		.place = from->place,
		.node = target_number(s->target, s->threads[from->thread].info.node),
		.event = from->event,
		.asked = from->asked};
}

/* put_message_operation: append the lines for a send or receive, which are a signal and a wait. */
static void
put_message_operation(SemText *s, const Operation *o)
{
	uint32_t number = s->objects[o->object].number;
	SemMessage *m = s->messages ? &s->messages->message[number] : NULL;

	switch (o->kind) {
	case OPERATION_SEND:
		put_message(s, o, 'S', "");
		if (m)
			m->send = event_name(s, o);
		break;
	case OPERATION_RECV:
		put_message(s, o, 'W', "");
		if (m)
			m->receive = event_name(s, o);
		put_message(s, o, 'S', ".back");
		break;
	default:
		put_message(s, o, 'W', ".back");
		if (m)
			m->continue_event = event_name(s, o);
	}
}

/* put_operation: append the lines of an operation, by its kind. */
static void
put_operation(SemText *s, const Operation *o, TextOperation *more)
{
	if (s->objects[o->object].info.kind == OBJECT_MESSAGE) {
		put_message_operation(s, o);
		return;
	}
	if (s->objects[o->object].info.kind == OBJECT_CHANNEL) {
		put_meeting(s, o, more);
		return;
	}
	put_event(s, o, o->kind == OPERATION_P ? 'W' : 'S');
}

/* put_operations: append the lines of all operations and misses, in their order. */
static void
put_operations(SemText *s)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i <= s->noperations; i++) {
		for (; k < s->nmisses && s->misses[k].before == i; k++) {
			put_misses(s, &s->misses[k]);
			if (s->messages)
				add_written_miss(s, &s->misses[k]);
		}
		if (i < s->noperations)
			put_operation(s, &s->operations[i], &s->more[i]);
	}
}

bool
sync_is_recording(const char *name)
{
	return past_is_recording(name);
}

/* ---- remarks ---- */

/* is_first_port: true if no earlier port is of the same class. */
static bool
is_first_port(const SemText *s, uint32_t port)
{
	for (uint32_t i = 0; i < port; i++)
		if (s->ports[i].sender != NO_THREAD && classes_are_same(s->classes, i, port))
			return false;
	return true;
}

/*
 * is_mixed: true if several threads have sent messages of the class, and one of the senders has
 * waited for a receiver.
 */
static bool
is_mixed(const SemText *s, uint32_t class)
{
	TextPort all = {.sender = NO_THREAD};

	for (uint32_t i = 0; i < s->nports; i++) {
		const TextPort *p = &s->ports[i];

		if (!classes_are_same(s->classes, i, class) || p->sender == NO_THREAD)
			continue;
		all.waited |= p->waited;
		all.several |= p->several
			|| (all.sender != NO_THREAD && all.sender != p->sender);
		all.sender = p->sender;
	}
	return all.waited && all.several;
}

/*
 * put_class_remark: write a remark on a class of messages for which the semaphores allow more than
 * the kernel does.
 */
static void
put_class_remark(SemText *s, uint32_t class, const TextObject *m)
{
	bool uniform = classes_is_uniform(s->classes, class);
	Buf *out = s->messages ? &s->messages->remarks : &s->names;

	if (uniform && !is_mixed(s, class))
		return;
	s->ports[class].inexact = true;
	buf_printf(out, "# ");
	put_class_name(s, m, out);
	buf_printf(out,
		": %s; deadlocks and witnesses with these messages may be impossible\n",
		uniform ? "several threads send, and wait for a receiver"
			: "receives ask for different types");
}

/* mark_exact: mark the messages whose classes have no remark. */
static void
mark_exact(SemText *s)
{
	for (uint32_t i = 0; s->messages && i < s->noperations; i++) {
		const TextObject *m = &s->objects[s->operations[i].object];
		uint32_t first = 0;

		if (s->operations[i].kind != OPERATION_SEND)
			continue;
		while (s->ports[first].sender == NO_THREAD
			|| !classes_are_same(s->classes, first, m->port))
			first++;
		s->messages->message[m->number].exact = !s->ports[first].inexact;
	}
}

/* put_remarks: append a remark for each port that has a sender. */
static void
put_remarks(SemText *s)
{
	for (uint32_t i = 0; i < s->nports; i++)
		if (s->ports[i].sender != NO_THREAD && is_first_port(s, i))
			put_class_remark(s, i, &s->objects[s->ports[i].object]);
}

/* sem_text_free: free all that is known of a run's operations. */
static void
sem_text_free(SemText *s)
{
	buf_free(&s->start);
	buf_free(&s->text);
	for (uint32_t i = 0; i < s->nthreads; i++)
		free(s->threads[i].place);
	free(s->threads);
	free(s->objects);
	free(s->channels);
	free(s->operations);
	for (uint32_t i = 0; i < s->noperations; i++)
		free(s->more[i].place);
	free(s->more);
	taken_free(s->taken);
	free(s->misses);
	free(s->ports);
	free(s->routes);
	sides_free(s->sides);
	classes_free(s->classes);
	target_free(s->target);
}

void
sem_messages_free(SemMessages *m)
{
	for (uint32_t i = 0; i < m->n; i++) {
		free(m->message[i].send);
		free(m->message[i].receive);
		free(m->message[i].sent_at);
		free(m->message[i].received_at);
		free(m->message[i].continue_event);
	}
	for (uint32_t i = 0; i < m->nmisses; i++) {
		free(m->miss[i].name);
		free(m->miss[i].place);
	}
	for (uint32_t i = 0; i < m->nalternatives; i++) {
		free(m->alternative[i].receive);
		free(m->alternative[i].got);
		free(m->alternative[i].send);
		free(m->alternative[i].received_at);
		free(m->alternative[i].got_from);
		free(m->alternative[i].sent_at);
	}
	free(m->alternative);
	free(m->message);
	free(m->miss);
	buf_free(&m->remarks);
	*m = (SemMessages){0};
}

Buf
sync_sem_text(const char *recording, SemMessages *messages)
{
	Past *past = past_open(recording);
	SemText s = {.recording = recording,
		.target = sync_target(past),
		.sides = sides_new(),
		.taken = taken_new(),
		.classes = classes_new(),
		.messages = messages};

	sync_observe(past, s.target,
		&(SyncCalls){.thread = handle_thread,
			.object = handle_object,
			.operation = add_operation,
			.looked = add_look,
			.alternative = add_alternative_place,
			.chose = add_choice,
			.context = &s});
	put_operations(&s);
	if (messages)
		taken_list_others(s.taken, messages, find_channel, &s);
	put_remarks(&s);
	mark_exact(&s);
	buf_put(&s.names, s.start.data, s.start.len);
	buf_put(&s.names, s.text.data, s.text.len);
	sem_text_free(&s);
	past_free(past);
	return s.names;
}
