/* snap.h - a snapshot being written or read piece by piece; the same calls do both. */
#ifndef SNAP_H
#define SNAP_H

#include "page_store.h"

#include "sim/network/network.h"

typedef struct Snap {
	const char *name;
	bool reading;
	Buf bytes;
	size_t at; /* reading: offset of the next byte */
	/*
	 * for a snapshot of the machine alone: stores its pages; NULL: the snapshot contains the
	 * pages and the host
	 */
	const PageKeeper *keeper;
} Snap;

/* snap_transfer: write n bytes from p, or read them to p. */
void snap_transfer(Snap *s, void *p, size_t n);
/* snap_count: write or read a number of objects of `size` bytes each that follow. */
uint32_t snap_count(Snap *s, uint32_t n, size_t size);
_Noreturn void snap_damaged(const Snap *s);

/*
 * snap_struct: write the struct of a node, except fields that belong to the host program, or read
 * it to `copy`, which gets these fields from the node. snap_clock: a node's clock, which a fault
 * may have changed. snap_end: an end with its orders.
 */
void snap_struct(Snap *s, const T800 *c, T800 *copy);
void snap_clock(Snap *s, Network *w, NodeId n);
void snap_end(Snap *s, Network *w, End *e);

#endif
