/*
 * packet.c - queues of received packets.
 */
#include "node.h"

void
packet_append(PacketQueue *q, Packet *p)
{
	p->next = NULL;
	if (q->front)
		q->back->next = p;
	else
		q->front = p;
	q->back = p;
}

Packet *
packet_next(PacketQueue *q)
{
	Packet *p = q->front;

	if (p)
		q->front = p->next;
	return p;
}
