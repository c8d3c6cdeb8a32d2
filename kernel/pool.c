/* pool.c - objects of one size that are allocated
 * and freed often: a list of free objects, refilled from the node's memory. */
#include "node.h"

enum { CHUNK = 16 }; /* objects allocated together */

static void
add_chunk(Pool *p, char *chunk) /* divide the chunk into free objects of the pool */
{
	for (int i = 0; chunk && i < CHUNK; i++)
		pool_put(p, chunk + i * p->size);
}

void *
pool_refill(Pool *p)
{
	add_chunk(p, memory_alloc(KERNEL, CHUNK * p->size));
	return p->free ? pool_take(p) : NULL;
}

void *
pool_take_server(Pool *p)
{
	if (!p->free)
		add_chunk(p, memory_alloc_server(CHUNK * p->size));
	return p->free ? pool_take(p) : NULL;
}
