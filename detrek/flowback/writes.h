/*
 * writes.h - an index of the intervals of a node's run in which each word of its memory is written.
 *
 * To make the index, parts of the run are replayed, and all their writes are watched. The first
 * part ends at the place of a question; each further part lies before it, and is twice as long.
 * Most last writers are near the question. To find the others, the whole run is replayed once.
 */
#ifndef WRITES_H
#define WRITES_H

#include "allocations.h"

typedef struct Writes Writes;

/*
 * writes_new: an index for a node, whose run is divided into intervals of 1 << bits instructions.
 * Each replay of a part moves the past to another place, and also finds allocations for `blocks`.
 * Past and blocks must outlive the result. Released by writes_free.
 */
Writes *writes_new(Past *p, NodeId n, uint32_t bits, HeapBlocks *blocks);
/* writes_free: free the index. */
void writes_free(Writes *w);

/*
 * writes_last_interval: find the last interval before interval `before` in which the word of an
 * address may have been written; false: there is none. A link's write between two intervals counts
 * for both.
 */
bool writes_last_interval(Writes *w, Addr a, uint32_t before, uint32_t *interval);

#endif
