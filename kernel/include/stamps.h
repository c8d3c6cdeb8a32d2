/*
 * stamps.h - the log of operations that a kernel keeps if it is compiled with SYNC_LOG: how the
 * host finds it on a node, and the blocks in which it leaves the node.
 *
 * Included by both sides; <stdint.h> only. All words are little-endian.
 */
#ifndef STAMPS_H
#define STAMPS_H

#include <stdint.h>

/*
 * A receive, or an operation whose Lamport time is not one more than the thread's previous time; an
 * entry with time 0 is the end of a thread. The entry after a receive describes the message: the
 * number of the sender's node plus SYNC_MESSAGE, 0, and the time of the send.
 *
 * Or an input of a thread from outside. `thread` is the thread's number plus SYNC_CLOCK, and `time`
 * a value of the clock that the thread has read. Or `thread` is the number plus SYNC_INPUT, and
 * `time` the number of bytes of a message from the host; the bytes follow in as many entries as
 * they need.
 *
 * Or receives and probes that did not wait: `thread` is the number plus SYNC_LOOK, and `time` twice
 * the number of those that found no message, plus 1 if a probe has then found one. The next entry
 * describes that message, as after a receive (with time 0 if the kernel or the host has sent it).
 */
typedef struct SyncEntry {
	uint32_t thread; /* number on its node, from 1 */
	uint32_t last;   /* time of the thread's previous operation; 0 if there was none */
	uint32_t time;   /* Lamport time */
} SyncEntry;
_Static_assert(sizeof(SyncEntry) == 12, "SyncEntry");

#define SYNC_MESSAGE 0x80000000u
#define SYNC_CLOCK 0x40000000u
#define SYNC_INPUT 0x20000000u
#define SYNC_LOOK 0x10000000u

enum { SYNC_ENTRIES = 120 }; /* in a block */

/* A block, and the body of the message to EV_SYNCD of the host that carries it. */
typedef struct SyncBlock {
	uint32_t serial; /* number of the block on its node, from 0 */
	uint32_t count;  /* of entries */
	SyncEntry entry[SYNC_ENTRIES];
} SyncBlock;
_Static_assert(sizeof(SyncBlock) == 1448, "SyncBlock");

/* A thread that has not ended. */
typedef struct SyncThread {
	uint32_t next;   /* address of another one; 0 if there is none */
	uint32_t number;
	uint32_t time;   /* time of its last operation; 0 if there was none */
	uint32_t misses; /* receives since then that found no message and are not in the log */
} SyncThread;
_Static_assert(sizeof(SyncThread) == 16, "SyncThread");

/* Where the log is on a node; NodeWords.sync is the address of this. */
typedef struct SyncArea {
	uint32_t threads; /* address of the first SyncThread */
	uint32_t block;   /* address of the block that is not full yet; 0 if there is none */
	uint32_t nblocks; /* blocks so far, including the one that is not full */
	uint32_t lost;    /* entries for which there was no memory */
} SyncArea;
_Static_assert(sizeof(SyncArea) == 16, "SyncArea");

#endif
