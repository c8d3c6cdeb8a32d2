/*
 * kcall.h - between the kernel and the library of the programs that run under it.
 *
 * A call is a KCall in the caller's memory; __kcall (lib/kcall.s) brings it to the kernel, at high
 * priority and on the kernel's own stack. A call that cannot be answered at once leaves `done` 0:
 * then the caller stops, and who answers runs it again. kcall.s knows the places of the first
 * fields, of NodeWords, and KERNEL_STACK.
 */
#ifndef KCALL_H
#define KCALL_H

#include <kernel.h>

/*
 * The memory on the chip, from the node's words (border.h) on: the kernel's stack grows down from
 * KERNEL_STACK, whose lowest words belong to the process that serves callers of low priority: the
 * word there is the address of the KCall. The rest is for the links' processes.
 */
#define KERNEL_STACK_LOW 0x800000B0u
#define KERNEL_STACK 0x800005E0u
#define LINK_STACKS 0x80000600u

/* All calls; arguments in order. Results: 0 or more, or a KernelError. */
#define KCALLS(X) \
	X(SEND)        /* Nmsg *, enum CallHow */ \
	X(RECEIVE)     /* Nmsg *, enum CallHow, time (HOW_UNTIL) */ \
	X(ROUTE)       /* node: link */ \
	X(TABLE)       /* the address of the BootNodes; their number in argument[0] */ \
	X(ALLOC)       /* bytes: address, 0 if there is none */ \
	X(FREE)        /* address */ \
	X(AVAIL)       /* bytes */ \
	X(EVENT)       /* an event unique on this node */ \
	X(EXIT)        /* status, enum ExitReason; does not return */ \
	X(PANIC)       /* text; does not return */ \
	X(CLONE)       /* function, argument, stack's bytes, priority: pid */ \
	X(STACK)       /* address, bytes: a thread's; its lowest word becomes a guard */ \
	X(THREAD_END)  /* the stack's address, Semaphore to signal; does not return */ \
	X(SEM_WAIT)    /* Semaphore * */ \
	X(SEM_TRY)     /* Semaphore * */ \
	X(SEM_SIGNAL)  /* Semaphore * */ \
	X(SIGNALS)     /* the set (1 << signal) that has handlers */ \
	X(CRITICAL)    /* function, its argument: it runs undisturbed; its result */

enum {
#define X(name) KC_##name,
	KCALLS(X)
#undef X
	NKCALLS
};

/* How a message is to be sent or received. */
enum CallHow {
	HOW_TRY = 1,     /* do not wait */
	HOW_LOCAL = 2,   /* within the node, held nowhere */
	HOW_LINK = 4,    /* over nh_link */
	HOW_UNTIL = 8,   /* wait until a time */
	HOW_PROBE = 16,  /* only look */
};

typedef struct KCall {
	uint32_t wdesc;   /* the caller; set by __kcall */
	uint32_t done;
	int32_t result;
	uint32_t number;
	Pid self;
	uint32_t signals; /* set of those that came and have handlers */
	Nmsg *then;       /* after a send: receive this */
	struct KCall *next; /* in a semaphore's queue */
	uint32_t argument[4];
} KCall;

/* What a new process finds at its Wptr. */
typedef struct StartBlock {
	uint32_t function; /* of kclone: what it begins with; 0: main */
	uint32_t gsb;
	uint32_t argc;     /* kclone: the argument */
	uint32_t argv;
	Pid pid;
	Pid parent;
} StartBlock;

/* A thread's guard, and that of a process's stack: its lowest word. */
#define STACK_GUARD 0x57A4C0DEu

/*
 * Bytes of its block that lie below a stack: what overflows is noticed at the next call, and until
 * then mostly writes here, not over the kernel's words between the blocks.
 */
enum { STACK_ZONE = 512 };

#endif
