/*
 * operations.h - observes, from outside the simulated machine, the operations of the kernel that
 * order threads.
 *
 * A thread is a process whose stack the kernel knows: one that a program's main runs in, or that
 * thread_start has made. The programs are unchanged, and no simulated time passes: the machine
 * calls the observer when a node is about to execute certain instructions (watcher.h); the node's
 * registers and memory show the rest. docs/races.md lists the operations.
 *
 * Operations are reported in an order that agrees with the run: the operations of one node as they
 * happen, a message's receive after its send. They mean the same as in detrek/races: an operation
 * joins the vector clocks of its thread and its object.
 */
#ifndef OPERATIONS_H
#define OPERATIONS_H

#include "detrek/target/target.h"
#include "sim/past/past.h"

/* An operation of a thread on an object. */
typedef enum OperationKind {
	OPERATION_BLOCK, /* a thread starts to wait for a semaphore; its P follows */
	OPERATION_P,     /* the wait on an object is over */
	OPERATION_V,     /* an object is signalled */
	OPERATION_SEND,  /* a message of the kernel is sent */
	OPERATION_RECV,  /* a message of the kernel is received */
	/* the sender of a message without a buffer continues, as its receiver has the message */
	OPERATION_UNBLOCK,
} OperationKind;

typedef enum ObjectKind {
	OBJECT_SEMAPHORE, /* in memory */
	/*
	 * The start of a thread, or its resumption after the thread has stopped itself: a V by the
	 * thread that starts or resumes it, a P by the thread itself.
	 */
	OBJECT_RUN,
	OBJECT_CHANNEL,   /* a channel, which is a word in memory */
	/*
	 * a message of the kernel, identified by its sender's node, receiver's node, event and type
	 */
	OBJECT_MESSAGE,
	/*
	 * High priority on a node. The turn of a high-priority process is its execution, which
	 * nothing interrupts, from where it starts or continues to where it waits. Such a process
	 * does a V (signal) of this object with each of its operations, and at the beginning and
	 * the end of each turn. This orders the turns as a lock would.
	 *
	 * An object with the number of a low-priority thread as its address stands for the turns
	 * that operations of that thread cause. These turns pre-empt the thread, which continues
	 * after them.
	 */
	OBJECT_HIGH,
	/*
	 * The ends of a node's processes: a V by each thread that ends, and a V by each thread that
	 * receives a message from the kernel itself, since this may be the notice of an end.
	 */
	OBJECT_ENDS,
	/*
	 * The numbers of a node's threads: a V by each thread that starts another one, when the new
	 * thread gets its number. It orders operations, but not accesses.
	 */
	OBJECT_NUMBERS,
} ObjectKind;

/*
 * sync_is_implied: true if no thread waits for the object: the machine itself orders its
 * operations.
 */
static inline bool
sync_is_implied(ObjectKind k)
{
	return k == OBJECT_HIGH || k == OBJECT_ENDS;
}

typedef struct SyncObjectInfo {
	ObjectKind kind;
	NodeId node;
	/* of a semaphore or channel; for OBJECT_RUN and OBJECT_HIGH the thread's number, or 0 */
	Addr addr;
	uint32_t serial; /* number of earlier objects at that address */
	uint32_t value;  /* value of a semaphore when it was first observed */
	NodeId from;     /* of an OBJECT_MESSAGE, like the next two: the sender's node */
	int32_t event;
	uint32_t type;
} SyncObjectInfo;

typedef struct SyncThreadInfo {
	NodeId node;
	uint32_t number; /* number of the thread on its node, from 1 */
	Addr low;        /* lowest address of its stack */
	Word nbytes;     /* size of its stack */
	int32_t pid;     /* pid of the thread's process */
} SyncThreadInfo;

/* What a process passes to the kernel with a message: addresses of the Nmsg and of the bytes. */
typedef struct MovedMessage {
	Addr message, body;
	Word nbytes;
} MovedMessage;

typedef struct Operation {
	OperationKind kind;
	uint32_t thread, object;
	NodeId node;
	uint64_t count; /* number of instructions that the node has executed */
	Cycles cycles;  /* clock of the node */
	MovedMessage moved;    /* OPERATION_SEND, OPERATION_RECV, like the next two */
	Addr called;    /* Wptr of the thread in its call of the kernel */
	uint32_t asked; /* OPERATION_RECV: the type of message that the receive asked for */
	bool tries;      /* OPERATION_RECV: the receive does not wait, or not for ever */
	bool unbuffered; /* OPERATION_SEND: no buffer may hold the message */
	bool input;      /* on a channel in memory: the thread receives; false: it sends */
} Operation;

/* Memory allocated by the kernel or by the heap of a C library; its bytes become new variables. */
typedef struct Allocation {
	NodeId node;
	Addr low;
	Word nbytes, header; /* header: number of bytes before `low` that are also new */
	bool heap;       /* allocated by the C library, otherwise by the kernel */
	/*
	 * the thread that allocated it; if that was not a thread, the thread that last called the
	 * kernel
	 */
	uint32_t thread;
	uint64_t count;
} Allocation;

