/*
 * deliveries.c - finds executions of a recorded run's operations, including which message each
 * receive gets (mailbox.h).
 *
 * The states of threads, semaphores and messages are visited depth first, each once. A step is safe
 * if it is independent of the steps of other threads and of arriving messages: they can neither
 * prevent nor change it, and it changes none of them. A safe step is done at once, without a
 * choice. If there are too many states, the results are right, but not complete.
 */
#define _GNU_SOURCE /* qsort_r */

#include "deliveries.h"

#include "mailbox.h"
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_STATES = 1 << 16,   /* the most states to visit */
	MOST_COUNTS = 1 << 21,   /* the most counts in all visited states together */
	MOST_MESSAGES = 1 << 10, /* the most messages of a run */
	MOST_EVENTS = 1 << 14,   /* the most events of a run */
	SEVERAL = UINT32_MAX - 1, /* in place of a number: there is more than one */
};

typedef enum EventKind {
	EVENT_OTHER, /* a wait or signal of a semaphore */
	EVENT_SEND,  /* sends a message */
	EVENT_RECEIVE, /* receives a message */
	EVENT_CONTINUE, /* the next event of a sender that waited until its message was received */
	EVENT_MISS,    /* one or more receives that find no message */
} EventKind;

/* A step: an event, or a message that arrives. */
typedef struct Step {
	uint32_t event;   /* NO_EVENT: the message arrives */
	uint32_t message; /* the message that is sent, received or arrives; otherwise NO_EVENT */
	/* the message's index in Mailbox.list before the step, and its place before the step */
	uint32_t at;
	MessagePlace place;
} Step;

struct Deliveries {
	const SemTrace *t;      /* borrowed, like m */
	const OrderMessages *m;
	uint8_t *kind;          /* [nevents] an EventKind */
	uint32_t *number;       /* [nevents] number of the event's message or miss */
	Mailbox box;
	Count *done, *cap;      /* [ntasks] events executed so far; the most to be executed */
	int32_t *value;         /* [nsems] */
	/* each entry of the next five arrays is a number, NO_EVENT if there is none, or SEVERAL */
	uint32_t *waiter;       /* [nsems] the only task that waits for the semaphore */
	/* [nports] the only task that sends to the port, and that receives from it */
	uint32_t *sender, *receiver;
	uint32_t *from;         /* [nports] the only line by which messages come to the port */
	uint32_t *line_sender;  /* [nlines] the only task that sends by the line */
	bool *may_get_none; /* [nports] a receive there does not wait, or found no message */
	Step *path;             /* [npath] the steps from the start to the present state */
	uint32_t npath;
	StateSet seen, deadlocks; /* the visited states; the deadlocks among them */
	Count *row;             /* scratch: the present state, as counts */
	uint32_t limit;         /* number of visited states at which the search gives up */
	bool over;              /* the search was given up: there are too many states */
	bool *could_match; /* [(m->n + m->nmisses) * (m->n + 1)] see deliveries_could_match */
	/* the event that is searched for, or NO_EVENT; the message that it must receive */
	uint32_t goal, goal_message;
	const Count *goal_state; /* the deadlock that is searched for, or NULL; borrowed */
	bool found;             /* the path leads to the goal */
};

/* ---- what is known at the beginning ---- */

/*
 * note_single: set *only to `one` at the first call, and to SEVERAL if a later call has another
 * number.
 */
static void
note_single(uint32_t *only, uint32_t one)
{
	*only = *only == NO_EVENT || *only == one ? one : SEVERAL;
}

/* note_message: store the events of message i, and which tasks send and receive it. */
static void
note_message(Deliveries *d, uint32_t i)
{
	const SemTrace *t = d->t;
	const OrderMessage *m = &d->m->message[i];
	uint32_t port = d->box.port[i], task = t->event[m->send].task;

	d->kind[m->send] = EVENT_SEND;
	d->number[m->send] = i;
	note_single(&d->sender[port], task);
	note_single(&d->from[port], d->box.line[i]);
	note_single(&d->line_sender[d->box.line[i]], task);
	if (m->continue_event != NO_EVENT) {
		d->kind[m->continue_event] = EVENT_CONTINUE;
		d->number[m->continue_event] = i;
	}
	if (m->receive == NO_EVENT)
		return;
	d->kind[m->receive] = EVENT_RECEIVE;
	d->number[m->receive] = i;
	note_single(&d->receiver[port], t->event[m->receive].task);
	d->may_get_none[port] |= m->may_give_up;
}

