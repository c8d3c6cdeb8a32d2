/*
 * arena.h - memory of one unit of work, freed at once.
 */
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>
#include <stdint.h>

/* {0} is empty. */
typedef struct Arena {
	struct ArenaBlock *large; /* blocks of one allocation each */
	struct ArenaBlock *chunk; /* blocks shared by small ones, the current first */
	size_t used;              /* bytes of the current chunk */
} Arena;

/* arena_alloc: n zeroed elements of size bytes, aligned for anything; never NULL. */
void *arena_alloc(Arena *a, size_t n, size_t size);
char *arena_strndup(Arena *a, const char *s, size_t len); /* the len bytes and a zero */

/*
 * arena_grow: room for one element more. p has n elements of size bytes and room for *cap; the
 * result holds them, and at least one more. p is NULL at first (*cap 0) and always from here.
 */
void *arena_grow(Arena *a, void *p, uint32_t n, uint32_t *cap, size_t size);

/*
 * arena_more: the same for an array whose capacity is not kept: it is the power of two at or above
 * n. So n only grows, by one at a time. New elements are zeroed, and pointers into the old array
 * stay good.
 */
void *arena_more(Arena *a, void *p, size_t n, size_t size);

void arena_free(Arena *a); /* it is empty then */

#endif
