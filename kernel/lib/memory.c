/*
 * memory.c - a node's memory, and the C library's heap in it.
 *
 * The heap grows by blocks of the node's memory. Its lists are changed at high priority, because
 * all threads of a process share them.
 */
#include "lib.h"
#include "../libc/heap.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

enum { GROWTH = 8192 }; /* bytes; the least growth of the heap */

void
kfree(void *p)
{
	if (__call(KC_FREE, (uint32_t)p, 0, 0, 0) < 0)
		panic("kfree: address was not allocated by kalloc");
}

uint32_t
kavail(void)
{
	return __call(KC_AVAIL, 0, 0, 0, 0);
}

static uint32_t
take_block(uint32_t n) /* critical: allocate a block of n bytes; 0: no memory */
{
	return (uint32_t)heap_take(n);
}

/* A block of the node's memory for the heap, and what is allocated of it. */
typedef struct Growth {
	uint32_t *block;
	uint32_t size; /* bytes of the block */
	uint32_t n;    /* bytes to be allocated */
} Growth;

/*
 * take_from: critical: add the block to the heap, and allocate from it before another thread does.
 */
static uint32_t
take_from(uint32_t growth)
{
	const Growth *g = (const Growth *)growth;

	heap_add(g->block, g->size);
	return (uint32_t)heap_take(g->n);
}

static uint32_t
release_block(uint32_t p) /* critical: free the block at p */
{
	heap_release((void *)p);
	return 0;
}

/* heap_more: malloc below grows the heap itself, between two tries. */
int
heap_more(size_t n)
{
	(void)n;
	return 0;
}

void *
malloc(size_t n)
{
	void *p = (void *)critical(take_block, n);
	Growth g = {.size = n < GROWTH - HEAP_OVERHEAD ? GROWTH : n + HEAP_OVERHEAD, .n = n};

	if (p || n > SIZE_MAX / 2)
		return p;
	g.block = kalloc(g.size);
	if (!g.block && g.size > n + HEAP_OVERHEAD)
		g.block = kalloc(g.size = n + HEAP_OVERHEAD);
	if (!g.block) {
		errno = ENOMEM;
		return NULL;
	}
	return (void *)critical(take_from, (uint32_t)&g);
}

void
free(void *p)
{
	if (p)
		critical(release_block, (uint32_t)p);
}