/*
 * note_miss: note that the event of miss i is a receive that found no message, and which task
 * receives there.
 */
static void
note_miss(Deliveries *d, uint32_t i)
{
	uint32_t e = d->m->miss[i].event_number, port = d->box.miss_port[i];

	d->kind[e] = EVENT_MISS;
	d->number[e] = i;
	if (port == NO_EVENT)
		return;
	note_single(&d->receiver[port], d->t->event[e].task);
	d->may_get_none[port] = true;
}

/* new_unset_numbers: an array of n numbers, all NO_EVENT; on the heap. */
static uint32_t *
new_unset_numbers(uint32_t n)
{
	uint32_t *list = xmalloc(((size_t)n + 1) * sizeof *list);

	for (uint32_t i = 0; i < n; i++)
		list[i] = NO_EVENT;
	return list;
}

/* note_messages: note the events, senders and receivers of all messages. */
static void
note_messages(Deliveries *d)
{
	const SemTrace *t = d->t;

	for (uint32_t i = 0; i < d->m->n; i++)
		note_message(d, i);
	for (uint32_t i = 0; i < d->m->nmisses; i++)
		note_miss(d, i);
	for (uint32_t i = 0; i < t->nevents; i++)
		if (t->event[i].wait)
			note_single(&d->waiter[t->event[i].sem], t->event[i].task);
}

Deliveries *
deliveries_new(const SemTrace *t, const OrderMessages *m)
{
	static const OrderMessages none;
	Deliveries *d = xcalloc(1, sizeof *d);
	uint32_t width = t->ntasks + m->n;
	bool over = m->n > MOST_MESSAGES || t->nevents > MOST_EVENTS;

	*d = (Deliveries){.t = t, .m = m, .box = mailbox_new(over ? &none : m), .goal = NO_EVENT,
		.kind = xcalloc(t->nevents + 1, sizeof *d->kind),
		.number = new_unset_numbers(t->nevents),
		.done = xcalloc(t->ntasks + 1, sizeof *d->done),
		.cap = xcalloc(t->ntasks + 1, sizeof *d->cap),
		.value = xcalloc(t->nsems + 1, sizeof *d->value),
		.waiter = new_unset_numbers(t->nsems),
		.path = xcalloc(t->nevents + m->n + 1, sizeof *d->path),
		.row = xcalloc(width + 1, sizeof *d->row),
		.seen.width = width, .deadlocks.width = t->ntasks,
		.limit = MOST_COUNTS / (width + 1) < MOST_STATES ? MOST_COUNTS / (width + 1)
			: MOST_STATES,
		.over = over};
	d->sender = new_unset_numbers(d->box.nports);
	d->receiver = new_unset_numbers(d->box.nports);
	d->from = new_unset_numbers(d->box.nports);
	d->line_sender = new_unset_numbers(d->box.nlines);
	d->may_get_none = xcalloc(d->box.nports + 1, sizeof *d->may_get_none);
	for (uint32_t i = 0; i < t->ntasks; i++)
		d->cap[i] = sem_task_length(t, i);
	if (over)
		return d;
	d->could_match = xcalloc((size_t)(m->n + m->nmisses + 1) * (m->n + 1),
		sizeof *d->could_match);
	for (uint32_t i = 0; i < m->n; i++)
		d->over |= m->message[i].unbuffered && m->message[i].from != m->message[i].node;
	note_messages(d);
	return d;
}

void
deliveries_free(Deliveries *d)
{
	mailbox_free(&d->box);
	free(d->kind);
	free(d->number);
	free(d->done);
	free(d->cap);
	free(d->value);
	free(d->waiter);
	free(d->sender);
	free(d->receiver);
	free(d->from);
	free(d->line_sender);
	free(d->may_get_none);
	free(d->path);
	free(d->row);
	free(d->could_match);
	stateset_free(&d->seen);
	stateset_free(&d->deadlocks);
	free(d);
}

/* ---- steps ---- */

/* next_event: the next event of the task; NO_EVENT: it has ended, or is capped. */
static uint32_t
next_event(const Deliveries *d, uint32_t task)
{
	return d->done[task] < d->cap[task] ? d->t->first[task] + d->done[task] : NO_EVENT;
}

