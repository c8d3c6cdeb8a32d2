/*
 * boot.c - a node after a reset: it starts the code in its ROM, or waits for a boot link and starts
 * the code that arrives.
 *
 * link.c handles the bytes on the links and their protocol (poke, peek, code); this file starts the
 * received code.
 *
 * Source: processor.md, section 14.3.
 */
#include "execute.h"

enum { RESET_CODE = 0x7FFFFFFE }; /* Iptr after a reset of a node that boots from ROM */

/*
 * start_code: start the process after a reset; Areg and Breg get the Iptr and Wdesc from before it.
 */
static void
start_code(T800 *c, Addr iptr, Word wptr)
{
	Regs *r = &c->r;

	push(r, wdesc(c));
	push(r, as_word(r, r->iptr));
	r->iptr = iptr;
	r->wptr = wptr;
	c->priority = LOW;
	c->idle = false;
	c->stop = STOP_NONE;
	c->accounted = r->cycles;
	stretch_begin(r);
}

void
boot_rom(T800 *c)
{
	start_code(c, RESET_CODE, memstart(c->chip));
}

void
boot_code(T800 *c, const uint8_t *code, Word n, int link)
{
	Regs *r = &c->r;
	Addr start = memstart(c->chip);
	uint8_t *to = r->mem + (start - lowest(r));

	if (c->watch)
		watch_report(c, ACCESS_RECEIVED, start, n, to, code, NOTPROCESS);
	memcpy(to, code, n);
	code_note_store(c, start, n);
	push(r, reserved(r, LINK_IN0 + 4 * link));
	start_code(c, start, align_word(r, start + n + word_size(r) - 1));
}

/* boot_again: the start instruction. */
void
boot_again(T800 *c)
{
	t800_reset(c, false);
	stop_now(&c->r);
	for (int link = 0; link < NLINKS && c->stop == STOP_BOOT; link++)
		link_post(c, POST_BOOT, link);
}
