/* classes.c - finds the classes of messages: a union-find forest over the ports. */
#include "classes.h"

#include <stdlib.h>

struct MessageClasses {
	Port *port;       /* [n] */
	uint32_t *parent; /* [n] */
	uint32_t n;
};

MessageClasses *
classes_new(void)
{
	return xcalloc(1, sizeof(MessageClasses));
}

void
classes_free(MessageClasses *c)
{
	free(c->port);
	free(c->parent);
	free(c);
}

/* class_root: the port that represents the class of port i. */
static uint32_t
class_root(const MessageClasses *c, uint32_t i)
{
	while (c->parent[i] != i)
		i = c->parent[i];
	return i;
}

/* same_event: true if both ports have one node and event. */
static bool
same_event(const Port *p, const Port *q)
{
	return p->node == q->node && p->event == q->event;
}

/*
 * ports_match: true if one port is for receives and the other for messages, and these receives can
 * get these messages (kernel/rendezvous.c).
 */
static bool
ports_match(const Port *p, const Port *q)
{
	return same_event(p, q) && p->receives != q->receives
		&& (p->type == 0 || q->type == 0 || (p->type & q->type));
}

/* join_classes: make one class of two; the older representative stays. */
static void
join_classes(MessageClasses *c, uint32_t i, uint32_t k)
{
	uint32_t a = class_root(c, i), b = class_root(c, k);

	c->parent[a > b ? a : b] = a > b ? b : a;
}

uint32_t
classes_add_port(MessageClasses *c, Port p)
{
	uint32_t i = 0;

	while (i < c->n && !(same_event(&c->port[i], &p) && c->port[i].type == p.type
		&& c->port[i].receives == p.receives))
		i++;
	if (i < c->n)
		return i;
	c->port = xrealloc(c->port, (i + 1) * sizeof *c->port);
	c->parent = xrealloc(c->parent, (i + 1) * sizeof *c->parent);
	c->port[i] = p;
	c->parent[i] = i;
	c->n++;
	for (uint32_t k = 0; k < i; k++)
		if (ports_match(&c->port[k], &p))
			join_classes(c, k, i);
	return i;
}

uint32_t
classes_class_number(const MessageClasses *c, uint32_t port)
{
	uint32_t end = class_root(c, port), n = 0;

	for (uint32_t i = 0; i < end; i++)
		n += c->parent[i] == i && same_event(&c->port[i], &c->port[port]);
	return n;
}

bool
classes_are_same(const MessageClasses *c, uint32_t p, uint32_t q)
{
	return class_root(c, p) == class_root(c, q);
}

bool
classes_is_uniform(const MessageClasses *c, uint32_t port)
{
	for (uint32_t i = 0; i < c->n; i++)
		for (uint32_t k = 0; k < i; k++)
			if (classes_are_same(c, i, port) && classes_are_same(c, k, port)
				&& c->port[i].receives != c->port[k].receives
				&& !ports_match(&c->port[i], &c->port[k]))
				return false;
	return true;
}
