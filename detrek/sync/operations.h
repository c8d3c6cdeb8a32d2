/*
 * operations.h - what orders the threads of a machine, seen from outside: the kernel's operations.
 *
 * A thread is a process whose stack the kernel knows: one that a program's main runs in, or that
 * thread_start has made. The programs are the plain ones, and no simulated time passes: the machine
 * tells when a node stands before certain instructions (watcher.h), and its registers and memory
 * tell the rest. docs/races.md lists what is observed.
 *
 * Operations come in an order that agrees with that of the run: those of a node as they happen, a
 * message's receive after its send. What they mean is that of detrek/races: an operation joins what
 * its thread and its object know.
 */
#ifndef OPERATIONS_H
#define OPERATIONS_H

#include "detrek/target/target.h"
#include "sim/past/past.h"

/* What a thread does with an object. */
typedef enum OperationKind {
	OPERATION_BLOCK, /* it waits for a semaphore; its P follows */
	OPERATION_P,
	OPERATION_V,
	OPERATION_SEND,
	OPERATION_RECV,
	OPERATION_UNBLK, /* a send that had to wait for its receiver goes on */
} OperationKind;

typedef enum ObjectKind {
	OBJECT_SEMAPHORE, /* in memory */
	/*
	 * a thread is started, or run again after it has stopped itself: a V of the one, a P of the
	 * other
	 */
	OBJECT_RUN,
	OBJECT_CHANNEL,   /* a word in memory */
	/* the kernel's, of a sender's node, a receiver's node, an event and a type */
	OBJECT_MESSAGE,
	/*
	 * High priority on a node: processes there are atomic with respect to each other. Each has
	 * a V of it with each of its operations, which orders them as a lock would.
	 */
	OBJECT_HIGH,
	/*
	 * The ends of a node's processes: a V of each thread that ends, and of what receives a
	 * message of the kernel itself, which may be the notice.
	 */
	OBJECT_ENDS,
} ObjectKind;

/*
 * sync_is_implied: of an object that no thread waits for: what the machine has ordered by itself.
 */
static inline bool
sync_is_implied(ObjectKind k)
{
	return k == OBJECT_HIGH || k == OBJECT_ENDS;
}

typedef struct SyncObjectInfo {
	ObjectKind kind;
	NodeId node;
	Addr addr;       /* of a semaphore or channel; of OBJECT_RUN the thread's number */
	uint32_t serial; /* how many there were at that address before */
	uint32_t value;  /* of a semaphore, when it is first seen */
	NodeId from;     /* OBJECT_MESSAGE ... */
	int32_t event;
	uint32_t type;
} SyncObjectInfo;

typedef struct SyncThreadInfo {
	NodeId node;
	uint32_t number; /* on its node, from 1 */
	Addr low;        /* its stack, */
	Word nbytes;
	int32_t pid;     /* its process */
} SyncThreadInfo;

typedef struct Operation {
	OperationKind kind;
	uint32_t thread, object;
	NodeId node;
	uint64_t count; /* instructions that the node had executed */
	Cycles cycles;  /* and its clock */
} Operation;

/*
 * Memory that the kernel or a C library's heap gives out: its bytes are other variables from now
 * on.
 */
typedef struct Allocation {
	NodeId node;
	Addr low;
	Word nbytes;
	bool heap;       /* by the C library, else by the kernel */
	uint32_t thread; /* that asked the kernel last: for it, if it was a thread */
	uint64_t count;
} Allocation;

typedef struct SyncCalls {
	void (*thread)(void *context, uint32_t thread, const SyncThreadInfo *t); /* a new one */
	void (*object)(void *context, uint32_t object, const SyncObjectInfo *o); /* likewise */
	void (*operation)(void *context, const Operation *o);
	/*
	 * Accesses of a thread at low priority, in order, and of the kernel on its behalf (a
	 * message's bytes). NULL: only operations are wanted.
	 */
	void (*accesses)(
		void *context, uint32_t thread, NodeId n, const Access *a, uint32_t naccesses);
	void (*allocated)(void *context, const Allocation *a); /* NULL: not wanted */
	/*
	 * A thread at low priority is about to do an operation. true: it is held before it, until
	 * sync_release; then the question is put again. NULL: none is held.
	 */
	bool (*early)(void *context, uint32_t thread);
	void *context;
} SyncCalls;

typedef struct SyncObserver SyncObserver;

/* sync_observer_new: of a sync_target. It must be attached from the run's beginning on. */
SyncObserver *sync_observer_new(Target *t, const SyncCalls *calls);
void sync_observer_free(SyncObserver *o);
/* sync_attach, sync_detach: around each piece of the run, without gaps between them. */
void sync_attach(SyncObserver *o);
void sync_detach(SyncObserver *o);

/* sync_is_held: the thread is held before an operation. */
bool sync_is_held(const SyncObserver *o, uint32_t thread);
/* sync_release: it goes on; while its node is observed doing an operation of another thread. */
void sync_release(SyncObserver *o, uint32_t thread);

/* sync_observe: the whole run of a past, from its beginning; the network is at the end then. */
void sync_observe(Past *p, Target *t, const SyncCalls *calls);

/* sync_object_name: another one for each object. */
enum { SYNC_NAME = 64 };
int sync_object_name(const Target *t, uint32_t object, const SyncObjectInfo *o,
	char name[SYNC_NAME]);

/*
 * sync_target: with the programs of a recording; that its kernel is not there, or has no debugging
 * information, is fatal.
 */
Target *sync_target(Past *p);

#endif
