/* arena.h - an arena: memory allocated for one unit of work and freed all at once. */
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>
#include <stdint.h>

/* An empty arena is {0}. */
typedef struct Arena {
	struct ArenaBlock *large; /* blocks of one allocation each */
	struct ArenaBlock *chunk; /* blocks that small allocations share, the current block first */
	size_t used;              /* bytes used in the current chunk */
} Arena;

/* arena_alloc: n zeroed elements of size bytes, aligned for anything; never NULL. */
void *arena_alloc(Arena *a, size_t n, size_t size);
/* arena_strndup: a copy of len bytes in the arena, with a terminating zero. */
char *arena_strndup(Arena *a, const char *s, size_t len);

/*
 * arena_grow: make room for one more element. p points to n elements of size bytes, with capacity
 * *cap; the result holds the same elements and room for at least one more. p is NULL and *cap 0 for
 * a new array; later values come from this function.
 */
void *arena_grow(Arena *a, void *p, uint32_t n, uint32_t *cap, size_t size);

/*
 * arena_more: like arena_grow for an array that does not store its capacity: the capacity is the
 * power of two at or above n. So n may only grow, by one at a time. New elements are zeroed.
 * Pointers into the old array stay valid.
 */
void *arena_more(Arena *a, void *p, size_t n, size_t size);

void arena_free(Arena *a); /* free all memory; the arena is empty afterwards */

#endif
