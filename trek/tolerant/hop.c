/*
 * hop.c - the links of a node, with a process for each direction.
 *
 * An item is a packet with its sizes and up to MAX_PACKET bytes of its data, then packets with the
 * rest of the data:
 *
 * 	word  0     1     2     3      4       5        6
 * 	      kind  task  part  count  nbytes  nowners  losses
 */
#include "tolerant.h"

#include <string.h>

enum {
	EVENT_HOP = 0x54020000, /* plus the receiver's link */
	TYPE_FIRST = 1,
	TYPE_REST = 2,
};

Hop hops[NHOPS];

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

/* ---- one item ---- */

static void
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

static Item *
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

/* ---- processes ---- */

static void
probe(Probe kind, uint32_t peer, const Item *m)
{
	if (m->kind == ITEM_TASK || m->kind == ITEM_RESULT)
		trek_probe(kind, peer, m->task, m->part, m->count);
}

static void
hop_in(void *hop)
{
	uint32_t n = (uint32_t)hop, peer = hops[n].peer;

	for (;;) {
		Item *m;

		trek_probe(PROBE_CALL, peer, 0, 0, 1);
		m = hop_recv(peer, n);
		probe(PROBE_RECV, peer, m);
		inbox_put(&node.data, m);
	}
}

/* A task has left: the manager may have more for the link. */
static void
task_left(Hop *h)
{
	h->queued--;
	if (h->has_left || !node.waits)
		return;
	h->has_left = 1;
	inbox_put(&node.data, h->left);
}

static void
hop_out(void *hop)
{
	uint32_t n = (uint32_t)hop;
	Hop *h = &hops[n];

	for (;;) {
		Item *m = inbox_get(&h->out);
		uint32_t kind = m->kind;

		h->sending = m;
		probe(PROBE_SEND, h->peer, m);
		hop_send(n, h->peer, m);
		if (!h->up)
			process_stop(); /* the manager has taken back all that was to be sent */
		h->sending = NULL;
		h->sent = timer_now();
		if (kind == ITEM_TASK)
			task_left(h);
		else
			item_free(m);
		if (kind == ITEM_QUIT) {
			h->has_quit = 1;
			sem_signal(&node.quit);
		}
	}
}

void
hop_put(uint32_t hop, Item *m)
{
	if (m->kind == ITEM_TASK)
		hops[hop].queued++;
	inbox_put(&hops[hop].out, m);
}

Item *
hop_item(HopKind kind, uint32_t nbytes)
{
	return item_new((ItemKind)kind, nbytes, 0);
}

void
hops_start(void)
{
	const BootNode *self = getnode(getnodeid());

	for (uint32_t i = 0; i < NHOPS; i++) {
		Hop *h = &hops[i];

		*h = (Hop){.peer = self->peer[i], .at = self->at[i], .level = UNATTACHED,
			.left = hop_item(HOP_SENT, 0)};
		item_set(h->left, i, 0);
		given_init(h);
		inbox_init(&h->out);
		h->up = h->peer < getnnodes();
		if (!h->up)
			continue;
		node_thread(hop_in, i, TOLERANT_STACK, PRIORITY_HIGH);
		node_thread(hop_out, i, TOLERANT_STACK, PRIORITY_HIGH);
	}
}

/* ---- the clock ---- */

static void
ticker(void *unused)
{
	static Item tick = {.kind = HOP_TICK};

	(void)unused;
	for (;;) {
		timer_wait(timer_now() + BEAT_US);
		if (tick.count == 0) {
			tick.count = 1; /* until the manager has seen it */
			inbox_put(&node.data, &tick);
		}
	}
}

void
ticker_start(void)
{
	node_thread(ticker, 0, PORTER_STACK, PRIORITY_HIGH);
}
