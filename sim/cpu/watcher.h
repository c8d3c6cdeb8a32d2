/*
 * watcher.h - reports nodes' memory accesses to an observer; this takes no simulated time.
 *
 * A watched node runs in another copy of the interpreter, compiled with reports; the run, its
 * times and its fingerprint are those of a node that is not watched. The observer may inspect the
 * node in its present state; it must change nothing, except for an observer that forces an order on
 * the run (network_force).
 */
#ifndef WATCHER_H
#define WATCHER_H

#include "base/machine.h"

typedef enum AccessKind {
	ACCESS_READ,     /* by an instruction */
	ACCESS_WRITE,    /* by an instruction */
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

enum { NO_LINK = 0xFF }; /* Access.link: boot code */

/* An access to one to four bytes; a longer access is split, in order of addresses. */
typedef struct Access {
	uint64_t count; /* instructions that the node had executed before this one */
	Cycles cycles;  /* the node's clock within the instruction */
	/*
	 * clock of the checkpoint where the instruction's stretch began; for a link: when the
	 * access was due
	 */
	Cycles stretch;
	Addr addr;
	Word old, new;  /* the bytes; the byte at the lowest address is the least significant */
	Word wdesc;     /* the running process, or the one that a link's message belongs to */
	Addr iptr;      /* address of the next instruction; for a link: the node's present Iptr */
	uint8_t nbytes;
	uint8_t kind;   /* AccessKind */
	uint8_t link;   /* if a link made it: its number; NO_LINK: boot code */
	/*
	 * an access by the scheduler (words below workspaces, saved registers, channels), not by
	 * the process
	 */
	bool scheduling;
} Access;

struct Network;
typedef struct Watcher Watcher;

typedef struct WatcherOptions {
	/*
	 * Reports the accesses of a node in order. There is no order between nodes: one may be
	 * ahead of another. NULL if none is wanted; nodes then run faster.
	 */
	void (*report_accesses)(void *context, NodeId n, const Access *a, uint32_t naccesses);
	/*
	 * The node is about to execute a marked instruction; all earlier accesses have been
	 * reported. The node's registers are up to date. NULL if nothing is marked.
	 */
	void (*report_marked)(void *context, NodeId n);
	/* An event of the node's fingerprint (NOTE_... in cpu.h); NULL if not wanted. */
	void (*report_event)(void *context, NodeId n, Word what, Word value);
	void *context;
	/*
	 * A process has repeated so many accesses that were not reported (watcher_report_once).
	 * NULL if all are reported.
	 */
	void (*report_repeats)(void *context, NodeId n, Word wdesc, uint64_t naccesses);
	/*
	 * A force is about to take the node's running process from the processor; all earlier
	 * accesses have been reported. NULL if not wanted.
	 */
	void (*report_leave)(void *context, NodeId n);
} WatcherOptions;

/*
 * watcher_new: attach a watcher to a network that has none, between two runs; it watches nothing
 * yet.
 */
Watcher *watcher_new(struct Network *w, const WatcherOptions *o);
/*
 * watcher_free: end all watching and free the watcher, between two runs, while the network exists.
 */
void watcher_free(Watcher *o);
/* watcher_suspend: stop watching, between two runs. */
void watcher_suspend(Watcher *o);
/* watcher_resume: watch again what was watched before watcher_suspend. */
void watcher_resume(Watcher *o);

/*
 * watcher_all: watch all accesses of a node, from the next run on. kinds: a bit for each
 * AccessKind.
 */
void watcher_all(Watcher *o, NodeId n, uint32_t kinds);
/*
 * watcher_range: watch the accesses to nbytes of a node's memory, in addition to other ranges, from
 * the next run on. kinds: a bit for each AccessKind.
 */
void watcher_range(Watcher *o, NodeId n, uint32_t kinds, Addr low, Word nbytes);
/*
 * watcher_report_once: at addresses from low on, a process's loads of a word are reported only once
 * between two marks or events of the node, and so are its stores; the others are counted. This does
 * not apply to accesses by the scheduler, to moves of blocks, and to links.
 */
void watcher_report_once(Watcher *o, NodeId n, Addr low);
/*
 * watcher_report_first_writes: report the writes of a word by instructions only once in each
 * interval of 1 << bits instructions of the node: the first one. This does not apply to rare
 * operations, such as moves of blocks, nor to nodes with dynamic memory, nor to links.
 */
void watcher_report_first_writes(Watcher *o, NodeId n, uint32_t bits);
/* watcher_mark: mark an instruction of a node for WatcherOptions.report_marked. */
void watcher_mark(Watcher *o, NodeId n, Addr instruction);
/* watcher_mark_all: mark every instruction of a node. */
void watcher_mark_all(Watcher *o, NodeId n);
/* watcher_has_mark: true if watcher_mark was called for the instruction. */
bool watcher_has_mark(const Watcher *o, NodeId n, Addr instruction);
/* watcher_report_events: report the node's events, but none of its accesses. */
void watcher_report_events(Watcher *o, NodeId n);
/* watcher_clear: stop watching the node. */
void watcher_clear(Watcher *o, NodeId n);

/* ---- for the parts of the machine that make accesses ---- */

enum { WATCH_BUFFER = 256 }; /* accesses that are reported at once */

/* A range of addresses, tested by one comparison. An empty range has span 0. */
typedef struct Hull {
	Addr low;
	Word span;
} Hull;

typedef struct WatchedRange {
	Hull hull;
	uint32_t kinds; /* a bit for each AccessKind */
} WatchedRange;

enum { SEEN = 2048 }; /* entries of NodeWatch.seen, a power of two */

/* Repeated accesses of one priority since the last mark or event; they are of one process. */
typedef struct Repeats {
	uint64_t n; /* number of accesses */
	Word wdesc; /* the process */
} Repeats;

typedef struct NodeWatch {
	Hull reads, writes; /* smallest ranges around all wanted accesses */
	/*
	 * for each byte of memory: 1 if a marked instruction begins there; mask is then ~0. With
	 * mask 0 all instructions are marked.
	 */
	uint8_t *marks;
	Word mask;
	/*
	 * [word] the last interval with a write, + 1 (watcher_report_first_writes); NULL: each is
	 * reported
	 */
	uint32_t *written;
	uint32_t bits;        /* 1 << bits: instructions of an interval */
	bool accesses;        /* the watcher has a function for accesses */
	bool all;             /* report everything */
	Access *next;         /* next free entry of the buffer */
	Access buffer[WATCH_BUFFER];
	NodeId node;
	const WatcherOptions *options; /* borrowed from the watcher */
	WatchedRange *ranges; /* [nranges] */
	uint32_t nranges;
	bool withheld;        /* the process of the marked instruction is withheld */
	Hull once;            /* where repeated accesses are not reported */
	uint32_t epoch;       /* number of marks and events, from 1 */
	/* some accesses reported in this epoch, in a hash table without chains (watch_again) */
	uint64_t seen[SEEN];
	Repeats repeats[2];   /* by priority */
} NodeWatch;

/* hull_has: true if the range contains the address. */
static inline bool
hull_has(Hull h, Addr a)
{
	return a - h.low < h.span;
}

/* watch_flush: report the accesses in the buffer, and how many were repeated. */
void watch_flush(NodeWatch *s);
/* watch_wants: true if a range contains the access. */
bool watch_wants(const NodeWatch *s, const Access *a);

#endif
