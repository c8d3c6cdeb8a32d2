/*
 * message.c - messages that are checked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "message.h"

void
message_check(int result, const char *what)
{
	if (result >= 0)
		return;
	fprintf(stderr, "node %u: %s fails (%d)\n", (unsigned)getnodeid(), what, result);
	exit(3);
}

void *
message_room(uint32_t nbytes)
{
	void *p = malloc(nbytes > 0 ? nbytes : 1);

	if (p == NULL)
		message_check(KE_NOMEM, "malloc");
	return p;
}

/* is_up: a node that did not come up has no neighbours in the network's table. */
static int
is_up(uint32_t node)
{
	const BootNode *n = getnode(node);

	return n->peer[n->up] != NODE_NONE;
}

Party
party_find(uint32_t most)
{
	uint32_t n = getnnodes(), me = getnodeid(), found = 0;
	Party p = { .node = message_room(n * sizeof *p.node) };

	if (most > 0 && most < n)
		n = most;
	for (uint32_t i = 0; i < n; i++) {
		if (!is_up(i))
			continue;
		if (i == me) {
			p.me = p.n;
			found = 1;
		}
		p.node[p.n++] = i;
	}
	if (!found)
		exit(0);
	return p;
}

/*
 * The bytes of a message: words in arithmetic progression, so that each word depends on sender,
 * receiver, serial number and place; a rest of less than a word has bytes of the next word.
 */
enum { STEP = 0x1E3779B1 };

static uint32_t
first_word(uint32_t from, uint32_t to, uint32_t serial)
{
	return (from << 16 ^ to) * 2654435761u ^ serial * 40503;
}

void
message_fill(void *room, uint32_t nbytes, uint32_t from, uint32_t to, uint32_t serial)
{
	uint32_t *p = room, word = first_word(from, to, serial);

	for (; nbytes >= sizeof word; nbytes -= sizeof word, word += STEP)
		*p++ = word;
	memcpy(p, &word, nbytes);
}

int
message_is(const void *room, uint32_t nbytes, uint32_t from, uint32_t to, uint32_t serial)
{
	const uint32_t *p = room;
	uint32_t word = first_word(from, to, serial);

	for (; nbytes >= sizeof word; nbytes -= sizeof word, word += STEP)
		if (*p++ != word)
			return 0;
	return memcmp(p, &word, nbytes) == 0;
}

void
message_send(uint32_t node, uint32_t serial, void *room, uint32_t nbytes)
{
	Nmsg m = {.nh_node = node,
		.nh_event = EVENT_BODY,
		.nh_length = nbytes,
		.nh_flags = NH_HAS_DATA,
		.nh_data = {serial},
		.nh_msg = room};

	message_fill(room, nbytes, getnodeid(), node, serial);
	message_check(nsend(&m), "nsend");
}

uint32_t
message_receive(void *room, uint32_t nbytes, uint32_t *serial, uint32_t *wrong)
{
	Nmsg m = { .nh_event = EVENT_BODY, .nh_length = nbytes, .nh_msg = room };
	int result = nrecv(&m);

	if (result != KE_TRUNC)
		message_check(result, "nrecv");
	*serial = m.nh_data[0];
	if (result == KE_TRUNC || m.nh_length != nbytes ||
			!message_is(room, nbytes, m.nh_node, getnodeid(), *serial))
		++*wrong;
	return m.nh_node;
}

uint32_t
message_report(const Party *p, uint32_t wrong)
{
	Nmsg m = { .nh_event = EVENT_REPORT, .nh_flags = NH_HAS_DATA };

	for (uint32_t below = 2 * p->me + 1; below <= 2 * p->me + 2 && below < p->n; below++) {
		Nmsg report = { .nh_event = EVENT_REPORT };

		message_check(nrecv(&report), "nrecv");
		wrong += report.nh_data[0];
	}
	if (p->me == 0)
		return wrong;
	m.nh_node = p->node[(p->me - 1) / 2];
	m.nh_data[0] = wrong;
	message_check(nsend(&m), "nsend");
	return wrong;
}
