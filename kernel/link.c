/*
 * link.c - the links: their start, shared functions, and their clean-up when a process ends.
 *
 * Each link has a process for input and one for output, of high priority, with their stacks
 * on the chip; link_in.c and link_out.c. A packet stays in its receive buffer until it is
 * sent again: each link has CREDITS buffers of each class, so the other end never sends a
 * packet without a free buffer. But a short message in the last free buffer is moved
 * elsewhere (parked): so messages for a dead node do not block others.
 *
 * The packets of a message leave over a link with no others of their class in between. Once
 * the first has left the buffers of its incoming link, at most CREDITS - 1 of these hold
 * other messages, and only packets of this message can arrive there; so there is always a
 * buffer for them, and the outgoing link becomes free after a time that depends only on the
 * rest of the route. Routes have no cycles (route.c), so every message arrives if its
 * receiver takes it.
 */
#include "node.h"

Link links[NLINKS];

static void
run_link_in(void *link) /* process: link_in, which never returns */
{
	link_in(link);
}

static void
run_link_out(void *link) /* process: link_out, which never returns */
{
	link_out(link);
}

/* add_buffers: allocate the packets into which the link receives. */
static bool
add_buffers(Link *l)
{
	for (int i = 0; i < NCLASSES * CREDITS; i++) {
		Packet *p = memory_alloc(KERNEL, sizeof *p);

		if (!p)
			return false;
		p->link = l->number;
		p->class = i % NCLASSES;
		p->next = l->free[p->class];
		l->free[p->class] = p;
	}
	return true;
}

static void
link_open(int number) /* add buffers to a link, and start its processes */
{
	Link *l = &links[number];
	uint8_t *stacks = (uint8_t *)LINK_STACKS + 2 * LINK_STACK * number;

	if (l->open)
		return;
	if (!add_buffers(l))
		panic("no memory for the links' buffers");
	l->open = true;
	l->routed = node_self(); /* no route is known yet: packets to this node are not forwarded */
	for (int c = 0; c < NCLASSES; c++) {
		l->lock[c] = -1;
		l->credits[c] = CREDITS;
	}
	process_start(run_link_in, l, stacks, LINK_STACK, PRIORITY_HIGH, NULL);
	process_start(run_link_out, l, stacks + LINK_STACK, LINK_STACK, PRIORITY_HIGH, NULL);
}

void
links_start(void)
{
	for (int i = 0; i < NLINKS; i++) {
		links[i].number = i;
		links[i].in = LINK_IN(i);
		links[i].out = LINK_OUT(i);
		if (link_in_tree(i))
			link_open(i);
	}
}

void
links_open_all(void)
{
	for (int i = 0; i < NLINKS; i++)
		if (link_peer(i) < NODE_LIMIT)
			link_open(i);
}

void
link_packet(Link *l, Packet *p, int in)
{
	packet_append(&l->through[p->class][in], p);
	l->ready[p->class] |= 1 << in;
	link_wake(l);
}

void
link_send(Link *l, Sending *s)
{
	if (s->process != KERNEL)
		s->process->transfers++;
	sending_append(&l->local[header_class(&s->h)], s);
	l->ready[header_class(&s->h)] |= 1 << NLINKS;
	link_wake(l);
}

Packet *
link_park(Link *l, Packet *p)
{
	uint32_t n = header_data(&p->h) + p->h.length;
	Packet *parked;

	if (p->h.flags & (PACKET_MORE | PACKET_NEXT) || p->h.length > PARKED_BYTES
		|| l->nparked == PARKED_MOST)
		return p;
	parked = memory_alloc(KERNEL, offsetof(Packet, bytes) + n);
	if (!parked)
		return p;
	memcpy(parked, p, offsetof(Packet, bytes) + n);
	parked->link = NLINKS + l->number;
	l->nparked++;
	link_release(p);
	return parked;
}

void
link_unpark(Packet *p)
{
	links[p->link - NLINKS].nparked--;
	memory_free(p);
}

void
link_release(Packet *p)
{
	Link *l = &links[p->link];

	p->next = l->free[p->class];
	l->free[p->class] = p;
	link_credit(l, p->class);
}

const Sending *
links_sending(const Process *p)
{
	for (int i = 0; i < NLINKS; i++)
		for (int c = 0; c < NCLASSES; c++)
			for (const Sending *s = links[i].local[c].front; s; s = s->next)
				if (s->process == p && s->call)
					return s;
	return NULL;
}

/* end_queue: remove the messages of p that have not started; end early the one that has. */
static void
end_queue(SendingQueue *q, Process *p, bool begun)
{
	SendingQueue rest = {NULL, NULL};
	Sending *s;

	while ((s = sending_next(q))) {
		if (s->process != p || begun) {
			s->cut = s->process == p;
			sending_append(&rest, s);
		} else {
			s->cut = true;
			sending_end(s);
		}
		begun = false;
	}
	*q = rest;
}

/* end_reception: discard from now on what arrives for a receiver of p. */
static void
end_reception(Sink *s, const Process *p)
{
	if (s->kind != SINK_WAITER || s->waiter->process != p)
		return;
	waiter_discard(s->waiter);
	s->kind = SINK_VOID;
}

void
links_find_end(Process *p) /* stop all transfers from and to p's memory */
{
	for (int i = 0; i < NLINKS; i++)
		for (int c = 0; c < NCLASSES && links[i].open; c++) {
			end_queue(&links[i].local[c], p, links[i].lock[c] == NLINKS);
			if (!links[i].local[c].front)
				links[i].ready[c] &= ~(1 << NLINKS);
			end_reception(&links[i].sink[c], p);
		}
}
