/*
 * run_messages.c - answers the questions of `trellis order` about the messages of a recorded run.
 */
#include "run_messages.h"

#include "detrek/sync/sem_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- events from their names ---- */

/* find_event: the number of the event with a name such as "A.2". */
static uint32_t
find_event(const SemTrace *t, const char *name)
{
	uint32_t e;

	return name && semevent_parse(t, name, &e) ? e : NO_EVENT;
}

/* convert_message: a message of a recorded run, with its events' numbers instead of names. */
static OrderMessage
convert_message(const SemTrace *t, const SemMessage *s)
{
	return (OrderMessage){.send = find_event(t, s->send),
		.receive = find_event(t, s->receive),
		.route = s->route, .type = s->type, .asked_type = s->asked, .exact = s->exact,
		.from = s->from, .node = s->node, .kernel_event = s->event,
		.continue_event = find_event(t, s->continue_event),
		.unbuffered = s->unbuffered, .high = s->high, .may_give_up = s->tries,
		.sent_at = s->sent_at, .received_at = s->received_at};
}

/*
 * convert_miss: a receive without a message of a recorded run, with its event's number instead of
 * the name.
 */
static OrderMiss
convert_miss(const SemTrace *t, const SemMiss *s)
{
	return (OrderMiss){find_event(t, s->name), s->node, s->event, s->asked, s->place};
}

/*
 * convert_alternative: an alternative of a recorded run, with its events' numbers instead of names.
 */
static OrderAlternative
convert_alternative(const SemTrace *t, const SemAlternative *s)
{
	return (OrderAlternative){find_event(t, s->receive), find_event(t, s->got),
		find_event(t, s->send), s->several, s->received_at, s->got_from, s->sent_at};
}

Recorded
recorded_new(const SemTrace *t, const SemMessages *s)
{
	Recorded r = {.t = t};
	OrderMessages *m = &r.m;

	*m = (OrderMessages){.message = xcalloc(s->n + 1, sizeof *m->message), .n = s->n,
		.miss = xcalloc(s->nmisses + 1, sizeof *m->miss), .nmisses = s->nmisses,
		.alternative = xcalloc(s->nalternatives + 1, sizeof *m->alternative),
		.nalternatives = s->nalternatives, .exact = s->nmisses == 0,
		.sent_by = xmalloc(((size_t)t->nevents + 1) * sizeof *m->sent_by)};
	for (uint32_t i = 0; i < t->nevents; i++)
		m->sent_by[i] = NO_EVENT;
	for (uint32_t i = 0; i < s->n; i++) {
		m->message[i] = convert_message(t, &s->message[i]);
		m->sent_by[m->message[i].send] = i;
		m->exact &= m->message[i].exact && !m->message[i].may_give_up;
	}
	for (uint32_t i = 0; i < s->nmisses; i++)
		m->miss[i] = convert_miss(t, &s->miss[i]);
	for (uint32_t i = 0; i < s->nalternatives; i++)
		m->alternative[i] = convert_alternative(t, &s->alternative[i]);
	return r;
}

void
recorded_free(Recorded *r)
{
	free(r->m.message);
	free(r->m.miss);
	free(r->m.alternative);
	free(r->m.sent_by);
}

/* ---- deadlocks ---- */

void
recorded_deadlocks(const Deliveries *found, Orders *o)
{
	if (!o->deadlocks_sought)
		return;
	free(o->deadlock);
	o->deadlock = deliveries_deadlocks(found, &o->ndeadlocks);
	o->deadlocks_known = true;
}

/* ---- executions ---- */

Answer
recorded_witness(const Recorded *r, EventPair p, Deliveries **found)
{
	Deliveries *d = deliveries_new(r->t, &r->m);
	Answer a = p.before == p.after ? ANSWER_NO : deliveries_search_pair(d, p);

	*found = a == ANSWER_YES ? d : NULL;
	if (a != ANSWER_YES)
		deliveries_free(d);
	return a;
}

