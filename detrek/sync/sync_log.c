/*
 * sync_log.c - logs of the order of operations, and schedules.
 *
 * A log is the line `trellis sync 4`, the number of threads, and for each thread the number of its
 * node, its own number, its times (rolt.c) and its receives (receives.c); then the number of
 * threads that got something from outside, and for each of them its place among the threads, from
 * 0, and what it got (inputs.c); and likewise for threads whose receives found no message, and for
 * those that had alternatives (looks.c).
 *
 * A schedule has a line `<thread> <S|W> <object>` for each operation, in their order; those of a
 * thread named "start" are the values of semaphores. A message's receive is two lines: the wait
 * for it, and the signal of `<object>.back`, which is the same operation. The wait may name the
 * send whose message it gets, `<thread>.<number>`; otherwise it gets the first one. A signal of
 * `<object>.none` says that a receive of the thread which does not wait finds no message there;
 * `<object>.none.N`, that N receives in turn find none. Neither is an operation. Likewise,
 * `<node>.channels.none` says that an alternative takes none of its channels.
 */
#include "sync_log.h"

#include "base/number.h"
#include "kernel/include/border.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

/* how a log begins: of this version, and of any version */
static const char magic[] = "trellis sync 4\n", family[] = "trellis sync ";

/* ---- Lamport times ---- */

void
lamport_add_thread(Lamport *l, uint32_t node, uint32_t number)
{
	l->thread = list_more(l->thread, l->nthreads, sizeof *l->thread);
	l->thread[l->nthreads++] = (LamportThread){.node = node, .number = number};
}

/* get_object: the entry of an object; made if it is new. */
static LamportObject *
get_object(Lamport *l, uint32_t object)
{
	if (object >= l->objectcap) {
		uint32_t cap = l->objectcap ? l->objectcap : 64;

		while (cap <= object)
			cap *= 2;
		l->object = xrealloc(l->object, cap * sizeof *l->object);
		memset(l->object + l->objectcap, 0, (cap - l->objectcap) * sizeof *l->object);
		l->objectcap = cap;
	}
	return &l->object[object];
}

/* node_times: the times of the thread's node; all 0 if the node has no operation yet. */
static LamportNode
node_times(const Lamport *l, uint32_t thread)
{
	uint32_t node = l->thread[thread].node;

	return node < l->nodes ? l->node[node] : (LamportNode){0};
}

/* get_node: the entry of the thread's node; made if it is new. */
static LamportNode *
get_node(Lamport *l, uint32_t thread)
{
	uint32_t node = l->thread[thread].node;

	if (node >= l->nodes) {
		l->node = xrealloc(l->node, (node + 1) * sizeof *l->node);
		memset(l->node + l->nodes, 0, (node + 1 - l->nodes) * sizeof *l->node);
		l->nodes = node + 1;
	}
	return &l->node[node];
}

void
lamport_add_time(LamportThread *t, uint64_t time)
{
	t->times = list_more(t->times, t->n, sizeof *t->times);
	t->times[t->n++] = t->last = time;
}

void
lamport_add_received(LamportThread *t, uint32_t from, uint64_t sent)
{
	t->received = list_more(t->received, t->nreceived, sizeof *t->received);
	t->received[t->nreceived++] = (LogReceive){t->last, sent, from};
}

void
lamport_add_input(LamportThread *t, const Input *i)
{
	uint8_t *bytes = i->nbytes > 0 ? xmalloc(i->nbytes) : NULL;

	t->inputs = list_more(t->inputs, t->ninputs, sizeof *t->inputs);
	if (bytes)
		memcpy(bytes, i->bytes, i->nbytes);
	t->inputs[t->ninputs] = *i;
	t->inputs[t->ninputs].after = t->last;
	t->inputs[t->ninputs++].bytes = bytes;
}

/*
 * add_look: append a receive without a message, or a probe, to a thread's list. Successive receives
 * without a message share an entry.
 */
