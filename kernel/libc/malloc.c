/*
 * malloc.c - memory from the heap above the stack.
 *
 * One list of free blocks by address, first fit, neighbours joined. A block begins with its size in
 * bytes, header included, a multiple of 8.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Block {
	size_t size;
	struct Block *next; /* while it is free */
} Block;

enum { UNIT = 8 };

extern char __image_end[], __stack_size[], __heap_size[];

static struct {
	Block *free;
	int started;
} heap;

static void
start(void)
{
	uintptr_t base = (uintptr_t)__image_end + __builtin_heap_offset();

	heap.started = 1;
	heap.free = (Block *)base;
}
