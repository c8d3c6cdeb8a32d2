/*
 * bufferd.c - the buffer daemon: holds messages that arrive, or are sent on the node, before a
 * process waits for them. They are listed by event, the oldest first.
 *
 * Users' messages may fill a part of the memory (HELD_SHARE), but must leave some free
 * (HELD_RESERVE); further messages stay in the buffers of the links, so that neighbours get no more
 * credits. Memory for a whole message is allocated when its first packet arrives, so a message
 * never waits for memory half-way.
 */
#include "node.h"

static HeldQueue held_queues[NBUCKETS]; /* by event; oldest first */
uint32_t held_nlisted;
static uint32_t bytes; /* memory that users' held messages take */

static HeldQueue *
event_list(int32_t event) /* the list of messages held for it */
{
	return &held_queues[(uint32_t)event % NBUCKETS];
}

static bool
is_user(const Letter *l) /* false for messages of the system's servers */
{
	return !(l->flags & PACKET_SYSTEM);
}

/* memory_cost: the bytes that holding the message takes. */
static uint32_t
memory_cost(const Letter *l)
{
	return sizeof(Held) + l->total;
}

/*
 * has_room: true if n bytes of a user's message may be held. Some memory is reserved for the
 * system's answers and for allocations.
 */
static bool
has_room(uint32_t n)
{
	uint32_t total = memory_total();

	return n <= total && bytes + n <= total / HELD_SHARE
		&& n + total / HELD_RESERVE <= memory_avail();
}

Held *
held_new(const Letter *l, bool server)
{
	Held *h = is_user(l) && !has_room(memory_cost(l)) ? NULL
		: memory_alloc(KERNEL, memory_cost(l));

	if (!h && server)
		h = memory_alloc_server(memory_cost(l));
	if (!h)
		return NULL;
	h->letter = *l;
	h->letter.data = h->data;
	h->bound = NULL;
	h->complete = false;
	if (l->flags & PACKET_DATA)
		memcpy(h->data, l->data, sizeof h->data);
	h->body = (uint8_t *)(h + 1);
	if (is_user(l))
		bytes += memory_cost(l);
	return h;
}

void
held_add(Held *h)
{
	HeldQueue *b = event_list(h->letter.event);

	held_nlisted++;
	h->next = NULL;
	if (b->front)
		b->back->next = h;
	else
		b->front = h;
	b->back = h;
}

void
held_unlink(Held *h)
{
	HeldQueue *b = event_list(h->letter.event);
	Held *before = NULL;

	held_nlisted--;
	for (Held *i = b->front; i != h; i = i->next)
		before = i;
	if (before)
		before->next = h->next;
	else
		b->front = h->next;
	if (b->back == h)
		b->back = before;
}

/* held_free: free a message and retry packets that are stuck in the links. */
void
held_free(Held *h)
{
	if (is_user(&h->letter))
		bytes -= memory_cost(&h->letter);
	memory_free(h);
	links_retry();
}

void
held_discard(Held *h)
{
	if (h->bound)
		waiter_requeue(h->bound);
	if (!server_for(h->letter.event))
		held_unlink(h);
	held_free(h);
}

void
held_complete(Held *h)
{
	Waiter *w = h->bound;
	uint32_t n;

	h->complete = true;
	if (server_for(h->letter.event)) {
		server_post(h);
		return;
	}
	if (!w)
		return;
	n = h->letter.total < w->room ? h->letter.total : w->room;
	waiter_greet(w, &h->letter);
	memcpy(w->m->nh_msg, h->body, n);
	held_unlink(h);
	waiter_done(w, n < h->letter.total ? KE_TRUNC : 0);
	held_free(h);
}

Held *
held_search(int32_t event, uint32_t type)
{
	for (Held *h = event_list(event)->front; h; h = h->next)
		if (h->letter.event == event && !h->bound
			&& (type == 0 || h->letter.type == 0 || (h->letter.type & type)))
			return h;
	return NULL;
}

void
held_sweep(int32_t event)
{
	Held *h = event_list(event)->front;

	while (h) {
		if (h->letter.event != event || !h->complete) {
			h = h->next;
			continue;
		}
		held_unlink(h);
		held_free(h);
		h = event_list(event)->front; /* the list may have changed */
	}
}

void
held_unbind(const Process *p)
{
	for (int i = 0; i < NBUCKETS; i++)
		for (Held *h = held_queues[i].front; h; h = h->next)
			if (h->bound && h->bound->process == p) {
				waiter_discard(h->bound);
				h->bound = NULL;
			}
}

uint32_t
held_bytes(void)
{
	return bytes;
}
