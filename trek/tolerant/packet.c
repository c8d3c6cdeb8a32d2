/*
 * packet.c - sends and receives one item over a link, in packets of the datalink level. The monitor
 * from outside (tmon/host/outside.c) watches hop_send and hop_recv, so they are not in the file of
 * their callers.
 *
 * An item is sent as a packet with its sizes and all of its data. If the data is longer than
 * MAX_PACKET, the packet has only the sizes, and the data follows in long messages:
 *
 * 	word  0     1     2     3      4       5        6
 * 	      kind  task  part  count  nbytes  nowners  losses << 8
 */
#include "tolerant.h"

#include <string.h>
#include <t800.h>

enum {
	EVENT_HOP = 0x54020000, /* event of a packet: plus the receiver's link */
	TYPE_FIRST = 1,         /* type of a packet with sizes */
	TYPE_LONG = 2,          /* type of a message with the data of a long item */
	/* bytes of a long message; on a slow link, more would take longer than SILENCE_US */
	LONG_BYTES = 65536,
};

/*
 * The kernel's network level sends many packets in one call, but it chooses the link: if several
 * links lead to the neighbour, the first. So it may be used only for the link that it chooses.
 */
static uint32_t
long_bytes(uint32_t hop, uint32_t left)
{
	uint32_t most = (uint32_t)getroute(hops[hop].peer) == hop ? LONG_BYTES : MAX_PACKET;

	return left < most ? left : most;
}

static int
send_long(uint32_t hop, void *data, uint32_t nbytes)
{
	Nmsg p = {.nh_node = hops[hop].peer, .nh_link = hop,
		.nh_event = EVENT_HOP + hops[hop].peer_link, .nh_type = TYPE_LONG,
		.nh_length = nbytes,
		.nh_msg = data};

	return nbytes > MAX_PACKET ? nsend(&p) : dsend(&p);
}

void
hop_send(uint32_t hop, uint32_t to, const Item *m)
{
	uint32_t n = item_bytes(m), at, most;
	Nmsg p;
	int error;

	(void)to; /* the monitor outside reads it */
	p.nh_link = hop;
	p.nh_event = EVENT_HOP + hops[hop].peer_link;
	p.nh_type = TYPE_FIRST;
	p.nh_flags = NH_HAS_DATA;
	pack_make(m, hops[hop].out_packet, &p);
	error = dsend(&p);
	for (at = n > MAX_PACKET ? 0 : n; error == 0 && at < n; at += most) {
		most = long_bytes(hop, n - at);
		error = send_long(hop, (void *)(m->data + at), most);
	}
	if (error < 0)
		fail("link %u cannot be used (error %d)", (unsigned)hop, error);
}

static void
receive_packet(uint32_t hop, uint32_t type, void *to, uint32_t room, Nmsg *p) /* wait for one */
{
	int error;

	p->nh_event = EVENT_HOP + hop;
	p->nh_type = type;
	p->nh_length = room;
	p->nh_flags = 0;
	p->nh_msg = to;
	error = drecv(p);
	if (error < 0)
		fail("receiving from link %u (error %d)", (unsigned)hop, error);
	hops[hop].heard = timer_now();
}

/* is_old: 1 if the packet is a beat with the level that the neighbour had before. */
static int
is_old(const Hop *h, const Nmsg *p)
{
	return p->nh_data[0] == HOP_BEAT && p->nh_data[2] == h->level && ticker_runs();
}

Item *
hop_recv(uint32_t from, uint32_t hop)
{
	Hop *h = &hops[hop];
	uint32_t n, at;
	Nmsg p;
	Item *first;

	(void)from; /* the monitor outside reads it */
	do
		receive_packet(hop, TYPE_FIRST, h->packet, MAX_PACKET, &p);
	while (is_old(h, &p));
	first = pack_items(pack_open(&p));
	for (Item *m = first; m; m = m->next)
		item_set_hop(m, hop, item_losses(m));
	n = item_bytes(first);
	for (at = n > MAX_PACKET ? 0 : n; at < n; at += p.nh_length)
		receive_packet(hop, TYPE_LONG, first->data + at, n - at, &p);
	return first;
}
