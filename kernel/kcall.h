/*
 * kcall.h - between the kernel and the library of the programs that run under it.
 *
 * A call is a KCall in the caller's memory; __kcall (lib/kcall.s) passes it to the kernel, at high
 * priority and on the kernel's own stack. The kernel sets KCALL_WAITS if it cannot answer the call
 * at once: then the caller stops, and the answer restarts it. kcall.s contains the offsets of the
 * first fields and of NodeWords, and KERNEL_STACK.
 */
#ifndef KCALL_H
#define KCALL_H

#include <border.h>
#include <kernel.h>

/*
 * The memory on the chip, from the node's words (border.h) on: the kernel's stack grows down from
 * KERNEL_STACK; the word there belongs to the process that serves low-priority callers, and
 * contains the address of the KCall. Behind it is the kernel's record of the last caller
 * (node.h). The rest is for the links' processes.
 */
#define KERNEL_CALLER 0x800005C4u
#define LINK_STACKS 0x80000600u

/* All calls with their arguments in order. Results: 0 or more, or a KernelError. */
#define KCALLS(X) \
	X(SEND)        /* Nmsg *, enum CallHow */ \
	X(RECEIVE)     /* Nmsg *, enum CallHow, time (HOW_UNTIL) */ \
	X(ROUTE)       /* node; returns the link */ \
	X(TABLE)       /* returns the address of the BootNodes; their number in argument[0] */ \
	X(ALLOC)       /* bytes; returns the address, 0 if out of memory */ \
	X(FREE)        /* address */ \
	X(AVAIL)       /* bytes */ \
	X(EVENT)       /* returns an event number unique on this node */ \
	X(EXIT)        /* status, enum ExitReason; does not return */ \
	X(PANIC)       /* text; does not return */ \
	X(CLONE)       /* function, argument, bytes of stack, priority; returns the pid */ \
	X(STACK)       /* address, bytes of a thread's stack; its lowest word becomes a guard */ \
	X(THREAD_END)  /* address of the stack, Semaphore to signal; does not return */ \
	X(SEM_WAIT)    /* Semaphore * */ \
	X(SEM_TRY)     /* Semaphore * */ \
	X(SEM_SIGNAL)  /* Semaphore * */ \
	X(SIGNALS)     /* set (1 << signal) of signals with handlers */ \
	X(CRITICAL)    /* function, argument; runs it uninterrupted and returns its result */

enum {
#define X(name) KC_##name,
	KCALLS(X)
#undef X
	NKCALLS
};

/*
 * Only of a kernel that logs operations (NodeWords.sync): the caller has read this value of the
 * clock.
 */
enum { KC_NOTE = NKCALLS };

/* How to send or receive a message. */
enum CallHow {
	HOW_TRY = 1,     /* do not wait */
	HOW_LOCAL = 2,   /* within the node, unbuffered */
	HOW_LINK = 4,    /* over nh_link */
	HOW_UNTIL = 8,   /* wait until a time */
	HOW_PROBE = 16,  /* only check */
};

typedef struct KCall {
	uint32_t wdesc;   /* the caller; set by __kcall */
	/* 0; the kernel sets KCALL_WAITS, and the signals that arrived and have handlers */
	uint32_t state;
	int32_t result;
	uint32_t number;
	Pid self;
	Nmsg *then;       /* SEND: receive this message afterwards; NULL: none */
	struct KCall *next; /* next in a semaphore's queue */
	uint32_t argument[4];
} KCall;

/*
 * In KCall.state, where no signal has the numbers 0 and 31. KCALL_INTERRUPTED: the result is
 * KE_INTR. KCALL_WAITS: the caller stops; so it does if there are signals, and is run again at
 * once.
 */
#define KCALL_INTERRUPTED 1u
#define KCALL_WAITS 0x80000000u

/* The block at a new process's Wptr. */
typedef struct StartBlock {
	uint32_t function; /* kclone: the start function; 0: main */
	uint32_t gsb;
	uint32_t argc;     /* kclone: the argument */
	uint32_t argv;
	Pid pid;
	Pid parent;
} StartBlock;

/*
 * Bytes of a memory block below a stack. An overflow is noticed at the next call; until then it
 * usually overwrites these bytes, and not the kernel's words between blocks.
 */
enum { STACK_ZONE = 512 };

#endif
