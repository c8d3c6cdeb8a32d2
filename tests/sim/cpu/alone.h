/*
 * alone.h - a single node of 64 KB with one low-priority process; the test takes the place of the
 * network.
 */
#ifndef ALONE_H
#define ALONE_H

#include "code.h"

enum {
	CODE = 0x80000100,
	HIGH_CODE = 0x80000200,
	WORKSPACE = 0x80000300,
	OTHER = 0x80000380,
	HIGH_WORKSPACE = 0x80000400,
	DATA = 0x80000500,
	CHANNEL = 0x800004F0,
	EXTERNAL = 0x80002000,
	MEMORY = 64 << 10,
};

static inline T800 *
new_node(Chip chip, Unmapped unmapped)
{
	NodeSpec spec = {.name = "n",
		.chip = chip,
		.khz = 20000,
		.mem = MEMORY,
		.onchip = PAGE,
		.unmapped = unmapped};

	return t800_new(&spec);
}

/* fresh: a low process at CODE with this code, its own node. */
static inline T800 *
fresh(const char *code)
{
	T800 *c = new_node(CHIP_T805, UNMAPPED_STOP);

	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, code);
	return c;
}

/* event: the pin rises, as the network does it. */
static inline void
event(T800 *c)
{
	t800_raise_event(c);
	process_reschedule(c);
}

/* go: run for n cycles, or until the node is idle. */
static inline void
go(T800 *c, Cycles n)
{
	t800_run(c, c->r.cycles + n);
}

#endif