/* A thread has read the clock with the instruction ldtimer. */
typedef struct ClockRead {
	uint32_t thread;
	NodeId node;
	Addr at;    /* address of the ldtimer */
	Word value;
	bool high;  /* it read the clock of high priority */
	/* a function of the library has read the clock, which a kernel with a log records itself */
	bool noted;
} ClockRead;

/* A thread has received a message of the host. */
typedef struct HostInput {
	uint32_t thread;
	NodeId node;
	uint64_t count; /* instructions executed by the node */
	const uint8_t *bytes;
	Word nbytes, room; /* number of bytes; size of the buffer */
} HostInput;

/*
 * The result of a receive or probe: a receive that does not wait, or not for ever, has got no
 * message, or a probe has or has not seen one.
 */
typedef struct LookResult {
	uint32_t thread;
	NodeId node;
	uint64_t count; /* instructions executed by the node */
	int32_t event;
	uint32_t asked; /* the type of message that the receive or probe asked for */
	Addr called;    /* Wptr of the thread in its call of the kernel */
	bool seen;      /* a probe has seen a message; false: no message was found */
	/* the object of the seen message; UINT32_MAX: a message of the kernel or the host */
	uint32_t object;
	/* the thread's previous look was the same, found no message, and no operation followed */
	bool again;
} LookResult;

/* An alternative of a thread has taken a channel in memory, or none that it had enabled. */
typedef struct ChannelChoice {
	uint32_t thread;
	NodeId node;
	uint64_t count; /* instructions executed by the node */
	/* number of the taken channel, from 1, in the order of enabling; 0: none was taken */
	uint32_t number;
	Addr channel;
	const Addr *enabled; /* [nenabled] */
	uint32_t nenabled;
	bool tries;          /* the alternative had also enabled a skip or a time */
} ChannelChoice;

/* The result of SyncCalls.chooses for any channel. */
enum { ANY_CHANNEL = UINT32_MAX };

/* The functions that the observer calls. Each gets `context` as its first argument. */
typedef struct SyncCalls {
	/* a new thread, a new object, an operation; each may be NULL: not wanted */
	void (*thread)(void *context, uint32_t thread, const SyncThreadInfo *t); /* a new thread */
	void (*object)(void *context, uint32_t object, const SyncObjectInfo *o); /* a new object */
	void (*operation)(void *context, const Operation *o);
	/*
	 * Accesses of a low-priority thread, in order, and of the kernel on its behalf (the bytes
	 * of messages). NULL: only operations are wanted.
	 */
	void (*accesses)(
		void *context, uint32_t thread, NodeId n, const Access *a, uint32_t naccesses);
	/*
	 * With accesses: a thread has made this number of repeated accesses: of words that it has
	 * already loaded or stored since its last operation. NULL: all accesses are reported one by
	 * one.
	 */
	void (*repeated)(void *context, uint32_t thread, uint64_t naccesses);
	void (*allocated)(void *context, const Allocation *a); /* NULL: not wanted */
	/*
	 * A thread is about to do an operation. If the function returns true, the thread is held
	 * before the operation until sync_release; then the function is called again. NULL: no
	 * thread is held.
	 */
	bool (*early)(void *context, uint32_t thread); /* returns true to hold the thread */
	/*
	 * With early: also call `early` if a low-priority thread is about to wait for several
	 * channels.
	 */
	bool alternatives;
	/*
	 * With early: returns whether the receiver's next receive may get the message; if not, the
	 * receiver does not see the message. object: the message, or UINT32_MAX for the one that
	 * the sender is about to send; waits: the receive waits until there is a message. NULL: a
	 * receive gets the first message.
	 */
	bool (*takes)(void *context, uint32_t receiver, uint32_t sender, uint32_t object,
		bool waits);
	/*
	 * With early: `epoch` is called at multiples of EPOCH of simulated time, where all nodes
	 * are at one time, so that threads may be released with sync_release_idle. `waits` returns
	 * whether threads will be released there even if no event of the simulation is left. NULL:
	 * not wanted.
	 */
	bool (*waits)(void *context); /* true if threads will be released at the next epoch */
	void (*epoch)(void *context); /* an epoch begins */
	/*
	 * Reports about nodes that have a kernel; NULL: not wanted. instruction: before each
	 * instruction, and before the operations that it does. access: each access to memory. ends:
	 * the process of a thread ends, and its memory still exists.
	 */
	void (*instruction)(void *context, NodeId n);
	void (*access)(void *context, NodeId n, const Access *a);
	void (*ends)(void *context, uint32_t thread); /* the process of the thread ends */
	/*
	 * Values from outside; NULL: not wanted. clock: returns the value that the thread gets.
	 * input: returns NULL; or the bytes that the thread gets instead, and sets i->nbytes, to at
	 * most i->room.
	 */
	Word (*clock)(void *context, const ClockRead *r);
	const uint8_t *(*input)(void *context, HostInput *i);
	/*
	 * alternative: a thread is about to wait for several channels. chose: it has taken a
	 * channel, or none; the second is known only when the thread does something else. NULL: not
	 * wanted.
	 */
	void (*alternative)(void *context, uint32_t thread, NodeId n);
	void (*chose)(void *context, const ChannelChoice *c); /* an alternative has ended */
	/*
	 * With early: the number, from 1, of the channel that the thread's alternative is to take;
	 * 0 for none; or ANY_CHANNEL. NULL: any channel.
	 */
	uint32_t (*chooses)(void *context, uint32_t thread, const Addr *channel, uint32_t n);
	/* The result of a receive or probe (see Looked). NULL: not wanted. */
	void (*looked)(void *context, const LookResult *l);
	/*
	 * With early: returns whether the thread's next receive that does not wait must find a
	 * message. If so, the thread is held until a message has arrived. NULL: the thread is not
	 * held.
	 */
	bool (*finds)(void *context, uint32_t receiver); /* true: it must find a message */
	/* With finds: a message has arrived at a node, so threads of the node may be released. */
	void (*arrived)(void *context, NodeId n);
	bool numbers; /* also report operations on OBJECT_NUMBERS */
	/*
	 * Reports operations that only the log needs; with early, the thread is held before them.
	 * NULL: not wanted; then early holds high-priority threads before operations that may wait.
	 *
	 * A V of a semaphore is reported for a sem_try that fails.
	 *
	 * On nodes with high-priority threads, a P of OBJECT_HIGH is the beginning of a turn: such
	 * a thread starts, or goes on where it may have waited, and until it may wait again, no
	 * other process of the node runs. A V of OBJECT_ENDS: a thread ends its process; a P of
	 * OBJECT_ENDS: a thread receives the notice of an end.
	 */
	void (*turn)(void *context, const Operation *o);
	void *context;
} SyncCalls;

