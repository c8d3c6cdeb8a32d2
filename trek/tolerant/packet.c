/*
 * packet.c - one item over a link, in packets of the datalink level. The monitor outside watches
 * both functions, so they are not in the file of their callers.
 *
 * An item is a packet with its sizes and up to MAX_PACKET bytes of its data, then packets with the
 * rest of the data:
 *
 * 	word  0     1     2     3      4       5        6
 * 	      kind  task  part  count  nbytes  nowners  losses
 */
#include "tolerant.h"

#include <string.h>
#include <t800.h>

enum {
	EVENT_HOP = 0x54020000, /* plus the receiver's link */
	TYPE_FIRST = 1,
	TYPE_REST = 2,
};

static uint32_t
body_bytes(const Item *m)
{
	return m->nowners ? round_up(m->nbytes) + m->nowners * sizeof(Owner) : m->nbytes;
}

static uint32_t
packet_bytes(uint32_t left)
{
	return left < MAX_PACKET ? left : MAX_PACKET;
}

void
hop_send(uint32_t hop, uint32_t to, const Item *m)
{
	uint32_t n = body_bytes(m), at = packet_bytes(n);
	Nmsg p = {
		.nh_link = hop,
		.nh_event = EVENT_HOP + hops[hop].at,
		.nh_type = TYPE_FIRST,
		.nh_flags = NH_HAS_DATA,
		.nh_length = at,
		.nh_data = {m->kind, m->task, m->part, m->count, m->nbytes, m->nowners,
			item_losses(m)},
		.nh_msg = (void *)m->data,
	};
	int error = dsend(&p);

	(void)to; /* the monitor outside reads it */
	for (; error == 0 && at < n; at += p.nh_length) {
		p = (Nmsg){.nh_link = hop, .nh_event = EVENT_HOP + hops[hop].at,
			.nh_type = TYPE_REST, .nh_length = packet_bytes(n - at),
			.nh_msg = (void *)(m->data + at)};
		error = dsend(&p);
	}
	if (error < 0)
		fail("link %u cannot be used (error %d)", (unsigned)hop, error);
}

static void
receive(uint32_t hop, uint32_t type, void *to, uint32_t room, Nmsg *p)
{
	int error;

	*p = (Nmsg){.nh_event = EVENT_HOP + hop, .nh_type = type, .nh_length = room, .nh_msg = to};
	error = drecv(p);
	if (error < 0)
		fail("receiving from link %u (error %d)", (unsigned)hop, error);
	hops[hop].heard = timer_now();
}

Item *
hop_recv(uint32_t from, uint32_t hop)
{
	Hop *h = &hops[hop];
	uint32_t n, at;
	Nmsg p;
	Item *m;

	(void)from; /* the monitor outside reads it */
	receive(hop, TYPE_FIRST, h->packet, MAX_PACKET, &p);
	m = item_new(p.nh_data[0], p.nh_data[4], p.nh_data[5]);
	m->task = p.nh_data[1];
	m->part = p.nh_data[2];
	m->count = p.nh_data[3];
	item_set(m, hop, p.nh_data[6]);
	n = body_bytes(m);
	at = p.nh_length;
	memcpy(m->data, h->packet, at);
	for (; at < n; at += p.nh_length)
		receive(hop, TYPE_REST, m->data + at, n - at, &p);
	return m;
}