/*
 * current_match: the message that a receive, or a receive that found none in the trace (a miss),
 * would get now; NO_EVENT if none.
 */
static uint32_t
current_match(const Deliveries *d, uint32_t event)
{
	uint32_t i = d->number[event];

	if (d->kind[event] == EVENT_RECEIVE)
		return mailbox_match(&d->box, d->box.port[i], d->m->message[i].asked_type);
	return d->box.miss_port[i] == NO_EVENT ? NO_EVENT
		: mailbox_match(&d->box, d->box.miss_port[i], d->m->miss[i].asked_type);
}

/* can_happen: true if an event can happen now; sets its step. */
static bool
can_happen(const Deliveries *d, uint32_t event, Step *s)
{
	const SemEvent *e = &d->t->event[event];

	*s = (Step){event, NO_EVENT, 0, PLACE_UNSENT};
	switch (d->kind[event]) {
	case EVENT_SEND: s->message = d->number[event]; return true;
	case EVENT_RECEIVE:
		s->message = current_match(d, event);
		if (s->message != NO_EVENT)
			s->place = d->box.place[s->message];
		return s->message != NO_EVENT;
	case EVENT_MISS: return current_match(d, event) == NO_EVENT;
	case EVENT_CONTINUE:
		return d->box.place[d->number[event]] == PLACE_RECEIVED && d->value[e->sem] > 0;
	default: return !e->wait || d->value[e->sem] > 0;
	}
}

/*
 * is_safe_send: true if only this task sends to the message's place, and no receive depends on
 * whether the message is there.
 */
static bool
is_safe_send(const Deliveries *d, const Step *s)
{
	uint32_t task = d->t->event[s->event].task;
	const OrderMessage *m = &d->m->message[s->message];
	uint32_t port = d->box.port[s->message];

	if (m->from != m->node)
		return d->line_sender[d->box.line[s->message]] == task;
	return d->sender[port] == task && !d->may_get_none[port];
}

/*
 * is_safe: true if no other step can interfere with this one, so that it can be done first without
 * losing a result.
 */
static bool
is_safe(const Deliveries *d, const Step *s)
{
	uint32_t port = s->message != NO_EVENT ? d->box.port[s->message] : NO_EVENT;
	const SemEvent *e = &d->t->event[s->event == NO_EVENT ? 0 : s->event];

	if (s->event == NO_EVENT)
		return d->from[port] == d->box.line[s->message] && !d->may_get_none[port];
	switch (d->kind[s->event]) {
	case EVENT_SEND: return is_safe_send(d, s);
	case EVENT_RECEIVE: return d->receiver[port] == e->task && s->place == PLACE_HELD;
	case EVENT_MISS: return d->box.miss_port[d->number[s->event]] == NO_EVENT;
	case EVENT_CONTINUE: return true;
	default: return !e->wait || d->waiter[e->sem] == e->task;
	}
}

/*
 * list_steps: list the possible steps; if one of them is safe, list only this step. Returns the
 * number of listed steps.
 */
static uint32_t
list_steps(const Deliveries *d, Step *steps)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->t->ntasks; i++) {
		uint32_t e = next_event(d, i);

		n += e != NO_EVENT && can_happen(d, e, &steps[n]);
		if (n > 0 && steps[n - 1].event == e && is_safe(d, &steps[n - 1]))
			return steps[0] = steps[n - 1], 1;
	}
	for (uint32_t i = 0; i < d->box.nlines; i++) {
		uint32_t m = mailbox_next_arrival(&d->box, i);

		if (m == NO_EVENT)
			continue;
		steps[n++] = (Step){NO_EVENT, m, 0, PLACE_UNDER_WAY};
		if (is_safe(d, &steps[n - 1]))
			return steps[0] = steps[n - 1], 1;
	}
	return n;
}

/* do_step: do a step: an event, or the arrival of a message. */
static void
do_step(Deliveries *d, Step s)
{
	const SemEvent *e = s.event == NO_EVENT ? NULL : &d->t->event[s.event];

	if (e) {
		d->done[e->task]++;
		d->value[e->sem] += e->wait ? -1 : 1;
	}
	if (!e)
		s.at = mailbox_arrive(&d->box, s.message);
	else if (d->kind[s.event] == EVENT_SEND)
		mailbox_send(&d->box, s.message);
	else if (d->kind[s.event] == EVENT_RECEIVE)
		s.at = mailbox_receive(&d->box, s.message);
	d->path[d->npath++] = s;
}

