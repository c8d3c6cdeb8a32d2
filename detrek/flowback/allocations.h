/*
 * allocations.h - when a node's blocks of memory were allocated: by its kernel, and by the C
 * library's heaps (detrek/target/heap.c).
 *
 * A part of the run is replayed, with the allocating functions marked, when a question first needs
 * it.
 */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include "detrek/target/target.h"
#include "sim/cpu/watcher.h"

typedef struct Blocks Blocks;

/*
 * blocks_new: the allocations of a node in a past's run. The past moves whenever a part is
 * replayed. The past, and the target, which has the programs of its network, must outlive the
 * result. Released by blocks_free.
 */
Blocks *blocks_new(Past *p, Target *t, NodeId n);
/* blocks_free: free the allocations. */
void blocks_free(Blocks *b);

/*
 * blocks_allocated: find the last allocation of a block with the address by the node's instructions
 * `from` to `to` - 1, all of them executed. *count: the number of the instruction that returns the
 * block; false: there is none.
 */
bool blocks_allocated(Blocks *b, Addr a, uint64_t from, uint64_t to, uint64_t *count);

/*
 * blocks_watch: mark the allocating functions, for a caller that itself replays a part of the
 * node's run, the instructions `from` to `to` - 1. It calls blocks_marked at each marked
 * instruction, and blocks_covered when the part is complete.
 */
void blocks_watch(Blocks *b, Watcher *o, uint64_t from, uint64_t to);
/* blocks_marked: to be called at each marked instruction of the part that the caller replays. */
void blocks_marked(Blocks *b, Watcher *o);
/*
 * blocks_covered: note that the caller has replayed the node's instructions `from` to `to` - 1, so
 * that blocks_allocated need not.
 */
void blocks_covered(Blocks *b, uint64_t from, uint64_t to);

#endif
