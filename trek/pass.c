/*
 * pass.c - passes items between tree neighbours, and between processes of a node.
 *
 * A pass between neighbours consists of two network-level messages to the sender's event: the
 * sizes, in the data words of the header, then the data.
 *
 * 	word  0     1     2     3      4       5        6, 7
 * 	      kind  task  part  count  nbytes  nowners  tree_break.h
 *
 * Within a node it is a rendezvous for sizes and data, and a second one if the data is longer than
 * SHORT.
 */
#include "tree_node.h"

#include <string.h>

enum {
	EVENT_SETUP = 0x54000000, /* "T" */
	EVENT_LOCAL = 0x54000004, /* + Local */
	EVENT_EDGE = 0x54010000,  /* plus the sender's id */
	TYPE_SIZE = 1,
	TYPE_DATA = 2,
	SHORT = 512, /* bytes */
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

static void
send_to(uint32_t event, uint32_t place, const Item *m)
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
	int error;

	if (m->kind == ITEM_RESULT)
		tree_break_carry(&size.nh_data[6]);
	error = nsend(&size);
	if (error == 0 && has_data(m))
		error = nsend(&data);
	if (error < 0)
		fail("node %u cannot be reached (error %d)", (unsigned)place, error);
}

static Item *
recv_from(uint32_t event)
{
	Nmsg size = {.nh_event = event, .nh_type = TYPE_SIZE};
	Nmsg data = {.nh_event = event, .nh_type = TYPE_DATA};
	Item *m;
	int error = nrecv(&size);

	if (error < 0)
		fail("receiving the size of a pass (error %d)", error);
	m = item_new(size.nh_data[0], size.nh_data[4], size.nh_data[5]);
	m->task = size.nh_data[1];
	m->part = size.nh_data[2];
	m->count = size.nh_data[3];
	m->child = NO_CHILD;
	tree_break_heard(event - EVENT_EDGE, &size.nh_data[6]);
	if (!has_data(m))
		return m;
	data.nh_length = body_bytes(m);
	data.nh_msg = m->data;
	error = nrecv(&data);
	if (error < 0 || data.nh_length != body_bytes(m))
		fail("receiving %u bytes of task %u (error %d)", (unsigned)body_bytes(m),
			(unsigned)m->task, error);
	return m;
}

void
pass_send(uint32_t from, uint32_t to_place, const Item *m)
{
	send_to(EVENT_EDGE + from, to_place, m);
}

Item *
pass_recv(uint32_t from)
{
	return recv_from(EVENT_EDGE + from);
}

void
pass_send_setup(uint32_t to_place, const Item *m)
{
	send_to(EVENT_SETUP, to_place, m);
}

Item *
pass_recv_setup(void)
{
	return recv_from(EVENT_SETUP);
}

/* ---- within the node ---- */

void
pass_send_local(Local what, const Item *m, const void *data)
{
	Nmsg first = {
		.nh_node = NODE_LOCAL,
		.nh_event = EVENT_LOCAL + what,
		.nh_type = TYPE_SIZE,
		.nh_flags = NH_HAS_DATA,
		.nh_length = m->nbytes < SHORT ? m->nbytes : SHORT,
		.nh_data = {m->kind, m->task, m->part, m->count, m->nbytes},
		.nh_msg = (void *)data,
	};
	Nmsg rest = {
		.nh_node = NODE_LOCAL,
		.nh_event = EVENT_LOCAL + what,
		.nh_type = TYPE_DATA,
		.nh_length = m->nbytes - first.nh_length,
		.nh_msg = (uint8_t *)data + SHORT,
	};
	int error = ksend(&first);

	if (error == 0 && m->nbytes > SHORT)
		error = ksend(&rest);
	if (error < 0)
		fail("rendezvous failed on the node (error %d)", error);
}

/* longer: a local item with room for nbytes; copies the start of the old one and frees it. */
static Item *
longer(Item *m, uint32_t nbytes)
{
	Item *new = item_new(m->kind, nbytes, 0);

	memcpy(new->data, m->data, SHORT);
	item_free(m);
	return new;
}

const Item *
pass_recv_local(Local what)
{
	static Item *m; /* of this process */
	static uint32_t room;
	Nmsg first = {.nh_event = EVENT_LOCAL + what, .nh_type = TYPE_SIZE, .nh_length = SHORT};
	Nmsg rest = {.nh_event = EVENT_LOCAL + what, .nh_type = TYPE_DATA};
	int error;

	if (!m)
		m = item_new(ITEM_TASK, room = SHORT, 0);
	first.nh_msg = m->data;
	error = krecv(&first);
	rest.nh_length = first.nh_data[4] - SHORT;
	if (error == 0 && first.nh_data[4] > room)
		m = longer(m, room = first.nh_data[4]);
	rest.nh_msg = m->data + SHORT;
	if (error == 0 && first.nh_data[4] > SHORT)
		error = krecv(&rest);
	if (error < 0)
		fail("rendezvous failed on the node (error %d)", error);
	m->kind = first.nh_data[0];
	m->task = first.nh_data[1];
	m->part = first.nh_data[2];
	m->count = first.nh_data[3];
	m->nbytes = first.nh_data[4];
	m->child = NO_CHILD;
	return m;
}