static void
add_look(LogLook **list, uint64_t *n, uint64_t after, const LogLook *k)
{
	const LogLook *last = *n > 0 ? &(*list)[*n - 1] : NULL;
	LogLook *to;

	if (!last || last->after != after || last->seen) {
		*list = list_more(*list, *n, sizeof **list);
		(*list)[(*n)++] = (LogLook){.after = after};
	}
	to = &(*list)[*n - 1];
	to->misses += k->misses;
	to->seen = k->seen;
	to->from = k->from;
	to->sent = k->sent;
}

void
lamport_add_look(LamportThread *t, const LogLook *k)
{
	add_look(&t->looks, &t->nlooks, t->last, k);
}

void
lamport_add_choice(LamportThread *t, uint32_t number)
{
	add_look(&t->choices, &t->nchoices, t->last,
		&(LogLook){.misses = number == 0, .seen = number != 0, .from = number});
}

uint64_t
lamport_send_time(const Lamport *l, uint32_t thread)
{
	LamportNode n = node_times(l, thread);

	return later(later(l->thread[thread].last, n.sent), n.turn) + 1;
}

/* set_time: set the time of the thread's last operation; keep: append it to the log. */
static void
set_time(Lamport *l, uint32_t thread, uint64_t time, bool keep)
{
	LamportThread *t = &l->thread[thread];
	LamportNode *n = get_node(l, thread);

	n->latest = later(n->latest, time);
	t->last = time;
	if (keep)
		lamport_add_time(t, time);
}

uint64_t
lamport_step(Lamport *l, OperationKind kind, uint32_t thread, uint32_t object, bool keep)
{
	LamportThread *t = &l->thread[thread];
	LamportObject *o = get_object(l, object);

	if (kind == OPERATION_SEND) {
		*o = (LamportObject){.sent = lamport_send_time(l, thread), .from = t->node};
		o->time = get_node(l, thread)->sent = o->sent;
	} else {
		o->time = later(later(t->last, o->time), node_times(l, thread).turn) + 1;
	}
	set_time(l, thread, o->time, keep);
	if (keep && kind == OPERATION_RECV)
		lamport_add_received(t, o->from, o->sent);
	return o->time;
}

uint64_t
lamport_turn(Lamport *l, uint32_t thread, bool keep)
{
	LamportNode *n = get_node(l, thread);

	n->turn = later(n->latest, l->thread[thread].last) + 1;
	set_time(l, thread, n->turn, keep);
	return l->thread[thread].last;
}

bool
lamport_has_logged(const Lamport *l, OperationKind kind, uint32_t thread)
{
	return kind != OPERATION_BLOCK || node_times(l, thread).turn > 0;
}

void
lamport_free(Lamport *l)
{
	for (uint32_t i = 0; i < l->nthreads; i++) {
		free(l->thread[i].times);
		free(l->thread[i].received);
		for (uint64_t k = 0; k < l->thread[i].ninputs; k++)
			free((uint8_t *)l->thread[i].inputs[k].bytes);
		free(l->thread[i].inputs);
		free(l->thread[i].looks);
		free(l->thread[i].choices);
	}
	free(l->thread);
	free(l->object);
	free(l->node);
	*l = (Lamport){0};
}

static int
compare_numbers(const void *a, const void *b)
{
	const LamportThread *s = a, *t = b;

	if (s->node != t->node)
		return s->node < t->node ? -1 : 1;
	return s->number < t->number ? -1 : s->number > t->number;
}

/* pack_inputs: append the inputs of the n threads that have any. */
static void
pack_inputs(Buf *out, const LamportThread *t, uint32_t n)
{
	uint32_t some = 0;

	for (uint32_t i = 0; i < n; i++)
		some += t[i].ninputs > 0;
	rolt_put_number(out, some);
	for (uint32_t i = 0; i < n; i++) {
		if (t[i].ninputs == 0)
			continue;
		rolt_put_number(out, i);
		inputs_put(out, t[i].inputs, t[i].ninputs);
	}
}

/*
 * count_looks: the number of the thread's receives without a message and probes or, with `choices`,
 * of the choices of its alternatives.
 */
static uint64_t
count_looks(const LamportThread *t, bool choices)
{
	return choices ? t->nchoices : t->nlooks;
}