/* is_alternative: tell if the event is an alternative, which chooses among channels. */
static bool
is_alternative(const Recorded *r, uint32_t event)
{
	for (uint32_t i = 0; i < r->m.nalternatives; i++)
		if (r->m.alternative[i].receive == event)
			return true;
	return false;
}

/*
 * is_receive: true if the event receives a message, is a receive that found none, or is an
 * alternative that could take another channel.
 */
static bool
is_receive(const Recorded *r, uint32_t event)
{
	for (uint32_t i = 0; i < r->m.n; i++)
		if (r->m.message[i].receive == event)
			return true;
	for (uint32_t i = 0; i < r->m.nmisses; i++)
		if (r->m.miss[i].event_number == event)
			return true;
	return is_alternative(r, event);
}

/*
 * is_sent: true if the event sends a message, or arrives at a channel that an alternative could
 * take.
 */
static bool
is_sent(const Recorded *r, uint32_t send, uint32_t receive)
{
	return send != NO_EVENT && (r->m.sent_by[send] != NO_EVENT
		|| alternative_find(&r->m, receive, send));
}

/*
 * parse_match: parse the argument of --match, "1.1.1,0.1.1" or "none,0.1.1", into the events of the
 * send (NO_EVENT: none) and the receive; a mistake is fatal.
 */
static void
parse_match(const Recorded *r, const char *s, uint32_t *send, uint32_t *receive)
{
	const char *comma = strchr(s, ',');
	char *first = comma ? xstrndup(s, comma - s) : NULL;

	*send = find_event(r->t, first);
	*receive = comma ? find_event(r->t, comma + 1) : NO_EVENT;
	if (!comma || *receive == NO_EVENT || !is_receive(r, *receive)
		|| (!is_sent(r, *send, *receive) && strcmp(first, "none") != 0))
		fatal("--match=%s: expected a send, or none, and a receive of %s, as 1.1.1,0.1.1",
			s, r->t->file);
	free(first);
}

/* write_match: print one answer: whether the receive may get the message of `send`, or none. */
static void
write_match(const Recorded *r, Answer a, uint32_t send, uint32_t receive)
{
	static const char *const words[] = {
		[ANSWER_NO] = "never", [ANSWER_YES] = "# may:", [ANSWER_UNKNOWN] = "unknown",
	};

	printf("%s ", words[a]);
	semevent_write(stdout, r->t, receive);
	fputs(" gets ", stdout);
	if (send == NO_EVENT)
		fputs("none", stdout);
	else
		semevent_write(stdout, r->t, send);
	putchar('\n');
}

/*
 * match_message: answer and print whether a receive can get the message of `send`, or none, with an
 * execution.
 */
static Answer
match_message(const Recorded *r, uint32_t send, uint32_t receive)
{
	uint32_t message = send == NO_EVENT ? NO_EVENT : r->m.sent_by[send];
	Deliveries *d = deliveries_new(r->t, &r->m);
	Answer a = deliveries_search_match(d, receive, message);

	write_match(r, a, send, receive);
	if (a == ANSWER_YES)
		deliveries_write(stdout, d);
	deliveries_free(d);
	return a;
}

/*
 * match_alternative: answer and print whether an alternative can take the channel of `send`, or no
 * channel, with an execution. An execution does not show that it takes no channel.
 */
static Answer
match_alternative(const Recorded *r, uint32_t send, uint32_t receive)
{
	const OrderAlternative *found = alternative_find(&r->m, receive, send);
	Schedule s = {0};
	Answer a = found ? alternative_could(r->t, &r->m, found, &s) : ANSWER_NO;

	write_match(r, a, send, receive);
	if (a == ANSWER_YES && send != NO_EVENT)
		alternative_write(stdout, r->t, found, &s);
	free(s.event);
	return a;
}

int
recorded_match(const Recorded *r, const OrderOptions *o)
{
	uint32_t send, receive;
	Answer a;

	parse_match(r, o->pair, &send, &receive);
	a = is_alternative(r, receive) ? match_alternative(r, send, receive)
		: match_message(r, send, receive);
	return a == ANSWER_YES ? EXIT_FOUND : 0;
}
