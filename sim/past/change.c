/* change.c - makes the changes of a node that a user has requested. */
#include "change.h"

bool
change_is_possible(const Network *w, const Change *c)
{
	uint32_t size = w->nodes[c->node]->r.size;

	return c->registers
		|| (c->addr - MOSTNEG < size && c->nbytes <= size - (c->addr - MOSTNEG));
}

void
change_apply(Network *w, const Change *change)
{
	T800 *c = w->nodes[change->node];
	uint8_t *to = c->r.mem + (change->addr - MOSTNEG);

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
