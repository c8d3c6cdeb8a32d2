/*
 * next.h - the operation that a thread is about to do, for an observer that chooses which thread
 * continues.
 */
#ifndef NEXT_H
#define NEXT_H

#include "operations.h"

typedef enum NextKind {
	NEXT_WAIT,    /* waits for a semaphore */
	NEXT_TRY,     /* tries to take a semaphore, without waiting */
	NEXT_SIGNAL,  /* signals a semaphore */
	NEXT_SEND,
	NEXT_RECEIVE,
	NEXT_CHANNEL, /* sends or receives on a channel in memory */
	NEXT_ALTERNATIVE, /* waits for several channels; only with SyncCalls.alternatives */
	NEXT_START,   /* starts another thread, or runs one */
	NEXT_END,     /* ends */
} NextKind;

/* What an alternative waits for. */
typedef struct Enabled {
	/*
	 * [n] channels in memory that it can take. All fields are valid as long as the thread is
	 * held
	 */
	const Addr *channel;
	uint32_t n;
	bool ready; /* the last enabled channel has a sender, so no later channel is taken */
	bool tries; /* the alternative need not take a channel: it has a skip or a time, too */
	bool links; /* the alternative could also take a link or the event channel */
} Enabled;

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
	/* NEXT_CHANNEL: it sends, and programs of the node have alternatives */
	bool offers;
	Enabled enabled; /* NEXT_ALTERNATIVE */
} NextOperation;

/*
 * sync_next: the operation that a thread is about to do; to be called in SyncCalls.early, for that
 * thread.
 */
NextOperation sync_next(SyncObserver *o, uint32_t thread);

#endif
