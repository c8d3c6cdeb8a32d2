/*
 * writes.h - an index of the intervals of a node's run in which each word of its memory is written.
 *
 * The index is made by replaying parts of the run with all writes watched, from the place of a
 * question backward; each part is twice as long as the part after it. Most last writers are near
 * the question. To find the others, the whole run is replayed once.
 */
#ifndef WRITES_H
#define WRITES_H

#include "allocations.h"

typedef struct Writes Writes;

/*
 * writes_new: an index for a node, whose run is divided into intervals of 1 << bits instructions.
 * The past moves whenever a part is replayed. The replays find the node's allocations, too. Past
 * and blocks must outlive the result. Released by writes_free.
 */
Writes *writes_new(Past *p, NodeId n, uint32_t bits, Blocks *blocks);
/* writes_free: free the index. */
void writes_free(Writes *w);

/*
 * writes_last: find the last interval before interval `before` in which the word of an address may
 * have been written; false: there is none. A link's write between two intervals counts for both.
 */
bool writes_last(Writes *w, Addr a, uint32_t before, uint32_t *interval);

#endif
