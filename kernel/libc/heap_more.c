/*
 * heap_more.c - the heap of a booted program: the memory above its stack.
 */
#include "heap.h"

enum { ABOVE_STACK = 64 }; /* bytes that the entry leaves between stack and heap */

int
heap_more(size_t n)
{
	static int started;
	uint32_t end, stack, size;

	(void)n;
	if (started)
		return 0;
	started = 1;
	__asm__("ldpi __image_end; stl %0; ldc __stack_size; stl %1; ldc __heap_size; stl %2"
		: "=r"(end), "=r"(stack), "=r"(size));
	if (size < HEAP_OVERHEAD)
		return 0;
	heap_add((void *)(end + stack + ABOVE_STACK), size);
	return 1;
}
