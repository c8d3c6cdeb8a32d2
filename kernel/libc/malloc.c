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

enum {
	UNIT = 8,
	ABOVE_STACK = 64, /* bytes that the entry leaves between stack and heap */
};

static struct {
	Block *free;
	int started;
} heap;

static void
start(void)
{
	uint32_t end, stack, size;

	__asm__("ldpi __image_end; stl %0; ldc __stack_size; stl %1; ldc __heap_size; stl %2"
		: "=r"(end), "=r"(stack), "=r"(size));
	heap.started = 1;
	if (size < sizeof(Block))
		return;
	heap.free = (Block *)((end + stack + ABOVE_STACK + UNIT - 1) & -UNIT);
	heap.free->size = size & -UNIT;
	heap.free->next = NULL;
}

/* take: size bytes of a free block; *at points to it. The rest stays where the block was. */
static void *
take(Block **at, size_t size)
{
	Block *b = *at, *rest;

	if (b->size - size < sizeof(Block)) {
		*at = b->next;
	} else {
		rest = (Block *)((char *)b + size);
		rest->size = b->size - size;
		rest->next = b->next;
		*at = rest;
		b->size = size;
	}
	return (char *)b + UNIT;
}

void *
malloc(size_t n)
{
	size_t size = (n + 2 * UNIT - 1) & -UNIT;

	if (!heap.started)
		start();
	if (size < sizeof(Block))
		size = sizeof(Block);
	if (n > SIZE_MAX / 2)
		size = SIZE_MAX;
	for (Block **at = &heap.free; *at; at = &(*at)->next)
		if ((*at)->size >= size)
			return take(at, size);
	errno = ENOMEM;
	return NULL;
}

static void
join(Block *b)
{
	while (b->next && (char *)b + b->size == (char *)b->next) {
		b->size += b->next->size;
		b->next = b->next->next;
	}
}

void
free(void *p)
{
	Block *b = (Block *)((char *)p - UNIT), *before = NULL;

	if (!p)
		return;
	for (Block *f = heap.free; f && f < b; f = f->next)
		before = f;
	if (before) {
		b->next = before->next;
		before->next = b;
		join(b);
		join(before);
	} else {
		b->next = heap.free;
		heap.free = b;
		join(b);
	}
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
	old = ((Block *)((char *)p - UNIT))->size - UNIT;
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
	if (align > UNIT) {
		errno = EINVAL;
		return NULL;
	}
	return malloc(n);
}
