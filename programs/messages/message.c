/*
 * message.c - messages that are checked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "message.h"

static void
check(int result, const char *what)
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
		check(KE_NOMEM, "malloc");
	return p;
}

Party
party_find(uint32_t most)
{
	uint32_t n = getnnodes(), me = getnodeid(), found = 0;
	Party p = { .node = message_room(n * sizeof *p.node) };

	if (most > 0 && most < n)
		n = most;
	for (uint32_t i = 0; i < n; i++) {
		if (i != me && getroute(i) < 0)
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

/* The words of a message: a sequence of their own for each sender, receiver and serial number. */
static uint32_t
first_word(uint32_t from, uint32_t to, uint32_t serial)
{
	return (from << 16 ^ to) * 2654435761u ^ serial * 40503;
}

static uint32_t
next_word(uint32_t w)
{
	return w * 1664525 + 1013904223;
}

static void
fill(uint8_t *p, uint32_t nbytes, uint32_t w)
{
	for (; nbytes >= sizeof w; nbytes -= sizeof w, p += sizeof w) {
		memcpy(p, &w, sizeof w);
		w = next_word(w);
	}
	memcpy(p, &w, nbytes);
}

/* Are these the bytes? */
static int
is(const uint8_t *p, uint32_t nbytes, uint32_t w)
{
	for (; nbytes >= sizeof w; nbytes -= sizeof w, p += sizeof w) {
		if (memcmp(p, &w, sizeof w) != 0)
			return 0;
		w = next_word(w);
	}
	return memcmp(p, &w, nbytes) == 0;
}

void
message_send(uint32_t node, uint32_t serial, void *room, uint32_t nbytes)
{
	Nmsg m = { .nh_node = node, .nh_event = EVENT_BODY, .nh_length = nbytes, .nh_flags = NH_HAS_DATA,
		.nh_data = { serial }, .nh_msg = room };

	fill(room, nbytes, first_word(getnodeid(), node, serial));
	check(nsend(&m), "nsend");
}

uint32_t
message_receive(void *room, uint32_t nbytes, uint32_t *serial, uint32_t *wrong)
{
	Nmsg m = { .nh_event = EVENT_BODY, .nh_length = nbytes, .nh_msg = room };
	int result = nrecv(&m);

	if (result != KE_TRUNC)
		check(result, "nrecv");
	*serial = m.nh_data[0];
	if (result == KE_TRUNC || m.nh_length != nbytes ||
			!is(room, nbytes, first_word(m.nh_node, getnodeid(), *serial)))
		++*wrong;
	return m.nh_node;
}

uint32_t
message_report(const Party *p, uint32_t wrong)
{
	if (p->me != 0) {
		Nmsg m = { .nh_node = p->node[0], .nh_event = EVENT_REPORT, .nh_flags = NH_HAS_DATA,
			.nh_data = { wrong } };

		check(nsend(&m), "nsend");
		return wrong;
	}
	for (uint32_t i = 1; i < p->n; i++) {
		Nmsg m = { .nh_event = EVENT_REPORT };

		check(nrecv(&m), "nrecv");
		wrong += m.nh_data[0];
	}
	return wrong;
}