/*
 * pack_looks_of_threads: append the receives without a message and probes of the n threads that
 * have any; choices: instead the choices of alternatives.
 */
static void
pack_looks_of_threads(Buf *out, const LamportThread *t, uint32_t n, bool choices)
{
	uint32_t some = 0;

	for (uint32_t i = 0; i < n; i++)
		some += count_looks(&t[i], choices) > 0;
	rolt_put_number(out, some);
	for (uint32_t i = 0; i < n; i++) {
		if (count_looks(&t[i], choices) == 0)
			continue;
		rolt_put_number(out, i);
		looks_put(out, choices ? t[i].choices : t[i].looks, count_looks(&t[i], choices));
	}
}

size_t
lamport_pack(const Lamport *l, Buf *out)
{
	LamportThread *t = xcalloc(l->nthreads + 1, sizeof *t);
	size_t size;

	for (uint32_t i = 0; i < l->nthreads; i++)
		t[i] = l->thread[i];
	qsort(t, l->nthreads, sizeof *t, compare_numbers);
	buf_put(out, magic, strlen(magic));
	rolt_put_number(out, l->nthreads);
	for (uint32_t i = 0; i < l->nthreads; i++) {
		rolt_put_number(out, t[i].node);
		rolt_put_number(out, t[i].number);
		rolt_put(out, t[i].times, t[i].n);
		receives_put(out, t[i].received, t[i].nreceived);
	}
	size = out->len;
	pack_inputs(out, t, l->nthreads);
	pack_looks_of_threads(out, t, l->nthreads, false);
	pack_looks_of_threads(out, t, l->nthreads, true);
	free(t);
	return size;
}

/* ---- reading ---- */

/* next_step: set the fields of the thread's next operation from its steps in the schedule. */
static void
next_step(SyncLogThread *t)
{
	const LogReceive *step = &t->steps[t->done];

	t->more = t->done < t->n;
	if (!t->more)
		return;
	t->due = t->dues[t->done];
	t->time = step->time;
	t->receives = step->sent != 0;
	t->from = step->from;
	t->sent = step->sent;
	t->channel = t->receives ? 0 : step->from;
}

void
sync_log_next(SyncLogThread *t)
{
	t->done++;
	if (t->dues) {
		next_step(t);
		return;
	}
	t->more = rolt_next(&t->rolt, &t->time);
	t->due = t->time;
	while (t->received.last.time < t->time && receives_next(&t->received))
		;
	t->receives = t->more && t->received.last.time == t->time;
	t->from = t->received.last.from;
	t->sent = t->received.last.sent;
}

/* begin_threads: go to the first operation of each thread. */
static void
begin_threads(SyncLog *log)
{
	for (uint32_t i = 0; i < log->n; i++) {
		log->thread[i].done = UINT64_MAX;
		sync_log_next(&log->thread[i]);
	}
}

/* read_inputs: read the inputs of all threads. Returns false if they are damaged. */
static bool
read_inputs(SyncLog *log, const uint8_t **p, const uint8_t *end)
{
	uint64_t some, thread, next = 0;

	if (!rolt_take_number(p, end, &some))
		return false;
	for (; some > 0; some--) {
		if (!rolt_take_number(p, end, &thread) || thread < next || thread >= log->n
			|| !inputs_open(&log->thread[thread].inputs, p, end))
			return false;
		next = thread + 1;
	}
	return true;
}

/*
 * read_looks: read the receives without a message and probes of all threads; choices: instead the
 * choices of alternatives. Returns false if they are damaged.
 */
static bool
read_looks(SyncLog *log, const uint8_t **p, const uint8_t *end, bool choices)
{
	uint64_t some, thread, next = 0;

	if (!rolt_take_number(p, end, &some))
		return false;
	for (; some > 0; some--) {
		if (!rolt_take_number(p, end, &thread) || thread < next || thread >= log->n
			|| !looks_open(choices ? &log->thread[thread].choices
				: &log->thread[thread].looks, p, end))
			return false;
		next = thread + 1;
	}
	return true;
}

