/*
 * kernel.h - the node's kernel, for programs that run under it.
 *
 * Names and meanings follow Trollius and its descendant LAM (facts in docs/t800/trollius.md). A
 * message point is (node, event, type): events must be equal; types match when either is 0 or they
 * have a bit in common. User events are positive; a process's own is minus its pid.
 *
 * KernelError, the signals and Semaphore are in border.h, which the host includes, too.
 *
 * Calls return 0 or more, or a negative KernelError. Processes of both priorities may call; a call
 * runs at high priority, so it is not interrupted. Arguments are not kept after a call returns,
 * unless its comment says so.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>
#include <border.h>

typedef int32_t Pid; /* positive; reused on its node only after 2^20 others */

/* ---- messages ---- */

typedef struct Nmsg {
	uint16_t nh_node;  /* for a send: the destination; for a receive: set to the sender */
	uint16_t nh_link;  /* datalink calls: the link to use, NH_LINK_LOCAL for this node */
	int32_t nh_event;  /* of the message point */
	uint32_t nh_type;  /* for a receive: set to the sender's type */
	/* bytes; for a receive: size of the buffer, set to the bytes received */
	uint32_t nh_length;
	uint32_t nh_flags; /* enum NmsgFlag */
	uint32_t nh_data[NH_WORDS]; /* sent along if NH_HAS_DATA is set */
	void *nh_msg;      /* the body */
} Nmsg;

enum { NH_LINK_LOCAL = 0xFF };

enum NmsgFlag {
	NH_HAS_DATA = PACKET_DATA,
	/* send: wait until the receiver takes the message, without any buffer */
	NH_NOBUF = PACKET_NOBUF,
	NH_SYSTEM = PACKET_SYSTEM, /* sent in the class that users' messages cannot block */
};

/* Kernel level: a rendezvous between two processes of a node, without buffers. */
int ksend(Nmsg *m); /* send; wait until the receiver has the message */
int krecv(Nmsg *m); /* wait for a message */
int ksr(Nmsg *send, Nmsg *recv); /* send, then receive, in one call */
int ktry_send(Nmsg *m); /* KE_AGAIN if no process waits for the message */
int ktry_recv(Nmsg *m); /* KE_AGAIN if there is no message */

/*
 * Datalink level: to a local process or a neighbour over nh_link; one packet (MAX_PACKET), no
 * routing.
 */
int dsend(Nmsg *m); /* send to a process here, or over m->nh_link */
int drecv(Nmsg *m); /* wait for a message */
int dsfr(Nmsg *send, Nmsg *recv); /* send, then receive, in one call */
int dtry_send(Nmsg *m); /* KE_AGAIN if it would have to wait */
int dtry_recv(Nmsg *m); /* KE_AGAIN if there is no message */

/*
 * Network level: any node, any length. A send returns when the message has reached its next buffer
 * (a link's queue, the buffer daemon, or the receiver).
 */
int nsend(Nmsg *m); /* send to m->nh_node */
int nrecv(Nmsg *m); /* wait for a message */
int ntry_send(Nmsg *m); /* KE_AGAIN if it would have to wait */
int ntry_recv(Nmsg *m); /* KE_AGAIN if there is no message */
/* nprobe: describe in m a message that has come for (event, type); KE_AGAIN if there is none */
int nprobe(Nmsg *m);
/* nrecv_until: as nrecv; KE_TIMEOUT when the high-priority clock (us) has passed `time` */
int nrecv_until(Nmsg *m, uint32_t time);

/*
 * Transport level: the body is sent only when the receiver is ready, so it is never buffered on the
 * way.
 */
int tsend(Nmsg *m); /* send when the receiver is ready */
int trecv(Nmsg *m); /* receive what tsend sends */

/* ---- who and where ---- */

uint32_t getnodeid(void);           /* the number of this node */
uint32_t getnnodes(void); /* number of the network's nodes, also those not up */
Pid getpid(void); /* the Pid of the calling process */
int getroute(uint32_t node);        /* link towards the node; NH_LINK_LOCAL if it is this node */
/* getnode: a node's entry in the network's table; NULL if there is no such node */
const BootNode *getnode(uint32_t node);
uint32_t getclock(void); /* the node's high-priority clock, in us */

/*
 * critical: run f(argument) at high priority: no other process of the node runs meanwhile, so f
 * must not wait. From high priority f is simply called.
 */
uint32_t critical(uint32_t (*f)(uint32_t), uint32_t argument);

/* ---- processes ---- */

typedef void SignalHandler(int signal);

/*
 * kcreate: create a process on a node (NODE_LOCAL: here) of a program that flatd has under `tag`.
 * argv is copied. Returns the pid. When it ends, its parent gets (pid, status) at event minus the
 * parent's pid.
 */
int kcreate(uint32_t node, uint32_t tag, int priority, int argc, char *const *argv);
/*
 * kclone: a process of the caller's program on this node, with a copy of the caller's data as it is
 * now, which starts with f(argument) on its own stack. Pointers in the data are copied unchanged;
 * memory from malloc still belongs to the caller.
 */
int kclone(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority);
int kkill(uint32_t node, Pid pid, int signal); /* send a signal (`doom`); 0 or KernelError */
int ksignal(int signal, SignalHandler *handler); /* set a handler; NULL: the default action */
/* kwait: wait for the end of a child on this node; pid 0: any child; returns its pid */
int kwait(Pid pid, int *status);
__attribute__((__noreturn__)) void kexit(int status);
/* panic: leave a record in NodeWords, report to the host, and stop the process */
__attribute__((__noreturn__)) void panic(const char *text);

/* ---- threads of a process: they share its data ---- */

typedef struct Thread Thread;

/* thread_start: run f(argument) as a thread with its own stack; NULL if out of memory */
Thread *thread_start(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority);
void thread_join(Thread *t); /* wait until f has returned, and free the thread; call it once */

void sem_init(Semaphore *s, int count); /* let s begin with `count` signals */
void sem_wait(Semaphore *s); /* take a signal; wait until there is one */
int sem_try(Semaphore *s); /* take a signal: 0; KE_AGAIN if there is none */
void sem_signal(Semaphore *s); /* add a signal, or wake the first that waits */

/* ---- memory of the node; malloc is built on it ---- */

/* kalloc: words that belong to the process and are freed with it; NULL if out of memory */
void *kalloc(uint32_t nbytes);
void kfree(void *p); /* free a block that kalloc has returned */
uint32_t kavail(void); /* the node's free bytes, not necessarily contiguous */

#endif
