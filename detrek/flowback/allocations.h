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

typedef struct HeapBlocks HeapBlocks;

/*
 * blocks_new: the allocations of a node in a past's run. Each replay of a part moves the past to
 * another place. t: a target with the programs of the past's network. Past and target must outlive
 * the result. Released by blocks_free.
 */
HeapBlocks *blocks_new(Past *p, Target *t, NodeId n);
/* blocks_free: free the allocations. */
void blocks_free(HeapBlocks *b);

/*
 * blocks_last_allocation: find the last allocation, by the node's instructions `from` to `to` - 1,
 * of a block that contains address a. The node has executed all these instructions. *count gets the
 * number of the instruction that returns the block; false: there is none.
 */
bool blocks_last_allocation(HeapBlocks *b, Addr a, uint64_t from, uint64_t to, uint64_t *count);

/*
 * blocks_mark_functions: mark the allocating functions, for a caller that itself replays the
 * instructions `from` to `to` - 1 of the node. The caller then calls blocks_handle_mark at each
 * marked instruction, and blocks_note_replayed when the part is complete.
 */
void blocks_mark_functions(HeapBlocks *b, Watcher *o, uint64_t from, uint64_t to);
/*
 * blocks_handle_mark: note an allocation; call this at each marked instruction
 * (blocks_mark_functions).
 */
void blocks_handle_mark(HeapBlocks *b, Watcher *o);
/*
 * blocks_note_replayed: note that the caller has replayed the node's instructions `from` to `to` -
 * 1, so that blocks_last_allocation need not.
 */
void blocks_note_replayed(HeapBlocks *b, uint64_t from, uint64_t to);

#endif
