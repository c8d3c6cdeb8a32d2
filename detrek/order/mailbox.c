/* mailbox.c - see mailbox.h. */
#include "mailbox.h"

#include <stdlib.h>
#include <string.h>

/* same_port: true if the messages go to one port. */
static bool
same_port(const OrderMessage *a, const OrderMessage *b)
{
	return a->node == b->node && a->kernel_event == b->kernel_event;
}

/* same_line: true if the messages go from one node to another by one line. */
static bool
same_line(const OrderMessage *a, const OrderMessage *b)
{
	return a->node == b->node && a->from == b->from;
}

/*
 * number_groups: divide the messages into groups of messages that are the same by `same`, and store
 * in group[i] the number of message i's group. Groups are numbered in the order of their first
 * messages. Returns the number of groups.
 */
static uint32_t
number_groups(const OrderMessages *m, bool (*same)(const OrderMessage *, const OrderMessage *),
	uint32_t *group)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->n; i++) {
		uint32_t k = 0;

		while (k < i && !same(&m->message[k], &m->message[i]))
			k++;
		group[i] = k < i ? group[k] : n++;
	}
	return n;
}

/*
 * find_miss_port: the port at which a receive that found no message (miss) asked for one; NO_EVENT
 * if no message goes there.
 */
static uint32_t
find_miss_port(const Mailbox *b, const OrderMiss *miss)
{
	const OrderMessage wanted = {.node = miss->node, .kernel_event = miss->kernel_event};

	for (uint32_t i = 0; i < b->m->n; i++)
		if (same_port(&b->m->message[i], &wanted))
			return b->port[i];
	return NO_EVENT;
}

Mailbox
mailbox_new(const OrderMessages *m)
{
	Mailbox b = {.m = m,
		.port = xcalloc(m->n + 1, sizeof *b.port),
		.line = xcalloc(m->n + 1, sizeof *b.line),
		.miss_port = xcalloc(m->nmisses + 1, sizeof *b.miss_port),
		.place = xcalloc(m->n + 1, sizeof *b.place),
		.list = xcalloc(m->n + 1, sizeof *b.list),
		.rank = xcalloc(m->n + 1, sizeof *b.rank)};

	b.nports = number_groups(m, same_port, b.port);
	b.nlines = number_groups(m, same_line, b.line);
	b.count = xcalloc((b.nports + b.nlines + 1) * NPLACES, sizeof *b.count);
	for (uint32_t i = 0; i < m->nmisses; i++)
		b.miss_port[i] = find_miss_port(&b, &m->miss[i]);
	return b;
}

void
mailbox_free(Mailbox *b)
{
	free(b->port);
	free(b->line);
	free(b->miss_port);
	free(b->place);
	free(b->list);
	free(b->rank);
	free(b->count);
}

/* ---- messages move ---- */

/* remove_message: remove a message from the list; returns its place there. */
static uint32_t
remove_message(Mailbox *b, uint32_t message)
{
	uint32_t at = 0;

	while (b->list[at] != message)
		at++;
	memmove(b->list + at, b->list + at + 1, (--b->n - at) * sizeof *b->list);
	return at;
}

void
mailbox_send(Mailbox *b, uint32_t message)
{
	const OrderMessage *m = &b->m->message[message];

	b->list[b->n++] = message;
	b->place[message] = m->from != m->node ? PLACE_UNDER_WAY
		: m->unbuffered ? PLACE_WAITS : PLACE_HELD;
}

void
mailbox_unsend(Mailbox *b)
{
	b->place[b->list[--b->n]] = PLACE_UNSENT;
}

uint32_t
mailbox_arrive(Mailbox *b, uint32_t message)
{
	uint32_t at = remove_message(b, message);

	b->list[b->n++] = message;
	b->place[message] = PLACE_HELD;
	return at;
}

uint32_t
mailbox_receive(Mailbox *b, uint32_t message)
{
	b->place[message] = PLACE_RECEIVED;
	return remove_message(b, message);
}

void
mailbox_put_back(Mailbox *b, uint32_t message, uint32_t at, MessagePlace place)
{
	if (b->place[message] != PLACE_RECEIVED)
		remove_message(b, message);
	memmove(b->list + at + 1, b->list + at, (b->n++ - at) * sizeof *b->list);
	b->list[at] = message;
	b->place[message] = place;
}

/* ---- which message a receive gets ---- */

/* first_match: the first message of the port that is in `place` and has a matching type. */
static uint32_t
first_match(const Mailbox *b, uint32_t port, uint32_t asked, MessagePlace place, bool high)
{
	for (uint32_t i = 0; i < b->n; i++) {
		const OrderMessage *m = &b->m->message[b->list[i]];

		if (b->port[b->list[i]] == port && b->place[b->list[i]] == place
			&& (m->high || !high)
			&& (asked == 0 || m->type == 0 || (asked & m->type)))
			return b->list[i];
	}
	return NO_EVENT;
}

uint32_t
mailbox_match(const Mailbox *b, uint32_t port, uint32_t asked)
{
	uint32_t found = first_match(b, port, asked, PLACE_HELD, false);

	if (found == NO_EVENT)
		found = first_match(b, port, asked, PLACE_WAITS, true);
	return found != NO_EVENT ? found : first_match(b, port, asked, PLACE_WAITS, false);
}

uint32_t
mailbox_next_arrival(const Mailbox *b, uint32_t line)
{
	for (uint32_t i = 0; i < b->n; i++)
		if (b->place[b->list[i]] == PLACE_UNDER_WAY && b->line[b->list[i]] == line)
			return b->list[i];
	return NO_EVENT;
}

/*
 * message_queue: the number of the queue that a message waits in; only messages in one queue have
 * an order.
 */
static uint32_t
message_queue(const Mailbox *b, uint32_t message)
{
	return b->place[message] == PLACE_UNDER_WAY ? b->nports + b->line[message]
		: b->port[message];
}

void
mailbox_write(Mailbox *b, Count *to)
{
	memset(b->count, 0, (b->nports + b->nlines) * NPLACES * sizeof *b->count);
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t message = b->list[i];

		b->rank[message] =
			b->count[message_queue(b, message) * NPLACES + b->place[message]]++;
	}
	for (uint32_t i = 0; i < b->m->n; i++) {
		bool listed = b->place[i] != PLACE_UNSENT && b->place[i] != PLACE_RECEIVED;

		to[i] = b->place[i] + NPLACES * (listed ? b->rank[i] : 0);
	}
}
