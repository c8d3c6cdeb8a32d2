/*
 * boot.c - a node after a reset: it waits for a boot link, then starts the code.
 *
 * link.c handles the bytes on the links and their protocol (poke, peek, code); this file starts the
 * received code.
 *
 * Source: processor.md, section 14.3.
 */
#include "execute.h"

void
boot_code(T800 *c, const uint8_t *code, Word n, int link)
{
	Regs *r = &c->r;
	Addr start = memstart(c->chip);

	if (c->watch)
		watch_report(c, ACCESS_RECEIVED, start, n, r->mem + (start - MOSTNEG), code,
			NOTPROCESS);
	memcpy(r->mem + (start - MOSTNEG), code, n);
	code_stored(c, start, n);
	push(r, LINK_IN0 + 4 * link);
	push(r, wdesc(c));
	push(r, r->iptr);
	r->iptr = start;
	r->wptr = (start + n + 3) & ~3u;
	c->priority = LOW;
	c->idle = false;
	c->stop = STOP_NONE;
	c->accounted = r->cycles;
	stretch_begin(r);
}

/* boot_again: the start instruction. */
void
boot_again(T800 *c)
{
	t800_reset(c, false);
	for (int link = 0; link < NLINKS; link++)
		link_post(c, POST_BOOT, link);
}
