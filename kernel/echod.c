/*
 * echod.c - returns messages with their bodies to the sender, as tping asks.
 */
#include "node.h"

/* reply_sent: free the message `held`, whose reply has been sent. */
static void
reply_sent(void *held)
{
	held_free(held);
}

void
echod_serve(Held *h)
{
	uint16_t to = h->data[1];
	int link = to == node_self() ? -1 : route_link(to, node_self(), -1);
	Sending *s = NULL;

	if (link >= 0 && links[link].open && h->letter.flags & PACKET_DATA)
		s = sending_server(to, h->data[0], h->letter.type, h->letter.flags,
			h->letter.total);
	if (!s) {
		held_free(h);
		return;
	}
	memcpy(s->data, h->data, sizeof s->data);
	s->body = h->body;
	s->done = reply_sent;
	s->argument = h;
	link_send(&links[link], s);
}
