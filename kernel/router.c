/*
 * router.c - handles the host's message that all nodes are up, so that links outside the boot tree
 * may be used. Each node forwards it to its children.
 */
#include "node.h"

void
router_serve(Held *h)
{
	held_free(h);
	for (int i = 0; i < NLINKS; i++) {
		uint16_t peer = link_peer(i);
		Sending *s = NULL;

		if (!(node_table()[node_self()].children >> i & 1))
			continue;
		s = sending_server(peer, EVENT_SYSTEM(EV_ROUTER), 0, PACKET_SYSTEM, 0);
		if (!s)
			panic("no memory to tell the children that all nodes are up");
		link_send(&links[i], s);
	}
	links_open_all();
	node_words()->phase = PHASE_READY;
}
