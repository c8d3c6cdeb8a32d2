/*
 * where.c - a process's identity and node.
 */
#include "lib.h"

#include <stddef.h>
#include <t800.h>

static struct {
	const BootNode *nodes;
	uint32_t count;
} network;

static void
read_table(void) /* ask the kernel for the network's table, once */
{
	network.nodes = (const BootNode *)__call(KC_TABLE, (uint32_t)&network.count, 0, 0, 0);
}

uint32_t
getnodeid(void)
{
	return ((const NodeWords *)NODE_WORDS)->node;
}

uint32_t
getnnodes(void)
{
	if (!network.nodes)
		read_table();
	return network.count;
}

const BootNode *
getnode(uint32_t node)
{
	return node < getnnodes() ? &network.nodes[node] : NULL;
}

Pid
getpid(void)
{
	return __self;
}

int
getroute(uint32_t node)
{
	return __call(KC_ROUTE, node, 0, 0, 0);
}

static uint32_t
clock_high(uint32_t nothing) /* critical: read the clock */
{
	(void)nothing;
	return __t800_ldtimer();
}

uint32_t
getclock(void)
{
	return critical(clock_high, 0);
}
