/*
 * writes.h - in which intervals of a node's run each word of its memory is written.
 *
 * It is had by going through the run once with all writes watched, and tells at once which interval
 * has the last writer of a word, however long ago that was.
 */
#ifndef WRITES_H
#define WRITES_H

#include "sim/past/past.h"

typedef struct Writes Writes;

/*
 * writes_new: of a node whose run is cut into intervals of so many instructions; the past is at its
 * present afterwards. Released by writes_free.
 */
Writes *writes_new(Past *p, NodeId n, uint32_t interval);
void writes_free(Writes *w);

/*
 * writes_last: the number of the last interval before one in which the word of an address may have
 * been written; false: there is none. What a link writes between two intervals counts for both.
 */
bool writes_last(const Writes *w, Addr a, uint64_t before, uint64_t *interval);

#endif
