/*
 * next.h - tells which operation a thread is about to do, for an observer that chooses which thread
 * continues.
 */
#ifndef NEXT_H
#define NEXT_H

#include "operations.h"

typedef enum NextKind {
	NEXT_WAIT,    /* the thread waits for a semaphore */
	NEXT_TRY,     /* it tries to take a semaphore, without waiting */
	NEXT_SIGNAL,  /* signals a semaphore */
	NEXT_SEND,    /* sends a message of the kernel */
	NEXT_RECEIVE, /* receives a message of the kernel */
	NEXT_CHANNEL, /* sends or receives on a channel in memory */
	NEXT_ALTERNATIVE, /* waits for several channels; only with SyncCalls.alternatives */
	NEXT_START,   /* starts another thread, or runs one */
	NEXT_END,     /* ends */
} NextKind;

/* The channels for which an alternative waits. */
typedef struct EnabledChannels {
	/*
	 * [n] channels in memory that the alternative can take. All fields are valid as long as the
	 * thread is held
	 */
	const Addr *channel;
	uint32_t n;
	bool ready; /* the last channel has a sender, so the alternative takes no later one */
	bool tries; /* the alternative need not take a channel: it has a skip or a time, too */
	bool links; /* the alternative could also take a link or the event channel */
} EnabledChannels;

typedef struct NextOperation {
	NextKind kind;
	NodeId node;
	bool high;      /* the thread has high priority */
	Addr object;    /* address of the semaphore or channel; of a message: of its Nmsg */
	int32_t count;  /* present count of the semaphore */
	NodeId to;      /* of a message, as the next three fields: the receiver's node */
	int32_t event;
	uint32_t type;
	Word how;       /* of a message: enum CallHow (whether to wait, how to send) */
	bool unbuffered; /* NEXT_SEND: the sender waits for its receiver */
	/*
	 * NEXT_CHANNEL: the thread sends, and a program of the node has alternatives, which may
	 * take the channel
	 */
	bool offers;
	EnabledChannels enabled; /* NEXT_ALTERNATIVE */
} NextOperation;

/*
 * sync_next_operation: the operation that a thread is about to do; to be called in SyncCalls.early,
 * for that thread.
 */
NextOperation sync_next_operation(SyncObserver *o, uint32_t thread);

#endif
