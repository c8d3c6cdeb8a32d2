/*
 * matches.c - finds the other messages that the receives of a recorded run could have got, and the
 * other channels that its alternatives could have taken.
 *
 * If all states of the messages could be visited, deliveries.c has the answer. Otherwise receive r
 * could get message m if some execution reaches r when m has been sent, no other receive has got m,
 * and all messages that were sent before m by the same route, which arrive before m, have been
 * received. The search is for an execution to r in a changed trace with three more semaphores:
 *
 * own     m signals it, and r waits for it
 * count   each other receive of the class signals it, and r waits for it once for each message that
 *         the thread of m has sent earlier by that route
 * unused  the thread's later messages by that route signal it
 *
 * If no execution reaches r, it cannot get m. In an execution that reaches r, each message that was
 * sent before m must also fit another receive. If they do not all fit, the answer is unknown.
 */
#include "deliveries.h"
#include "solve.h"

#include <stdlib.h>

/* The question: could this receive get this message? */
typedef struct Match {
	const SemTrace *t;
	const OrderMessages *all;
	const Deliveries *found; /* the executions of the messages that were visited */
	bool found_all;          /* all executions were visited, so `found` has the answer */
	/* numbers in `all`: the message that the receive got in the run; the asked message */
	uint32_t receive, message;
	/* how many messages the same thread sent by the same route before the asked one */
	uint32_t earlier;
} Match;

/* asked_message: the message that the question is about. */
static const OrderMessage *
asked_message(const Match *q)
{
	return &q->all->message[q->message];
}

/* same_route: true if the messages have one route, so that they do not overtake each other. */
static bool
same_route(const OrderMessage *a, const OrderMessage *b)
{
	return a->route == b->route;
}

/*
 * same_thread: true if message k has the same sender and the same route as the asked message.
 */
static bool
same_thread(const Match *q, uint32_t k)
{
	const OrderMessage *m = &q->all->message[k];

	return same_route(m, asked_message(q))
		&& q->t->event[m->send].task == q->t->event[asked_message(q)->send].task;
}

/* goal_event: the event of the receive that the question is about. */
static uint32_t
goal_event(const Match *q)
{
	return q->all->message[q->receive].receive;
}

/*
 * is_other_receive: true if event e is another receive than the one in question, and could get
 * messages of the same class.
 */
static bool
is_other_receive(const Match *q, uint32_t e)
{
	const SemTrace *t = q->t;

	return e != goal_event(q) && t->event[e].wait
		&& t->event[e].sem == t->event[goal_event(q)].sem;
}

/*
 * add_changed: append event e to the changed trace, with the message operations as semaphores
 * (make_changed_trace).
 */
static void
add_changed(const Match *q, SemTrace *to, uint32_t e)
{
	uint32_t own = q->t->nsems, count = own + 1, unused = own + 2;
	SemEvent event = q->t->event[e];
	uint32_t k = q->all->sent_by[e];

	if (k != NO_EVENT && k >= q->message && same_thread(q, k))
		event.sem = k == q->message ? own : unused;
	for (uint32_t i = 0; e == goal_event(q) && i < q->earlier; i++)
		sem_add(to, (SemEvent){event.task, count, 0, true});
	if (e == goal_event(q))
		event.sem = own;
	sem_add(to, event);
	if (is_other_receive(q, e))
		sem_add(to, (SemEvent){event.task, count, 0, false});
}

/*
 * make_changed_trace: the trace with messages replaced by semaphores, so that the receive in
 * question can be reached only if it can get the asked message.
 */
static SemTrace
make_changed_trace(const Match *q, Arena *a)
{
	SemTrace to = {.file = q->t->file, .arena = a};

	to.ntasks = q->t->ntasks;
	to.nsems = q->t->nsems + 3;
	to.task = q->t->task;
	for (uint32_t i = 0; i < q->t->nevents; i++)
		add_changed(q, &to, q->t->observed[i]);
	sem_finish(&to);
	return to;
}

/*
 * find_goal: the event of the receive in question in the changed trace: the wait on the asked
 * message's own semaphore.
 */
static uint32_t
find_goal(const Match *q, const SemTrace *to)
{
	uint32_t e = 0;

	while (!to->event[e].wait || to->event[e].sem != q->t->nsems)
		e++;
	return e;
}

