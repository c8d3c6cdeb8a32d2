/*
 * pingpong.c - a message goes to another node and back. The first node and that one must run it.
 *
 *	pingpong [NODE [BYTES [COUNT]]]         the last node; 1 byte; 10 times
 *
 * Hops are counted along the boot tree, where node 0 is the root.
 */
#include <stdio.h>
#include <stdlib.h>
#include "../common/argument.h"
#include "message.h"

static void
answer(void *room, int32_t nbytes, int32_t count)
{
	uint32_t serial, wrong = 0;

	for (int32_t i = 0; i < count; i++) {
		uint32_t from = message_receive(room, nbytes, &serial, &wrong);

		/* what came wrong goes back with a serial number that nobody sent */
		message_send(from, wrong == 0 ? serial : ~serial, room, nbytes);
	}
}

int
main(int argc, char **argv)
{
	int32_t node = getnnodes() - 1, nbytes = 1, count = 10;
	uint32_t start, serial, wrong = 0, hops, here = getnodeid();
	void *room;

	argument_number(argc, argv, 1, 1, getnnodes() - 1, &node);
	argument_number(argc, argv, 2, 0, 1 << 20, &nbytes);
	argument_number(argc, argv, 3, 1, 1000000, &count);
	room = message_room(nbytes);
	if (here == (uint32_t)node)
		answer(room, nbytes, count);
	if (here != 0)
		return 0;
	start = getclock();
	for (int32_t i = 0; i < count; i++) {
		message_send(node, i, room, nbytes);
		message_receive(room, nbytes, &serial, &wrong);
		wrong += serial != (uint32_t)i;
	}
	start = getclock() - start;
	hops = 2 * getnode(node)->level * count;
	if (hops == 0)
		hops = 1;
	printf("pingpong: node %d, %d hops away, %d times %d bytes: %u us there and back, %u us a hop, %u KB/s,"
		" %u messages wrong\n", (int)node, (int)getnode(node)->level, (int)count, (int)nbytes,
		(unsigned)(start / count), (unsigned)(start / hops),
		(unsigned)((uint64_t)2 * nbytes * count * 1000 / (start + 1)), (unsigned)wrong);
	return wrong != 0;
}
