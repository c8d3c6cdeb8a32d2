/*
 * calloc.c - memory by malloc: cleared, of another size, aligned.
 */
#include "heap.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

/* aligned_alloc: allocate a larger block, and give back what precedes its first aligned place. */
void *
aligned_alloc(size_t align, size_t n)
{
	uintptr_t p, at;

	if (align == 0 || align & (align - 1)) {
		errno = EINVAL;
		return NULL;
	}
	if (align <= HEAP_UNIT)
		return malloc(n);
	p = (uintptr_t)malloc(n < SIZE_MAX / 2 && align < SIZE_MAX / 4 ? n + align + HEAP_UNIT : SIZE_MAX);
	if (p % align == 0)
		return (void *)p;
	at = (p + HEAP_UNIT + align - 1) & -align;
	return heap_split((void *)p, at - p);
}
