/* snap.h - a snapshot being written or read piece by piece; the same calls do both. */
#ifndef SNAP_H
#define SNAP_H

#include "page_store.h"

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

#endif
