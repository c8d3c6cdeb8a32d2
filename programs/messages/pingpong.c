/*
 * pingpong.c - a message goes to another node and back. The first node and that one must run it.
 *
 *	pingpong [NODE [BYTES [COUNT]]]         the last node; 1 byte; 10 times
 *
 * Hops are counted along the boot tree, where node 0 is the root.
 */
#include <stdio.h>
#include <stdlib.h>
#include <argument.h>
#include "message.h"

/* Sends each message back unchanged. */
static void
answer_messages(void *room, int32_t nbytes, int32_t count)
{
	for (int32_t i = 0; i < count; i++) {
		Nmsg m = { .nh_event = EVENT_BODY, .nh_length = nbytes, .nh_msg = room };

		message_check(nrecv(&m), "nrecv");
		message_check(nsend(&m), "nsend");
	}
}

/* Send a message there and back; returns us. The bytes are checked when they are back. */
static uint32_t
round_trip(uint32_t node, void *room, int32_t nbytes, uint32_t serial, uint32_t *wrong)
{
	Nmsg m = { .nh_node = node, .nh_event = EVENT_BODY, .nh_length = nbytes, .nh_msg = room };
	uint32_t us;

	message_fill(room, nbytes, 0, node, serial);
	us = getclock();
	message_check(nsend(&m), "nsend");
	m.nh_length = nbytes;
	message_check(nrecv(&m), "nrecv");
	us = getclock() - us;
	*wrong += m.nh_node != node || m.nh_length != (uint32_t)nbytes ||
		!message_is(room, nbytes, 0, node, serial);
	return us;
}

int
main(int argc, char **argv)
{
	int32_t node = getnnodes() - 1, nbytes = 1, count = 10;
	uint32_t us = 0, wrong = 0, hops, here = getnodeid();
	void *room;

	argument_number(argc, argv, 1, 1, getnnodes() - 1, &node);
	argument_number(argc, argv, 2, 0, 1 << 20, &nbytes);
	argument_number(argc, argv, 3, 1, 1000000, &count);
	room = message_room(nbytes);
	if (here == (uint32_t)node)
		answer_messages(room, nbytes, count + 1);
	if (here != 0)
		return 0;
	/* The first time, the other node may still be loading its program. */
	round_trip(node, room, nbytes, count, &wrong);
	for (int32_t i = 0; i < count; i++)
		us += round_trip(node, room, nbytes, i, &wrong);
	hops = 2 * getnode(node)->level * count;
	printf("pingpong: node %d, %d hops away, %d times %d bytes: %u us there and back, %u us a "
		"hop, %u KB/s,"
			" %u messages wrong\n",
		(int)node, (int)getnode(node)->level, (int)count, (int)nbytes,
		(unsigned)(us / count), (unsigned)(hops > 0 ? us / hops : 0),
		(unsigned)((uint64_t)2 * nbytes * count * 1000 / (us + 1)), (unsigned)wrong);
	return wrong != 0;
}
