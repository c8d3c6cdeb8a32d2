/*
 * send.c - sends this node's messages over links: splits them into packets, which are sent one
 * after the other from the sender's memory.
 */
#include "node.h"

static Pool pool = {sizeof(Sending), NULL};
static uint32_t nothing; /* the body of a message that is cut short */

static Sending * /* set all fields */
fill_sending(Sending *s, uint16_t to, int32_t event, uint32_t type, uint32_t flags, uint32_t total)
{
	if (!s)
		return NULL;
	s->h.to = to;
	s->h.from = node_self();
	s->h.event = event;
	s->h.type = type;
	s->h.flags = flags & (PACKET_SYSTEM | PACKET_DATA | PACKET_NOBUF | PACKET_VALUE);
	s->h.length = s->h.sequence = total; /* if one packet is enough */
	s->total = total;
	s->sent = 0;
	s->process = KERNEL;
	s->call = NULL;
	s->done = NULL;
	s->cut = false;
	return s;
}

Sending *
sending_new(uint16_t to, int32_t event, uint32_t type, uint32_t flags, uint32_t total)
{
	return fill_sending(pool_take(&pool), to, event, type, flags, total);
}

Sending *
sending_server(uint16_t to, int32_t event, uint32_t type, uint32_t flags, uint32_t total)
{
	return fill_sending(pool_take_server(&pool), to, event, type, flags, total);
}

void
sending_append(SendingQueue *q, Sending *s)
{
	s->next = NULL;
	if (q->front)
		q->back->next = s;
	else
		q->front = s;
	q->back = s;
}

Sending *
sending_next(SendingQueue *q)
{
	Sending *s = q->front;

	if (s)
		q->front = s->next;
	return s;
}

void
sending_packet(Sending *s)
{
	uint32_t left = s->total - s->sent;

	s->h.length = left < MAX_PACKET ? left : MAX_PACKET;
	s->h.sequence = s->sent ? s->sent : s->total;
	s->h.flags &= ~PACKET_MORE;
	if (s->sent) {
		s->h.flags &= ~PACKET_DATA;
		s->h.flags |= PACKET_NEXT;
	}
	if (s->cut) {
		s->h.flags |= PACKET_CUT;
		s->h.length = 0;
		s->total = s->sent;
		s->body = (const uint8_t *)&nothing;
	} else if (left > MAX_PACKET) {
		s->h.flags |= PACKET_MORE;
	}
}

void
sending_end(Sending *s)
{
	if (s->call && !s->cut)
		call_finish(s->process, s->call, 0);
	if (s->done)
		s->done(s->argument);
	if (s->process != KERNEL)
		process_unuse(s->process);
	pool_put(&pool, s);
}
