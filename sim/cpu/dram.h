/*
 * dram.h - external memory that is dynamic: refresh and page mode.
 *
 * Without either, each external access takes the node's wait states. A node with one of them runs
 * in a copy of the interpreter (interp_dram.c), which calls these functions for each external
 * access; offsets are relative to MOSTNEG.
 *
 * Refresh: the interface runs a refresh cycle once in an interval, as soon as the access under way
 * has ended. An access that begins during the refresh waits for its end.
 *
 * Page mode: a row stays open after an access. An access to the open row is faster than others. A
 * refresh and the link engines close it.
 *
 * Fetches of code use the same memory. A stretch's fetches are charged when it ends (fetch_charge);
 * which rows they open, and which refreshes delay them, is worked out at each data access.
 *
 * Source: the T414's and T800's memory interface (INMOS technical note 9).
 */
#ifndef DRAM_H
#define DRAM_H

#include "sim/topology/topology.h"

typedef struct Dram {
	/* constant */
	uint32_t interval;  /* cycles from one refresh to the next; 0: no refresh */
	uint32_t refresh;   /* cycles of a refresh */
	uint32_t row_bits;  /* a row has 2^row_bits bytes; 0: no page mode */
	uint32_t hit, miss; /* wait states of an access to the open row, and of others */
	uint32_t onchip;    /* bytes of memory that is not external */
	/* state */
	Word open;          /* the open row's number; NO_ROW if none */
	Word fetched;       /* offset up to which code has been fetched */
	Cycles due;         /* clock of the next refresh */
	Cycles free;        /* clock when the last access or refresh ended */
	Cycles delay;       /* cycles that refreshes and misses add to the stretch's fetches */
} Dram;

#define NO_ROW 0xFFFFFFFFu

/* dram_init: set up the memory of a node as its specification says, with no open row. */
void dram_init(Dram *d, const NodeSpec *spec);

/* dram_present: false if all external accesses take the same time. */
static inline bool
dram_present(const Dram *d)
{
	return d->interval != 0 || d->row_bits != 0;
}

/*
 * dram_access: perform an access that begins at clock `now`, for data or the first word of a fetch,
 * in an instruction that ends at iptr; returns the clock after its wait states.
 */
Cycles dram_access(Dram *d, Word offset, Addr iptr, Cycles now);
/*
 * dram_move: read nwords words from src and write them to dst from clock `now` on; returns the wait
 * states of the external accesses among these.
 */
Cycles dram_move(Dram *d, Word dst, Word src, Word nwords, Addr iptr, Cycles now);
/* dram_stretch: begin a stretch of straight-line execution at iptr. */
void dram_stretch(Dram *d, Addr iptr, Cycles now);
/*
 * dram_fetch: the cycles to fetch a stretch of external code from `from` to iptr, which was
 * executed from clock `since` to `now`.
 */
Cycles dram_fetch(Dram *d, Addr from, Addr iptr, Cycles since, Cycles now);
/* dram_close: close the open row, because a link engine has accessed the memory. */
void dram_close(Dram *d);

#endif
