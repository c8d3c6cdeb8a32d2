/*
 * kernel_calls.h - the kernel's calls, and other internals from which the host finds out what a
 * node does. The host reads the rest by the kernel's debugging information.
 *
 * Included by the kernel, its library, and the host; <stdint.h> only.
 */
#ifndef KERNEL_CALLS_H
#define KERNEL_CALLS_H

#include <stdint.h>

/* ---- calls ---- */

/*
 * All calls with their arguments in order. Results: 0 or more, or a KernelError. gate.s and
 * lib/kcall.s contain the numbers of the first seven; node.h and lib/call.c assert them.
 */
#define KCALLS(X) \
	X(SEND)        /* Nmsg *, enum CallHow */ \
	X(RECEIVE)     /* Nmsg *, enum CallHow, time (HOW_UNTIL) */ \
	X(EXCHANGE)    /* SEND, then RECEIVE: KCall.then is the Nmsg * to receive */ \
	X(ALLOC)       /* bytes; returns the address, 0 if out of memory */ \
	X(SEM_WAIT)    /* Semaphore * */ \
	X(SEM_TRY)     /* Semaphore * */ \
	X(SEM_SIGNAL)  /* Semaphore * */ \
	X(ROUTE)       /* node; returns the link */ \
	X(TABLE)       /* uint32_t *: gets the number of nodes; returns the BootNodes' address */ \
	X(FREE)        /* address */ \
	X(AVAIL)       /* bytes */ \
	X(EVENT)       /* returns an event number unique on this node */ \
	X(EXIT)        /* status, enum ExitReason; does not return */ \
	X(PANIC)       /* text; does not return */ \
	X(CLONE)       /* function, argument, bytes of stack, priority; returns the pid */ \
	X(STACK)       /* address, bytes of a thread's stack; its lowest word becomes a guard */ \
	X(THREAD_END)  /* address of the stack, Semaphore to signal; does not return */ \
	X(SIGNALS)     /* set (1 << signal) of signals with handlers */ \
	X(CRITICAL)    /* function, argument; runs it uninterrupted and returns its result */

enum {
#define X(name) KC_##name,
	KCALLS(X)
#undef X
	NKCALLS
};

/*
 * Only in a kernel that logs operations (NodeWords.sync): the caller reports an event of its own
 * (notes.h).
 */
enum {
	KC_NOTE = NKCALLS, /* the caller has read this value of the clock */
	KC_TURN,    /* the caller continues, or starts; at high priority: its turn begins */
	KC_RUN,     /* the caller is about to run the process with this workspace descriptor */
	KC_CHANNEL, /* the caller is about to use this channel; returns 1 if its turn has begun */
};

/* How to send or receive a message. */
enum CallHow {
	HOW_TRY = 1,     /* do not wait */
	HOW_LOCAL = 2,   /* within the node, unbuffered */
	HOW_LINK = 4,    /* over nh_link */
	HOW_UNTIL = 8,   /* wait until a time */
	HOW_PROBE = 16,  /* only check */
};

/*
 * Bits of KCall.state; the other bits are signals. KCALL_INTERRUPTED: a signal has ended the wait,
 * so that the result is KE_INTR. KCALL_WAITS: the caller stops. A caller with signals has this bit,
 * too, and is run again at once.
 */
#define KCALL_INTERRUPTED 1u
#define KCALL_WAITS 0x80000000u

enum {
	KCALL_FRAME = 32, /* bytes of a KCall that the function of a call reserves on its stack */
	/* bytes from behind runp in __kcall to where callers of low priority go on after a wait */
	KCALL_WAITED = 3,
};

/* Results of functions of the kernel that carry out a call; other than a KernelError. */
enum {
	CALL_WAITS = INT32_MIN,    /* the caller must wait; its KCall.state has KCALL_WAITS */
	CALL_ENDS = INT32_MIN + 1, /* the calling thread has ended, and the KCall may be gone */
	CALL_DONE = INT32_MIN + 2, /* the caller, of low priority, has its answer already */
};

/* What a process waits for in a call that sends or receives. */
enum WaiterKind { WAIT_RECEIVE, WAIT_SEND, NWAITS };

/* ---- semaphores ---- */

enum { NO_LOCK = 1 }; /* Semaphore.holder: it is not used as a lock */
enum { SEM_WAIT_STACK = 1 }; /* in a KC_SEM_WAIT that waits, this argument is the caller's stack */

/* ---- processes ---- */

enum {
	NPROCESSES = 128,    /* a power of two; the low bits of a pid are the index */
	/* first index of users' processes; Trollius used the smaller ones for daemons */
	FIRST_INDEX = 18,
};

/* ---- stacks ---- */

/*
 * The memory on the chip, from the node's words (border.h) on: the kernel's stack grows down from
 * KERNEL_STACK; the word there belongs to the process that serves low-priority callers, and
 * contains the address of the KCall. Behind it is the kernel's record of the last caller
 * (node.h). The rest is for the links' processes: two stacks for each link.
 */
#define KERNEL_CALLER 0x800005C4u
#define LINK_STACKS 0x80000600u

enum {
	/* bytes for each link process; for deeper calls they use the kernel's stack */
	LINK_STACK = 304,
	/*
	 * Bytes of a memory block below a stack. An overflow is noticed at the next call; until
	 * then it usually overwrites these bytes, and not the kernel's words between blocks. Below
	 * them is the Semaphore that the end of a thread signals (lib/thread.c).
	 */
	STACK_ZONE = 512,
};

/* ---- memory ---- */

/*
 * Bytes of the header in front of a block: of the kernel (memory.c), of the C library's heap
 * (libc/heap.c). The first word is the size of header and block; bit 0 in the kernel's: it is free.
 */
enum { BLOCK_HEADER = 20, HEAP_HEADER = 8 };

/* ---- messages ---- */

/*
 * Offsets in an Nmsg (kcall.h asserts them). The words from the event on, up to the last one
 * before the address of the body, are copied from the sender to the receiver.
 */
enum { NMSG_EVENT = 4, NMSG_LENGTH = 12, NMSG_BODY = 52, NMSG_BYTES = 56 };

typedef enum PacketClass { /* of a packet */
	CLASS_USER,
	CLASS_SYSTEM,
	NCLASSES
} PacketClass;

/* The events that KC_EVENT returns. */
#define OWN_EVENTS 0xC0000000u /* the first */
enum { NOWN_EVENTS = 0x1000000 }; /* their number */

#endif
