/*
 * part.h - writes the state of some nodes of a network for another process, which executes the same
 * network, and reads it there.
 */
#ifndef PART_H
#define PART_H

#include "sim/network/network.h"

/* The pages of this process's nodes that another process knows. */
typedef struct KnownPages {
	uint64_t **pages; /* [nodes][pages] hash of each page; NULL, 0: it is all zeros */
	uint32_t nnodes;
} KnownPages;

/* part_known_init: note that the other process has the present state of the network. */
void part_known_init(KnownPages *k, const Network *w);
void part_known_free(KnownPages *k);

/*
 * part_write: write the state of the nodes of rank w->rank, of the faults that wait for them, and
 * of their links' ends. Of memory, only pages are written that have changed since the last call.
 */
void part_write(Network *w, KnownPages *k, Buf *out);
/*
 * part_read: set the nodes of a rank, and their links' ends, to the state that the rank has written
 * by part_write.
 */
void part_read(Network *w, uint8_t rank, Buf bytes);

#endif