/* read_log: read a log of Lamport times; a mistake is fatal. */
static SyncLog *
read_log(Arena *a, const char *file, const uint8_t *p, const uint8_t *end)
{
	SyncLog *log = arena_alloc(a, 1, sizeof *log);
	uint64_t n, node, number;

	if (!rolt_take_number(&p, end, &n) || n > (uint64_t)(end - p))
		fatal("%s: the log of operations is damaged: its header is incomplete", file);
	log->thread = arena_alloc(a, n, sizeof *log->thread);
	for (; log->n < n; log->n++) {
		SyncLogThread *t = &log->thread[log->n];

		if (!rolt_take_number(&p, end, &node) || !rolt_take_number(&p, end, &number)
			|| node > UINT32_MAX || number > UINT32_MAX
			|| !rolt_open(&t->rolt, &p, end)
			|| !receives_open(&t->received, &p, end))
			fatal("%s: the log of operations is damaged, or was cut, at thread %u of "
				"%u",
				file, log->n + 1, (uint32_t)n);
		t->node = node;
		t->number = number;
	}
	if (!read_inputs(log, &p, end))
		fatal("%s: the log of operations is damaged, or was cut, at what threads got from "
			"outside",
			file);
	if (!read_looks(log, &p, end, false))
		fatal("%s: the log of operations is damaged, or was cut, at receives that found no "
			"message",
			file);
	if (!read_looks(log, &p, end, true))
		fatal("%s: the log of operations is damaged, or was cut, at alternatives", file);
	if (p < end)
		fatal("%s: %zu bytes follow the end of the log of operations", file,
			(size_t)(end - p));
	return log;
}

/* ends the name of the second semaphore of a message or channel */
static const char suffix[] = ".back";
/* suffix of the objects of receives that find no message */
static const char none_suffix[] = ".none";

enum { NO_MESSAGE = UINT32_MAX };

/* An object that a schedule names, or a message. */
typedef struct ScheduledObject {
	const char *name; /* NULL for a message, which is known by its number only */
	uint32_t waits;   /* the thread that waits at a channel, or NO_THREAD */
	/*
	 * of a class of messages: the first and last message that was sent and not received, or
	 * NO_MESSAGE
	 */
	uint32_t first, last;
	uint32_t next;    /* of a message: the next message of its class, or NO_MESSAGE */
	uint32_t thread, number; /* of a message: its sender, and the number of the send's line */
} ScheduledObject;

/* The state of reading a schedule. */
typedef struct Schedule {
	Arena *arena;
	const char *file;
	SyncLog *log;
	uint32_t cap;   /* capacity of log->thread */
	Lamport lamport;
	ScheduledObject *object;
	uint32_t nobjects, objectcap;
	uint64_t nlines;
	uint32_t *caps; /* [thread] capacity for its operations */
	uint32_t *lines; /* [thread] number of its lines so far */
	uint32_t *sent; /* the last message of each thread, or NO_MESSAGE */
	uint32_t capscap, sentcap, linescap; /* capacities of the lists caps, sent and lines */
} Schedule;

/* scheduled_thread: the number of the thread with a name in a schedule. */
static uint32_t
scheduled_thread(Schedule *s, uint32_t line, const char *name)
{
	SyncLog *log = s->log;
	unsigned node, number;
	int end = 0;

	if (sscanf(name, "%u.%u%n", &node, &number, &end) != 2 || name[end] != '\0')
		fatal_at(s->file, line, "'%s' is not a thread: NODE.NUMBER, as in 0.2", name);
	if (node >= NODE_LIMIT)
		fatal_at(s->file, line, "nodes have numbers from 0 to %d, and %u is none",
			NODE_LIMIT - 1, node);
	for (uint32_t i = 0; i < log->n; i++)
		if (log->thread[i].node == node && log->thread[i].number == number)
			return i;
	log->thread = arena_grow(s->arena, log->thread, log->n, &s->cap, sizeof *log->thread);
	s->caps = arena_grow(s->arena, s->caps, log->n, &s->capscap, sizeof *s->caps);
	log->thread[log->n] = (SyncLogThread){.node = node, .number = number};
	s->sent = arena_grow(s->arena, s->sent, log->n, &s->sentcap, sizeof *s->sent);
	s->lines = arena_grow(s->arena, s->lines, log->n, &s->linescap, sizeof *s->lines);
	s->lines[log->n] = 0;
	s->caps[log->n] = 0;
	s->sent[log->n] = NO_MESSAGE;
	lamport_add_thread(&s->lamport, node, number);
	return log->n++;
}

