/* change.c - makes the changes of a node that a user has requested. */
#include "change.h"

bool
change_is_possible(const Network *w, const Change *c)
{
	const T800 *node = w->nodes[c->node];
	uint32_t size = node->r.size, offset = t800_offset(node, c->addr);

	return c->registers || (offset < size && c->nbytes <= size - offset);
}

void
change_apply(Network *w, const Change *change)
{
	T800 *c = w->nodes[change->node];
	uint8_t *to = c->r.mem + t800_offset(c, change->addr);

	if (change->registers) {
		c->r.areg = change->areg;
		c->r.breg = change->breg;
		c->r.creg = change->creg;
		c->r.wptr = change->wptr;
		c->r.iptr = change->iptr;
		return;
	}
	if (c->watch)
		watch_report(c, ACCESS_FAULT, change->addr, change->nbytes, to, change->bytes,
			NOTPROCESS);
	memcpy(to, change->bytes, change->nbytes);
	code_note_store(c, change->addr, change->nbytes);
}
