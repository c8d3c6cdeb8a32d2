/*
 * ask.c - sends a request to each node of a set, and collects the answers until all have arrived or
 * none has arrived for some time.
 */
#include "station.h"

#include <stdlib.h>

void
ask_begin(Ask *a, Station *s, const NodeSet *set)
{
	a->s = s;
	a->set = set;
	a->event = station_new_event(s);
	a->answered = xcalloc(set->n, sizeof *a->answered);
	a->nanswers = 0;
}

void
ask_end(Ask *a)
{
	station_forget_event(a->s, a->event);
	free(a->answered);
}

/*
 * asked_index: the index in the set of the node that sent an answer; set->n if it is not in the
 * set.
 */
static uint32_t
asked_index(const Ask *a, const Message *m)
{
	uint32_t i = 0;

	while (i < a->set->n && a->set->nodes[i] != m->node)
		i++;
	return i;
}

/*
 * collect_answers: callback of station_await: take the answers that have arrived; true if all
 * nodes of the set have answered or timed out.
 */
static bool
collect_answers(void *context)
{
	Ask *a = context;
	Message m;
	Time at;

	while (station_receive(a->s, a->event, &m, &at)) {
		uint32_t i = asked_index(a, &m);

		if (i < a->set->n) {
			a->nanswers += !a->answered[i];
			a->answered[i] = true;
			a->answer(a, i, &m, at);
		}
		buf_free(&m.body);
	}
	return a->nanswers == a->set->n;
}

WaitEnd
ask_wait(Ask *a)
{
	uint32_t before, after;
	WaitEnd end;

	do {
		before = station_backlog(a->s) + a->set->n - a->nanswers;
		end = station_await(
			a->s, collect_answers, a, station_network(a->s)->now + ANSWER_WAIT);
		after = station_backlog(a->s) + a->set->n - a->nanswers;
	} while (end == WAIT_LIMIT && after != before);
	return end;
}

void
ask_kenyad(Station *s, uint32_t node, const KenyadRequest *r, const Buf *more)
{
	Message m = {.node = node, .event = EVENT_SYSTEM(EV_KENYAD), .flags = PACKET_SYSTEM};

	buf_word(&m.body, r->action);
	buf_word(&m.body, r->node);
	buf_word(&m.body, r->event);
	buf_word(&m.body, r->tag);
	buf_word(&m.body, r->pid);
	buf_word(&m.body, r->value);
	buf_word(&m.body, r->argc);
	buf_word(&m.body, r->nbytes);
	if (more)
		buf_put(&m.body, more->data, more->len);
	station_send(s, &m);
	buf_free(&m.body);
}

void
station_drop_down_nodes(const Station *s, NodeSet *set)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < set->n; i++)
		if (station_fate(s, set->nodes[i]) == FATE_UP)
			set->nodes[n++] = set->nodes[i];
	set->n = n;
}

void
station_check_all_up(const Station *s, const NodeSet *set)
{
	for (uint32_t i = 0; i < set->n; i++)
		if (station_fate(s, set->nodes[i]) != FATE_UP)
			fatal("%s is not up: it did not answer when the network was booted",
				STATION_NODE(s, set->nodes[i]));
}
