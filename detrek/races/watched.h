/*
 * watched.h - watches words in a replayed run, and lists the pairs of instructions whose accesses
 * to a word conflict.
 */
#ifndef WATCHED_H
#define WATCHED_H

#include "live.h"

/* An access of a word by an instruction. */
typedef struct WatchedAccess {
	struct WatchedAccess *next;
	uint32_t thread;
	uint32_t number; /* the thread's position in the run, as counted by the caller */
	Addr iptr;
	uint8_t mask;    /* bits of the bytes of the word that it accesses */
	bool store;
	uint64_t count;  /* number of instructions that the node had executed before this one */
} WatchedAccess;

/* The accesses to a word that are kept, from the allocation of its memory on. */
typedef struct WatchedWord {
	WatchedAccess *accesses; /* n accesses, the latest first */
	uint32_t n;
} WatchedWord;

typedef struct Watched {
	const Live *live;
	Owners *owners;
	WatchedWord ****page; /* [node][page][word], NULL if nothing is compared there */
} Watched;

/* watched_new: an empty table of watched words; in the arena of the run's trace. */
Watched watched_new(const Live *l);
/* watched_add: watch the word of a variable of the trace. */
void watched_add(Watched *w, uint32_t variable);
/* watched_at: the watched word at an address of a node; NULL if the word is not watched. */
WatchedWord *watched_at(const Watched *w, NodeId n, Addr a);
/* watched_forget_allocated: forget the accesses of words in memory that was allocated. */
void watched_forget_allocated(Watched *w, const Allocation *a);

/* watched_access: the WatchedAccess that describes a thread's access in the replayed run. */
WatchedAccess watched_access(uint32_t thread, uint32_t number, const Access *a);
/* watched_add_access: add a copy of an access to the accesses of a word; returns the copy. */
WatchedAccess *watched_add_access(const Watched *w, WatchedWord *word, const WatchedAccess *x);
/*
 * watched_accesses_conflict: true if the accesses are of two threads, have a byte in common, and at
 * least one is a store.
 */
bool watched_accesses_conflict(const WatchedAccess *a, const WatchedAccess *b);

/*
 * watched_get_pair: the number, in p, of the pair of instructions that made two conflicting
 * accesses to the word at an address, in the order of the run; each variable has its own pairs. A
 * new pair is added, with its places in the sources.
 */
uint32_t watched_get_pair(const Watched *w, RacingPairs *p, NodeId n, Addr addr,
	const WatchedAccess *first, const WatchedAccess *then);

/* watched_mix_hash: the hash h, with the number `with` mixed in. */
static inline uint64_t
watched_mix_hash(uint64_t h, uint64_t with)
{
	return ((h ^ with) + 1) * 0x9E3779B97F4A7C15u;
}

#endif
