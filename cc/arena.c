/*
 * arena.c - memory that is released together.
 */
#include "cc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 << 10 };

typedef struct ArenaBlock {
	struct ArenaBlock *next;
	size_t used, size;
	max_align_t data[];
} ArenaBlock;

static ArenaBlock *
add_block(Arena *a, size_t size)
{
	ArenaBlock *b = xcalloc(1, sizeof *b + size);

	b->size = size;
	b->next = a->blocks;
	a->blocks = b;
	return b;
}

void *
arena_alloc(Arena *a, size_t n)
{
	ArenaBlock *b = a->blocks;
	void *p;

	assert(n < SIZE_MAX / 2);
	n = (n + sizeof(max_align_t) - 1) & -sizeof(max_align_t);
	if (!b || b->size - b->used < n)
		b = add_block(a, n > BLOCK ? n : BLOCK);
	p = (char *)b->data + b->used;
	b->used += n;
	return p;
}

char *
arena_string(Arena *a, const char *s, size_t n)
{
	char *copy = arena_alloc(a, n + 1);

	memcpy(copy, s, n);
	return copy;
}

void *
arena_grow(Arena *a, void *array, size_t n, size_t size)
{
	void *bigger;

	if (n & (n - 1)) /* not full */
		return array;
	bigger = arena_alloc(a, (n ? 2 * n : 1) * size);
	if (n)
		memcpy(bigger, array, n * size);
	return bigger;
}

void
arena_free(Arena *a)
{
	for (ArenaBlock *b = a->blocks, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	*a = (Arena){0};
}