/* find_object: the number of an object by its name; the number of objects if it is not known. */
static uint32_t
find_object(const Schedule *s, const char *name)
{
	uint32_t i = 0;

	while (i < s->nobjects
		&& !(s->object[i].name && strcmp(s->object[i].name, name) == 0))
		i++;
	return i;
}

/* new_object: append an object of the schedule; returns its number. */
static uint32_t
new_object(Schedule *s, const char *name)
{
	s->object = arena_grow(s->arena, s->object, s->nobjects, &s->objectcap, sizeof *s->object);
	s->object[s->nobjects] = (ScheduledObject){name, NO_THREAD, NO_MESSAGE, NO_MESSAGE,
		NO_MESSAGE, NO_THREAD, 0};
	return s->nobjects++;
}

/* scheduled_object: the number of the object with a name; the object is added if it is new. */
static uint32_t
scheduled_object(Schedule *s, const char *name)
{
	uint32_t i = find_object(s, name);

	if (i < s->nobjects)
		return i;
	return new_object(s, arena_strndup(s->arena, name, strlen(name)));
}

/* schedule_step: add an operation to a thread's steps. */
static void
schedule_step(Schedule *s, uint32_t thread, OperationKind kind, uint32_t object)
{
	SyncLogThread *t = &s->log->thread[thread];
	uint32_t cap = s->caps[thread];
	LogReceive *step;

	t->dues = arena_grow(s->arena, t->dues, t->n, &cap, sizeof *t->dues);
	t->steps = arena_grow(s->arena, t->steps, t->n, &s->caps[thread], sizeof *t->steps);
	t->dues[t->n] = ++s->nlines;
	step = &t->steps[t->n++];
	*step = (LogReceive){.time = lamport_step(&s->lamport, kind, thread, object, false)};
	if (kind != OPERATION_RECV)
		return;
	step->from = s->lamport.object[object].from;
	step->sent = s->lamport.object[object].sent;
}

/* schedule_add: add an operation on the object with a name. */
static void
schedule_add(Schedule *s, uint32_t thread, OperationKind kind, const char *name)
{
	schedule_step(s, thread, kind, scheduled_object(s, name));
}

/*
 * schedule_operation: add an operation; before the signal that begins a thread, add the operation
 * by which the thread gets its number.
 */
static void
schedule_operation(Schedule *s, uint32_t thread, OperationKind kind, const char *object)
{
	char numbers[SYNC_NAME];

	if (kind == OPERATION_V && strstr(object, ".run-")
		&& find_object(s, object) == s->nobjects) {
		snprintf(numbers, sizeof numbers, "%u.numbers", s->log->thread[thread].node);
		schedule_add(s, thread, OPERATION_V, numbers);
	}
	schedule_add(s, thread, kind, object);
}

/* set_channel: set the channel of the thread's last step: "0.channel-80001234". */
static void
set_channel(Schedule *s, uint32_t thread, const char *channel)
{
	SyncLogThread *t = &s->log->thread[thread];
	const char *address = strrchr(channel, '-');

	t->steps[t->n - 1].from = address ? strtoul(address + 1, NULL, 16) : 0;
}

/*
 * schedule_meeting: add the operations of a thread that arrives at a channel. Either it waits
 * there; or it meets the thread that waits, and both continue.
 */
static void
schedule_meeting(Schedule *s, uint32_t thread, const char *channel)
{
	uint32_t object = scheduled_object(s, channel), other = s->object[object].waits;
	char back[SYNC_NAME + sizeof suffix];

	s->object[object].waits = other == NO_THREAD ? thread : NO_THREAD;
	schedule_add(s, thread, other == NO_THREAD ? OPERATION_V : OPERATION_P, channel);
	set_channel(s, thread, channel);
	if (other == NO_THREAD)
		return;
	snprintf(back, sizeof back, "%s%s", channel, suffix);
	schedule_add(s, thread, OPERATION_V, back);
	schedule_add(s, other, OPERATION_P, back);
}

