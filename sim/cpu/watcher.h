/*
 * watcher.h - nodes' memory accesses, reported to an observer at no simulated time.
 *
 * A watched node runs in a second copy of the interpreter, compiled with reports; the run, its
 * times and its fingerprint are those of a node that is not watched. What the observer may look at
 * is the node as it is; it must change nothing, but for one that forces an order on the run
 * (process_withhold).
 */
#ifndef WATCHER_H
#define WATCHER_H

#include "base/machine.h"

typedef enum AccessKind {
	ACCESS_READ,     /* by an instruction */
	ACCESS_WRITE,
	ACCESS_SENT,     /* read by a link */
	ACCESS_RECEIVED, /* written by a link, or by the boot logic */
	ACCESS_FAULT,    /* a bit changed by a fault */
	NACCESSKINDS
} AccessKind;

enum {
	ACCESS_READS = 1 << ACCESS_READ | 1 << ACCESS_SENT,
	ACCESS_WRITES = 1 << ACCESS_WRITE | 1 << ACCESS_RECEIVED | 1 << ACCESS_FAULT,
	ACCESS_ALL = ACCESS_READS | ACCESS_WRITES,
};

/* An access to one to four bytes; longer ones are several, in order of their addresses. */
typedef struct Access {
	uint64_t count; /* instructions that the node had executed before the one that makes it */
	Cycles cycles;  /* the node's clock, as far as the instruction had come */
	/*
	 * of the checkpoint where the instruction's stretch began; of a link: when it was due to
	 * act
	 */
	Cycles stretch;
	Addr addr;
	Word old, new;  /* the bytes, the one of the lowest address lowest */
	Word wdesc;     /* the process: the running one, or the one that a link's message is for */
	Addr iptr;      /* behind the instruction; of a link: where the node is */
	uint8_t nbytes;
	uint8_t kind;   /* AccessKind */
	/*
	 * of words below workspaces, saved registers and channels: the scheduler's, not the
	 * process's
	 */
	bool scheduling;
} Access;

struct Network;
typedef struct Watcher Watcher;

typedef struct WatcherOptions {
	/*
	 * Accesses of a node, in their order. Those of different nodes come in no order: a node is
	 * ahead of others.
	 */
	void (*accesses)(void *context, NodeId n, const Access *a, uint32_t naccesses);
	/*
	 * The node stands before an instruction that is marked; all accesses before it have been
	 * reported. Registers are in the node. NULL: nothing is marked.
	 */
	void (*marked)(void *context, NodeId n);
	/* An event of the node's fingerprint (NOTE_... of cpu.h); NULL: not wanted. */
	void (*noted)(void *context, NodeId n, Word what, Word value);
	void *context;
} WatcherOptions;

/*
 * watcher_new: of a network that has none, between two runs; nothing is watched yet. watcher_free:
 * between two runs, with the network alive.
 */
Watcher *watcher_new(struct Network *w, const WatcherOptions *o);
void watcher_free(Watcher *o);

/* What is watched, from the next run on; each call adds to it. kinds: a bit for each AccessKind. */
void watcher_all(Watcher *o, NodeId n, uint32_t kinds);
void watcher_range(Watcher *o, NodeId n, uint32_t kinds, Addr low, Word nbytes);
/*
 * watcher_process: the processes whose workspace lies in a range, or whose message a link moves to
 * or from there.
 */
void watcher_process(Watcher *o, NodeId n, uint32_t kinds, Addr low, Word nbytes);
void watcher_mark(Watcher *o, NodeId n, Addr instruction);
void watcher_mark_all(Watcher *o, NodeId n); /* every instruction */
void watcher_notes(Watcher *o, NodeId n); /* its events */
/* watcher_clear: nothing of the node is watched any more. */
void watcher_clear(Watcher *o, NodeId n);

/* ---- for the parts of the machine that make accesses ---- */

enum { WATCH_BUFFER = 256 };

/* Addresses or workspaces; the test is one comparison. Nothing: span 0. */
typedef struct Hull {
	Addr low;
	Word span;
} Hull;

typedef struct WatchedRange {
	Hull hull;
	uint32_t kinds;
	bool process;
} WatchedRange;

typedef struct NodeWatch {
	/* around all ranges: what is outside is not wanted */
	Hull reads, writes, stacks;
	const uint8_t *marks; /* a bit for each byte of memory; NULL if there is none */
	bool all;             /* everything is wanted */
	Access *next;         /* in the buffer */
	Access buffer[WATCH_BUFFER];
	NodeId node;
	Watcher *watcher;
	WatchedRange *ranges; /* nranges of them */
	uint32_t nranges;
	bool withheld;        /* the marked instruction's process (process_withhold) */
} NodeWatch;

static inline bool
hull_has(Hull h, Addr a)
{
	return a - h.low < h.span;
}

/* watch_flush: report what is in the buffer. */
void watch_flush(NodeWatch *s);
/* watch_wanted: does some range ask for the access? */
bool watch_wanted(const NodeWatch *s, const Access *a);

#endif