/* original_event: the event of the trace from which an event of the changed trace was made. */
static uint32_t
original_event(const Match *q, const SemEvent *e, uint32_t *ndone)
{
	/* waits and signals of the counting semaphore have been added */
	return e->sem == q->t->nsems + 1 ? NO_EVENT : q->t->first[e->task] + ndone[e->task]++;
}

/*
 * fits_messages: true if the other receives, in an execution of n events of the changed trace, can
 * get all messages of the route that were sent before the one in question.
 */
static bool
fits_messages(const Match *q, const SemTrace *to, const uint32_t *path, uint32_t n)
{
	uint32_t *ndone = xcalloc(to->ntasks, sizeof *ndone), before = 0;
	bool sent = false;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t e = original_event(q, &to->event[path[i]], ndone), k;

		if (e == NO_EVENT)
			continue;
		k = q->all->sent_by[e];
		sent |= k == q->message;
		before += !sent && k != NO_EVENT
			&& same_route(&q->all->message[k], asked_message(q));
		before -= before > 0 && is_other_receive(q, e);
	}
	free(ndone);
	return before == 0;
}

/* count_earlier: count the messages of the same thread that precede the asked one. */
static void
count_earlier(Match *q)
{
	q->earlier = 0;
	for (uint32_t k = 0; k < q->message; k++)
		q->earlier += same_thread(q, k);
}

/* find_match: search for an order in which the receive gets the asked message. */
static Answer
find_match(Match *q, Deadline *d)
{
	Arena a = {0};
	uint32_t goal, other;
	Search search;
	Answer answer;
	Bounds bounds;
	SemTrace to;
	SemNet net;

	count_earlier(q);
	to = make_changed_trace(q, &a);
	net = semnet_new(&to);
	bounds = bounds_new(&net);
	goal = find_goal(q, &to);
	other = to.event[goal].task == 0; /* a task that is not limited */
	bounds_claim_nothing(&bounds);
	search = search_new(&net, &bounds, NULL);
	answer = search_before(&search, goal, other, sem_task_length(&to, other), d);
	if (answer == ANSWER_YES && (!asked_message(q)->exact
		|| !fits_messages(q, &to, search.state.path, search.state.npath)))
		answer = ANSWER_UNKNOWN;
	search_free(&search);
	bounds_free(&bounds);
	semnet_free(&net);
	arena_free(&a);
	return answer;
}

/*
 * is_candidate: true if the receive asks for the message, does not get it in the trace, and does
 * not have to come before the message's send.
 */
static bool
is_candidate(const Match *q, const Orders *o)
{
	const OrderMessage *r = &q->all->message[q->receive], *m = asked_message(q);
	uint32_t own = q->t->event[r->receive].task;

	return q->receive != q->message && q->t->event[m->send].sem == q->t->event[r->receive].sem
		&& (r->asked_type == 0 || m->type == 0 || (r->asked_type & m->type))
		&& sem_stamp_row(q->t, o->low, m->send)[own] < sem_event_number(q->t, r->receive);
}

/* add_race: append a race to the list. */
static void
add_race(OrderRaces *r, OrderRace race)
{
	r->race = xrealloc(r->race, (r->n + 1) * sizeof *r->race);
	r->race[r->n++] = race;
}

/* can_get_message: whether the receive could get the message. */
static Answer
can_get_message(Match *q, const Orders *o, Deadline *d)
{
	if (q->receive == q->message)
		return ANSWER_NO;
	if (deliveries_could_match(q->found, q->receive, q->message))
		return ANSWER_YES;
	if (q->found_all || !is_candidate(q, o))
		return ANSWER_NO;
	return d->over ? ANSWER_UNKNOWN : find_match(q, d);
}

/* can_miss_get: whether a receive that found no message could get the message. */
static Answer
can_miss_get(const Match *q, const Orders *o)
{
	const OrderMiss *r = &q->all->miss[q->receive - q->all->n];
	const OrderMessage *m = asked_message(q);
	uint32_t own = q->t->event[r->event_number].task;

	if (deliveries_could_match(q->found, q->receive, q->message))
		return ANSWER_YES;
	return q->found_all || r->node != m->node || r->kernel_event != m->kernel_event
		|| (r->asked_type != 0 && m->type != 0 && !(r->asked_type & m->type))
		|| sem_stamp_row(q->t, o->low, m->send)[own]
		>= sem_event_number(q->t, r->event_number)
		? ANSWER_NO : ANSWER_UNKNOWN;
}

