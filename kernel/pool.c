/*
 * pool.c - things of one size, taken and put back often: a list of free ones, refilled from memory.
 */
#include "node.h"

enum { CHUNK = 16 }; /* things that are allocated together */

typedef struct Free {
	struct Free *next;
} Free;

static void
refill(Pool *p)
{
	char *chunk = memory_alloc(KERNEL, CHUNK * p->size);

	for (int i = 0; chunk && i < CHUNK; i++)
		pool_put(p, chunk + i * p->size);
}

void *
pool_take(Pool *p)
{
	Free *f;

	if (!p->free)
		refill(p);
	f = p->free;
	if (!f)
		return NULL;
	p->free = f->next;
	return f;
}

void
pool_put(Pool *p, void *thing)
{
	Free *f = thing;

	f->next = p->free;
	p->free = f;
}