typedef struct SyncObserver SyncObserver;

/*
 * sync_observer_new: make an observer; the target is the result of sync_target. The observer must
 * be attached from the beginning of the run.
 */
SyncObserver *sync_observer_new(Target *t, const SyncCalls *calls);
/* sync_observer_free: free the observer. */
void sync_observer_free(SyncObserver *o);
/* sync_attach: begin to observe; called before each part of the run, so that no part is missed. */
void sync_attach(SyncObserver *o);
/* sync_detach: stop observing until the next sync_attach; called after each part of the run. */
void sync_detach(SyncObserver *o);

enum { NO_THREAD = UINT32_MAX };
/* sync_thread_at: the thread whose stack has the address, or NO_THREAD. */
uint32_t sync_thread_at(SyncObserver *o, NodeId n, Addr wptr);

/* sync_is_held: true if the thread is held before its next operation. */
bool sync_is_held(const SyncObserver *o, uint32_t thread);
/*
 * sync_put_held: print the operation before which the thread is held: "it signals semaphore
 * 8000dc6c (free)".
 */
void sync_put_held(const SyncObserver *o, uint32_t thread, Buf *out);
/*
 * sync_held_place: the place in the program at which a thread is held: "pop() stack.c:23"; NULL if
 * it is not known. The caller frees the string.
 */
char *sync_held_place(const SyncObserver *o, uint32_t thread);
/*
 * sync_release: let the thread continue; called while an operation of another thread of its node is
 * observed.
 */
void sync_release(SyncObserver *o, uint32_t thread);

/*
 * sync_release_idle: let the thread continue; called in SyncCalls.epoch, when the node may have
 * nothing to execute.
 */
void sync_release_idle(SyncObserver *o, uint32_t thread);

/*
 * sync_observe: observe the whole run of a past, from its beginning; afterwards the network is at
 * the end of the run.
 */
void sync_observe(Past *p, Target *t, const SyncCalls *calls);

enum { SYNC_NAME = 64 };

/* sync_object_name: write the unique name of an object; returns its length. */
int sync_object_name(const Target *t, uint32_t object, const SyncObjectInfo *o,
	char name[SYNC_NAME]);

/*
 * sync_same_route: true if messages of the objects a and b take the same route, so that they arrive
 * in the order in which a thread has sent them.
 */
bool sync_same_route(const SyncObjectInfo *a, const SyncObjectInfo *b);

/*
 * sync_call_place: the place, "m.c:13", at which the program of a thread calls the kernel, while
 * the kernel handles the call; NULL if it is not known. called: as in Operation. The caller frees
 * the string.
 */
char *sync_call_place(Target *t, NodeId n, Addr called);
/*
 * sync_running_place: the place, "m.c:13", in its program that the running process executes; NULL
 * if it is not known. The caller frees the string.
 */
char *sync_running_place(Target *t, NodeId n);

/*
 * sync_target: the target with the programs of a recording; it is fatal if its kernel is missing or
 * has no debugging information.
 */
Target *sync_target(Past *p);

#endif
