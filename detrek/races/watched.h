/*
 * watched.h - the words of a replayed run whose accesses are compared with each other, and which
 * pairs of instructions made those that conflict.
 */
#ifndef WATCHED_H
#define WATCHED_H

#include "live.h"

/* An access of a word by an instruction. */
typedef struct WatchedAccess {
	struct WatchedAccess *next;
	uint32_t thread;
	uint32_t number; /* where the thread was, as the user counts it */
	Addr iptr;
	uint8_t mask;    /* bytes of the word */
	bool store;
	uint64_t count;
} WatchedAccess;

/* The accesses that are kept of a word, since its memory was allocated. */
typedef struct WatchedWord {
	WatchedAccess *accesses; /* n accesses, the latest first */
	uint32_t n;
} WatchedWord;

typedef struct Watched {
	const Live *live;
	Owners *owners;
	WatchedWord ****page; /* [node][page][word], NULL if nothing is compared there */
} Watched;

/* watched_new: no words yet; owned by the arena of the run's trace. */
Watched watched_new(const Live *l);
/* watched_add: watch the word of a variable of the trace. */
void watched_add(Watched *w, uint32_t variable);
/* watched_at: the word with an address of a node; NULL: it is not watched. */
WatchedWord *watched_at(const Watched *w, NodeId n, Addr a);
/* watched_allocated: memory was allocated: its words begin anew. */
void watched_allocated(Watched *w, const Allocation *a);

/* watched_access: an access of the replayed run, of one thread. */
WatchedAccess watched_access(uint32_t thread, uint32_t number, const Access *a);
/* watched_keep: add an access to a word's; returns the one that is kept. */
WatchedAccess *watched_keep(const Watched *w, WatchedWord *word, const WatchedAccess *x);
/* watched_conflict: two threads, at least one store, and a byte in common. */
bool watched_conflict(const WatchedAccess *a, const WatchedAccess *b);

/*
 * watched_pair: the number in the table of the pair of instructions of two conflicting accesses of
 * the word at an address, the first one of the run first; one pair for each variable. It is added,
 * with its places in the sources, if it is new.
 */
uint32_t watched_pair(const Watched *w, RacingPairs *p, NodeId n, Addr addr,
	const WatchedAccess *first, const WatchedAccess *then);

/* watched_mix: part of a hash. */
static inline uint64_t
watched_mix(uint64_t h, uint64_t with)
{
	return ((h ^ with) + 1) * 0x9E3779B97F4A7C15u;
}

#endif
