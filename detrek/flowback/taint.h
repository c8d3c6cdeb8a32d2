/*
 * taint.h - for each byte of a memory, the set of origins (values) from which it was computed.
 *
 * An origin is a small number, which the user of this file chooses. A set is a number. Each set is
 * stored once, so equal sets have the same number; 0 is the empty set.
 */
#ifndef TAINT_H
#define TAINT_H

#include "base/machine.h"

typedef uint32_t TaintSet;
typedef struct TaintSets TaintSets;

/* taint_sets_new: a collection of sets of origins; at first it has only the empty set. */
TaintSets *taint_sets_new(void);
/* taint_sets_free: free all sets. */
void taint_sets_free(TaintSets *t);
/* taint_singleton: the set that contains only this origin. */
TaintSet taint_singleton(TaintSets *t, uint32_t origin);
/* taint_union: the union of two sets. */
TaintSet taint_union(TaintSets *t, TaintSet a, TaintSet b);
/* taint_origins: the n origins of a set in ascending order; valid until the next set is made. */
const uint32_t *taint_origins(const TaintSets *t, TaintSet set, uint32_t *n);

/* The sets of the bytes of a node's memory. On most pages, all bytes have the empty set. */
typedef struct TaintMemory {
	/* [npages] the sets of a page's bytes; NULL: all of them have the empty set */
	TaintSet **pages;
	uint32_t npages;
} TaintMemory;

/* taint_memory_init: make nbytes of memory without taint. */
void taint_memory_init(TaintMemory *m, uint32_t nbytes);
/* taint_memory_free: free the sets of the bytes. */
void taint_memory_free(TaintMemory *m);
/* taint_get: the set of the byte at an address; an address outside has the empty set. */
TaintSet taint_get(const TaintMemory *m, Addr a);
/* taint_put: give a byte of the memory another set. */
void taint_put(TaintMemory *m, Addr a, TaintSet set);

#endif
