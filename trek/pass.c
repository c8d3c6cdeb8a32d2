/*
 * pass.c - passes items between tree neighbours, and between processes of a node.
 *
 * A pass between neighbours is one network-level packet with one or more items (pack.c), with the
 * values of tree_break.h in words 6 and 7; its event has the sender's id. An item of more than
 * MAX_PACKET bytes travels alone: its packet has only its sizes, and a second message has its data.
 *
 * Within a node the receiver gets the address of the item over one channel, copies what it needs,
 * and reports this over another channel.
 */
#include "tree_node.h"

#include <string.h>

enum {
	EVENT_SETUP = 0x54000000, /* event of the setup: "T" */
	EVENT_EDGE = 0x54010000,  /* event of a pass: plus the sender's id */
	TYPE_FIRST = 1,           /* type of a packet with items or sizes */
	TYPE_LONG = 2,            /* type of a message with the data of a long item */
};

/* send_long: send the data of a long item. */
static int
send_long(uint32_t event, uint32_t place, const Item *m)
{
	Nmsg rest = {
		.nh_node = place,
		.nh_event = event,
		.nh_type = TYPE_LONG,
		.nh_length = item_bytes(m),
		.nh_msg = (void *)m->data,
	};

	return nsend(&rest);
}

static void
send_to(uint32_t event, uint32_t place, const Item *m, uint8_t *packet)
{
	Nmsg first; /* the words for other uses than this one keep what they have */
	int error;

	first.nh_node = place;
	first.nh_event = event;
	first.nh_type = TYPE_FIRST;
	first.nh_flags = NH_HAS_DATA;
	pack_make(m, packet, &first);
	first.nh_data[6] = 0;
	tree_break_carry(m->kind, &first.nh_data[6]);
	error = nsend(&first);
	if (error == 0 && item_bytes(m) > MAX_PACKET)
		error = send_long(event, place, m);
	if (error < 0)
		fail("node %u cannot be reached (error %d)", (unsigned)place, error);
}

/* receive_long: receive the data of a long item. */
static void
receive_long(uint32_t event, Item *m)
{
	Nmsg p = {.nh_event = event, .nh_type = TYPE_LONG, .nh_length = item_bytes(m),
		.nh_msg = m->data};
	int error = nrecv(&p);

	if (error < 0 || p.nh_length != item_bytes(m))
		fail("receiving %u bytes of task %u (error %d)", (unsigned)item_bytes(m),
			(unsigned)m->task, error);
}

static Item *
recv_from(uint32_t event, uint8_t *packet) /* wait for items of this event; never NULL */
{
	Nmsg p;
	int error;
	Item *m;

	p.nh_event = event;
	p.nh_type = TYPE_FIRST;
	p.nh_length = MAX_PACKET;
	p.nh_msg = packet;
	error = nrecv(&p);
	if (error < 0)
		fail("receiving a pass (error %d)", error);
	tree_break_heard(event - EVENT_EDGE, &p.nh_data[6]);
	m = pack_open(&p);
	if (item_bytes(m) > MAX_PACKET)
		receive_long(event, m);
	return m;
}

void
pass_send(uint32_t from, uint32_t to_place, const Item *m, uint8_t *packet)
{
	send_to(EVENT_EDGE + from, to_place, m, packet);
}

Item *
pass_recv(uint32_t from, uint8_t *packet)
{
	return recv_from(EVENT_EDGE + from, packet);
}

void
pass_send_setup(uint32_t to_place, const Item *m)
{
	send_to(EVENT_SETUP, to_place, m, NULL);
}

Item *
pass_recv_setup(void)
{
	return recv_from(EVENT_SETUP, node.from_parent);
}

/* ---- within the node ---- */

/* The channels over which processes of a node pass items (NodeMeeting). */
typedef struct Meeting {
	Channel offer, taken; /* the sender offers a pass; the receiver has taken it */
} Meeting;

static Meeting meeting[NLOCALS];
_Static_assert(sizeof meeting == NMEETINGS * sizeof(Channel), "NodeMeeting");

void
pass_local_start(void)
{
	for (int i = 0; i < NLOCALS; i++) {
		channel_init(&meeting[i].offer);
		channel_init(&meeting[i].taken);
	}
	node.work.meeting = (uint32_t)meeting;
}

/* meeting_at: the main process's channels for tasks or results, also in its copies. */
static Meeting *
meeting_at(LocalKind what)
{
	return (Meeting *)node.work.meeting + what;
}

void
pass_send_local(LocalKind what, const LocalPass *p)
{
	channel_out_word(&meeting_at(what)->offer, (uint32_t)p);
	channel_in_word(&meeting_at(what)->taken);
}

const LocalPass *
pass_recv_local(LocalKind what)
{
	return (const LocalPass *)channel_in_word(&meeting_at(what)->offer);
}

void
pass_taken_local(LocalKind what)
{
	channel_out_word(&meeting_at(what)->taken, 0);
}
