/*
 * arena.c - memory that is freed all at once.
 *
 * Small allocations share chunks; an allocation of LARGE bytes or more gets a block of its own, so
 * that realloc can grow an array without leaving old copies behind.
 */
#include "arena.h"
#include "base.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	CHUNK = 64 * 1024, /* bytes of a block that small allocations share */
	LARGE = 4 * 1024, /* a larger allocation gets a block of its own */
	ALIGN = 16, /* bytes; enough for any type */
};

/* Memory from malloc, in one of an arena's lists. */
typedef struct ArenaBlock {
	struct ArenaBlock *next, *prev;
	_Alignas(ALIGN) uint8_t data[];
} ArenaBlock;

/* block_new: a new block of n bytes, put first in the list. */
static ArenaBlock *
block_new(ArenaBlock **list, size_t nbytes)
{
	ArenaBlock *b = xmalloc(sizeof *b + nbytes);

	b->prev = NULL;
	b->next = *list;
	if (b->next)
		b->next->prev = b;
	*list = b;
	return b;
}

/* allocate: n bytes of the arena, which are not zeroed. */
static void *
allocate(Arena *a, size_t nbytes)
{
	void *p;

	if (nbytes >= LARGE)
		return block_new(&a->large, nbytes)->data;
	nbytes = (nbytes + ALIGN - 1) / ALIGN * ALIGN;
	if (!a->chunk || a->used + nbytes > CHUNK) {
		block_new(&a->chunk, CHUNK);
		a->used = 0;
	}
	p = a->chunk->data + a->used;
	a->used += nbytes;
	return p;
}

void *
arena_alloc(Arena *a, size_t n, size_t size)
{
	size_t nbytes;
	void *p;

	if (__builtin_mul_overflow(n, size, &nbytes))
		nbytes = PTRDIFF_MAX / 2; /* too large; xmalloc will fail */
	p = allocate(a, nbytes);
	return memset(p, 0, nbytes);
}

char *
arena_strndup(Arena *a, const char *s, size_t len)
{
	char *p = allocate(a, len + 1);

	if (len > 0)
		memcpy(p, s, len);
	p[len] = '\0';
	return p;
}

/*
 * large_resize: change the size of a block with one allocation; returns its data, which may have
 * moved.
 */
static void *
large_resize(Arena *a, void *p, size_t nbytes)
{
	ArenaBlock *b = (ArenaBlock *)((uint8_t *)p - offsetof(ArenaBlock, data));

	b = xrealloc(b, sizeof *b + nbytes);
	if (b->prev)
		b->prev->next = b;
	else
		a->large = b;
	if (b->next)
		b->next->prev = b;
	return b->data;
}

void *
arena_grow(Arena *a, void *p, uint32_t n, uint32_t *cap, size_t size)
{
	size_t old = *cap * size;
	void *q;

	if (n < *cap)
		return p;
	assert(*cap <= UINT32_MAX / 2);
	*cap = *cap ? *cap * 2 : 8;
	if (old >= LARGE)
		return large_resize(a, p, *cap * size);
	q = allocate(a, *cap * size);
	if (n)
		memcpy(q, p, n * size);
	return q;
}

void *
arena_more(Arena *a, void *p, size_t n, size_t size)
{
	void *q;

	if (n & (n - 1)) /* not a power of two: the array is not full */
		return p;
	q = arena_alloc(a, n ? 2 * n : 1, size);
	if (n)
		memcpy(q, p, n * size);
	return q;
}

/* free_blocks: free all blocks of a list. */
static void
free_blocks(ArenaBlock **list)
{
	while (*list) {
		ArenaBlock *b = *list;

		*list = b->next;
		free(b);
	}
}

void
arena_free(Arena *a)
{
	free_blocks(&a->large);
	free_blocks(&a->chunk);
	a->used = 0;
}
