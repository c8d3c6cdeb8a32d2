/* snap.h - a snapshot being written or read; the same functions do both. */
#ifndef SNAP_H
#define SNAP_H

#include "page_store.h"

#include "sim/network/network.h"

typedef struct Snap {
	const char *name; /* of the file, for messages */
	bool reading;     /* the snapshot is being read; false: it is being written */
	Buf bytes;        /* the snapshot */
	size_t at; /* reading: offset of the next byte */
	/*
	 * for a snapshot of the machine alone: stores its pages; NULL if the snapshot contains the
	 * pages and the host
	 */
	const PageKeeper *keeper;
} Snap;

/* snap_transfer: write n bytes from p, or read them to p. */
void snap_transfer(Snap *s, void *p, size_t n);
/* snap_count: write or read how many objects follow, of `size` bytes each; returns the number. */
uint32_t snap_count(Snap *s, uint32_t n, size_t size);
/* snap_damaged: report that the snapshot is damaged; fatal. */
_Noreturn void snap_damaged(const Snap *s);

/*
 * snap_struct: write the struct of a node, except fields that belong to the host program; or read
 * the struct into *copy, with the node's present values in these fields.
 */
void snap_struct(Snap *s, const T800 *c, T800 *copy);
/* snap_clock: write or read a node's clock, which a fault may have changed. */
void snap_clock(Snap *s, Network *w, NodeId n);
/* snap_end: write or read an end with its orders. */
void snap_end(Snap *s, Network *w, End *e);

#endif