/* undo_step: undo the last step. */
static void
undo_step(Deliveries *d)
{
	Step s = d->path[--d->npath];
	const SemEvent *e = s.event == NO_EVENT ? NULL : &d->t->event[s.event];

	if (!e || d->kind[s.event] == EVENT_RECEIVE)
		mailbox_put_back(&d->box, s.message, s.at, s.place);
	else if (d->kind[s.event] == EVENT_SEND)
		mailbox_unsend(&d->box);
	if (e) {
		d->done[e->task]--;
		d->value[e->sem] -= e->wait ? -1 : 1;
	}
}

/* ---- the search ---- */

/*
 * note_match: note that a receive (or a miss: a receive that found no message in the trace) could
 * get the message now; message NO_EVENT: none.
 */
static void
note_match(Deliveries *d, uint32_t event, uint32_t message)
{
	uint32_t row = d->number[event] + (d->kind[event] == EVENT_MISS ? d->m->n : 0);

	d->could_match[(size_t)row * (d->m->n + 1) + (message == NO_EVENT ? d->m->n : message)] =
		true;
	d->found |= event == d->goal && message == d->goal_message;
}

/*
 * note_other_ways: note the receives that could now get another message than in the trace, or none.
 * Returns whether there is such a receive: the threads could then do other operations than in the
 * trace.
 */
static bool
note_other_ways(Deliveries *d)
{
	bool any = false;

	for (uint32_t i = 0; i < d->t->ntasks && !d->found; i++) {
		uint32_t e = next_event(d, i), m;

		if (e == NO_EVENT || (d->kind[e] != EVENT_MISS && d->kind[e] != EVENT_RECEIVE))
			continue;
		m = current_match(d, e);
		if (d->kind[e] == EVENT_MISS ? m == NO_EVENT : m != NO_EVENT
			|| !d->m->message[d->number[e]].may_give_up)
			continue;
		note_match(d, e, m);
		any = true;
	}
	return any;
}

/* add_state: add the present state to the visited ones; false if it was visited before. */
static bool
add_state(Deliveries *d)
{
	memcpy(d->row, d->done, d->t->ntasks * sizeof *d->row);
	mailbox_write(&d->box, d->row + d->t->ntasks);
	return stateset_add(&d->seen, d->row);
}

/* have_all_ended: true if all tasks have done their events. */
static bool
have_all_ended(const Deliveries *d)
{
	for (uint32_t i = 0; i < d->t->ntasks; i++)
		if (d->done[i] < sem_task_length(d->t, i))
			return false;
	return true;
}

/*
 * note_deadlock: keep the current state as a deadlock; set d->found if it is the deadlock that is
 * searched for.
 */
static void
note_deadlock(Deliveries *d)
{
	stateset_add(&d->deadlocks, d->done);
	d->found |= d->goal_state
		&& memcmp(d->goal_state, d->done, d->t->ntasks * sizeof *d->done) == 0;
}

/* take_step: do the step; if it reaches the goal of the search, note that. */
static void
take_step(Deliveries *d, Step s)
{
	if (s.event != NO_EVENT && d->kind[s.event] == EVENT_RECEIVE)
		note_match(d, s.event, s.message);
	do_step(d, s);
	d->found |= s.event != NO_EVENT && s.event == d->goal
		&& (d->goal_message == ANY_MESSAGE
			|| (d->kind[s.event] == EVENT_MISS && d->goal_message == NO_EVENT));
}

/* visit_state: visit the present state and all that follow; at the goal, the path is kept. */
static void
visit_state(Deliveries *d)
{
	Step *steps = xcalloc(d->t->ntasks + d->box.nlines + 1, sizeof *steps);
	uint32_t from = d->npath, n;

	while ((n = list_steps(d, steps)) == 1 && is_safe(d, &steps[0]) && !d->found)
		take_step(d, steps[0]);
	if (!d->found && !d->over && add_state(d)) {
		bool other = note_other_ways(d);

		d->over = d->seen.n > d->limit;
		if (n == 0 && !other && !have_all_ended(d))
			note_deadlock(d);
		for (uint32_t i = 0; i < n && !d->found && !d->over; i++) {
			take_step(d, steps[i]);
			if (!d->found)
				visit_state(d);
			if (!d->found)
				undo_step(d);
		}
	}
	while (!d->found && d->npath > from)
		undo_step(d);
	free(steps);
}

