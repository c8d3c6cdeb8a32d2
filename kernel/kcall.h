/*
 * kcall.h - the interface between the kernel and the library of the programs that run under it.
 *
 * A call is a KCall in the caller's memory; __kcall (lib/kcall.s) passes it to the kernel, at high
 * priority and on the kernel's own stack. The kernel sets KCALL_WAITS if it cannot answer the call
 * at once: then the caller stops, and the answer restarts it. kcall.s contains the offsets of the
 * first fields and of NodeWords, and KERNEL_STACK.
 */
#ifndef KCALL_H
#define KCALL_H

#include <border.h>
#include <kernel_calls.h>
#include <kernel.h>
#include <stddef.h>

_Static_assert(offsetof(Nmsg, nh_event) == NMSG_EVENT && offsetof(Nmsg, nh_length) == NMSG_LENGTH
	&& offsetof(Nmsg, nh_msg) == NMSG_BODY && sizeof(Nmsg) == NMSG_BYTES, "Nmsg");

typedef struct KCall {
	uint32_t wdesc;   /* the caller, whose workspace is this KCall */
	/* if the caller waits: KCALL_WAITS, and the signals that arrived and have handlers */
	uint32_t state;
	int32_t result;   /* if the caller has waited, or is of high priority */
	uint32_t number;  /* KC_... */
	struct KCall *next; /* next in a semaphore's queue */
	Nmsg *then;       /* EXCHANGE: the message to receive */
	uint32_t stamp[2]; /* of a call that waits for a semaphore, if the kernel logs (stamp.c) */
	/* what `call` has pushed, and, behind it, further arguments in the caller's own frame */
	uint32_t back;    /* return address */
	uint32_t gsb;
	uint32_t argument[4];
} KCall;
_Static_assert(offsetof(KCall, back) == KCALL_FRAME, "kcall.s");

/* The block at a new process's Wptr. */
typedef struct StartBlock {
	uint32_t function; /* kclone: the start function; 0: main */
	uint32_t gsb;
	uint32_t argc;     /* kclone: the argument */
	uint32_t argv;
	Pid pid;
	Pid parent;
} StartBlock;

#endif
