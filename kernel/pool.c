/* pool.c - objects of one size that are allocated
 * and freed often: a free list, refilled from
 * memory. */
#include "node.h"

enum { CHUNK = 16 }; /* objects allocated together */

typedef struct Free {
	struct Free *next;
} Free;

static void
refill(Pool *p, char *chunk)
{
	for (int i = 0; chunk && i < CHUNK; i++)
		pool_put(p, chunk + i * p->size);
}

static void *
take(Pool *p)
{
	Free *f = p->free;

	if (!f)
		return NULL;
	p->free = f->next;
	return f;
}

void *
pool_take(Pool *p)
{
	if (!p->free)
		refill(p, memory_alloc(KERNEL, CHUNK * p->size));
	return take(p);
}

void *
pool_take_server(Pool *p)
{
	if (!p->free)
		refill(p, memory_alloc_server(CHUNK * p->size));
	return take(p);
}

void
pool_put(Pool *p, void *thing)
{
	Free *f = thing;

	f->next = p->free;
	p->free = f;
}