bool
deliveries_explore(Deliveries *d)
{
	if (!d->over)
		visit_state(d);
	return !d->over;
}

bool
deliveries_could_match(const Deliveries *d, uint32_t receive, uint32_t message)
{
	return d->could_match && d->could_match[(size_t)receive * (d->m->n + 1)
		+ (message == NO_EVENT ? d->m->n : message)];
}

static int
compare_counts(const void *a, const void *b, void *width)
{
	const Count *x = a, *y = b;

	for (uint32_t i = 0; i < *(uint32_t *)width; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

Count *
deliveries_deadlocks(const Deliveries *d, uint32_t *n)
{
	uint32_t width = d->t->ntasks;
	size_t size = width * sizeof(Count);
	Count *rows = xmalloc((d->deadlocks.n + 1) * size);

	*n = d->deadlocks.n;
	if (*n > 0)
		memcpy(rows, d->deadlocks.row, *n * size);
	qsort_r(rows, *n, size, compare_counts, &width);
	return rows;
}

/* ---- one execution ---- */

/* search_goal: search for an execution in which event `goal` receives `message`. */
static Answer
search_goal(Deliveries *d, uint32_t goal, uint32_t message)
{
	d->goal = goal;
	d->goal_message = message;
	if (!d->over)
		visit_state(d);
	return d->found ? ANSWER_YES : d->over ? ANSWER_UNKNOWN : ANSWER_NO;
}

Answer
deliveries_search_pair(Deliveries *d, EventPair p)
{
	d->cap[d->t->event[p.before].task] = sem_event_number(d->t, p.before) - 1;
	return search_goal(d, p.after, ANY_MESSAGE);
}

Answer
deliveries_search_match(Deliveries *d, uint32_t receive, uint32_t message)
{
	return search_goal(d, receive, message);
}

Answer
deliveries_search_state(Deliveries *d, const Count *done)
{
	d->goal_state = done;
	return search_goal(d, NO_EVENT, ANY_MESSAGE);
}

/* write_step: write the event of a step and, for a receive, the send of its message. */
static void
write_step(FILE *out, const Deliveries *d, const Step *s)
{
	const SemEvent *e = &d->t->event[s->event];

	fprintf(out, "%s %c %s", d->t->task[e->task], sem_letter(e), d->t->sem[e->sem]);
	if (d->kind[s->event] == EVENT_RECEIVE) {
		putc(' ', out);
		semevent_write(out, d->t, d->m->message[s->message].send);
	}
	putc('\n', out);
}

/*
 * write_other_way: write the goal of the search, whose result differs from the trace: a receive
 * that found no message gets a message, or a receive that got a message finds none.
 */
static void
write_other_way(FILE *out, const Deliveries *d)
{
	const OrderMessage *m;

	fprintf(out, "%s ", d->t->task[d->t->event[d->goal].task]);
	if (d->kind[d->goal] == EVENT_MISS) {
		m = &d->m->message[d->goal_message];
		fprintf(out, "W %s ", d->t->sem[d->t->event[m->send].sem]);
		semevent_write(out, d->t, m->send);
	} else {
		m = &d->m->message[d->number[d->goal]];
		fprintf(out, "S >%u.%d.none", m->node, m->kernel_event);
	}
	putc('\n', out);
}

void
deliveries_write(FILE *out, const Deliveries *d)
{
	uint32_t n = d->npath;

	for (uint32_t i = 0; i < n; i++)
		if (d->path[i].event != NO_EVENT)
			write_step(out, d, &d->path[i]);
	if (d->goal != NO_EVENT && (n == 0 || d->path[n - 1].event != d->goal))
		write_other_way(out, d);
}

Schedule
deliveries_schedule(const Deliveries *d)
{
	Schedule s = {xmalloc((d->npath + 1) * sizeof *s.event), 0};

	for (uint32_t i = 0; i < d->npath; i++)
		if (d->path[i].event != NO_EVENT)
			s.event[s.nevents++] = d->path[i].event;
	return s;
}
