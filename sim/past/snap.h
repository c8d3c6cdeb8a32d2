/*
 * snap.h - a snapshot being written or read, piece by piece: the same calls do both.
 */
#ifndef SNAP_H
#define SNAP_H

#include "page_store.h"

typedef struct Snap {
	const char *name;
	bool reading;
	Buf bytes;
	size_t at; /* reading: next byte */
	/* of the machine alone: has its pages; NULL: they are in the snapshot, and the host, too */
	const PageKeeper *keeper;
} Snap;

/* snap_transfer: n bytes to or from p. */
void snap_transfer(Snap *s, void *p, size_t n);
/* snap_count: a number of things of `size` bytes each that follow. */
uint32_t snap_count(Snap *s, uint32_t n, size_t size);
_Noreturn void snap_damaged(const Snap *s);

#endif