/*
 * find_route: find out whether the receive could get a message of a route, and add a race with the
 * first such message.
 */
static void
find_route(Match *q, uint32_t first, const Orders *o, Deadline *d, OrderRaces *r)
{
	OrderRace race = {q->receive, NO_EVENT, ANSWER_NO};

	for (uint32_t i = first; i < q->all->n && race.answer != ANSWER_YES; i++) {
		Answer answer;

		q->message = i;
		if (!same_route(asked_message(q), &q->all->message[first]))
			continue;
		answer = q->receive < q->all->n ? can_get_message(q, o, d) : can_miss_get(q, o);
		if (answer == ANSWER_YES || (answer == ANSWER_UNKNOWN && race.answer == ANSWER_NO))
			race = (OrderRace){q->receive, i, answer};
	}
	if (race.answer != ANSWER_NO)
		add_race(r, race);
}

/* list_first_of_routes: the first message of each route; the caller frees the list. */
static uint32_t *
list_first_of_routes(const OrderMessages *m, uint32_t *n)
{
	uint32_t *first = xmalloc((m->n + 1) * sizeof *first);

	*n = 0;
	for (uint32_t i = 0; i < m->n; i++) {
		uint32_t k = 0;

		while (k < *n && !same_route(&m->message[first[k]], &m->message[i]))
			k++;
		if (k == *n)
			first[(*n)++] = i;
	}
	return first;
}

/* find_empty_receive: add a race if a receive that does not wait could find no message. */
static void
find_empty_receive(const Match *q, OrderRaces *r)
{
	bool could = deliveries_could_match(q->found, q->receive, NO_EVENT);

	if (q->all->message[q->receive].may_give_up && (could || !q->found_all))
		add_race(r, (OrderRace){q->receive, NO_EVENT,
			could ? ANSWER_YES : ANSWER_UNKNOWN});
}

/* is_receive: true if the number is that of a receive or a miss, not of an alternative. */
static bool
is_receive(const OrderMessages *m, uint32_t i)
{
	return i >= m->n || m->message[i].receive != NO_EVENT;
}

/* find_alternatives: add the alternatives that could have taken another channel, or none. */
static void
find_alternatives(const SemTrace *t, const OrderMessages *m, Deadline *d, OrderRaces *r)
{
	for (uint32_t i = 0; i < m->nalternatives; i++) {
		Schedule s = {0};
		Answer a = deadline_passed(d) ? ANSWER_UNKNOWN
			: alternative_could(t, m, &m->alternative[i], &s);

		free(s.event);
		if (a != ANSWER_NO)
			add_race(r, (OrderRace){m->n + m->nmisses + i, NO_EVENT, a});
	}
}

RaceEvents
race_events(const OrderMessages *m, const OrderRace *r)
{
	const OrderMessage *other = r->message == NO_EVENT ? NULL : &m->message[r->message];
	RaceEvents e = {.got = NO_EVENT, .other = other ? other->send : NO_EVENT,
		.other_from = other ? other->sent_at : NULL};

	if (r->receive < m->n) {
		const OrderMessage *got = &m->message[r->receive];

		e.receive = got->receive;
		e.received_at = got->received_at;
		e.got = got->send;
		e.got_from = got->sent_at;
	} else if (r->receive < m->n + m->nmisses) {
		const OrderMiss *miss = &m->miss[r->receive - m->n];

		e.receive = miss->event_number;
		e.received_at = miss->place;
	} else {
		const OrderAlternative *a = &m->alternative[r->receive - m->n - m->nmisses];

		e = (RaceEvents){a->receive, a->got, a->send, a->received_at, a->got_from,
			a->sent_at};
	}
	return e;
}

OrderRaces
message_races(const SemTrace *t, const OrderMessages *m, const Orders *o, const Deliveries *found,
	bool all, double seconds)
{
	uint32_t nroutes, *first = list_first_of_routes(m, &nroutes);
	Deadline d = deadline_after(seconds);
	OrderRaces r = {0};

	for (uint32_t i = 0; i < m->n + m->nmisses; i++) {
		Match q = {.t = t, .all = m, .found = found, .found_all = all, .receive = i};

		for (uint32_t k = 0; is_receive(m, i) && k < nroutes; k++)
			find_route(&q, first[k], o, &d, &r);
		if (i < m->n && is_receive(m, i))
			find_empty_receive(&q, &r);
	}
	find_alternatives(t, m, &d, &r);
	free(first);
	return r;
}
