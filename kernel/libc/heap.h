/*
 * heap.h - blocks of the heap, private to the library; for one thread at a time.
 */
#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>
#include <stdint.h>

enum {
	HEAP_UNIT = 8,      /* bytes; sizes are multiples of it */
	HEAP_OVERHEAD = 32, /* the most bytes that a block needs beyond those asked for */
};

void *heap_take(size_t n);    /* a block of n bytes; NULL if there is no memory */
void heap_release(void *p);   /* free a block; p is not NULL */
/* heap_split: free a block's first n bytes, a multiple of HEAP_UNIT; returns the rest */
void *heap_split(void *p, size_t n);
size_t heap_size(const void *p); /* bytes of the block at p */
void heap_add(void *from, size_t nbytes); /* memory for the heap, at least HEAP_OVERHEAD bytes */
void heap_forget(void); /* make the heap empty: its free memory has another owner */

/*
 * heap_more: get more memory for the heap by heap_add; called when no block of n bytes is free.
 * Returns 0 if there is no more memory.
 */
int heap_more(size_t n);

#endif
