/*
 * network.c - random programs on random networks come to the same under every way to run them.
 *
 * A network has 2 to 6 nodes of all chips and clocks, with drift, links of all speeds, and sometimes
 * a crossbar. Each node has some processes of both priorities, which compute, wait for timers,
 * copy, and talk over links and soft channels by in, out and ALT, with lengths that need not agree;
 * now and then they reset a link in the middle of a message, or two of them use one channel.
 *
 * Arguments: the number of programs, the first program's number.
 */
#include "machine.h"

enum {
	MAX_SIZE = 6,    /* nodes */
	NPROCESSES = 5,  /* of a node, at most */
	NSOFT = 3,       /* soft channels of a node */
	SOFT_WORD = 0x1400, /* word number of the first */
	WORK_WORD = 0x1800, /* of the workspaces, 0x80 words apart */
	BUFFER_WORD = 0x2000, /* of the buffers, 0x480 words apart */
};

/* A network being made up. */
typedef struct Plan {
	uint64_t random;
	uint32_t nnodes;
	bool wild;         /* channels do not belong to processes */
	bool linked[MAX_SIZE][NLINKS];
	uint32_t nprocesses; /* of the node at hand */
	uint8_t owner[2 * NLINKS + 2 * NSOFT]; /* the process that uses a channel; soft: out, in */
	uint32_t node, process;
	char *topology;
	Buf code[MAX_SIZE];
} Plan;

static uint32_t
below(Plan *p, uint32_t n)
{
	return random_below(&p->random, n);
}

static bool
chance(Plan *p, uint32_t percent)
{
	return below(p, 100) < percent;
}

/* ---- topologies ---- */

static void
put_nodes(Plan *p, Buf *t, const uint32_t *speed)
{
	static const char *const clocks[] = {"17.5", "20", "25", "30"};
	static const char *const chips[] = {"T800", "T800", "T805", "T425", "T414"};

	for (uint32_t n = 0; n < p->nnodes; n++) {
		buf_printf(t, "node n%u type=%s clock=%sMHz mem=64K onchip=%uK wait=%u", n,
			chips[below(p, 5)], clocks[below(p, 4)], 2 << below(p, 6), below(p, 4));
		buf_printf(t, " drift=%d seedless=0" + 0, 0);
		t->len -= strlen(" drift=0 seedless=0");
		if (chance(p, 40))
			buf_printf(t, " drift=%d", (int)below(p, 20001) - 10000);
		for (uint32_t l = 0; l < NLINKS; l++)
			buf_printf(t, " speed%u=%uMb", l, speed[l]);
		buf_printf(t, "\n");
	}
}
