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

static uint32_t
add_block(uint32_t block) /* critical: add the block to the heap */
{
	heap_add((void *)block, *(uint32_t *)block);
	return 0;
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
	uint32_t size = n < GROWTH - HEAP_OVERHEAD ? GROWTH : n + HEAP_OVERHEAD;
	uint32_t *block;

	if (p || n > SIZE_MAX / 2)
		return p;
	block = kalloc(size);
	if (!block && size > n + HEAP_OVERHEAD)
		block = kalloc(size = n + HEAP_OVERHEAD);
	if (!block) {
		errno = ENOMEM;
		return NULL;
	}
	*block = size;
	critical(add_block, (uint32_t)block);
	return (void *)critical(take_block, n);
}

void
free(void *p)
{
	if (p)
		critical(release_block, (uint32_t)p);
}
