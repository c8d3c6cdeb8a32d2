/*
 * flood.c - every node sends to the first one, as fast as it can. Every node must run it.
 *
 *	flood [BYTES [COUNT [NODES]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <argument.h>
#include "message.h"

/*
 * Receive all messages; those of one sender must come in order. Returns how many were wrong.
 */
static uint32_t
receive_all(const Party *p, int32_t nbytes, int32_t count)
{
	uint32_t wrong = 0, nnodes = getnnodes(), nmessages = (p->n - 1) * count;
	uint32_t *came = message_room(nnodes * sizeof *came);
	void *room = message_room(nbytes);

	for (uint32_t i = 0; i < nnodes; i++)
		came[i] = 0;
	for (uint32_t i = 0; i < nmessages; i++) {
		uint32_t serial, from = message_receive(room, nbytes, &serial, &wrong);

		wrong += from >= nnodes || serial != came[from]++;
	}
	free(room);
	free(came);
	return wrong;
}

int
main(int argc, char **argv)
{
	int32_t nbytes = 4096, count = 8, most = 0;
	uint32_t start, wrong;
	uint64_t total;
	Party p;

	argument_number(argc, argv, 1, 0, 1 << 20, &nbytes);
	argument_number(argc, argv, 2, 1, 1000000, &count);
	argument_number(argc, argv, 3, 0, UINT16_MAX, &most);
	p = party_find(most);
	if (p.me != 0) {
		void *room = message_room(nbytes);

		for (int32_t i = 0; i < count; i++)
			message_send(p.node[0], i, room, nbytes);
		return 0;
	}
	start = getclock();
	wrong = receive_all(&p, nbytes, count);
	start = getclock() - start;
	total = (uint64_t)(p.n - 1) * count * nbytes;
	printf("flood: %u senders, %d messages each of %d bytes: %u us, %u KB/s, %u messages "
		"wrong\n",
		(unsigned)p.n - 1, (int)count, (int)nbytes, (unsigned)start,
		(unsigned)(total * 1000 / (start + 1)), (unsigned)wrong);
	return wrong != 0;
}
