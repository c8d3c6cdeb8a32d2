/*
 * pass.c - passes of items between tree neighbours.
 *
 * A pass is two messages of the network level to the event of the sender: the size, in the words
 * that travel with the header, then the data.
 *
 *	word  0     1     2     3      4       5
 *	      kind  task  part  count  nbytes  nowners
 */
#include "node.h"

#include <string.h>

enum {
	EVENT_SETUP = 0x54000000, /* "T" */
	EVENT_LOCAL = 0x54000001, /* + Local */
	EVENT_EDGE = 0x54010000,  /* + the sender's id */
	TYPE_SIZE = 1,
	TYPE_DATA = 2,
};

static int
has_data(const Item *m)
{
	return m->kind != ITEM_CREDIT && m->kind != ITEM_PLACES;
}

static uint32_t
body_bytes(const Item *m)
{
	return m->nowners ? round_up(m->nbytes) + m->nowners * sizeof(Owner) : m->nbytes;
}

typedef int Call(Nmsg *m);

static void
send_to(Call *send, uint32_t event, uint32_t place, const Item *m)
{
	Nmsg size = {
		.nh_node = place,
		.nh_event = event,
		.nh_type = TYPE_SIZE,
		.nh_flags = NH_HAS_DATA,
		.nh_data = {m->kind, m->task, m->part, m->count, m->nbytes, m->nowners},
	};
	Nmsg data = {
		.nh_node = place,
		.nh_event = event,
		.nh_type = TYPE_DATA,
		.nh_length = body_bytes(m),
		.nh_msg = (void *)m->data,
	};
	int error = send(&size);

	if (error == 0 && has_data(m))
		error = send(&data);
	if (error < 0)
		fail("node %u cannot be reached (error %d)", (unsigned)place, error);
}

static Item *
recv_from(Call *recv, uint32_t event)
{
	Nmsg size = {.nh_event = event, .nh_type = TYPE_SIZE};
	Nmsg data = {.nh_event = event, .nh_type = TYPE_DATA};
	Item *m;
	int error = recv(&size);

	if (error < 0)
		fail("receiving the size of a pass (error %d)", error);
	m = item_new(size.nh_data[0], size.nh_data[4], size.nh_data[5]);
	m->task = size.nh_data[1];
	m->part = size.nh_data[2];
	m->count = size.nh_data[3];
	m->child = NO_CHILD;
	if (!has_data(m))
		return m;
	data.nh_length = body_bytes(m);
	data.nh_msg = m->data;
	error = recv(&data);
	if (error < 0 || data.nh_length != body_bytes(m))
		fail("receiving %u bytes of task %u (error %d)", (unsigned)body_bytes(m),
			(unsigned)m->task, error);
	return m;
}

void
pass_send(uint32_t from, uint32_t to_place, const Item *m)
{
	send_to(nsend, EVENT_EDGE + from, to_place, m);
}

Item *
pass_recv(uint32_t from)
{
	return recv_from(nrecv, EVENT_EDGE + from);
}

void
pass_send_setup(uint32_t to_place, const Item *m)
{
	send_to(nsend, EVENT_SETUP, to_place, m);
}

Item *
pass_recv_setup(void)
{
	return recv_from(nrecv, EVENT_SETUP);
}

void
pass_send_local(Local what, const Item *m)
{
	send_to(ksend, EVENT_LOCAL + what, NODE_LOCAL, m);
}

Item *
pass_recv_local(Local what)
{
	return recv_from(krecv, EVENT_LOCAL + what);
}
