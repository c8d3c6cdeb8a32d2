/*
 * malloc.c - memory from the heap.
 */
#include "heap.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

void *
calloc(size_t n, size_t size)
{
	size_t bytes;
	void *p;

	if (__builtin_mul_overflow(n, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	p = malloc(bytes);
	if (p)
		memset(p, 0, bytes);
	return p;
}

void *
realloc(void *p, size_t n)
{
	void *new;
	size_t old;

	if (!p)
		return malloc(n);
	old = heap_size(p);
	if (n <= old)
		return p;
	new = malloc(n);
	if (!new)
		return NULL;
	memcpy(new, p, old);
	free(p);
	return new;
}

/* aligned_alloc: nothing on this machine wants more than a word's alignment. */
void *
aligned_alloc(size_t align, size_t n)
{
	if (align > HEAP_UNIT) {
		errno = EINVAL;
		return NULL;
	}
	return malloc(n);
}
