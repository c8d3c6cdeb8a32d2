/* run_messages.c - what `trellis order` does with the messages of a recorded run. */
#include "run_messages.h"

#include "detrek/sync/sem_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- from the text's names to events ---- */

static uint32_t
event_named(const SemTrace *t, const char *name)
{
	uint32_t e;

	return name && semevent_parse(t, name, &e) ? e : NO_EVENT;
}

static OrderMessage
message_from(const SemTrace *t, const SemMessage *s)
{
	return (OrderMessage){.send = event_named(t, s->send),
		.receive = event_named(t, s->receive),
		.route = s->route, .type = s->type, .asked = s->asked, .exact = s->exact,
		.from = s->from, .node = s->node, .event = s->event,
		.goes_on = event_named(t, s->goes_on),
		.unbuffered = s->unbuffered, .high = s->high, .tries = s->tries,
		.sent_at = s->sent_at, .received_at = s->received_at};
}

static OrderMiss
miss_from(const SemTrace *t, const SemMiss *s)
{
	return (OrderMiss){event_named(t, s->name), s->node, s->event, s->asked, s->place};
}

Recorded
recorded_new(const SemTrace *t, const SemMessages *s)
{
	Recorded r = {.t = t, .exact = s->nmisses == 0};
	OrderMessages *m = &r.m;

	*m = (OrderMessages){.message = xcalloc(s->n + 1, sizeof *m->message), .n = s->n,
		.miss = xcalloc(s->nmisses + 1, sizeof *m->miss), .nmisses = s->nmisses,
		.sent_by = xmalloc(((size_t)t->nevents + 1) * sizeof *m->sent_by)};
	for (uint32_t i = 0; i < t->nevents; i++)
		m->sent_by[i] = NO_EVENT;
	for (uint32_t i = 0; i < s->n; i++) {
		m->message[i] = message_from(t, &s->message[i]);
		m->sent_by[m->message[i].send] = i;
		r.exact &= m->message[i].exact && !m->message[i].tries;
	}
	for (uint32_t i = 0; i < s->nmisses; i++)
		m->miss[i] = miss_from(t, &s->miss[i]);
	return r;
}

void
recorded_free(Recorded *r)
{
	free(r->m.message);
	free(r->m.miss);
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
	Answer a = p.before == p.after ? ANSWER_NO : deliveries_pair(d, p);

	*found = a == ANSWER_YES ? d : NULL;
	if (a != ANSWER_YES)
		deliveries_free(d);
	return a;
}

/* is_receive: the event receives, or finds no message. */
static bool
is_receive(const Recorded *r, uint32_t event)
{
	for (uint32_t i = 0; i < r->m.n; i++)
		if (r->m.message[i].receive == event)
			return true;
	for (uint32_t i = 0; i < r->m.nmisses; i++)
		if (r->m.miss[i].event_number == event)
			return true;
	return false;
}

/* parse_match: "1.1.1,0.1.1" or "none,0.1.1". */
static void
parse_match(const Recorded *r, const char *s, uint32_t *message, uint32_t *receive)
{
	const char *comma = strchr(s, ',');
	char *send = comma ? xstrndup(s, comma - s) : NULL;
	uint32_t e = event_named(r->t, send);

	*message = e == NO_EVENT ? NO_EVENT : r->m.sent_by[e];
	*receive = comma ? event_named(r->t, comma + 1) : NO_EVENT;
	if (!comma || (*message == NO_EVENT && strcmp(send, "none") != 0)
		|| *receive == NO_EVENT || !is_receive(r, *receive))
		fatal("--match=%s: expected a send, or none, and a receive of %s, as 1.1.1,0.1.1",
			s, r->t->file);
	free(send);
}

static void
write_match(const Recorded *r, const char *answer, uint32_t message, uint32_t receive)
{
	printf("%s ", answer);
	semevent_write(stdout, r->t, receive);
	fputs(" gets ", stdout);
	if (message == NO_EVENT)
		fputs("none", stdout);
	else
		semevent_write(stdout, r->t, r->m.message[message].send);
	putchar('\n');
}

int
recorded_match(const Recorded *r, const OrderOptions *o)
{
	static const char *const words[] = {
		[ANSWER_NO] = "never", [ANSWER_YES] = "# may:", [ANSWER_UNKNOWN] = "unknown",
	};
	Deliveries *d = deliveries_new(r->t, &r->m);
	uint32_t message, receive;
	Answer a;

	parse_match(r, o->pair, &message, &receive);
	a = deliveries_match(d, receive, message);
	write_match(r, words[a], message, receive);
	if (a == ANSWER_YES)
		deliveries_write(stdout, d);
	deliveries_free(d);
	return a == ANSWER_YES ? EXIT_FOUND : 0;
}
