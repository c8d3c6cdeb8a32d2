/*
 * allocations.h - finds when the blocks of a node's memory were allocated, by the node's kernel or
 * by the heaps of the C library (detrek/target/heap.c).
 *
 * When a question first needs a part of the run, this part is replayed with the allocating
 * functions marked.
 */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include "detrek/target/target.h"
#include "sim/cpu/watcher.h"

typedef struct Blocks Blocks;

/*
 * blocks_new: the allocations of a node in a past's run. Each replay of a part moves the past to
 * another place. t: a target with the programs of the past's network. Past and target must outlive
 * the result. Released by blocks_free.
 */
Blocks *blocks_new(Past *p, Target *t, NodeId n);
/* blocks_free: free the allocations. */
void blocks_free(Blocks *b);

/*
 * blocks_allocated: find the last allocation, by the node's instructions `from` to `to` - 1, of a
 * block that contains address a. The node has executed all these instructions. *count gets the
 * number of the instruction that returns the block; false: there is none.
 */
bool blocks_allocated(Blocks *b, Addr a, uint64_t from, uint64_t to, uint64_t *count);

/*
 * blocks_watch: mark the allocating functions, for a caller that itself replays the instructions
 * `from` to `to` - 1 of the node. The caller then calls blocks_marked at each marked instruction,
 * and blocks_covered when the part is complete.
 */
void blocks_watch(Blocks *b, Watcher *o, uint64_t from, uint64_t to);
/* blocks_marked: note an allocation; call this at each marked instruction (blocks_watch). */
void blocks_marked(Blocks *b, Watcher *o);
/*
 * blocks_covered: note that the caller has replayed the node's instructions `from` to `to` - 1, so
 * that blocks_allocated need not.
 */
void blocks_covered(Blocks *b, uint64_t from, uint64_t to);

#endif
