/*
 * malloc.c - memory from the heap. Functions that are built on it are in calloc.c, since programs
 * under the kernel have a malloc of their own.
 */
#include "heap.h"

#include <errno.h>
#include <stdlib.h>

void *
malloc(size_t n)
{
	void *p = heap_take(n);

	if (!p)
		errno = ENOMEM;
	return p;
}

void
free(void *p)
{
	if (p)
		heap_release(p);
}