/* schedule_send: add the send of a new message of a class. */
static void
schedule_send(Schedule *s, uint32_t thread, uint32_t class)
{
	uint32_t message = new_object(s, NULL);
	ScheduledObject *c = &s->object[class];

	if (c->first == NO_MESSAGE)
		c->first = message;
	else
		s->object[c->last].next = message;
	c->last = message;
	s->sent[thread] = message;
	s->object[message].thread = thread;
	s->object[message].number = s->lines[thread];
	schedule_step(s, thread, OPERATION_SEND, message);
}

/* is_sent_by: true if the message is that of a send, "1.2.3"; always true if send is NULL. */
static bool
is_sent_by(const Schedule *s, uint32_t message, const char *send)
{
	const ScheduledObject *m = &s->object[message];
	const SyncLogThread *t = &s->log->thread[m->thread];
	char name[SYNC_NAME];

	if (!send)
		return true;
	snprintf(name, sizeof name, "%u.%u.%u", t->node, t->number, m->number);
	return strcmp(name, send) == 0;
}

/*
 * schedule_receive: add the receive of the message of a send; NULL: of the first message of the
 * class that has not been received.
 */
static void
schedule_receive(Schedule *s, uint32_t line, uint32_t thread, uint32_t class, const char *send)
{
	ScheduledObject *c = &s->object[class];
	uint32_t message = c->first, before = NO_MESSAGE;

	while (message != NO_MESSAGE && !is_sent_by(s, message, send)) {
		before = message;
		message = s->object[message].next;
	}
	if (message == NO_MESSAGE)
		fatal_at(s->file, line, "no message %s%s%s has been sent that could be received",
			c->name, send ? " of " : "", send ? send : "");
	if (before == NO_MESSAGE)
		c->first = s->object[message].next;
	else
		s->object[before].next = s->object[message].next;
	if (c->last == message)
		c->last = before;
	schedule_step(s, thread, OPERATION_RECV, message);
}

/*
 * schedule_message: add an operation on a message. back: the name in the schedule ended in .back,
 * so a wait is that of a sender for its receiver, and a signal adds nothing.
 */
static void
schedule_message(Schedule *s, uint32_t line, uint32_t thread, bool wait, const char *name,
	bool back, const char *send)
{
	uint32_t class = scheduled_object(s, name);

	if (!back && wait)
		schedule_receive(s, line, thread, class, send);
	else if (!back)
		schedule_send(s, thread, class);
	else if (wait && s->sent[thread] != NO_MESSAGE)
		schedule_step(s, thread, OPERATION_UNBLOCK, s->sent[thread]);
}

/*
 * schedule_misses: add receives of the thread that find no message, or alternatives that take no
 * channel; times: "" or ".N".
 */
static void
schedule_misses(Schedule *s, uint32_t line, uint32_t thread, bool receives, const char *times)
{
	LamportThread *t = &s->lamport.thread[thread];
	uint64_t n = 1;

	if (*times != '\0' && (*times != '.' || !number_parse(times + 1, UINT32_MAX, &n) || n == 0))
		fatal_at(s->file, line, "'%s' is not a number of %s", times,
			receives ? "receives" : "alternatives");
	for (uint64_t i = 0; i < n && !receives; i++)
		lamport_add_choice(t, 0);
	if (receives)
		lamport_add_look(t, &(LogLook){.misses = n});
}

/*
 * schedule_event: add one event of a schedule: an operation on a message if its object's name has a
 * '>', an arrival if it signals a channel. send: the send of the received message, or NULL.
 */
