/*
 * heap.c - blocks of the heap.
 *
 * One list of free blocks by address, first fit, neighbours joined. A block begins with its size in
 * bytes, header included, a multiple of 8.
 */
#include "heap.h"

#include <kernel_calls.h>

typedef struct Block {
	size_t size;
	struct Block *next; /* while it is free */
} Block;

_Static_assert(HEAP_UNIT == HEAP_HEADER && offsetof(Block, size) == 0, "kernel_calls.h");

static Block *list; /* the free blocks, by address */

/*
 * take_from_block: take size bytes of a free block, to which *at points. The rest stays in the
 * list.
 */
static void *
take_from_block(Block **at, size_t size)
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
	return (char *)b + HEAP_UNIT;
}

static void *
find_free(size_t size) /* take a free block of this size; NULL: none */
{
	for (Block **at = &list; *at; at = &(*at)->next)
		if ((*at)->size >= size)
			return take_from_block(at, size);
	return NULL;
}

void *
heap_take(size_t n)
{
	size_t size = (n + 2 * HEAP_UNIT - 1) & -HEAP_UNIT;
	void *p;

	if (n > SIZE_MAX / 2)
		return NULL;
	if (size < sizeof(Block))
		size = sizeof(Block);
	p = find_free(size);
	if (!p && heap_more(size))
		p = find_free(size);
	return p;
}

/* join_following: join the free block with those that follow it without a gap. */
static void
join_following(Block *b)
{
	while (b->next && (char *)b + b->size == (char *)b->next) {
		b->size += b->next->size;
		b->next = b->next->next;
	}
}

static void
put_free(Block *b) /* put b into the list, joined with its neighbours */
{
	Block *before = NULL;

	for (Block *f = list; f && f < b; f = f->next)
		before = f;
	if (before) {
		b->next = before->next;
		before->next = b;
		join_following(b);
		join_following(before);
	} else {
		b->next = list;
		list = b;
		join_following(b);
	}
}

void
heap_release(void *p)
{
	put_free((Block *)((char *)p - HEAP_UNIT));
}

void *
heap_split(void *p, size_t n)
{
	Block *b = (Block *)((char *)p - HEAP_UNIT), *rest = (Block *)((char *)b + n);

	rest->size = b->size - n;
	b->size = n;
	put_free(b);
	return (char *)rest + HEAP_UNIT;
}

size_t
heap_size(const void *p)
{
	return ((const Block *)((const char *)p - HEAP_UNIT))->size - HEAP_UNIT;
}

void
heap_add(void *from, size_t nbytes)
{
	uintptr_t begin = ((uintptr_t)from + HEAP_UNIT - 1) & -HEAP_UNIT;
	Block *b = (Block *)begin;

	b->size = (nbytes - (begin - (uintptr_t)from)) & -HEAP_UNIT;
	put_free(b);
}

void
heap_forget(void)
{
	list = NULL;
}
