/*
 * ring.c - a message goes round through all nodes, by number. Every node must run it.
 *
 *	ring [BYTES [ROUNDS [NODES]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <argument.h>
#include "message.h"

int
main(int argc, char **argv)
{
	int32_t nbytes = 1024, rounds = 4, most = 0;
	uint32_t wrong = 0, serial, next, start;
	Party p;
	void *room;

	argument_number(argc, argv, 1, 0, 1 << 20, &nbytes);
	argument_number(argc, argv, 2, 1, 1000000, &rounds);
	argument_number(argc, argv, 3, 0, UINT16_MAX, &most);
	p = party_find(most);
	room = message_room(nbytes);
	next = p.node[(p.me + 1) % p.n];
	start = getclock();
	if (p.me == 0)
		message_send(next, 0, room, nbytes);
	for (int32_t i = 0; i < rounds; i++) {
		message_receive(room, nbytes, &serial, &wrong);
		/* The serial number counts the hops. */
		wrong += serial != i * p.n + (p.me + p.n - 1) % p.n;
		if (p.me != 0 || i + 1 < rounds)
			message_send(next, serial + 1, room, nbytes);
	}
	start = getclock() - start;
	wrong = message_report(&p, wrong);
	if (p.me == 0)
		printf("ring: %u nodes, %d rounds, %d bytes: %u us, %u us from node to node, %u "
			"messages wrong\n",
			(unsigned)p.n, (int)rounds, (int)nbytes, (unsigned)start,
			(unsigned)(start / (rounds * p.n)), (unsigned)wrong);
	return wrong != 0;
}