static void
schedule_event(Schedule *s, uint32_t line, uint32_t thread, bool wait, char *object,
	const char *send)
{
	size_t n = strlen(object), m = strlen(suffix);
	bool back = n > m && strcmp(object + n - m, suffix) == 0;
	bool receives = strchr(object, '>');
	char *none = receives || strstr(object, ".channels") ? strstr(object, none_suffix) : NULL;

	if (none && !wait) {
		schedule_misses(s, line, thread, receives, none + strlen(none_suffix));
		return;
	}
	if (back)
		object[n - m] = '\0';
	if (strchr(object, '>'))
		schedule_message(s, line, thread, wait, object, back, send);
	else if (!strstr(object, ".channel-"))
		schedule_operation(s, thread, wait ? OPERATION_P : OPERATION_V, object);
	else if (!wait)
		schedule_meeting(s, thread, object);
}

/* schedule_line: read a line of a schedule. */
static void
schedule_line(Schedule *s, uint32_t line, char *text)
{
	char *place = NULL, *thread, *op, *object, *send;
	uint32_t number;

	text[strcspn(text, "#")] = '\0';
	thread = strtok_r(text, " \t\r", &place);
	op = strtok_r(NULL, " \t\r", &place);
	object = strtok_r(NULL, " \t\r", &place);
	send = strtok_r(NULL, " \t\r", &place);
	if (!thread)
		return;
	if (!object || strtok_r(NULL, " \t\r", &place) || (send && strcmp(op, "W") != 0)
		|| (strcmp(op, "S") != 0 && strcmp(op, "W") != 0))
		fatal_at(s->file, line, "not an operation: a line is <thread> <S|W> <object>");
	if (strcmp(thread, "start") == 0)
		return;
	number = scheduled_thread(s, line, thread);
	s->lines[number]++;
	schedule_event(s, line, number, *op == 'W', object, send);
}

/*
 * pack_looks: pack entries about receives without a message, probes or choices into bytes, from
 * which they are then read like those of a log.
 */
static void
pack_looks(Schedule *s, LookReader *to, const LogLook *looks, uint64_t n)
{
	const uint8_t *p;
	Buf packed = {0};

	looks_put(&packed, looks, n);
	p = (uint8_t *)arena_strndup(s->arena, (char *)packed.data, packed.len);
	looks_open(to, &p, p + packed.len);
	buf_free(&packed);
}

/* pack_thread: pack the thread's receives without a message, probes and choices into its log. */
static void
pack_thread(Schedule *s, uint32_t thread)
{
	const LamportThread *t = &s->lamport.thread[thread];
	SyncLogThread *to = &s->log->thread[thread];

	pack_looks(s, &to->looks, t->looks, t->nlooks);
	pack_looks(s, &to->choices, t->choices, t->nchoices);
}

/* read_schedule: read a schedule, a text of semaphore operations; a mistake is fatal. */
static SyncLog *
read_schedule(Arena *a, const char *file, const Buf *bytes)
{
	Schedule s = {.arena = a, .file = file, .log = arena_alloc(a, 1, sizeof *s.log)};
	const char *at = (const char *)bytes->data, *end = at + bytes->len;

	if (bytes->len > 0 && memchr(at, '\0', bytes->len))
		fatal("%s: neither a log of operations nor a schedule", file);
	for (uint32_t line = 1; at < end; line++) {
		const char *eol = memchr(at, '\n', end - at);
		size_t n = (eol ? eol : end) - at;

		schedule_line(&s, line, arena_strndup(a, at, n));
		at += n + 1;
	}
	s.log->is_schedule = true;
	for (uint32_t i = 0; i < s.log->n; i++)
		pack_thread(&s, i);
	lamport_free(&s.lamport);
	return s.log;
}

SyncLog *
sync_log_read(Arena *a, const char *file, const Buf *bytes)
{
	size_t n = strlen(magic);
	SyncLog *log;

	if (bytes->len >= n && memcmp(bytes->data, magic, n) == 0)
		log = read_log(a, file, bytes->data + n, bytes->data + bytes->len);
	else if (bytes->len >= strlen(family) && memcmp(bytes->data, family, strlen(family)) == 0)
		fatal("%s: a log of operations in another format than '%.*s'; log the run again",
			file, (int)n - 1, magic);
	else
		log = read_schedule(a, file, bytes);
	begin_threads(log);
	return log;
}
