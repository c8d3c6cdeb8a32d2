/*
 * next.h - the operation that a thread is about to do, for an observer that chooses which thread
 * continues.
 */
#ifndef NEXT_H
#define NEXT_H

#include "operations.h"

typedef enum NextKind {
	NEXT_WAIT,    /* for a semaphore */
	NEXT_TRY,     /* likewise, without waiting */
	NEXT_SIGNAL,  /* a semaphore */
	NEXT_SEND,
	NEXT_RECEIVE,
	NEXT_CHANNEL, /* in memory */
	NEXT_START,   /* another thread, or runs one */
	NEXT_END,     /* of the thread */
} NextKind;

typedef struct NextOperation {
	NextKind kind;
	NodeId node;
	bool high;      /* the thread has high priority */
	Addr object;    /* semaphore or channel; Nmsg of a message */
	int32_t count;  /* of the semaphore */
	NodeId to;      /* of a message: its receiver's node, like the next three */
	int32_t event;
	uint32_t type;
	Word how;       /* enum CallHow */
	bool unbuffered; /* NEXT_SEND: the sender waits for its receiver */
} NextOperation;

/* sync_next: what a thread is about to do; valid in SyncCalls.early, for that thread. */
NextOperation sync_next(SyncObserver *o, uint32_t thread);

#endif
