/*
 * allocations.h - when a node's blocks of memory were allocated: by its kernel, and by the C
 * library's heaps (detrek/target/heap.c).
 *
 * Parts of the run are replayed, with the allocating functions marked, when they are first asked
 * for.
 */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include "detrek/target/target.h"

typedef struct Blocks Blocks;

/*
 * blocks_new: those of a node of a past's run; the past moves to and fro from now on. The past, and
 * the target, which has the programs of its network, must outlive the result. Released by
 * blocks_free.
 */
Blocks *blocks_new(Past *p, Target *t, NodeId n);
void blocks_free(Blocks *b);

/*
 * blocks_allocated: find the last allocation of a block with the address, by the instructions from
 * number `from` on and before number `to`, which the node has executed. *count: the number of the
 * instruction that returns the block; false: there is none.
 */
bool blocks_allocated(Blocks *b, Addr a, uint64_t from, uint64_t to, uint64_t *count);

#endif
